"""What is kept from one look at a corpus to the next, and what facts alone decide."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from tarotref.checks import CHECKS, faults
from tarotref.computed import distance
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.pages.advice import own_sentences
from tarotref.pages.lists import VIEWS
from tarotref.pages.lists.registry import TEXTUAL
from tarotref.store import draft as module
from tarotref.store.cache import keep, kept
from tarotref.store.draft import Draft
from tarotref.tables import TABLES, rows
from tarotref.tables.texts import TEXTUAL as tables_of_text
from tests import kit

GAME = "games/08.13-permesso.md"


@pytest.fixture
def draft(tmp_path):
    """A function that looks at a small corpus, and its folder."""
    root = kit.make(tmp_path)
    return root, lambda: Draft(root, tmp_path / "kept")


def change(root, path, old, new):
    file = root / "corpus" / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


# -- what is kept


def test_a_value_is_kept_under_its_key_alone(tmp_path):
    keep(tmp_path / "folder" / "file", "one", {"a": [1]})
    assert kept(tmp_path / "folder" / "file", "one") == {"a": [1]}
    assert kept(tmp_path / "folder" / "file", "another") is None
    assert kept(tmp_path / "none", "one") is None
    assert [f.name for f in (tmp_path / "folder").iterdir()] == ["file"]


def test_a_damaged_file_is_as_good_as_none(tmp_path):
    file = tmp_path / "file"
    keep(file, "one", list(range(100)))
    whole = file.read_bytes()
    for damaged in (b"", whole[:10], whole[:-1], whole[:50] + b"?" + whole[51:], whole + b"x", pickle.dumps("no")):
        file.write_bytes(damaged)
        assert kept(file, "one") is None


def test_only_changed_files_are_parsed(draft, monkeypatch):
    root, look = draft
    parsed = []
    real = module.parse_files
    monkeypatch.setattr(module, "parse_files", lambda files: parsed.extend(made := real(files)) or made)
    first = look().sources
    assert set(parsed) == set(first)
    del parsed[:]
    assert look().sources == first and parsed == []
    change(root, GAME, "One against two.", "One against the two others.")
    assert look().sources[f"corpus/{GAME}"].body != first[f"corpus/{GAME}"].body
    assert parsed == [f"corpus/{GAME}"]
    (root / "corpus" / "games" / "08.14-four-handed-permesso.md").unlink()
    assert set(look().sources) == set(first) - {"corpus/games/08.14-four-handed-permesso.md"}


def test_damaged_sources_are_parsed_anew(draft):
    _, look = draft
    first = look()
    _ = first.sources
    for file in first.folder.iterdir():
        file.write_bytes(file.read_bytes()[:-7])
    assert look().sources == first.sources


def test_a_kept_corpus_is_that_of_the_files(draft):
    """Of the same facts the corpus is taken up as it was kept, with the words of today; of others, or with faults, it is read."""
    root, look = draft

    def remembered():
        seen = look()
        _ = rows(seen.computed)
        seen.remember()
        return seen

    def fresh():
        return rows(ComputedCorpus(read(root)))

    assert not remembered().taken_up or look().computed
    again = look()
    assert rows(again.computed) == fresh() and again.taken_up
    assert again.computed.packs == ComputedCorpus(read(root)).packs
    change(root, GAME, "One against two.", "One against the other two.")
    again = look()
    assert rows(again.computed) == fresh() and again.taken_up
    assert "the other two" in again.computed.corpus.games["8.13"].sections["In brief"].body
    change(root, GAME, "players: 3", "players: 4")
    again = look()
    assert rows(again.computed) == fresh() and not again.taken_up
    change(root, GAME, "players: 4", "players: [")
    faulty = remembered()
    assert (
        not faulty.taken_up
        and not look().computed.corpus.rulesets.keys() - ComputedCorpus(read(root)).corpus.rulesets.keys()
    )
    assert not look().taken_up


def test_a_damaged_kept_corpus_is_read_anew(draft):
    _, look = draft
    first = look()
    made = rows(first.computed)
    first.remember()
    file = first.folder / "computed"
    file.write_bytes(file.read_bytes()[:-7])
    again = look()
    assert rows(again.computed) == made and not again.taken_up


def test_distances_are_computed_again_where_facts_have_changed(draft, monkeypatch):
    root, look = draft
    asked = []
    real = distance.distances
    monkeypatch.setattr(distance, "distances", lambda computed: asked.append(1) or real(computed))
    first = look().computed.distances
    assert first and look().computed.distances == first and len(asked) == 1
    change(root, GAME, "One against two.", "One against the other two.")
    assert look().computed.distances == first and len(asked) == 1
    change(root, GAME, "players: 3", "players: 4")
    assert look().computed.distances != first and len(asked) == 2


def test_what_is_made_of_words_is_made_again_where_words_have_changed(draft):
    root, look = draft
    first = own_sentences(look().computed)
    assert "One against two." in first["8.13"]
    change(root, GAME, "One against two.", "One against the other two.")
    assert "One against the other two." in own_sentences(look().computed)["8.13"]


def test_the_state_of_facts_is_that_of_all_but_the_text(draft):
    root, look = draft
    before = look()
    change(root, GAME, "One against two.", "One against the other two.")
    word = look()
    assert word.state != before.state and word.facts == before.facts
    for path, old, new in (
        (GAME, "hand: 25", "hand: 24"),
        ("places.yaml", "Turin", "Torino"),
        ("sources.bib", "PE}", "P}"),
    ):
        facts = look().facts
        change(root, path, old, new)
        assert look().facts != facts, path


# -- what facts alone decide


class Unread:
    """Stands for a text that nobody may read."""

    def __getattr__(self, name):
        raise AssertionError("a text was read")

    __bool__ = __contains__ = __getitem__ = __iter__ = __len__ = __str__ = lambda self, *_: self.read


@pytest.fixture(scope="module")
def textless(checkout):
    """The corpus without its text."""
    computed = ComputedCorpus(read(checkout))
    for record in (*computed.corpus.games.values(), *computed.corpus.traditions.values()):
        record.sections = record.source.body = Unread()
    return computed


def test_rules_on_single_rulesets_read_no_text(textless):
    """A rule that asks of a ruleset is not asked again when a word of its record has changed."""
    for one in (replace(one, run=_nothing, one=None) for one in CHECKS.values()):
        list(faults(textless, one))


def _nothing(computed):
    yield from ()


@pytest.mark.prove
def test_tables_and_generated_parts_read_no_text(textless):
    from tarotref.sphinxext.site import Site

    for table in TABLES.values():
        if table.name not in tables_of_text:
            list(table.rows(textless))
    for name, make in VIEWS.items():
        if name not in TEXTUAL:
            list(make(textless))
        else:
            with pytest.raises((AssertionError, TypeError)):
                list(make(textless))
    site = Site.__new__(Site)
    site.__init__(type("Looked", (), {"computed": textless})(), None)
    for id in (*textless.corpus.games, *textless.corpus.traditions):
        site.parts(id)
