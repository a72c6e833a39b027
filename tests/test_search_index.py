"""The index of the search, made anew for what has changed, is what it would be if it were made whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarotref.sphinxext.findable import Entry, Page
from tarotref.sphinxext.search_index import Index

COUNTED = st.dictionaries(st.sampled_from("pagat fool world angel mond 8.13".split()), st.integers(1, 5))
PAGES = st.dictionaries(st.sampled_from("abcde"), st.lists(COUNTED, min_size=1, max_size=40), min_size=1)


def pages(counted: Mapping[str, list[dict[str, int]]]) -> dict[str, Page]:
    """Return pages whose entries have words as often as told, with the texts in which they do."""
    return {
        name: Page(
            f"{name}.html",
            name,
            (),
            "Game",
            False,
            tuple(
                Entry(f"{n}" if n else "", f"entry {n}", "", " ".join(w * c for w, c in e.items()))
                for n, e in enumerate(of)
            ),
            tuple(of),
        )
        for name, of in counted.items()
    }


def files(folder: Path) -> dict[str, str]:
    """Return the files in a folder, by name."""
    return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}


def whole(found: Mapping[str, Page], folder: Path) -> dict[str, str]:
    """Return the files of an index that is made of pages at once."""
    Index(folder / "whole", folder / "kept whole", "code").renew(found, found)
    return files(folder / "whole")


@given(PAGES, PAGES)
def test_renewed_is_whole(first: dict[str, list[dict[str, int]]], second: dict[str, list[dict[str, int]]]) -> None:
    before, anew = pages(first), pages(second)
    now = before | anew
    with TemporaryDirectory() as at:
        index = Index(Path(at, "search"), Path(at, "kept"), "code")
        index.renew(before, before)
        index.renew(anew, now)
        assert files(Path(at, "search")) == whole(now, Path(at))


@given(st.lists(st.tuples(COUNTED, COUNTED), min_size=1, max_size=60))
def test_reworded_is_whole(entries: list[tuple[dict[str, int], dict[str, int]]]) -> None:
    """Pages keep their entries, and these have other words."""
    third = max(1, len(entries) // 3)
    names = {"a": entries[:third], "b": entries[third:]} if entries[third:] else {"a": entries}
    before = pages({name: [was for was, _ in some] for name, some in names.items()})
    last = max(names)
    anew = pages({last: [now for _, now in names[last]]})
    with TemporaryDirectory() as at:
        index = Index(Path(at, "search"), Path(at, "kept"), "code")
        index.renew(before, before)
        index.renew(anew, before)
        assert files(Path(at, "search")) == whole(before | anew, Path(at))


@pytest.mark.parametrize("lost", ["search/index.js", "search/0.js", "kept/made", "kept/a", "search"])
def test_damage_is_mended(tmp_path: Path, lost: str) -> None:
    """Whatever is lost of an index or of what was kept of it, all that pages still tell is found again."""
    before = pages({"a": [{"pagat": 1}], "b": [{"fool": 3}]})
    anew = pages({"a": [{"mond": 2}]})
    index = Index(tmp_path / "search", tmp_path / "kept", "code")
    index.renew(before, before)
    for file in sorted(tmp_path.glob(f"{lost}/*")) or [tmp_path / lost]:
        file.unlink()
    index.renew(anew, before)
    assert files(tmp_path / "search") == whole(before | anew, tmp_path)


def test_nothing_anew(tmp_path: Path) -> None:
    """Where nothing is new nothing is written, unless a page is gone."""
    found = pages({"a": [{"pagat": 1}], "b": [{"fool": 3}]})
    index = Index(tmp_path / "search", tmp_path / "kept", "code")
    index.renew(found, found)
    times = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")}
    index.renew({}, found)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")} == times
    index.renew({}, ["b"])
    assert files(tmp_path / "search") == whole({"b": found["b"]}, tmp_path)
