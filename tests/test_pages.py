"""What pages say, before any program renders them: every value in words."""

from __future__ import annotations

import re

import pytest

from tarotref.model.rules import SECTIONS, fields_of
from tarotref.pages.elements import El, text_of
from tarotref.pages.game import GamePage
from tarotref.pages.lists import VIEWS
from tarotref.pages.tradition import TraditionPage

FIELDS = {name for section in SECTIONS for name in (section, *fields_of(section))} - {
    "says"
}  # 5.1 lists what one says: so
SYNTAX = re.compile(
    rf"(?:^|; )(?:{'|'.join(sorted(FIELDS))}): |[{{}}]|\b[a-z]+_[a-z_]+\b|\b(?:rules|readings|variants)\.[a-z]"
)
"""A field's name before a colon, braces, a name with an underscore, a path."""


def parts(computed, id):
    page = GamePage(computed, id) if id in computed.corpus.games else TraditionPage(computed, id)
    yield from page.head()
    for heading in page.order:
        yield from page.after(heading)
        yield from page.notes(heading)


def cells(element):
    if isinstance(element, El):
        if element.tag in ("td", "th", "p", "li", "caption"):
            yield text_of(element)
        else:
            for child in element.children:
                yield from cells(child)


def pages(computed):
    return [*computed.corpus.games, *computed.corpus.traditions]


def test_no_page_shows_the_syntax_of_records(computed):
    told = [(id, cell) for id in pages(computed) for part in parts(computed, id) for cell in cells(part)]
    assert len(told) > 10_000
    assert [(id, cell) for id, cell in told if SYNTAX.search(cell)] == []


def test_every_note_says_in_words_what_it_is_on(computed):
    kinds = {entry.label for entry in computed.corpus.vocabulary["note-kind"].values()}
    found = 0
    for id in pages(computed):
        for part in parts(computed, id):
            if part.tag == "aside":
                head = text_of(part.children[0].children[0])
                kind, _, about = head.rstrip(".").partition(", ")
                assert kind.lower() in kinds
                assert not re.search(r"; $|^; |;\s*;|_|\.[a-z]", about), (id, head)
                found += 1
    assert found > 300


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("5.7", "6 with 3 or 4 players; 9 with 5; 12 with 6 or 7"),
        ("2.3", "4 for 0 to 5, 3 for 6 to 10, 2 for 11 to 15, 1 for 16 to 20, 0 for 21 to 74"),
        ("9.13", "the declarer takes 6 from the talon, shown to all"),
        ("3.6", "paid back if the side makes fewer than 39 points"),
        ("4.2", "exactly three trumps and not the Fool"),
        ("4.3", "−36; −26 from the 13th trick"),
        ("4.3", "unless the eldest hand has declared complete Cavallerie"),
        ("3.3", "win the last two tricks with the lowest trump (Pagat) and the top trump, in either order"),
        ("4.6", "win the last three tricks with a King each"),
        ("4.7", "instead of what is paid for the hand, Pagat ultimo, King ultimo and last trick"),
        ("4.7", "all for Pagat ultimo and Tout"),
        ("5.1", "in customary phrases in the deal, silent in play"),
        ("5.1", "the side is at least 9 points behind"),
        ("5.9", "the declarer twice, the declarer's partner once, each opponent once"),
        ("6.1", "1 more if the loser has nothing"),
        ("7.4", "for which he pays its holder 10 for the top trump and 5 for any other card"),
    ],
)
def test_structured_values_are_sentences(computed, game, words):
    assert any(words in cell for part in parts(computed, game) for cell in cells(part))


@pytest.mark.parametrize("name", VIEWS)
def test_no_list_shows_the_marks_of_markdown(computed, name):
    assert [part for part in VIEWS[name](computed) if "`" in text_of(part)] == []
