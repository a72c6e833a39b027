"""What a page is made from is noted, and a change touches the pages that read what changed, and no others."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest

from tarotref.pages.game import GamePage
from tarotref.sphinxext.watched import ALL, OF_ALL, Changes, Watch


@pytest.fixture(scope="module")
def watch(computed):
    return Watch(computed)


def shown(computed, id):
    page = GamePage(computed, id)
    return page.head(), {title: (page.after(title), page.notes(title)) for title in page.order}


def of_another(computed, id):
    """The corpus with another title for one game."""
    corpus = copy.copy(computed.corpus)
    record = corpus.games[id]
    other = replace(record, facts=record.facts.model_copy(update={"title": "Another title"}))
    corpus.games = corpus.games | {id: other}
    return type(computed)(corpus)


@pytest.mark.parametrize("id", ["8.11", "18.10", "7.1"])
def test_a_look_shows_what_there_is(computed, watch, id):
    look, reads = watch.look()
    assert shown(look, id) == shown(computed, id)
    assert ("games", id) in reads
    assert not [name for name, key in reads if key == ALL and name not in OF_ALL], (
        "a page of a game reads no whole shelf"
    )


def test_a_change_touches_those_who_read_it(computed, watch):
    noted = {}
    for id in ("8.11", "18.10"):
        look, reads = watch.look()
        shown(look, id)
        noted[id] = watch.noted(reads)
    changes = Changes(of_another(computed, "18.10"), watch)
    assert changes.touch(noted["18.10"])
    assert not changes.shared
    assert changes.touch(noted["8.11"]) is (("games", "18.10", "") in noted["8.11"])
    assert not Changes(computed, watch).touch(noted["8.11"])


def test_what_is_computed_of_all_is_noted_by_its_value(watch):
    _, reads = watch.look()
    reads.add(("nearest", "8.11"))
    (read,) = watch.noted(reads)
    assert read[2]
    changes = Changes(watch.computed, watch)
    assert not changes.touch((read,))
    assert changes.touch(((*read[:2], "something else"),))


def test_a_shelf_gone_through_changes_with_any_of_it(computed, watch):
    changes = Changes(of_another(computed, "8.11"), watch)
    assert changes.touch((("games", ALL, ""),))
    assert not changes.touch((("traditions", ALL, ""),))
