"""Exports into which other words are put are those that would be written of the tables."""

from __future__ import annotations

import pytest

from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.tables import reworded, rows
from tarotref.tables.exports import write, write_api
from tarotref.tables.texts import TEXTUAL
from tests import kit

GAME, TRADITION = "games/08.13-permesso.md", "traditions/piedmont-savoy.md"


def files(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def changed(root, path, old, new):
    """Change a file of a small corpus; return the tables of what it then is."""
    file = root / "corpus" / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return rows(ComputedCorpus(read(root)))


def texts(tables):
    return {name: tables[name] for name in TEXTUAL}


@pytest.fixture
def exported(tmp_path):
    """A small corpus, its tables, and a folder into which they are written."""
    root = kit.make(tmp_path / "corpus")
    tables = rows(ComputedCorpus(read(root)))
    write(tables, tmp_path / "data", ("packed", "geojson", "skos"))
    write_api(tables, tmp_path / "api")
    return root, tables, tmp_path


@pytest.mark.parametrize(
    "path, old, new",
    [
        (GAME, "One against two.", "One against the other two; *così*, 'quoted'."),
        ("traditions/family.md", "Follow suit.", "Follow suit, and then trump."),
    ],
    ids=["of a game", "that games inherit"],
)
def test_other_words_make_the_same_bytes_as_a_whole_export(exported, path, old, new):
    root, before, folder = exported
    was = files(folder / "data") | files(folder / "api")
    now = changed(root, path, old, new)
    words = reworded.changed(texts(before), texts(now))
    assert words and all(new in text for text in words.values())
    reworded.reword(texts(now), words, folder / "data")
    reworded.reword_api(texts(now), words, folder / "api")
    write(now, folder / "whole", ("packed", "geojson", "skos"))
    write_api(now, folder / "whole-api")
    assert files(folder / "data") == files(folder / "whole")
    assert files(folder / "api") == files(folder / "whole-api")
    assert files(folder / "data") | files(folder / "api") != was
    again = changed(root, path, new, old)
    reworded.reword(texts(again), reworded.changed(texts(now), texts(again)), folder / "data")
    reworded.reword_api(texts(again), reworded.changed(texts(now), texts(again)), folder / "api")
    assert files(folder / "data") | files(folder / "api") == was


def test_other_sections_are_no_other_words(exported):
    root, before, _ = exported
    assert reworded.changed(texts(before), texts(before)) == {}
    now = changed(root, GAME, "## In brief", "## History\n\nOld.\n\n## In brief")
    assert reworded.changed(texts(before), texts(now)) is None


@pytest.mark.parametrize("lost", ["data/tarotref.sqlite.zip", "data/tarotref-csv.zip", "api/games/DM8.13.json"])
@pytest.mark.parametrize("damage", ["removed", "cut"])
def test_files_that_are_not_as_written_are_left_to_a_whole_export(exported, lost, damage):
    root, before, folder = exported
    now = changed(root, GAME, "One against two.", "One against the other two.")
    file = folder / lost
    content = file.read_bytes()
    file.unlink()
    if damage == "cut":
        file.write_bytes(content[: len(content) // 2])
    with pytest.raises(reworded.Otherwise):
        words = reworded.changed(texts(before), texts(now))
        reworded.reword(texts(now), words, folder / "data")
        reworded.reword_api(texts(now), words, folder / "api")
    assert sorted(f.name for f in folder.iterdir()) == ["api", "corpus", "data"]
