"""Rulesets side by side over all their facts: what is a difference, who says so, the same in Python and on the command line."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import tarotref
from tarotref.cli.command import main
from tarotref.computed.comparison import NOT_THERE, ORDER, Row, Told
from tarotref.computed.standing import idle
from tarotref.model.rules import SECTIONS
from tarotref.pages.clauses import TOPICS, clauses
from tests.test_inheritance import corpus
from tests.test_records import GAME


def side_by_side(computed, *ids):
    """Return the rows of a comparison by their fields, as texts and kinds."""
    rows = computed.comparison.rows([computed.ruleset(id) for id in ids])
    return {".".join(row.path): (row.kind, *(cell.value for cell in row.cells)) for row in rows}


def test_what_both_tell_differs_or_agrees(tmp_path):
    found = side_by_side(corpus(tmp_path), "8.13", "8.13/RI-1830")
    assert found["bids.a-tre.base"] == ("differs", "2", "0")
    assert found["suit_order"] == ("agrees", *2 * ("highest number high in two suits, Ace in two",))


def test_a_thing_that_one_lacks_stands_in_one_row(tmp_path):
    found = side_by_side(corpus(tmp_path), "8.13", "8.13/RI-1830")
    kind, told, other = found["bids.solo"]
    assert (kind, other) == ("differs", "not there") and "The bidder says Solo." in told and "It is worth 5." in told
    assert not any(field.startswith("bids.solo.") for field in found)


def test_silence_is_no_difference(tmp_path):
    unread = (GAME, "  win: {aim: points, at_least: 46}", "  win: {aim: points, at_least: unstated}")
    computed = corpus(
        tmp_path,
        unread,
        (GAME, "{bids: {a-tre: {base: 0}, solo: null}", "{win: {at_least: 50}, bids: {a-tre: {base: 0}, solo: null}"),
    )
    found = side_by_side(computed, "8.13", "8.13/RI-1830")
    assert found["win.at_least"] == ("open", "unstated", "50")
    # Nobody reports of RI how many play: it is carried over from the main rules.
    assert found["players"] == ("open", "3", "3")


def test_a_section_that_one_has_none_of_stands_in_one_row(tmp_path):
    computed = corpus(tmp_path, (GAME, "{bids: {a-tre: {base: 0}, solo: null}", "{bids: none"))
    found = side_by_side(computed, "8.13", "8.13/RI-1830")
    assert found["bids"] == ("differs", "a tre, a due, solo", "none")
    assert not any(field.startswith("bids.") for field in found)
    three = side_by_side(computed, "8.13", "8.13/RI-1830", "8.13/short")
    told = "The bidder says A due. It is worth 3."
    assert three["bids"][0] == "differs" and three["bids.a-due"] == ("differs", told, "none", told)


def test_what_is_not_there_is_as_what_there_is_none_of(tmp_path):
    computed = corpus(
        tmp_path, (GAME, "{bids: {a-tre: {base: 0}, solo: null}", "{bids: {a-tre: {base: 0}, solo: none}")
    )
    kind, told, other = side_by_side(computed, "8.13/RI-1830", "8.13")["bids.solo"]
    assert (kind, told) == ("differs", "none") and "The bidder says Solo." in other
    row = Row(("bids", "solo"), "Solo", "Bidding", (Told("none", "none"), NOT_THERE))
    assert row.kind == "agrees"


def test_each_value_says_who_set_it_and_has_its_notes(tmp_path):
    computed = corpus(tmp_path)
    rows = computed.comparison.rows([computed.ruleset("8.13"), computed.ruleset("8.13/RI-1830")])
    plain = {row["field"]: row for row in map(computed.comparison.plain, rows)}
    here, there = plain["bids.a-tre.base"]["cells"]
    assert (here["set_by"], here["witnesses"]) == (["DM8.13"], ["PE-1787"])
    assert (there["set_by"], there["witnesses"], there["status"]) == (["DM8.13/RI-1830"], ["RI-1830"], "stated")
    assert [note["text"] for note in plain["win.at_least"]["cells"][0]["notes"]] == ["It follows."]
    assert plain["players"]["cells"][1]["status"] == "not-reported"


def test_a_ruleset_differs_in_nothing_from_itself(computed):
    for id in ("8.13", "11.14", "9.15", "C8", "16.7/main"):
        assert {kind for kind, *_ in side_by_side(computed, id, id).values()} <= {"agrees", "open"}


def test_whichever_comes_first_the_differences_are_the_same(computed):
    games = list(computed.corpus.games)[::9]
    for one, other in pairwise(games):
        there, back = side_by_side(computed, one, other), side_by_side(computed, other, one)
        assert {f: (k, a, b) for f, (k, a, b) in there.items()} == {f: (k, a, b) for f, (k, b, a) in back.items()}


def test_every_fact_of_the_table_stands_in_the_comparison(computed):
    for id in ("8.13/main", "9.13/main", "18.1/main"):
        ruleset = computed.ruleset(id)
        facts = {tuple(map(str, path)) for path in ruleset.origin if not idle(ruleset, path)}
        assert facts <= computed.comparison.of(ruleset).keys()
        assert {row.path[0] for row in computed.comparison.rows([ruleset])} <= set(ORDER)
    assert set(SECTIONS) < set(ORDER)


def test_python_and_command_give_the_same_rows(capsys):
    ids = ("8.11", "8.11/RI-1830")
    frame = tarotref.compare(*ids, facts=True)
    assert main(["compare", *ids, "--json"]) in (0, None)
    rows = json.loads(capsys.readouterr().out)
    assert [row["field"] for row in rows] == list(frame.index)
    assert [row["differs"] for row in rows] == list(frame["differs"])
    assert frame.loc["counting.by", ["DM8.11", "DM8.11/RI-1830", "kind"]].tolist() == ["twos", "fours", "differs"]
    assert frame.loc["counting.by", "DM8.11/RI-1830 witnesses"] == "RI-1830"
    assert main(["compare", *ids]) in (0, None)
    shown = capsys.readouterr().out
    assert shown.index("twos") < shown.index("Not told of all:") < shown.index("The same:")


def test_an_unknown_ruleset_is_named():
    with pytest.raises(KeyError, match="nonsense"):
        tarotref.compare("8.13", "8.13/nonsense", facts=True)


def test_games_are_told_apart_by_clauses_with_a_verb(computed):
    """Of what is known of both, what is not the same is told; every ruleset has a clause on each topic or none."""
    of = {
        id: dict(zip(TOPICS, clauses(computed, computed.ruleset(id)), strict=True)) for id in ("17.4", "18.10", "5.3")
    }
    cego, koenigrufen, troccas = of.values()
    parted = [t for t in TOPICS if cego[t] and koenigrufen[t] and cego[t] != koenigrufen[t]]
    assert {"bidding", "a called partner", "the talon", "the deal", "where it is played"} <= set(parted) and 9 <= len(
        parted
    ) <= 12
    assert troccas["bidding"] == "has no bidding" and not troccas["a called partner"]
    verbs = {words.split()[0] for told in of.values() for words in told.values() if words}
    assert verbs <= {
        "is",
        "has",
        "makes",
        "lets",
        "deals",
        "ranks",
        "counts",
        "asks",
        "never",
        "goes",
        "pays",
        "was",
        "belongs",
        "takes",
        "adds",
    }
