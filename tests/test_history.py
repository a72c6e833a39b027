"""The history of records: written by the script from two exports, read back, shown on pages and in tables."""

from __future__ import annotations

import re

import pytest

from tarotref import release
from tarotref.checks import CHECKS
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.model.shared import PublishedChange
from tarotref.pages.elements import text_of
from tarotref.pages.game import GamePage
from tarotref.pages.record_history import RECORD_HISTORY, changed
from tarotref.pages.tradition import TraditionPage
from tarotref.pages.wording import Labels
from tarotref.store.exported import export
from tarotref.tables import TABLES, rows
from tarotref.tables.exports import write
from tests import kit
from tests.test_changes import CHANGED, PERMESSO, exported

ODD = "a \"b\": {c}, #d 'e' no"


@pytest.fixture(scope="module")
def script():
    return kit.script("history")


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    return export(str(exported(tmp_path_factory.mktemp("old"))))


def told_of(script, old, folder, **change):
    """Return the history of two versions, the first of them the good corpus, the second what is changed in it."""
    new = export(str(exported(folder, **change)))
    text = script.written("", "0.1.0", script.entry(None, old, "2026-11-21"))
    return script.written(text, "0.2.0", script.entry(old, new, "2026-12-24"))


def computed_with(folder, history, **change):
    made = kit.make(folder, **change)
    (made / "corpus" / "history.yaml").write_text(history, encoding="utf-8")
    assert [str(problem) for problem in kit.problems(made) if "history" in problem.path] == []
    return ComputedCorpus(read(made))


def shown(computed, id, page=GamePage):
    return [text_of(child) for child in page(computed, id).after(RECORD_HISTORY)]


def test_a_change_of_a_version_is_on_the_page_of_each_record_that_it_changes(script, old, tmp_path):
    quoted = ODD.replace("'", "''")
    change = {"a": CHANGED["value"], "b": (PERMESSO, "tradition: piedmont", f"aka: ['{quoted}']\ntradition: piedmont")}
    history = told_of(script, old, tmp_path / "new", **change)
    computed = computed_with(tmp_path / "with", history, **change)
    assert computed.corpus.game("8.13").aka == (ODD,)
    (page,) = shown(computed, "8.13")
    assert page.index("Version 0.2.0, 24 December 2026: 2 changes") < page.index(
        "Version 0.1.0, 21 November 2026: first published."
    )
    assert f"Aka\u2013{ODD}" in page and "Game points a step12main rules, RI 1830, Short" in page
    assert "Game points a step12" in shown(computed, "8.14")[0]
    assert shown(computed, "piedmont-savoy", TraditionPage) == ["Version 0.1.0, 21 November 2026: first published."]
    of = [dict(zip([c.name for c in TABLES["changes"].columns], row, strict=True)) for row in rows(computed)["changes"]]
    mine = [row for row in of if row["owner"] == "DM8.13"]
    assert [(row["n"], row["version"], row["kind"], row["field"]) for row in mine] == [
        (1, "0.1.0", "first", None),
        (2, "0.2.0", "added", "aka"),
        (3, "0.2.0", "changed", "score.each"),
    ]
    assert (mine[1]["old"], mine[1]["new"], mine[2]["rulesets"]) == (None, ODD, "main;RI-1830;short")
    versions = rows(computed)["versions"]
    assert [row[:4] for row in versions] == [("0.1.0", "2026-11-21", 4, 0), ("0.2.0", "2026-12-24", 0, 2)]


def test_what_came_and_went_and_was_credited_anew_is_told(script, old, tmp_path):
    for name, words in (("new", "Talk\u2013silent"), ("credit", "who says so"), ("text", "Text of In brief: changed")):
        history = told_of(script, old, tmp_path / f"{name}-new", a=CHANGED[name])
        id, page = ("piedmont-savoy", TraditionPage) if name == "text" else ("8.13", GamePage)
        assert words in shown(computed_with(tmp_path / name, history, a=CHANGED[name]), id, page)[0]


def test_many_changes_are_folded_away(script, old, tmp_path, monkeypatch):
    history = told_of(script, old, tmp_path / "new", a=CHANGED["value"])
    computed = computed_with(tmp_path / "with", history, a=CHANGED["value"])
    tags = []
    for most in (1, 0):
        monkeypatch.setattr("tarotref.pages.record_history.OPEN", most)
        newest = GamePage(computed, "8.13").after(RECORD_HISTORY)[0].children[0]
        tags.append(newest.children[0].tag)
    assert tags == ["span", "details"]


