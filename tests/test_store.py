"""The compiled corpus: checked when read, made anew when damaged, safe with several processes and without a place to keep it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tarotref.cli import command
from tarotref.corpus.files import survey
from tarotref.corpus.reader import read
from tarotref.problem import CorpusError
from tarotref.store import compiling, loading, snapshot
from tarotref.store.snapshot import CORPUS, TABLES, UNFINISHED, Damaged, Snapshot
from tests import kit
from tests.keeping import CACHES, GAME, LIKE_IT, TRADITION, alter, change, empty, shorten


def kept(root: Path) -> list[str]:
    """Return the names of what lies beside the corpus."""
    return [f.name for f in (root / ".tarotref").iterdir()]


@pytest.mark.parametrize("name", ["tables/games.json", TABLES, CORPUS])
@pytest.mark.parametrize("damage", [shorten, alter, empty, Path.unlink])
def test_a_damaged_one_is_made_anew(root, name, damage):
    want = len(loading.frame("games")), list(loading.computed_corpus().corpus.rulesets)
    folder = loading.compiled().folder
    damage(folder / name)
    assert Snapshot(folder).whole() is (damage is Path.unlink and name.startswith("tables/"))
    for cached in CACHES:
        cached.cache_clear()
    assert (len(loading.frame("games")), list(loading.computed_corpus().corpus.rulesets)) == want
    assert Snapshot(folder).whole() and kept(root) == [folder.name]


def test_one_that_is_damaged_while_it_is_in_use_is_made_anew(root):
    folder = loading.compiled().folder
    assert len(loading.frame("games")) == 2 and len(loading.frame("names")) == 0
    alter(folder / "tables/names.json")
    loading._cells.cache_clear()
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


def test_a_damaged_part_of_an_installation_says_so_when_it_is_read(tmp_path, monkeypatch):
    made = loading.compile_to(tmp_path / "made", kit.make(tmp_path))
    monkeypatch.setattr(loading, "root", lambda: None)
    monkeypatch.setattr(loading, "PACKAGED", made.folder)
    loading.compiled.cache_clear()
    alter(made.folder / "corpus/rulesets/8.13.json")
    corpus = loading.compiled().corpus()
    assert corpus.game("8.13").id == "8.13"
    with pytest.raises(Damaged, match=r"8\.13\.json is not as it was written; install tarotref again"):
        corpus.of_game("8.13")
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
    slow = compiling.read

    def slower(*parts):
        time.sleep(0.2)
        return slow(*parts)

    monkeypatch.setattr(compiling, "read", slower)
    monkeypatch.setattr(loading, "PATIENCE", patience)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    loading.compiled()
    assert bool(capsys.readouterr().err) == told
    loading.compiled.cache_clear()
    loading.compiled()
    assert capsys.readouterr() == ("", "")


def test_the_second_to_finish_leaves_what_the_first_has_written(root, tmp_path):
    parts = compiling.read({}).parts
    first = snapshot.write(tmp_path / "made", parts)
    before = (first.folder / CORPUS).stat().st_ino
    assert snapshot.write(tmp_path / "made", parts) == first
    assert (first.folder / CORPUS).stat().st_ino == before
    alter(first.folder / TABLES)
    assert snapshot.write(tmp_path / "made", parts).whole()
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


def test_those_used_last_are_kept_and_one_under_way_is_not_touched(root):
    earlier = [root / ".tarotref" / f"{n}" for n in range(loading.KEPT + 2)]
    under_way, given_up = (root / ".tarotref" / f"{UNFINISHED}{name}" for name in "ab")
    for age, folder in enumerate([*earlier, under_way, given_up]):
        folder.mkdir(parents=True)
        os.utime(folder, (time.time() - 10 * (age + 1),) * 2)
    os.utime(given_up, (time.time() - 7200,) * 2)
    made = loading.compiled().folder
    assert set(kept(root)) == {made.name, under_way.name, *(folder.name for folder in earlier[: loading.KEPT - 1])}


def test_a_changed_record_is_compiled_anew(root):
    before = loading.compiled().folder
    record = root / "corpus/games/08.13-permesso.md"
    record.write_text(record.read_text(encoding="utf-8").replace("title: Permesso", "title: Permess"), encoding="utf-8")
    loading.compiled.cache_clear()
    assert "Permess" in set(loading.frame("games")["title"]) and loading.compiled().folder != before


# -- only what has changed, and only what is asked for


def assert_same(one, other):
    """Two corpora are the same in all that they hold."""
    for name in ("games", "traditions", "shared", "shared_sources", "vocabulary", "bibliography", "rulesets"):
        here, there = getattr(one, name), getattr(other, name)
        assert list(here) == list(there), name
        for key in there:
            assert here[key] == there[key], (name, key)
    for name in ("known_ids", "faults", "lost", "problems"):
        assert getattr(one, name) == getattr(other, name), name


@pytest.fixture
def parsed(monkeypatch):
    """The paths of the files that are parsed."""
    paths: list[str] = []
    parse = compiling.parse_files

    def parsing(files):
        paths.extend(files)
        return parse(files)

    monkeypatch.setattr(compiling, "parse_files", parsing)
    return paths


def test_what_is_read_part_by_part_is_what_the_files_say(computed):
    for cached in CACHES:
        cached.cache_clear()
    assert_same(loading.compiled().corpus(), computed.corpus)


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (GAME, "One against two.", "One against the others."),
        (GAME, "title: Permesso", "title: Permess"),
        (GAME, "base: 2", "base: 3"),
        (GAME, "solo: null", "solo: {base: 6}"),
        (GAME, "short: {title: Short", "brief: {title: Short"),
        (GAME, "tradition: piedmont-savoy", "tradition: family"),
        (GAME, "  players: 3\n", ""),
        (LIKE_IT, 'like: "8.13"', "like: 8.13/RI-1830"),
        (TRADITION, "exchange: with", "exchange: without"),
        (TRADITION, "{pagat: only-trump}", "{pagat: never}"),
        ("corpus/places.yaml", "Turin", "Torino"),
        ("corpus/packs.yaml", "title: ", "title: Another "),
        ("corpus/vocabulary.yaml", "label: ", "label: Another "),
        ("corpus/sources.bib", "Regole inalterabili", "Regole"),
        (GAME, "players: 3", "players: three"),
        (GAME, "players: 3", "playerz: 3"),
        (GAME, "tradition: piedmont-savoy", "tradition: piedmont"),
        (LIKE_IT, 'like: "8.13"', 'like: "8.31"'),
        (TRADITION, "parent: family", "parent: nobody"),
        (TRADITION, "pack: tarot-78-italian", "pack: [1, 2]"),
        (GAME, 'id: "8.13"', 'id: "8.15"'),
        (GAME, "rules:", "rules: {"),
    ],
)
def test_a_change_is_seen_as_by_one_who_reads_everything(root, path, old, new):
    loading.compiled()
    change(root, path, old, new)
    _, reading = loading.of_files(root, *survey(root))
    assert_same(reading.corpus, read(root))
    loading.compiled.cache_clear()
    if reading.corpus.problems:
        with pytest.raises(CorpusError) as told:
            loading.compiled()
        assert list(told.value.problems) == read(root).problems
    else:
        assert_same(loading.compiled().corpus(), read(root))
        assert loading.compiled().listed() == {
            id: json.loads(json.dumps(compiling.listed(record, reading.corpus.of_game(id))))
            for id, record in reading.corpus.games.items()
        }


def test_only_the_files_that_have_changed_are_parsed(root, parsed):
    loading.compiled()
    assert {GAME, LIKE_IT, TRADITION} < {*parsed}
    parsed.clear()
    change(root, GAME, "base: 2", "base: 3")
    loading.compiled.cache_clear()
    assert loading.computed_corpus().ruleset("8.14").rules.bids["a-tre"].base == (3,)
    assert parsed == [GAME]


def test_a_change_undone_is_no_change(root, parsed):
    first = loading.compiled()
    change(root, GAME, "base: 2", "base: 3")
    loading.compiled.cache_clear()
    loading.compiled()
    change(root, GAME, "base: 3", "base: 2")
    loading.compiled.cache_clear()
    parsed.clear()
    assert loading.compiled() == first and parsed == []


def test_who_has_begun_to_read_goes_on_after_a_change(root):
    corpus = loading.compiled().corpus()
    change(root, GAME, "base: 2", "base: 3")
    loading.compiled.cache_clear()
    loading.compiled()
    assert corpus.rulesets["8.13/main"].rules.bids["a-tre"].base == (2,)


@pytest.mark.parametrize("damage", [shorten, alter, empty, Path.unlink])
@pytest.mark.parametrize("name", ["rulesets/8.13", "records/8.13", "shared/packs", "bibliography"])
def test_a_part_that_is_found_damaged_when_it_is_read_is_made_again(root, name, damage):
    corpus = loading.compiled().corpus()
    damage(loading.compiled().folder / f"corpus/{name}.json")
    assert_same(corpus, read(root))
    assert loading.compiled().whole()


def test_a_damaged_part_of_files_that_have_changed_says_so(root):
    corpus = loading.compiled().corpus()
    alter(loading.compiled().folder / "corpus/rulesets/8.13.json")
    change(root, GAME, "base: 2", "base: 3")
    with pytest.raises(Damaged, match="have changed; start again"):
        corpus.of_game("8.13")


def test_a_folder_that_holds_something_else_is_made_anew(root):
    files, _ = survey(root)
    wanted = root / ".tarotref" / snapshot.digest(files)
    wanted.mkdir(parents=True)
    (wanted / CORPUS).write_text('{"rulesets": 1}', encoding="utf-8")
    (root / ".tarotref" / "other").mkdir()
    (root / ".tarotref" / "other" / snapshot.MADE_OF).write_text("[]", encoding="utf-8")
    assert_same(loading.compiled().corpus(), read(root))


@pytest.mark.parametrize(
    ("words", "rulesets"),
    [
        (["list"], []),
        (["show", "8.13"], ["8.13"]),
        (["cite", "8.13"], ["8.13"]),
        (["count", "8.13", "XXI"], ["8.13"]),
        (["compare", "8.13", "8.13/RI-1830"], ["8.13"]),
        (["show", "8.14"], ["8.14"]),
    ],
)
def test_what_is_asked_of_one_game_reads_that_game(root, monkeypatch, capsys, words, rulesets):
    loading.compiled()
    taken: list[str] = []
    part = Snapshot._part
    monkeypatch.setattr(Snapshot, "_part", lambda made, name: (taken.append(name), part(made, name))[1])
    assert command.main(words) == 0
    capsys.readouterr()
    assert [name for name in taken if name.startswith("rulesets/")] == [f"rulesets/{game}" for game in rulesets]
    assert len(taken) == len(set(taken))


def test_a_table_alone_is_made_when_it_is_asked_for(root):
    loading.frame("games")
    assert [f.name for f in (loading.compiled().folder / "tables").iterdir()] == ["games.json"]
