"""Sheets of words and tables are read whole, or what is wrong with them is told with its line."""

from __future__ import annotations

import pytest

from tarotref import sheets

GOOD = """{
  "one": {
    "a: {b}": "x",
    "c": ["y", "z"]
  },
  "two": {
    "c": "w"
  }
}
"""


def read(monkeypatch, text, *parts, faults=None):
    monkeypatch.setattr(sheets, "get_data", lambda module, name: text.encode())
    return sheets.sheet("tarotref.words.made_up", parts, faults)


def test_a_good_sheet_is_read(monkeypatch):
    assert read(monkeypatch, GOOD, "one", "two") == {"one": {"a: {b}": "x", "c": ["y", "z"]}, "two": {"c": "w"}}


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('"w"', '"w",', 8, "double quotes"),
        ('"y", "z"', '"y", 3', 4, "this should be a text"),
        ('"c": "w"', '"c": "w",\n    "c": "v"', 8, "'c' stands twice"),
        ('"two"', '"three"', 6, "'three' is no part of this sheet; it has one, two"),
        ('"w"', '"v"', 7, "no v"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(monkeypatch, old, new, line, message):
    def faults(found):
        if found["two"]["c"] == "v":
            yield ("two", "c"), "no v"

    with pytest.raises(ValueError) as told:
        read(monkeypatch, GOOD.replace(old, new), "one", "two", faults=faults)
    assert str(told.value).startswith(f"tarotref/words/made_up.json:{line}: ") and message in str(told.value)


@pytest.mark.parametrize(
    ("module", "old", "new", "message"),
    [
        ("assumptions", '"reason"', '"raison"', "has a rule, a reason"),
        ("silences", '"discard.surrendered": ', '"discard.surrender": ', "no rule stands at 'discard.surrender'"),
        ("silences", ': "bids.lost"', ': "bids.last"', "'bids.last' is no assumption"),
        ("silences", '"led_when"', '"lead_when"', "'fool' has not all of these fields"),
    ],
)
def test_what_play_assumes_is_checked(monkeypatch, module, old, new, message):
    from importlib import import_module
    from pkgutil import get_data

    name = f"tarotref.play.compiled.{module}"
    text = get_data(name, f"{module}.json").decode().replace(old, new, 1)
    monkeypatch.setattr(sheets, "get_data", lambda *_: text.encode())
    with pytest.raises(ValueError, match=message):
        sheets.sheet(name, faults=import_module(name)._faults)
