"""What the machine says of a fact is true of it, in every ruleset of the corpus."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tarotref.corpus.records import Ruleset
from tarotref.model.rules import Announced, entries
from tarotref.model.types import Absence, given
from tarotref.pages.beside_text import beside_text
from tarotref.pages.elements import E, El, text_of
from tarotref.pages.game import GamePage
from tarotref.pages.wording import Labels
from tarotref.words.bonuses import gains_marked
from tarotref.words.naming import Naming


@pytest.fixture(scope="module")
def labels(computed) -> Labels:
    """The words for all facts of the corpus."""
    return Labels(computed)


def every(computed) -> Iterator[Ruleset]:
    """Yield every ruleset, and what each bid and case makes of it."""
    for ruleset in computed.corpus.rulesets.values():
        yield ruleset
        yield from ruleset.cases.values()


def said(made: El) -> Iterator[str]:
    """Yield the text of each element that has no other inside that is of its kind: a cell, a sentence in a list."""
    for part in made.children:
        if isinstance(part, El) and part.tag in ("td", "th", "p", "li", "dt", "dd", "caption"):
            yield " ".join(text_of(part).split())
        if isinstance(part, El):
            yield from said(part)


@pytest.fixture(scope="module")
def pages(computed) -> dict[str, dict[str, list[str]]]:
    """What the machine says on the page of each game, by the section in which it stands."""
    made = {id: GamePage(computed, id) for id in computed.corpus.games}
    return {id: {title: list(said(E("div", *page.after(title)))) for title in page.order} for id, page in made.items()}


def test_nobody_may_give_up_a_hand_that_always_is(computed, labels):
    found = 0
    for ruleset in every(computed):
        words: Naming = labels.within(ruleset)
        for id, concession in entries(ruleset.rules.concessions):
            if given(concession.must):
                told = words.thing(("concessions", id), concession)
                assert " may give" not in told and re.search("always (gives|given) up", told), f"{ruleset.id}: {told}"
                found += 1
    assert found > 5


def test_what_is_lost_is_not_said_only_of_the_failure_of_which_it_is_true(computed, labels, pages):
    found = 0
    for ruleset in every(computed):
        words: Naming = labels.within(ruleset)
        for id, feat in entries(ruleset.rules.feats):
            a = feat.announced
            if feat.lost is Absence.UNSTATED and isinstance(a, Announced) and given(a.lost) is not None:
                told = words.thing(("feats", id), feat)
                assert "does not say what it costs if it fails unannounced." in told, f"{ruleset.id}: {told}"
                found += 1
    assert found > 20
    told = " ".join(pages["18.14"]["What the source leaves open"])
    assert "lost by the bonuses Papoose last and Chief last if they were not announced." in told
    assert "lost by the bonus Sweep if it was announced." in told


def test_nobody_is_said_to_pay_what_its_player_alone_marks(computed, labels, pages):
    found = 0
    for ruleset in computed.corpus.rulesets.values():
        words: Naming = labels.within(ruleset)
        settle = ruleset.at(("declaring", "settle"))
        if settle == "others" and gains_marked(words, "declaring"):
            assert words.value(("declaring", "settle"), settle) == "nobody; the player alone marks"
            found += 1
    assert found > 10
    paid = [line for line in pages["3.7"]["Facts"] if line == "nobody; the player alone marks"]
    assert not paid  # card points are marked there, and what is declared is paid for at once
    assert not any("player alone marks" in line for line in pages["9.8"]["Facts"])  # who pays is not said
    assert "the opponents, or to them" in pages["8.7"]["Facts"] or "all others, or to them" in pages["8.7"]["Facts"]


def test_a_game_of_which_something_is_known_is_not_said_to_be_a_mere_name(computed):
    listed = [id for id in computed.corpus.games if computed.corpus.game(id).evidence == "listed"]
    assert len(listed) > 50
    for id in listed:
        told = " ".join(text_of(part) for part in GamePage(computed, id).head())
        assert "Only what this page says of this game is known to us" in told and "Only the name" not in told, id


def test_the_own_card_that_may_be_called_in_turn_is_the_first(computed, labels):
    found = 0
    for ruleset in every(computed):
        words: Naming = labels.within(ruleset)
        for _, bid in entries(ruleset.rules.bids):
            partner = given(bid.partner)
            if partner is None or given(partner.in_turn) is not True:
                continue
            told = words.facts(partner)
            assert "may also call a card of his own" not in told, f"{ruleset.id}: {told}"
            assert not ("that he lacks" in told and "may not be one" in told), f"{ruleset.id}: {told}"
            found += given(partner.own) is not None
    assert found > 100


def test_where_each_plays_for_himself_no_side_is_without_a_trick(computed, pages):
    alone = [
        id
        for id in computed.corpus.games
        if (ruleset := computed.ruleset(id)) is not None
        and all(given(one.rules.sides) == "individual" for one in (ruleset, *ruleset.cases.values()))
    ]
    for id in alone:
        assert not any("by a side without a trick" in line for line in pages[id]["Facts"]), id
    assert any(line.startswith("by a player without a trick") for line in pages["8.7"]["Facts"])
    assert any(line.startswith("by a player without a trick") for line in pages["6.3"]["Facts"])  # by his own tricks
    assert any(line.startswith("by a side without a trick") for line in pages["8.13"]["Facts"])


def test_of_trumps_among_which_the_fool_is_it_is_said_that_it_counts_as_one(computed, labels):
    found = 0
    for ruleset in every(computed):
        words: Naming = labels.within(ruleset)
        groups = {id for id, cards in (given(ruleset.rules.groups) or {}).items() if cards == ("trumps", "fool")}
        for id, one in entries(ruleset.rules.declarations):
            holding = given(one.holding)
            if groups and holding is not None and groups & {*holding.named()}:
                told = words.value(("declarations", id, "holding"), holding)
                assert "Fool" in told and not any(name in told for name in groups), f"{ruleset.id}: {told}"
                found += 1
    assert found > 100


def test_trumps_beside_named_ones_are_the_others(labels, computed):
    def told(id: str, annul: str) -> str:
        return labels.within(computed.ruleset(id)).facts(computed.ruleset(id).rules.deal.annul[annul])

    said = [told("20.5", id) for id in computed.ruleset("20.5").rules.deal.annul]
    assert any("with the XXI, the II, the pagát and no other trump (the Fool counts as one)" in one for one in said)


def test_of_two_players_one_is_the_opponent(computed, pages):
    several = re.compile(r"\b(?:each opponent|the opponents|each other player|all (?:other players|others))\b", re.I)
    two = [id for id in computed.corpus.games if (r := computed.ruleset(id)) and given(r.rules.players) == (2,)]
    assert len(two) > 20
    for id in two:
        facts = [line for line in pages[id]["Facts"] if several.search(line)]
        facts = [line for line in facts if line not in str(computed.ruleset(id).tree)]  # what somebody wrote
        assert not facts, f"{id}: {facts}"


def test_a_note_of_the_tradition_on_a_reading_stands_on_the_page_of_each_game_that_has_it(computed):
    corpus, found = computed.corpus, 0
    for id in corpus.games:
        page, told = GamePage(computed, id), ""
        for ruleset in corpus.of_game(id):
            for owner, _, note in corpus.notes(ruleset) if ruleset.kind == "reading" else ():
                if owner != id and any(at.startswith("readings.") for at in note.at):
                    told = told or " ".join(text_of(part) for title in page.order for part in page.notes(title))
                    assert labels_apart(note.text)[:40] in labels_apart(told), f"{ruleset.id}: {note.at}"
                    found += 1
    assert found > 60


def labels_apart(text: str) -> str:
    """Return a text without what marks its words."""
    return " ".join(re.sub(r"[*`]|\{[a-z]+\}", "", text).split())


def test_a_bid_that_is_held_is_not_said_to_be_overbid(computed, labels):
    ruleset = computed.ruleset("6.3")
    told = [
        labels.within(ruleset).facts(only)
        for _, one in entries(ruleset.rules.concessions)
        if (only := given(one.only_if)) is not None and only.overbid is not None
    ]
    assert told == ["the dealer has bid too"]


def test_when_and_how_a_feat_is_announced_is_told_in_the_sentence_that_says_so(computed, labels):
    fragment = re.compile(r"\. (?:After|As|Before|By|In|Just|Laid|With|Without) [^.]*\.")
    found = 0
    for ruleset in computed.corpus.rulesets.values():
        words: Naming = labels.within(ruleset)
        for _, feat in entries(ruleset.rules.feats):
            if isinstance(feat.announced, Announced) and given(feat.announced.text):
                bare = feat.model_copy(
                    {"text": None, "announced": feat.announced.model_copy({"won": None, "lost": None})}
                )
                assert not fragment.search(words.facts(bare)), f"{ruleset.id}: {words.facts(bare)}"
                found += 1
    assert found > 250
    told = labels.within(computed.ruleset("9.13")).facts(computed.ruleset("9.13").rules.feats["slam"])
    assert "may announce it before play with the word Chelem, after he has discarded, if he does." in told


def test_a_table_of_prices_says_by_what_they_are_multiplied(computed):
    found = 0
    for id in computed.corpus.games:
        page = GamePage(computed, id)
        for tables in beside_text(page).values():
            for one in tables:
                for priced in one.prices:
                    rows = [text_of(part) for part in priced.children[-1].children]
                    for section in ("feats", "declarations"):
                        for key, thing in entries(getattr(page.main.rules, section)):
                            name = thing.name or ""
                            if thing.times in ("bid", "base") and name and any(row.startswith(name) for row in rows):
                                assert any(row.startswith(name) and "(× " in row for row in rows), f"{id}: {key}"
                                found += 1
    assert found > 20


def test_the_reckoning_of_what_all_players_have_comes_to_the_sum_that_it_is_of(computed):
    row, found = re.compile(r"Sum of all players[^|]*\| (\d+) to (\d+) \| computed: (.*)"), 0
    for id in computed.corpus.games:
        page = GamePage(computed, id)
        for table in page.after("Facts"):
            for line in rows(table):
                if told := row.match(line):
                    made = [int(one) for one in re.findall(r"make (\d+)", told[3])]
                    more = re.search(r"the last trick adds (\d+)", told[3])
                    assert [one + int(more[1] if more else 0) for one in made] == [int(told[1]), int(told[2])], line
                    found += 1
    assert found > 8


def rows(made: El) -> Iterator[str]:
    """Yield the text of each row of tables, its cells parted."""
    for part in made.children:
        if isinstance(part, El) and part.tag == "tr":
            yield " | ".join(" ".join(text_of(cell).split()) for cell in part.children)
        elif isinstance(part, El):
            yield from rows(part)


DENIED = {
    "a side asks on a condition that is told of a player": r"Either side may ask for it\. A player may ask",
    "all tricks, of which one may be lost": r"[Ww]in all tricks\b(?! but)[^|]*One trick may be lost",
    "a payment of nothing": r"All other players pay it\.[^|]*It pays nothing",
    "a clause without its conjunction": r"It is given (?!(?:to|by|after|as|at|before|by|during|in|on|until|when|while|whenever|with)\b)",
    "who leads, twice": r"(The [^.|]+) leads\. [^|]*\1 leads to the first trick\.",
    "whether there is a pot, where there is one": r"does not say whether there is a pot\..{200}",
    "a knock that is said": r"players say knock",
    "a value of a field as a sentence": r"(?:^|[.] )(?:Yes|No|The hand|All others|The declarer)[.](?: |$)",
    "a declarer who is alone where each is": r"The declarer plays alone\.[^|]*Everyone plays alone",
}
"""What a cell or sentence of a page denies itself."""


@pytest.mark.parametrize("what", DENIED)
def test_no_cell_denies_itself(pages, what):
    pattern = re.compile(DENIED[what])
    for id, sections in pages.items():
        for title, lines in sections.items():
            assert not [line for line in lines if pattern.search(line)], f"{id}, {title}"


def test_the_declarer_is_not_alone_where_each_is(computed, labels):
    for ruleset in computed.corpus.rulesets.values():
        words: Naming = labels.within(ruleset)
        for id, bid in entries(ruleset.rules.bids):
            made = ruleset.cases.get(f"bids.{id}")
            if made is not None and given(made.rules.sides) == "individual" and bid.rules:
                told = words.thing(("bids", id), bid)
                assert "The declarer plays alone." not in told, f"{ruleset.id}: {told}"


def test_the_xxi_is_no_top_trump_beside_a_fool_that_is_higher(computed, pages):
    found = 0
    for id in computed.corpus.games:
        role = given(getattr(given(computed.ruleset(id).rules.fool), "role", None))
        if role == "highest-trump":
            assert not any(line.startswith("Top trump") for line in pages[id].get("Names", ())), id
            found += any(line.startswith("XXI") for line in pages[id].get("Names", ()))
    assert found > 30


def test_how_rare_declarations_are_is_promised_where_it_is_told(computed):
    promised = 0
    for id in computed.corpus.games:
        for table in GamePage(computed, id).tables("Declarations"):
            told = text_of(table)
            if "how rare they are" in told or "One hand in" in told:
                assert "how rare they are" in told and "One hand in" in told, id
                assert any(dict(cell.attrs).get("title") for cell in cells_of(table)), id
                promised += 1
    assert promised > 50


def cells_of(made: El) -> Iterator[El]:
    """Yield the cells of tables."""
    for part in made.children:
        if isinstance(part, El) and part.tag == "td":
            yield part
        elif isinstance(part, El):
            yield from cells_of(part)


def test_a_feat_of_card_points_says_how_many_they_are(computed, labels):
    for ruleset in computed.corpus.rulesets.values():
        words: Naming = labels.within(ruleset)
        for id, feat in entries(ruleset.rules.feats):
            only = given(feat.only_if)
            if given(feat.do) == "total" and only is not None and only.points and only.by in (None, "side"):
                told = words.thing(("feats", id), feat)
                assert "Make " in told and "Reach a total" not in told, f"{ruleset.id}: {told}"
