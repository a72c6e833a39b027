"""The hands that the corpus keeps: played again by the rules as they are, and told on the pages of their games."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
import yaml

from tarotref import play
from tarotref.cards.names import parse_card
from tarotref.computed.corpus import ComputedCorpus
from tarotref.computed.playability import PLAYABILITY
from tarotref.corpus.reader import read
from tarotref.corpus.source_file import read_yaml
from tarotref.model.shared import PlayedHand
from tarotref.model.validation import validated
from tarotref.notation import exact
from tarotref.pages.advice import advised
from tarotref.pages.beside import told_instead
from tarotref.pages.elements import El, Ref, text_of
from tarotref.pages.game import OPEN, PLAYED, GamePage
from tarotref.pages.lists import VIEWS
from tarotref.pages.lists.play import together
from tarotref.pages.wording import letters
from tarotref.play import kept
from tarotref.play.compiled import ASSUMPTIONS
from tarotref.play.events import Swapped
from tarotref.play.gaps import openness
from tarotref.play.tricks import draws
from tests import kit

CHECKOUT = Path(__file__).parent.parent
GAMES = [*yaml.safe_load((CHECKOUT / "corpus/hands.yaml").read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def script():
    return kit.script("find_hands")


def hand_of(computed, game):
    return computed.corpus.shared["hands"][game]


def inside(element):
    """Yield an element and all in it."""
    yield element
    for child in element.children if isinstance(element, El) else ():
        yield from inside(child)


def attribute(element, name):
    return dict(element.attrs).get(name) if isinstance(element, El) else None


def of_class(parts, name):
    """Return the elements that have a class."""
    return [e for part in parts for e in inside(part) if name in (attribute(e, "class") or "").split()]


# -- what is kept


def test_every_game_that_runs_has_a_hand_chosen_by_its_facts_as_they_are(computed, script):
    hands, runs = computed.corpus.shared["hands"], script.running(computed)
    wrong = {game: what for game in runs if (what := script.fault(computed, game, hands.get(game)))}
    assert wrong == {}, "run `python scripts/find_hands.py`"
    assert {game for game, hand in hands.items() if not hand.fixed} <= set(runs)


@pytest.mark.parametrize("game, contract", [("R12", "raeuber")])
def test_a_hand_is_in_no_contract_with_rules_told_in_words_alone(computed, script, game, contract):
    """R12: when the 1 and the 21 are played in a Räuber only words tell."""
    worded, hand = script.in_words(computed.corpus.rulesets[f"{game}/main"]), hand_of(computed, game)
    bid = [one.partition(" ")[2] for one in hand.actions.split(", ") if one.startswith("bid ")][-1]
    assert contract in worded and bid not in worded


def test_no_line_of_a_hand_is_over_120_letters_and_none_is_broken_before_it_must_be(script, computed):
    hands = computed.corpus.shared["hands"]
    for game, length in ((game, length) for game in list(hands)[:3] for length in range(2, 14)):
        hand = hands[game].model_copy(update={"actions": ", ".join(["x" * length] * 300)})
        lines = script.entry(game, hand).splitlines()
        assert max(map(len, lines)) <= 120, (game, length)
        broken = [line for line in lines if line.endswith(",")]
        assert broken and min(map(len, broken)) + len(f" {'x' * length},") > 120
        assert yaml.safe_load("\n".join(lines))[game]["actions"] == hand.actions


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_shows_what_it_is_said_to_show(game, computed, script):
    hand = hand_of(computed, game)
    state = kept.played(computed, computed.corpus.rulesets[f"{game}/main"], hand)[-1]
    assert state.over and not state.setting.void
    assert set(hand.shows) <= set(script.happened(state, state.result()))


def test_every_card_is_written_so_that_it_is_read_back(computed):
    seen = set()
    for ruleset in computed.corpus.rulesets.values():
        ranking = computed.figures(ruleset).ranking
        if ranking is None or ranking.pack.id in seen:
            continue
        seen.add(ranking.pack.id)
        for card in ranking.pack.cards:
            (text,) = kept.read(kept.written([play.Action("play", str(card))]))
            kind, _, name = text.partition(" ")
            assert kind == "play" and parse_card(name, ranking) == card, (ranking.pack.id, card, text)
    assert len(seen) > 5


def test_what_is_done_is_written_and_read_back():
    done = [
        play.Action(*a) for a in (("pass",), ("bid", "a-due"), ("discard", "10 of cups"), ("done",), ("play", "K♠"))
    ]
    assert kept.written(done) == "pass, bid a-due, discard 10♥, done, K♠"
    assert list(kept.read("pass, bid a-due, discard 10♥, done, K♠"))[-1] == "play K♠"


def test_a_hand_is_the_same_as_its_transcript(computed):
    state = kept.played(computed, computed.corpus.rulesets["8.13/main"], hand_of(computed, "8.13"))[-1]
    again = play.replay(state.transcript(), computed)
    assert again.tricks == state.tricks and again.result().transfers == state.result().transfers


def test_the_digest_is_of_the_facts(tmp_path):
    def digest(*change):
        return kept.digest(ComputedCorpus(read(kit.make(tmp_path, change=change))).corpus.rulesets["8.13/main"])

    name = "games/08.13-permesso.md"
    assert digest(name, "One against two.", "One against the others.") == digest(
        name, "title: Permesso", "title: Permess"
    )
    assert digest(name, "a-due: {said: A due, base: 3}", "a-due: {said: A due, base: 4}") != digest(
        name, "Permesso", "Permess"
    )


def test_the_script_writes_what_is_read(script, computed):
    hand = hand_of(computed, "4.3").model_copy(update={"fixed": True})
    text = script.entry("4.3", hand)
    assert max(map(len, text.partition("actions")[2].splitlines())) <= 120 and "fixed: yes" in text
    assert validated(PlayedHand, read_yaml("hands.yaml", text).data["4.3"]) == hand


def test_the_script_finds_the_hand_that_shows_most(script, computed):
    ruleset = computed.corpus.rulesets["2.1/main"]
    few, many = (script.best(computed, ruleset, n, "simple") for n in (1, 12))
    assert few.seed == 1 and many.seed > 1 and len(many.shows) >= len(few.shows)
    assert script.best(computed, ruleset, 12, "simple") == many


# -- what pages tell


@pytest.mark.parametrize("game", GAMES)
def test_the_page_tells_the_hand_trick_by_trick(game, computed):
    hand = hand_of(computed, game)
    state = kept.played(computed, computed.corpus.rulesets[f"{game}/main"], hand)[-1]
    page = GamePage(computed, game)
    parts = page.after(PLAYED)
    (table,) = of_class(parts, "tricks")
    rows = [e for e in inside(table) if isinstance(e, El) and e.tag == "tr" and attribute(e, "class") != "said"][1:]
    assert len(rows) == len(state.tricks)
    cards = (state.table.place[act.what] for act in state.actions if act.kind == "play")
    drawn = {
        n: [card for m, _, card in draws(state.plan, state.setting.stock, state.tricks) if m == n]
        for n in range(len(rows))
    }
    for n, (row, trick) in enumerate(zip(rows, state.tricks, strict=True)):
        if state.plan.deal.each_trick:
            shown = [x.text for x in inside(row.children[1 + state.plan.players]) if hasattr(x, "html")]
            assert shown == [letters(state.plan.cards[card]) for card in drawn[n]]
        seats = state.plan.circle
        cells = row.children[1 : 1 + len(seats)]
        assert [attribute(c, "class") for c in cells].count(None) >= len(seats) - 2
        (won,) = [n for n, c in enumerate(cells) if "won" in (attribute(c, "class") or "")]
        (led,) = [n for n, c in enumerate(cells) if "led" in (attribute(c, "class") or "")]
        assert (seats[led], seats[won]) == (trick.leader, trick.winner)
        shown = [next((x.text for x in inside(c) if hasattr(x, "html")), None) for c in cells]
        in_turn = [shown[(led + n) % len(seats)] for n in range(len(seats))]
        played = [n for n in range(len(seats)) if seats[(led + n) % len(seats)] not in trick.out]
        assert [in_turn[n] for n in played] == [letters(state.plan.cards[next(cards)]) for _ in trick.cards]
        assert in_turn.count(None) == len(trick.out) == len(seats) - len(played)


def test_tricks_are_told_as_they_were_played_and_then_what_was_put_into_them(computed):
    told = " ".join(text_of(part) for part in GamePage(computed, "5.1").after(PLAYED))
    assert "out of the trick and puts" in told and "takes back" not in told
    swaps = [
        e
        for e in kept.played(computed, computed.corpus.rulesets["5.1/main"], hand_of(computed, "5.1"))[-1].events
        if isinstance(e, Swapped)
    ]
    assert told.count("out of the trick and puts") == len(swaps)


def test_cards_robbed_and_turned_up_in_the_deal_are_told(computed):
    told = " ".join(text_of(part) for part in GamePage(computed, "12.5").after(PLAYED))
    assert told.count(" robs ") == 2 and "Turned up last" in told


def test_every_set_for_which_a_thing_is_declared_is_told(computed):
    """Of two half Cavallerie the first alone was told, and both were paid."""
    several = 0
    for game in GAMES:
        state = kept.played(computed, computed.corpus.rulesets[f"{game}/main"], hand_of(computed, game))[-1]
        if state.plan.declaring.again or not state.setting.declared:
            continue
        said = {(one.id, one.seat) for one in state.setting.declared}
        made = [one for one in state.result().declared if (one.declaration, one.seat) in said and not one.won]
        twice = {(one.declaration, one.seat): one for one in made if sum(o[:2] == one[:2] for o in made) == 2}
        told = " ".join(text_of(part) for part in GamePage(computed, game).after(PLAYED)) if twice else ""
        assert told.count(" twice (") == len(twice)
        for (id, seat), last in twice.items():
            assert f"; {' '.join(map(letters, last.cards))})" in told, (game, id, seat)
        several += len(twice)
    assert several


def test_no_payment_of_a_declaration_is_told_as_a_question_of_who_pays(computed):
    for game in ("9.1", "9.18"):
        told = " ".join(text_of(part) for part in GamePage(computed, game).after(PLAYED))
        assert "Declaration" in told and ", paid by" not in told


def test_a_first_player_who_holds_back_waits_and_does_not_pass(computed):
    told = " ".join(text_of(part) for part in GamePage(computed, "18.10").after(PLAYED))
    assert "The first player waits, the second player bids" in told


def test_who_keeps_a_deal_on_is_told(computed):
    for game in ("11.1", "11.2", "11.13"):
        told = " ".join(text_of(part) for part in GamePage(computed, game).after(PLAYED))
        assert "On five cards" in told and "player wants to play on" in told and "throw-in" not in told


def test_who_stops_a_hand_is_told(computed):
    """R3: the hand ends after the first five tricks, if it does not go on to all nine."""
    told = " ".join(text_of(part) for part in GamePage(computed, "R3").after(PLAYED))
    state = kept.played(computed, computed.corpus.rulesets["R3/main"], hand_of(computed, "R3"))[-1]
    assert ("stops, and the hand is over." in told) is (len(state.tricks) < 9) and len(state.tricks) in (5, 9)


def test_the_payments_on_the_page_are_those_of_the_hand(computed):
    for game in GAMES:
        state = kept.played(computed, computed.corpus.rulesets[f"{game}/main"], hand_of(computed, game))[-1]
        parts = GamePage(computed, game).after(PLAYED)
        added = of_class(parts, "added")
        tables = [one for one in of_class(parts, "payments") if one not in added]
        totals = state.result().total
        if not state.result().transfers:
            assert not tables
            continue
        *rows, last = [e for e in inside(tables[0]) if isinstance(e, El) and e.tag == "tr"][1:]
        told = [[figure(text_of(cell)) for cell in row.children[1:]] for row in (*rows, last)]
        assert tuple(told[-1]) == totals
        assert [sum(column) for column in zip(*told[:-1], strict=True)] == list(totals), game


def test_what_declarations_and_bonuses_add_to_the_cards_adds_up(computed):
    shown = 0
    for game in GAMES:
        result = kept.played(computed, computed.corpus.rulesets[f"{game}/main"], hand_of(computed, game))[-1].result()
        for table in of_class(GamePage(computed, game).after(PLAYED), "added"):
            rows = [e for e in inside(table) if isinstance(e, El) and e.tag == "tr"][1:]
            told = [[text_of(cell).replace("–", "0") for cell in row.children[1:]] for row in rows]
            *parts, whole = [[figure(cell) for cell in row] for row in told]
            assert [sum(column) for column in zip(*parts, strict=True)] == whole == [*result.totals.values()], game
            shown += 1
    assert shown > 10


def figure(text):
    """Read a figure as pages write it: `−4`, `34½`, `4 1/3`."""
    text = re.sub(
        "[½⅓⅔¼¾⅕⅙⅚⅛]", lambda m: " " + unicodedata.normalize("NFKC", m[0]).replace("\N{FRACTION SLASH}", "/"), text
    )
    whole, _, part = text.replace(",", "").replace("−", "-").replace("+", "").strip().partition(" ")
    if whole == "-":
        return -exact(part)
    return exact(whole) if not part else exact(whole) + exact(part) * (-1 if whole.startswith("-") else 1)


@pytest.mark.parametrize("change", ["game", "hand"])
def test_a_hand_that_cannot_be_played_is_not_told(change, tmp_path):
    name = "games/08.13-permesso.md"
    changes = {
        "game": {"a": (name, "hand: 25, extra", "hand: 24, extra"), "b": ("hands.yaml", "seed: 16", "seed: 16 ")},
        "hand": {"a": ("hands.yaml", "seed: 16", "seed: 17")},
    }[change]
    assert GamePage(ComputedCorpus(read(kit.make(tmp_path, **changes))), "8.13").after(PLAYED) == []
    same = {"a": ("hands.yaml", "seed: 16", "seed: 16 ")}
    assert GamePage(ComputedCorpus(read(kit.make(tmp_path, **same))), "8.13").after(PLAYED)


# -- what is left open


def test_rules_that_are_told_and_not_played_are_not_called_unknown(computed):
    """R6 tells all that its players need; what nobody tells of 2.4 keeps them from playing."""
    told, unknown = (openness(computed, computed.corpus.rulesets[f"{game}/main"]) for game in ("R6", "2.4"))
    assert told.status == unknown.status == "cannot be played" and told.unplayed and not unknown.unplayed
    assert not list(told_instead(GamePage(computed, "R6"))) and list(told_instead(GamePage(computed, "2.4")))
    assert "not known" in advised(computed)["2.4"].lacking and "not known" not in advised(computed)["R6"].lacking


def test_every_page_says_what_its_source_leaves_open(computed):
    statuses = set()
    for game in computed.corpus.games:
        found = openness(computed, computed.corpus.rulesets[f"{game}/main"])
        parts = GamePage(computed, game).after(OPEN)
        words = " ".join(map(text_of, parts))
        assert bool(found.missing and not found.unplayed) == ("you would need to know" in words)
        assert found.unplayed or "A program would need to know" not in words
        refs = {e.target for part in parts for e in inside(part) if isinstance(e, Ref)}
        assert refs == set(found.assumed)
        assert all(ASSUMPTIONS[name].rule in words and ASSUMPTIONS[name].reason in words for name in found.assumed)
        statuses.add(found.status)
    told = {"runs with assumptions", "counted but not paid", "cannot be played"}
    assert told <= statuses <= set(PLAYABILITY)


def test_every_assumption_is_told_once_with_its_reason(computed):
    parts = list(VIEWS["assumptions"](computed))
    placed = [e.target[1] for part in parts for e in inside(part) if isinstance(e, El) and e.target]
    assert sorted(placed) == sorted(ASSUMPTIONS)
    labels = [e.target[2].strip() for part in parts for e in inside(part) if isinstance(e, El) and e.target]
    assert all(labels) and not any("." in label for label in labels)
    words = " ".join(map(text_of, parts))
    assert all(one.rule in words and one.reason in words for one in ASSUMPTIONS.values())


def test_the_list_of_what_can_be_played_adds_up(computed):
    first, second, *_, table = VIEWS["playability"](computed)
    for line, number in ((first, len(computed.corpus.games)), (second, len(computed.corpus.rulesets))):
        total, *parts = map(int, re.findall(r"\d+", text_of(line)))
        assert total == sum(parts) == number
    rows = [dict(e.attrs) for e in inside(table) if isinstance(e, El) and e.tag == "tr" and e.attrs]
    found = {r.id: openness(computed, r) for r in computed.corpus.rulesets.values()}
    alike = list(together(computed.corpus.rulesets.values(), found))
    assert [row.get("data-words", "").split() for row in rows] == [
        [r.key for r in one if r.key != "main"] for one in alike
    ]
    assert [row["data-status"] for row in rows] == [found[one[0].id].status.replace(" ", "-") for one in alike]
    assert sorted(r.id for one in alike for r in one) == sorted(computed.corpus.rulesets)
