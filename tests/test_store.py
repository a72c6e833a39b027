"""The compiled corpus: checked when read, made anew when damaged, safe with several processes and without a place to keep it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tarotref.store import loading, snapshot
from tarotref.store.snapshot import CORPUS, TABLES, UNFINISHED, Damaged, Snapshot
from tests import kit

CACHES = (loading.compiled, loading.computed_corpus, loading.tables)


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A small corpus that the package is told to read, with nothing remembered of another."""
    made = kit.make(tmp_path)
    monkeypatch.setenv("TAROTREF_ROOT", str(made))
    for cached in CACHES:
        cached.cache_clear()
    yield made
    for cached in CACHES:
        cached.cache_clear()


def kept(root: Path) -> list[str]:
    """Return the names of what lies beside the corpus."""
    return [f.name for f in (root / ".tarotref").iterdir()]


def shorten(file):
    file.write_bytes(file.read_bytes()[:-20])


def alter(file):
    content = bytearray(file.read_bytes())
    content[-10] ^= 1
    file.write_bytes(content)


def empty(file):
    file.write_bytes(b"")


@pytest.mark.parametrize("name", ["tables/games.json", TABLES, CORPUS])
@pytest.mark.parametrize("damage", [shorten, alter, empty, Path.unlink])
def test_a_damaged_one_is_made_anew(root, name, damage):
    want = len(loading.frame("games")), list(loading.computed_corpus().corpus.rulesets)
    folder = loading.compiled().folder
    damage(folder / name)
    assert not Snapshot(folder).whole()
    for cached in CACHES:
        cached.cache_clear()
    assert (len(loading.frame("games")), list(loading.computed_corpus().corpus.rulesets)) == want
    assert Snapshot(folder).whole() and kept(root) == [folder.name]


def test_one_that_is_damaged_while_it_is_in_use_is_made_anew(root):
    folder = loading.compiled().folder
    loading.frame("games")
    alter(folder / "tables/names.json")
    assert len(loading.frame("names")) == 0 and Snapshot(folder).whole()


def test_a_damaged_installation_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(loading, "root", lambda: None)
    monkeypatch.setattr(loading, "PACKAGED", tmp_path)
    (tmp_path / CORPUS).write_bytes(b"{}")
    loading.compiled.cache_clear()
    with pytest.raises(Damaged, match=r"tables\.json is missing; install tarotref again"):
        loading.frame("games")
    with pytest.raises(Damaged, match=r"corpus\.json is not as it was written; install tarotref again"):
        loading.computed_corpus()
    loading.compiled.cache_clear()


def test_processes_that_start_at_once_do_not_disturb_each_other(root):
    code = (
        "import tarotref, tarotref.store.loading as s; print(len(tarotref.table('games')), len(s.tables()['rulesets']))"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(kit.CHECKOUT)},
        )
        for _ in range(4)
    ]
    told = [process.communicate() for process in started]
    assert told == [("2 5\n", "")] * 4
    assert len(kept(root)) == 1 and loading.compiled().whole()


@pytest.mark.parametrize(("terminal", "patience", "told"), [(True, 0, True), (True, 60, False), (False, 0, False)])
def test_who_waits_at_a_terminal_is_told_why(root, monkeypatch, capsys, terminal, patience, told):
    slow = loading._compile

    def compiling(*parts):
        time.sleep(0.2)
        return slow(*parts)

    monkeypatch.setattr(loading, "_compile", compiling)
    monkeypatch.setattr(loading, "PATIENCE", patience)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    loading.compiled()
    assert bool(capsys.readouterr().err) == told
    loading.compiled.cache_clear()
    loading.compiled()
    assert capsys.readouterr() == ("", "")


def test_the_second_to_finish_leaves_what_the_first_has_written(root, tmp_path):
    parts = loading._compile({}, [])
    first = snapshot.write(tmp_path / "made", *parts)
    before = (first.folder / CORPUS).stat().st_ino
    assert snapshot.write(tmp_path / "made", *parts) == first
    assert (first.folder / CORPUS).stat().st_ino == before
    alter(first.folder / TABLES)
    assert snapshot.write(tmp_path / "made", *parts).whole()
    assert sorted(f.name for f in tmp_path.iterdir()) == ["corpus", "made"]


def test_without_a_place_to_keep_it_the_run_has_one_of_its_own(root):
    (root / ".tarotref").write_text("in the way", encoding="utf-8")
    with pytest.warns(RuntimeWarning, match="kept for this run alone"):
        assert len(loading.frame("games")) == 2
    assert (root / ".tarotref").read_text(encoding="utf-8") == "in the way"
    assert loading.compiled().whole() and not loading.compiled().folder.is_relative_to(root)


def test_where_nothing_may_be_written_the_run_goes_on(root, monkeypatch):
    really = snapshot.write

    def refused(folder, *parts):
        if folder.is_relative_to(root):
            raise PermissionError(13, "Permission denied", str(folder))
        return really(folder, *parts)

    monkeypatch.setattr(snapshot, "write", refused)
    with pytest.warns(RuntimeWarning, match="Permission denied"):
        assert len(loading.frame("games")) == 2


def test_an_older_one_is_forgotten_and_one_under_way_is_not(root):
    old, under_way, given_up = (root / ".tarotref" / name for name in ("0123", f"{UNFINISHED}a", f"{UNFINISHED}b"))
    for folder in (old, under_way, given_up):
        folder.mkdir(parents=True)
    os.utime(given_up, (time.time() - 7200,) * 2)
    made = loading.compiled().folder
    assert set(kept(root)) == {made.name, under_way.name}


def test_a_changed_record_is_compiled_anew(root):
    before = loading.compiled().folder
    record = root / "corpus/games/08.13-permesso.md"
    record.write_text(record.read_text(encoding="utf-8").replace("title: Permesso", "title: Permess"), encoding="utf-8")
    loading.compiled.cache_clear()
    assert "Permess" in set(loading.frame("games")["title"]) and loading.compiled().folder != before
