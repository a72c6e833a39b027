"""Hands in a terminal: dealt, played by a person who types, simulated."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest

import tarotref.play
from tarotref.cli.command import main
from tarotref.play.players import simple
from tarotref.play.rubber import Rubber
from tarotref.play.simulation import simulate
from tarotref.play.table import CARD_ACTIONS


def run(capsys, *words):
    status = main(list(words))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def typed(capsys, monkeypatch):
    """Run a command with lines typed by a person."""

    def play(lines, *words):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return run(capsys, *words)

    return play


def script(id, seed, seat, players=None):
    """What a person types who plays as the simple player does: the name of a card alone, other things in full."""
    state, found = tarotref.play.new(id, players, seed), []
    while not state.over:
        action = simple(state)
        if state.player == seat:
            found.append(action.what if action.kind in CARD_ACTIONS else str(action))
        state = state.do(action)
    return found, state


# -- deal


def test_a_seed_deals_the_same_hands_as_in_python(capsys):
    status, out, _ = run(capsys, "deal", "8.13", "--seed", "3")
    assert (
        status == 0
        and "8.13 Three-handed Permesso, 3 players, seed 3" in out
        and "player 3, the dealer: 28 cards" in out
    )
    state = tarotref.play.new("8.13", seed=3)
    assert json.loads(run(capsys, "deal", "8.13", "--seed", "3", "--json")[1]) == state.transcript()
    first = out.split("\n\n")[1].splitlines()
    assert sum(len(line.split()) - 1 for line in first[1:] if not line.strip().startswith("Fool")) + sum(
        line.strip() == "Fool" for line in first[1:]
    ) == len(state.view(0)["hand"])


def test_a_deal_shows_the_talon_and_what_is_out_of_play(capsys):
    out = run(capsys, "deal", "14.1", "--seed", "x", "--players", "3")[1]
    assert "talon: 3 cards" in out and "seed x" in out


def test_without_a_seed_chance_deals_and_the_seed_is_told(capsys):
    first, second = (run(capsys, "deal", "8.13")[1] for _ in range(2))
    assert first != second
    seed = first.splitlines()[0].rpartition(" ")[2]
    assert run(capsys, "deal", "8.13", "--seed", seed)[1] == first


def test_a_hand_of_a_simulation_can_be_dealt_again(capsys):
    data = json.loads(run(capsys, "deal", "8.13", "--seed", "3:17", "--json")[1])
    assert data == tarotref.play.new("8.13", seed="3:17").transcript()


# -- play


@pytest.mark.parametrize(
    ("id", "seat"), [("8.13", 2), ("8.13", 0), ("9.13", 2), ("4.6", 1), ("7.4", 0), ("5.1", 3), ("18.13", 1)]
)
def test_a_hand_is_played_from_the_keyboard(typed, id, seat):
    seed = next(n for n in range(50) if len(script(id, n, seat)[0]) > 12)
    lines, state = script(id, seed, seat)
    status, out, err = typed(lines, "play", id, "--seed", str(seed), "--seat", str(seat + 1))
    assert (status, err) == (0, "")
    result = state.result()
    for side, count in result.counts.items():
        assert f": {count.total} card points" in out
        assert all(f"  {line}" in out for line in count.working), side
    total = [f"{'+' if n > 0 else ''}{n}".replace("-", "−") for n in result.total]
    assert next(line for line in out.splitlines() if line.endswith("in all")).split()[:-2] == total
    assert all(".".join(path) in out for transfer in result.transfers if any(transfer.pays) for path in transfer.by)
    assert out.count("Trick") >= len(state.tricks)


def test_what_may_be_played_is_marked_and_what_may_not_is_explained(typed):
    seed = next(n for n in range(50) if _barred(n))
    lines, barred = _barred(seed)
    status, out, _ = typed(
        [*lines, barred, "xyz", "play", "?", "", "bid solo", "q"], "play", "4.1", "--seed", str(seed)
    )
    asked = out.rpartition("Your hand")[2]
    assert status == 0 and "[" in asked and "The hand is left." in out
    assert "You must follow suit" in asked
    assert "'xyz' is no card" in asked and "Now you may only play" in asked and "You may: play " in asked


def _barred(seed):
    """What the first player types up to a trick in which he must follow suit, and a card that he may not play then."""
    state, found = tarotref.play.new("4.1", seed=seed), []
    while not state.over:
        if state.player == 0 and state.phase == "play" and state.trick.cards:
            other = [str(card) for card in state.view(0)["hand"] if f"play {card}" not in map(str, state.legal())]
            suit = [card for card in state.legal() if card.what not in other]
            if other and not any(a.what.isupper() for a in suit):
                return found, other[0]
        action = simple(state)
        if state.player == 0:
            found.append(str(action))
        state = state.do(action)
    return None


def test_names_of_cards_and_bids_are_understood_as_people_write_them(typed):
    out = typed(["a tre", "Q"], "play", "8.13", "--seed", "3")[1]
    assert "player 2: " in out.partition("bid> ")[2] and "The hand is left." in out
    assert typed(["A-TRE"], "play", "8.13", "--seed", "3")[1].count("bid> ") == 1


@pytest.mark.parametrize("lines", [[], ["bid a-tre"]])
def test_the_end_of_input_ends_the_hand(typed, lines):
    status, out, err = typed(lines, "play", "8.13", "--seed", "3")
    assert (status, err) == (0, "") and out.endswith("\nThe hand is left.\n")


def test_an_interrupted_hand_is_said_in_a_line(capsys, monkeypatch):
    def interrupted(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    status, _, err = run(capsys, "play", "8.13", "--seed", "3")
    assert (status, err) == (130, "tarotref: interrupted\n")


def test_a_hand_that_all_pass_is_not_played(typed):
    seed = next(n for n in range(50) if script("9.13", n, 0)[1].setting.void == "all-pass")
    assert "The hand is not played: all pass." in typed(["pass"], "play", "9.13", "--seed", str(seed))[1]


def test_what_is_assumed_is_named(typed, capsys):
    gap = tarotref.play.openness("8.13").gaps[0]
    lines, _ = script("8.13", 1, 0)
    for out in (typed(lines, "play", "8.13", "--seed", "1")[1], run(capsys, "simulate", "8.13", "--hands", "1")[1]):
        assert tarotref.play.ASSUMPTIONS[gap.assumption].rule in out and ".".join(gap.path) in out
    before = typed(lines, "play", "8.13", "--seed", "1")[1].partition(" deals")[0]
    assert all(tarotref.play.ASSUMPTIONS[one].rule in before for one in tarotref.play.openness("8.13").assumed)


def test_hands_are_played_one_after_another_with_their_pots(typed, computed):
    """4.6: the deal goes round, players keep their numbers, pots and totals are told after each hand."""
    table, lines = tarotref.play.table("4.6", computed=computed), []
    rubber = Rubber.begin(table.plan, table.plan.dealer)
    expected = []
    for n in (1, 2, 3):
        expected.append(f"In the pots: Pagat pot {rubber.pots['pagat']}, King pot {rubber.pots['king']}.")
        state, me = rubber.deal(table, 5 if n == 1 else f"5:{n}"), -rubber.dealer % 3
        while not state.over:
            action = simple(state)
            if state.player == me:
                lines.append(str(action))
            state = state.do(action)
        rubber = rubber.add(state.result(), more=n < 3)
    status, out, _ = typed(lines, "play", "4.6", "--seed", "5", "--seat", "2", "--hands", "3")
    assert status == 0 and "You are player 2." in out
    assert [line for line in out.splitlines() if line.startswith("Hand ")] == [
        f"Hand {n}: {who}. {pots}"
        for n, who, pots in zip((1, 2, 3), ("player 3 deals", "player 1 deals", "you deal"), expected, strict=True)
    ]
    totals = [f"{'+' if n > 0 else ''}{n}".replace("-", "−") for n in rubber.totals]
    after = out.splitlines()
    at = next(n for n, line in enumerate(after) if line.endswith("after 3 hands"))
    assert after[at].split() == "Player 1 You Player 3 after 3 hands".split() and after[at + 1].split()[:3] == totals


def test_a_rubber_is_played_to_its_end(typed, computed):
    table, lines = tarotref.play.table("6.1", computed=computed), []
    rubber, n = Rubber.begin(table.plan, table.plan.dealer), 0
    while not rubber.over:
        n += 1
        state, me = rubber.deal(table, 5 if n == 1 else f"5:{n}"), (-1 - rubber.dealer) % 4
        while not state.over:
            action = simple(state)
            if state.player == me:
                lines.append(str(action))
            state = state.do(action)
        rubber = rubber.add(state.result())
    status, out, _ = typed(lines, "play", "6.1", "--seed", "5", "--rubber")
    assert status == 0 and "You play with player 3." in out and "The rubber is over." in out
    (paid,) = rubber.settled()
    told = out.partition("The rubber is over.")[2].splitlines()[2].split()
    assert told[:4] == [f"{'+' if n > 0 else ''}{n}".replace("-", "−") for n in paid.pays]
    status, out, err = typed([], "play", "4.6", "--rubber")
    assert (status, out) == (2, "") and "does not say what ends a rubber [tally]; expected --hands" in err


def test_cards_asked_for_and_shown_are_told(typed):
    """8.13: one who must give a card is told what he gets for it; 9.13: the talon lies open to all."""
    lines, _ = script("8.13", 13, 1)
    out = typed(lines, "play", "8.13", "--seed", "13", "--seat", "2")[1]
    assert "Player 1 plays A tre" in out
    assert "player 1: ask XX\nYou have XX, and must give it\nFor XX you get 7 of batons\n" in out
    assert "player 1: ask XIX\nPlayer 3 has XIX, and must give it\nplayer 1: ask XVIII" in out
    seed, lines, state = next((n, *script("9.13", n, 1)) for n in range(50) if script("9.13", n, 1)[1].setting.shown)
    out = typed(lines, "play", "9.13", "--seed", str(seed), "--seat", "2")[1]
    assert f"Shown to all: {' '.join(map(str, state.plan.list(state.setting.shown)))}" in out


def test_what_is_drawn_is_told(typed):
    lines, state = script("14.10", 3, 0)
    out = typed(lines, "play", "14.10", "--seed", "3")[1]
    drawn = [(who, card) for who, card in state.view(0)["drawn"]]
    said = [line.split(", ")[0] for line in out.splitlines() if " left in the stock" in line]
    assert said == [f"  {'you draw' if who == 0 else 'player 2 draws'} {card}" for who, card in drawn]


def test_what_lies_in_stacks_is_told(typed, capsys):
    """15.22: from the top in the deal; in play the open cards, and how many lie below, of both players."""
    lines, state = script("15.22", 3, 0)
    out = run(capsys, "deal", "15.22", "--seed", "3")[1]
    assert out.count("  stack ") == 6 and "player 1: 15 cards" in out
    out = typed(lines, "play", "15.22", "--seed", "3")[1]
    assert "Before you: nothing over 4, nothing over 4, nothing over 4" in out.partition("Trick 1:")[0]
    first = out.partition("Trick 1:")[2].partition("Your hand")[0]
    opened = state.setting.stacks[1][0][1]  # the first card is the I, which goes into the hand
    assert f"Before player 2: {state.plan.cards[opened]} over 2" in first


def test_one_bids_on_the_cards_dealt_so_far(typed):
    out = typed(["pass"] * 4, "play", "14.5", "--seed", "2")[1]
    sizes = [line for line in out.splitlines() if line.startswith("Your hand (")]
    assert sizes[:2] == ["Your hand (5 cards):", "Your hand (10 cards):"]


# -- simulate


def test_rubbers_are_simulated(capsys, tmp_path):
    file = tmp_path / "rubbers.csv"
    words = ("simulate", "4.6", "--rubbers", "4", "--hands", "8", "--seed", "2")
    status, out, _ = run(capsys, *words, "--csv", str(file))
    assert status == 0 and "4 rubbers with 32 hands" in out and "Pagat pot" in out and "a rubber brings" in out
    tally = simulate("4.6", 4, 2, rubbers=True, length=8)
    with file.open(encoding="utf-8", newline="") as read:
        rows = list(csv.DictReader(read))
    brought = {
        (int(r["id"].split()[1]) - 1, Fraction(r["amount"])): int(r["times"])
        for r in rows if r["what"] == "rubber" and r["id"]
    }  # fmt: skip
    assert brought == dict(tally.standings) and sum(brought.values()) == 12
    assert [(r["amount"], r["times"]) for r in rows if r["outcome"] == "hands"] == [("8", "4")]
    assert run(capsys, *words, "--workers", "2")[1] == out
    status, _, err = run(capsys, "simulate", "4.6", "--rubbers", "4")
    assert status == 2 and "does not say what ends a rubber [tally]; expected a number of hands" in err


def test_a_simulation_says_what_hands_came_to(capsys, tmp_path):
    file = tmp_path / "hands.csv"
    status, out, err = run(capsys, "simulate", "8.13", "--hands", "40", "--seed", "1", "--csv", str(file))
    assert (status, err) == (0, "") and "40 hands of simple players" in out and "rules of thumb" in out
    tally = simulate("8.13", 40, 1)
    with file.open(encoding="utf-8", newline="") as read:
        rows = list(csv.DictReader(read))
    assert {r["what"] for r in rows} == {"hands", "unpaid", "void", "bid", "contract", "points", "payment", "first"}
    assert [r["times"] for r in rows if r["what"] == "hands"] == ["40"]
    paid = {
        (int(r["id"].split()[1]) - 1, Fraction(r["amount"])): int(r["times"]) for r in rows if r["what"] == "payment"
    }
    assert paid == dict(tally.payments)
    points = {(r["id"], r["amount"]) for r in rows if r["what"] == "points"}
    assert points == {(whose, str(float(n)) if isinstance(n, Fraction) else str(n)) for whose, n in tally.points}
    assert any(amount.endswith(".5") for _, amount in points)
    assert f"Not played, all pass: {tally.void['all-pass']}" in out
    for id in {id for id, _ in tally.contracts}:
        assert any(line.startswith(id) for line in out.splitlines())


def test_workers_and_the_kind_of_player(capsys):
    words = ("simulate", "12.1", "--hands", "6", "--seed", "1", "--player", "random")
    alone = run(capsys, *words)
    assert alone[0] == 0 and "Random players" in alone[1] and "side 1" in alone[1]
    assert run(capsys, *words, "--workers", "2") == alone


def test_a_share_that_is_no_whole_number_is_shown(capsys):
    seed = next(n for n in range(60) if any(isinstance(w, Fraction) for w in simulate("8.13", 3, n).wins.values()))
    assert "comes out first" in run(capsys, "simulate", "8.13", "--hands", "3", "--seed", str(seed))[1]


# -- mistakes


@pytest.mark.parametrize("command", ["deal", "play", "simulate"])
@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["8.131"], 1, "8.131"),
        (["8.13", "--players", "7"], 2, "players: found 7; 8.13/main is for 3"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_line(capsys, command, words, status, said):
    found, out, err = run(capsys, command, *words)
    assert (found, out) == (status, "") and err.startswith("tarotref: ") and len(err.splitlines()) == 1 and said in err


def test_a_number_without_a_record_is_told_from_a_misspelling(capsys, unrecorded):
    status, _, err = run(capsys, "deal", unrecorded)
    assert status == 1 and "has no record yet" in err


def test_what_is_missing_is_said_in_a_line(capsys):
    rulesets = tarotref.load().corpus.rulesets
    closed = next(id for id in rulesets if tarotref.play.openness(id).status == "cannot be played")
    status, out, err = run(capsys, "deal", closed)
    assert status and out == "" and "cannot be played; not known:" in err and len(err.splitlines()) == 1


def test_a_file_that_cannot_be_written_is_said_before_hands_are_played(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("tarotref.play.simulation.simulate", None)  # a call would fail otherwise
    status, out, err = run(capsys, "simulate", "8.13", "--csv", str(tmp_path / "nowhere" / "hands.csv"))
    assert (status, out) == (1, "") and "nowhere" in err and len(err.splitlines()) == 1


def test_a_seat_that_is_not_there(capsys):
    status, out, err = run(capsys, "play", "8.13", "--seat", "4")
    assert (status, out) == (2, "") and "--seat: found 4; expected a number from 1 to 3" in err


def test_a_file_that_cannot_be_written(capsys, tmp_path):
    status, _, err = run(capsys, "simulate", "4.1", "--hands", "1", "--csv", str(tmp_path / "no" / "such.csv"))
    assert status == 1 and "No such file or directory" in err and len(err.splitlines()) == 1


def test_a_hand_is_taken_back_saved_and_played_on(typed, tmp_path):
    file = tmp_path / "hand.json"
    lines = ["?", "? K♠", "h", "99", "1", "u", "bid solorufer", f"s {file}", "q"]
    out = typed(lines, "play", "18.10", "--seed", "7")[1]
    assert "With three Kings" in " ".join(out.split()) and "pass: " in out  # what bids mean; a hint and its reason
    assert "expected a number from 1 to " in out and "You play Solorufer" in out
    saved = tarotref.play.replay(json.loads(file.read_text(encoding="utf-8")))
    assert str(saved.actions[0]) == "bid solorufer" and saved.player == 0
    status, out, err = typed(["q"], "play", "--replay", str(file))
    assert (status, err) == (0, "") and f"{len(saved.actions)} acts of a hand with seed 7" in out
    assert typed(["q"], "play", "--replay", str(file), "--to", "0")[1].count("bid> ") == 1
    assert "expected one, as in" in typed([], "play")[2]


def test_packets_of_the_talon_are_shown_as_packets(typed, computed):
    def chosen(seed):
        """The hand when the first player chooses a packet; nothing where he does not."""
        state = tarotref.play.new("18.10", 4, seed, computed=computed)
        while not (state.over or (state.phase == "packet" and state.player == 0)):
            state = state.do(simple(state))
        return None if state.over else state

    seed, state = next((seed, state) for seed in range(50) if (state := chosen(seed)))
    out = typed(script("18.10", seed, 0, 4)[0], "play", "18.10", "--seed", str(seed))[1]
    for n, packet in enumerate(state.view(0)["packets"], 1):
        assert f"Packet {n}: {' '.join(map(str, packet))}" in out