def test_of_a_record_that_has_been_rewritten_the_number_of_changes_is_told(script, old, tmp_path, monkeypatch):
    """One by one they are as `tarotref diff` has them, and a history of thousands of lines is read by nobody."""
    monkeypatch.setattr(script, "MOST", 0)
    history = told_of(script, old, tmp_path / "new", a=CHANGED["value"])
    assert 'rewritten: {"8.13": 1, "8.14": 1}' in history and "score.each" not in history
    computed = computed_with(tmp_path / "with", history, a=CHANGED["value"])
    assert "1 facts and texts changed; tarotref diff v0.1.0 v0.2.0 names each." in shown(computed, "8.13")[0]
    of = [dict(zip([c.name for c in TABLES["changes"].columns], row, strict=True)) for row in rows(computed)["changes"]]
    assert [(r["kind"], r["number"]) for r in of if r["owner"] == "DM8.13"] == [("first", None), ("rewritten", 1)]
    assert [row[3] for row in rows(computed)["versions"]] == [0, 2]


def test_a_record_that_comes_later_or_goes_is_told(script, old, tmp_path):
    without = {path: text for path, text in kit.GOOD.items() if "08.14" not in path}
    write(rows(ComputedCorpus(read(kit.write(tmp_path / "less", without)))), tmp_path / "out", ("csv",))
    less = export(str(tmp_path / "out"))
    came, went = (script.entry(*pair, "2026-12-24") for pair in ((less, old), (old, less)))
    assert (came["first"], came["withdrawn"], "8.14" in came["changes"]) == (["8.14"], [], False)
    assert (went["first"], went["withdrawn"], "8.14" in went["changes"]) == ([], ["8.14"], False)
    history = script.written("", "0.1.0", script.entry(None, less, "2026-11-21"))
    computed = computed_with(tmp_path / "more", history)
    assert shown(computed, "8.14") == ["In no published version yet."]
    came = script.entry(less, old, "2026-12-24", {"8.14": ["Ada Player", "Bo"], "9.1": ["Cy"]})
    computed = computed_with(tmp_path / "even", script.written(history, "0.2.0", came))
    assert shown(computed, "8.14") == ["Version 0.2.0, 24 December 2026, with Ada Player and Bo: first published."]
    assert [row[-1] for row in rows(computed)["versions"]] == [None, "Ada Player;Bo"]


def test_without_a_history_nothing_is_told(tmp_path):
    assert shown(ComputedCorpus(read(kit.make(tmp_path))), "8.13") == []


def test_a_history_of_what_never_was_is_a_problem(script, old, tmp_path):
    history = script.written("", "0.1.0", script.entry(None, old, "2026-11-21")).replace('"8.14"', '"8.15"')
    made = kit.make(tmp_path)
    (made / "corpus" / "history.yaml").write_text(history, encoding="utf-8")
    (found,) = CHECKS["published-record"].run(ComputedCorpus(read(made)))
    assert "no record has the id '8.15'" in found.message and found.path == "corpus/history.yaml"
    gone = script.written(history, "0.2.0", {"date": "2026-12-24", "first": [], "withdrawn": ["8.15"], "changes": {}})
    (made / "corpus" / "history.yaml").write_text(gone, encoding="utf-8")
    assert list(CHECKS["published-record"].run(ComputedCorpus(read(made)))) == []


def test_a_version_written_twice_stands_once(script, old, tmp_path):
    once = told_of(script, old, tmp_path, a=CHANGED["value"])
    told = script.entry(old, old, "2026-12-25")
    again = script.written(once, "0.2.0", told)
    assert again == script.written(again, "0.2.0", told) and again.count("0.2.0") == 1 and "2026-12-24" not in again


def test_every_version_of_the_changelog_is_in_the_history_with_its_date():
    changelog = (kit.CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    named = re.findall(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)", changelog, re.M)
    kept = read(kit.CHECKOUT).shared["history"]
    assert [(version, one.date) for version, one in kept.items()] == named[::-1]
    assert (release.VERSION in kept) == bool(release.DATE)
    assert not release.DATE or kept[release.VERSION].date == release.DATE


def test_who_says_so_is_told_by_what_readers_call_it(script, old, tmp_path):
    computed = computed_with(tmp_path, told_of(script, old, tmp_path / "new", a=CHANGED["value"]), a=CHANGED["value"])
    labels = Labels(computed)
    told = PublishedChange(
        kind="credited", field="win.at_least", old="DM8.13, PE-1787, dm2004, p. 1", new="DM8.13, PE-1787, dm2004, p. 2"
    )
    page = text_of(changed(labels, "8.13", [told]))
    assert "who says so" in page and "p. 2" in page and not re.search("dm2004|PE-1787|DM8", page)
