"""A small corpus that the package is told to read, and what may befall what is kept of it."""

from __future__ import annotations

import pytest

from tarotref.store import loading
from tests import kit

CACHES = (loading.compiled, loading.computed_corpus, loading.tables, loading._cells, loading._made_again)
GAME, LIKE_IT, TRADITION = (
    "corpus/games/08.13-permesso.md",
    "corpus/games/08.14-four-handed-permesso.md",
    "corpus/traditions/piedmont-savoy.md",
)


SOURCE = """
@misc{our-table, title = {Permesso of Moncalieri}, dated = {2024}, year = {2024}, keywords = {witness}}
"""
NEW = """---
id: R4321
title: Permesso of Moncalieri
tradition: piedmont-savoy
like: "8.13"
places: [turin]
played: 2024
evidence: observed
source: {our-table: observed}
witnesses: [our-table]
rules:
  players: 4
  deal: {hand: 19, extra: {dealer: 2}}
---
## In brief

One against three.
"""


def add(root):
    """Add a game and the source that it rests on."""
    with (root / "corpus/sources.bib").open("a", encoding="utf-8") as file:
        file.write(SOURCE)
    (root / "corpus/games/R4321-permesso-of-moncalieri.md").write_text(NEW, encoding="utf-8")


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


def shorten(file):
    file.write_bytes(file.read_bytes()[:-20])


def alter(file):
    content = bytearray(file.read_bytes())
    content[-10] ^= 1
    file.write_bytes(content)


def empty(file):
    file.write_bytes(b"")


def change(root, path, old, new):
    file = root / path
    text = file.read_text(encoding="utf-8")
    assert old in text, (path, text)
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
