"""What has changed between two exports: each kind of change told once, of the record that it is in."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess

import pytest

from tarotref.cli.command import main
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.store.exported import export
from tarotref.tables import rows
from tarotref.tables.changes import Change, changes
from tarotref.tables.exports import write
from tests import kit

PERMESSO, TRADITION = "games/08.13-permesso.md", "traditions/piedmont-savoy.md"
CHANGED = {
    "value": (PERMESSO, "score: {base: bid, each: 1", "score: {base: bid, each: 2"),
    "reading": (PERMESSO, "a-tre: {base: 0}", "a-tre: {base: 1}"),
    "away": (
        PERMESSO,
        "    solo: {said: Solo, base: 5, rules: {win: {at_least: 50}}}",
        "    solo: {said: Solo, base: 5}",
    ),
    "new": (PERMESSO, "  counting: {by: 2", "  talk: silent\n  counting: {by: 2"),
    "title": (PERMESSO, "title: Permesso", "title: Permess"),
    "credit": (PERMESSO, "source: {dm2004: game 8.13}", "source: {dm2004: game 8.13 p. 9}"),
    "text": (TRADITION, "Games of Piedmont.", "Games of Piedmont and Savoy."),
}


def exported(folder, form="csv", **change):
    computed = ComputedCorpus(read(kit.make(folder / "made", **change)))
    write(rows(computed), folder / "out", (form,))
    return folder / "out"


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    return exported(tmp_path_factory.mktemp("old"))


def between(old, new):
    return changes(*(export(str(folder)) for folder in (old, new)))


def test_nothing_has_changed_between_two_forms_of_one_export(old, tmp_path, capsys):
    new = exported(tmp_path, "sqlite")
    assert between(old, new) == []
    assert main(["diff", str(old), str(new / "tarotref.sqlite")]) == 0
    assert capsys.readouterr().out == "nothing has changed\n"


def test_a_value_changes_in_every_ruleset_that_has_it(old, tmp_path):
    found = between(old, exported(tmp_path, a=CHANGED["value"]))
    of = {(c.record, c.ruleset) for c in found if c.field == "score.each"}
    assert of == {
        ("DM8.13", "main"),
        ("DM8.13", "RI-1830"),
        ("DM8.13", "short"),
        ("DM8.14", "main"),
        ("DM8.14", "RI-1830"),
    }
    assert {(c.field, c.kind, c.old, c.new) for c in found} == {("score.each", "changed", "1", "2")}


def test_a_reading_changes_alone(old, tmp_path):
    found = between(old, exported(tmp_path, a=CHANGED["reading"]))
    assert Change("DM8.13", "RI-1830", "bids.a-tre.base", "changed", "0", "1") in found
    assert {(c.record, c.ruleset) for c in found} <= {("DM8.13", "RI-1830"), ("DM8.14", "RI-1830")}


def test_facts_come_and_go(old, tmp_path):
    new = exported(tmp_path, a=CHANGED["new"])
    assert Change("DM8.13", "main", "talk", "added", None, "silent") in between(old, new)
    assert Change("DM8.13", "main", "talk", "removed", "silent", None) in between(new, old)
    away = between(old, exported(tmp_path / "away", a=CHANGED["away"]))
    assert ("DM8.13", "main", "removed") in {(c.record, c.ruleset, c.kind) for c in away}


def test_titles_credits_and_texts(old, tmp_path):
    title = between(old, exported(tmp_path / "a", a=CHANGED["title"]))
    assert title == [Change("DM8.13", None, "title", "changed", "Permesso", "Permess")]
    credit = between(old, exported(tmp_path / "b", a=CHANGED["credit"]))
    assert {c.kind for c in credit if c.ruleset} == {"credited"}
    one = next(c for c in credit if (c.ruleset, c.field) == ("short", "bids.ad-una.base"))
    assert "p. 9" in one.new and "p. 9" not in one.old
    text = between(old, exported(tmp_path / "c", a=CHANGED["text"]))
    assert text == [Change("piedmont-savoy", None, "text.In brief", "changed", None, None)]


def rewritten(folder, old, change):
    """Return an export whose table of facts has been gone through."""
    shutil.copytree(old, folder)
    with (folder / "facts.csv").open(encoding="utf-8", newline="") as file:
        rows = [dict(row) for row in csv.DictReader(file)]
    for row in rows:
        change(row)
    with (folder / "facts.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return folder


def test_a_fact_told_in_other_words_has_not_changed(old, tmp_path):
    def otherwise(row):
        if row["field"] == "groups.honours":
            row["value"] = "in other words"
        if row["field"] == "score.each":
            row["json"] = "1" if row["json"] == '"1"' else '"1"'

    assert between(old, rewritten(tmp_path / "words", old, otherwise)) == []


def test_of_a_fact_that_is_the_same_and_known_otherwise_the_states_are_told(old, tmp_path):
    def known(row):
        if (row["game"], row["ruleset"], row["field"]) == ("DM8.13", "main", "score.each"):
            row["status"] = "presumed"

    told = between(old, rewritten(tmp_path / "known", old, known))
    assert told == [Change("DM8.13", "main", "score.each", "changed", "1 (stated)", "1 (presumed)")]


def test_what_comes_to_a_game_is_added(old, tmp_path):
    new = exported(tmp_path, a=(PERMESSO, "evidence: described", "seen: 2003\nevidence: described"))
    assert Change("DM8.13", None, "seen", "added", None, "2003") in between(old, new)
    assert Change("DM8.13", None, "seen", "removed", "2003", None) in between(new, old)


def test_the_command_tells_what_rulesets_share_once(old, tmp_path, capsys):
    new = exported(tmp_path, a=CHANGED["value"])
    assert main(["diff", str(old), str(new)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "DM8.13 Permesso" and told[1].startswith("  changed  score.each: 1 -> 2 (main, ")
    assert told[-1] == "5 changes in 2 records: 5 changed"
    assert main(["diff", str(old), str(new), "--format", "csv"]) == 1
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert main(["diff", str(old), str(new), "--json"]) == 1
    given = json.loads(capsys.readouterr().out)
    assert len(table) == len(given) == 5 and table[0] == given[0]


def test_revisions_of_a_checkout(old, tmp_path, monkeypatch, capsys):
    folder = kit.make(tmp_path)
    monkeypatch.setenv("TAROTREF_ROOT", str(folder))
    git = ["git", "-C", str(folder), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q", "-b", "main"], check=True)
    for change in ("one", "two"):
        subprocess.run([*git, "add", "corpus"], check=True)
        subprocess.run([*git, "commit", "-q", "-m", change], check=True)
        subprocess.run([*git, "tag", change], check=True)
        kit.make(tmp_path, a=CHANGED["title"])
    assert main(["diff", "one", "two"]) == 1
    assert "changed  title: Permesso -> Permess" in capsys.readouterr().out
    # what today's code cannot read is exported by the code of its time
    program = folder / "tarotref" / "cli" / "command.py"
    program.parent.mkdir(parents=True)
    for package in (program.parent, program.parent.parent):
        (package / "__init__.py").touch()
    program.write_text(f"import shutil\ndef main(words): shutil.copytree({str(old)!r}, words[1])\n", encoding="utf-8")
    for file in (folder / "corpus" / "games").iterdir():
        file.write_text(f"of another time\n{file.read_text(encoding='utf-8')}", encoding="utf-8")
    subprocess.run([*git, "add", "corpus", "tarotref"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "strange"], check=True)
    assert main(["diff", "HEAD", "two"]) == 1
    assert "changed  title: Permesso -> Permess" in capsys.readouterr().out
    for wrong in ("three", "--output=x"):
        assert main(["diff", "--", wrong, "two"]) == 2
        assert f"tarotref: {wrong} is neither an export nor a revision of" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()
