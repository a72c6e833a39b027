"""Two columns crossed: the numbers are those of the table, nothing is lost, and what is not told stays apart from what is none."""

from __future__ import annotations

from collections import Counter

import pytest

import tarotref
from tarotref.computed.columns import FEATURES
from tarotref.computed.crossing import OF_GAME, axis, counted, crossed, spread
from tarotref.pages.elements import text_of
from tarotref.pages.lists import VIEWS
from tarotref.pages.lists.cross import FIRST, cross_data


@pytest.mark.parametrize("rulesets", ["main", "all"])
def test_the_numbers_are_those_of_the_table_of_cells(rulesets):
    found = tarotref.cross("fool", "counted-by", rulesets=rulesets)
    cells = tarotref.table("cells").query("feature in ['fool', 'counted_by']")
    if rulesets == "main":
        cells = cells.query("ruleset == 'main'")
    told = cells["value"].where(cells["status"] != "not-reported").fillna(cells["status"])
    wide = cells.assign(told=told).pivot(index=["game", "ruleset"], columns="feature", values="told")
    expected = Counter(zip(wide["fool"], wide["counted_by"], strict=True))
    made = {(i, j): n for i, row in found.iterrows() for j, n in row.items() if n}
    assert made == expected and found.index.name == "fool" and found.columns.name == "counted_by"


def test_the_games_of_a_pair_are_found_by_their_values():
    made = tarotref.cross("fool", "counted_by")
    assert made.loc["excuse", "threes"] == len(tarotref.find(fool="excuse", counted_by="threes")) > 10


def test_a_game_stands_in_each_of_its_centuries_and_once_in_its_tradition(computed):
    by_tradition = tarotref.cross("tradition", "bidding")
    assert by_tradition.to_numpy().sum() == len(computed.corpus.games)
    assert tarotref.cross("century", "bidding").to_numpy().sum() > len(computed.corpus.games)
    centuries = list(tarotref.cross("century", "bidding").index)
    assert centuries[:3] == ["XV", "XVI", "XVII"] and centuries[-1] == "missing"


def test_figures_stand_by_size_and_reasons_for_silence_last():
    hands = list(tarotref.cross("hand", "sides").index)
    figures = [int(h) for h in hands if h.isdecimal()]
    assert figures == sorted(figures) and set(hands[-2:]) == {"unstated", "not-recorded"}


def test_what_is_none_is_told_and_what_is_unstated_is_not(computed):
    found = axis(computed, "counted_by").categories
    assert found["none"].told and axis(computed, "hand").categories["agreed"].told
    assert not found["unstated"].told and not found["not-reported"].told


@pytest.mark.parametrize("names", [("fool", "nonsens"), ("tally", "fool")])
def test_an_unknown_column_is_named_with_the_nearest(names):
    with pytest.raises(KeyError, match="no column"):
        tarotref.cross(*names)
    with pytest.raises(ValueError, match="expected 'main' or 'all'"):
        tarotref.cross("fool", "pack", rulesets="some")


def test_the_plain_table_is_the_crossing(computed):
    box = next(e for e in VIEWS["cross"](computed) if dict(e.attrs).get("id") == "cross-plain")
    mains = [r for r in computed.corpus.rulesets.values() if r.kind == "main"]
    found = crossed(*(axis(computed, name) for name in FIRST), mains)
    body = box.children[0].children[-1]
    numbers = [int(text_of(cell) or 0) for row in body.children for cell in row.children[1:]]
    assert numbers == [len(found.rulesets.get((i.id, j.id), ())) for i in found.rows for j in found.columns]
    told = [text_of(item) for item in box.children[1].children[1].children]
    assert sum(t.startswith("Excuse, threes: ") for t in told) == 1 and len(told) == len(found.rulesets)


def test_the_page_is_given_every_ruleset_and_column(computed):
    data = cross_data(computed)
    assert [a["name"] for a in data["axes"]] == [*OF_GAME, *FEATURES]
    keys = {f"{game['id']}/{key}" for game in data["games"] for key, *_ in game["rulesets"]}
    assert keys == set(computed.corpus.rulesets)


def test_what_the_games_of_a_tradition_have_adds_up_to_them(computed):
    games = computed.of_tradition("bologna")
    for name in FEATURES:
        assert sum(spread(computed, name, games).values()) == len(games) > 10
    frame = tarotref.compare("bologna", "piedmont-savoy")
    assert frame.loc["fool", "bologna games"] == counted(spread(computed, "fool", games)) == f"excuse: {len(games)}"
    row = tarotref.cross("tradition", "players").loc["bologna"]
    assert frame.loc["players", "bologna games"].startswith(f"{row.idxmax()}: {row.max()}; ")


def test_a_tradition_stands_beside_another_and_beside_its_game():
    frame = tarotref.compare("bologna", "piedmont-savoy", "8.13", "18.13", facts=True)
    assert frame.loc["pack", ["bologna", "piedmont-savoy", "kind"]].tolist() == [
        "Bolognese tarot pack",
        "Full Italian-suited tarot pack",
        "differs",
    ]
    assert frame.loc["pack", "bologna set_by"] == "bologna" and frame.loc["pack", "DM8.13 set_by"] == "piedmont-savoy"
    # What a tradition does not share is no list of what its games lack.
    assert not frame["piedmont-savoy status"].eq("not-there").any() and frame["DM8.13 status"].eq("not-there").any()


def test_a_misspelt_tradition_is_told_the_nearest():
    with pytest.raises(KeyError, match="did you mean 'bologna'"):
        tarotref.compare("bolonga", "8.13")
