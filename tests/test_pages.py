"""What pages say, before any program renders them: every value in words."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import tarotref
from tarotref.computed.columns import FEATURES
from tarotref.computed.piles import count_pile
from tarotref.computed.standing import Cell
from tarotref.model.references import mark
from tarotref.model.rules import SECTIONS, fields_of
from tarotref.model.shared import Claim
from tarotref.model.types import Absence, Facts, Term
from tarotref.pages.beside_text import beside_text
from tarotref.pages.differences import deviations, relation_items
from tarotref.pages.elements import El, text_of
from tarotref.pages.game import GamePage, anchor
from tarotref.pages.lists import VIEWS
from tarotref.pages.named_things import table_of
from tarotref.pages.pack import pack_page
from tarotref.pages.tradition import TraditionPage
from tarotref.pages.what_beats_what import alike, what_beats_what
from tarotref.pages.wording import Labels, letters
from tarotref.pages.worked_count import example, worked_count
from tarotref.sphinxext.citations import quotable
from tarotref.words.clauses import TELL
from tarotref.words.labels import ABSENT
from tarotref.words.phrases import figure

FIELDS = {name for section in SECTIONS for name in (section, *fields_of(section))} - {
    "says"
}  # 5.1 lists what one says: so
SYNTAX = re.compile(
    rf"\b(?:{'|'.join(one.name for one in Absence)})\b|(?:^|; )(?:{'|'.join(sorted(FIELDS))}): |[{{}}]|\b[a-z]+_[a-z_]+\b|\b(?:rules|readings|variants)\.[a-z]"
)
"""A name of the program for why a fact is absent, a field's name before a colon, braces, a name with an underscore, a path."""


@cache
def parts(computed, id):
    """All that is generated for a record's page; made once for all tests, which only look at it."""
    page = GamePage(computed, id) if id in computed.corpus.games else TraditionPage(computed, id)
    made = [*page.head()]
    for heading in page.order:
        made += [*page.after(heading), *page.notes(heading)]
    return made


def cells(element):
    if isinstance(element, El):
        if element.tag in ("td", "th", "p", "li", "caption", "dd", "dt"):
            yield text_of(element)
        else:
            for child in element.children:
                yield from cells(child)


def pages(computed):
    return [*computed.corpus.games, *computed.corpus.traditions]


def test_no_page_has_the_key_of_a_source_for_its_name(computed):
    keys = {key for key in computed.corpus.bibliography if re.search(r"[a-z].*[-\d]", key)}
    keys -= {ref.label for ref in computed.corpus.bibliography.values()}
    bare = re.compile(rf"(?<![\w./:-])(?:{'|'.join(map(re.escape, keys))})(?![\w./:-])")
    told = [(id, cell) for id in pages(computed) for part in parts(computed, id) for cell in cells(part)]
    assert bare.search("as dm2004 has it") and [(id, cell) for id, cell in told if bare.search(cell)] == []


def test_emphasis_is_made_and_not_shown_as_it_is_written(computed):
    written = re.compile(r"(?<![\w*])\*\w[^*\n]*\w\*(?!\w)")
    told = [(id, cell) for id in pages(computed) for part in parts(computed, id) for cell in cells(part)]
    assert written.search("the name *El Hombre* was lost") and [one for one in told if written.search(one[1])] == []


def test_what_others_say_of_a_game_is_a_sentence_with_their_doubts(computed):
    told = [text_of(item) for item in relation_items(Labels(computed), "2.4", "this game")]
    assert any(one.startswith("2.6 La rigueur is a form of this game (doubtful)") for one in told)
    told = [text_of(item) for item in relation_items(Labels(computed), "8.13", "this game")]
    assert any(one.startswith("8.28 Five-handed Chambéry Tarot is compared with this game") for one in told)
    assert not any("compare this" in one for one in told)


def test_a_game_offers_its_own_witnesses_and_variants_for_comparison_without_its_title(computed):
    page = GamePage(computed, "9.15")
    links = {dict(a.attrs)["href"]: text_of(a) for part in page.after("Compare") for a in elements(part, "a")}
    own = {text for href, text in links.items() if "9.15/" in href}
    assert len(own) > 3 and any("Tarot forcé · " in text for text in own) and not any("9.15" in text for text in own)
    assert links["../../docs/compare.html?ids=9.15,9.6"] == "9.6 Three-handed French Tarot"


def test_a_pack_has_one_other_card_or_several(computed):
    assert "1 other." in " ".join(map(text_of, pack_page(computed, "minchiate-98")))
    assert not any(" 1 others" in " ".join(map(text_of, pack_page(computed, id))) for id in computed.packs)


def test_groups_trumps_and_claims_are_called_by_their_words(computed):
    labels = Labels(computed)
    moors = ("groups", "moors")
    assert labels.value(moors, ("moor-a", "moor-b")) == "the first Moor and the second Moor"
    assert (
        labels.value(("groups", "arie"), ("16", "17", "18", "fool", "death")) == "the XVI to XVIII, the Fool and Death"
    )
    assert labels.value(("groups", "two"), ("1", "2", "A of spades")) == "the I, the II and the Ace of Spades"
    assert labels.cell(FEATURES["top_trump"], Cell("angel", "computed")) == "the Angel"
    assert [text_of(part) for part in labels.claim(Claim(what="played", of="koenigrufen"))] == ["Königrufen played"]
    assert [text_of(part) for part in labels.claim(Claim(what="made", of="ordinary-pack"))] == ["ordinary pack made"]
    (link,) = labels.claim(Claim(what="feature", of="fool", value="excuse"))
    assert (link.kind, link.target) == ("feature", "fool") and "Excuse" in text_of(link)
    told = labels.claim(Claim(what="feature", of="hand", value="3:25;4:19"))
    assert "25 with 3, 19 with 4" in "".join(map(text_of, told))


def test_what_all_signals_have_in_common_is_said_once(computed):
    (made,) = table_of(GamePage(computed, "11.13"), "signals")
    caption, head, body = made.children
    assert text_of(caption) == "Each time the player says this." and "says this" not in text_of(body)
    assert [text_of(c) for c in head.children[0].children] == ["Signal", "Given by", "Means"]
    groups = [n for n, row in enumerate(body.children) if ("class", "group") in row.attrs]
    signals = computed.ruleset("11.13").rules.signals
    assert len(groups) == len({s.when for s in signals.values()}) and len(body.children) == len(groups) + len(signals)
    under = {}
    for row in body.children:
        if ("class", "group") in row.attrs:
            moment = text_of(row)
        else:
            under[dict(row.attrs)["id"].rpartition(".")[2]] = moment.lower()
    together = {key: s.when.lower() for key, s in signals.items()}
    dealer = [
        key
        for key, s in signals.items()
        if s.when.startswith("in the pause of the deal, after both opponents of the dealer")
    ]
    assert len(dealer) > 5
    assert under == together | {key: f"{together[key]}. it is given by the dealer's partner." for key in dealer}
    said = {
        dict(row.attrs)["id"].rpartition(".")[2]: text_of(row.children[1])
        for row in body.children
        if len(row.children) > 1
    }
    assert not any(said[key] for key in dealer) and said["la-tengo"] == "the dealer's partner"
    (few,) = table_of(GamePage(computed, "9.13"), "signals")
    assert "is given by an opponent" in text_of(few.children[0]) and text_of(few.children[1]) == "SignalSignWhenMeans"


def test_cards_without_points_have_no_table_of_them(computed):
    """Whist counts tricks: its page says in a line that no card has points."""
    part = next(part for part in parts(computed, "R5") if "No card has points" in text_of(part))
    assert "Card points;" not in text_of(part)


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
        ("5.7", "6 with 3 or 4 players, 9 with 5, 12 with 6 or 7"),
        ("2.3", "4 for 0 to 5, 3 for 6 to 10, 2 for 11 to 15, 1 for 16 to 20, 0 for 21 to 74"),
        ("9.13", "The declarer takes 6 cards of the talon, which all may see."),
        ("3.6", "It is paid back if the side makes fewer than 39 points."),
        ("4.2", "exactly two other trumps, without the Fool"),
        ("4.3", "−36, and −26 from the 13th trick"),
        (
            "4.3",
            "If another player makes it, it does not count if the player on the dealer's left has declared complete Cavallerie.",
        ),
        ("3.3", "Win the last two tricks with the Pagato and the XXI, in either order."),
        ("4.6", "Win the last three tricks with a King each."),
        ("4.7", "It is paid in place of the hand, Pagat ultimo, King ultimo and last trick."),
        ("4.7", "all for Pagat ultimo and Tout"),
        ("5.1", "in customary phrases in the deal, silent in play"),
        ("5.1", "Either side may ask for it before the deal if it is at least 9 points behind."),
        ("5.9", "twice for the declarer, once for the declarer's partner and once for each opponent"),
        ("6.1", "1 more if the loser has nothing"),
        ("18.10", "The declarer must announce Pagat Ultimo, Uhu, Kakadu or Quapil with it."),
        ("11.2", "Three or more sequenze"),
        ("11.2", "10 for three and 20 for four, in partite"),
        ("11.2", "three or more pay twice as much"),
        ("12.1", "Three or more of the Angel to the XXVIII in sequence"),
        ("11.13", "Ten or more numeral cards (the Fool counts as one)"),
        ("11.13", "no trumps"),
        ("9.6", "The source does not say whether the talon is shown. The declarer asks for no card."),
        ("14.5", "The players agree whether the talon is shown."),
        ("9.15", "1,000"),
        ("7.4", "The declarer pays the player who gives it 10 for the top trump and 5 for any other card."),
    ],
)
def test_structured_values_are_sentences(computed, game, words):
    assert any(words in cell for part in parts(computed, game) for cell in cells(part))


def test_what_is_left_open_or_to_the_players_is_said_wherever_it_stands(computed):
    labels, found = Labels(computed), Counter()

    def left_open(value, path):
        """Yield (its path, the group it is in) for each fact within that is left to the players or follows from play."""
        parts = value.items() if isinstance(value, dict) else value if isinstance(value, Facts) else ()
        for name, part in parts:
            if isinstance(part, Absence) and part is not Absence.NONE:
                yield (*path, name), value
            yield from left_open(part, (*path, name))

    for r in computed.corpus.rulesets.values():
        for path, group in left_open(r.rules, ()):
            words = labels.within(r)
            told = (
                words.facts(group)
                if type(group) in TELL and path[-1] not in ("won", "lost", "announced")
                else "".join(text_of(part) for part in words.marked(path, r.at(path)))
            )
            words_for_it = [
                "The source does not say",
                "No source at hand says",
                "The players agree",
                "Play decides",
                *ABSENT.values(),
            ]
            assert any(said in told for said in words_for_it if said != ABSENT[Absence.NONE]), (r.id, path)
            found[type(group).__name__] += 1
    assert found["TalonUse"] and found["Marcio"] and found["Feat"] > 50


def test_what_a_field_says_that_has_a_few_words_is_told_in_words(computed):
    plain, found = {"hand", "tricks", "lost"}, Counter()
    for r in computed.corpus.rulesets.values():
        words = Labels(computed).within(r, compared=True)  # of one ruleset some are told more closely
        for path in r.origin:
            value = r.at(path)
            kind = r.rules
            for step in path[:-1]:
                kind = kind.get(step) if isinstance(kind, dict) else getattr(kind, step, None)
            field = type(kind).model_fields.get(path[-1]) if isinstance(kind, Facts) else None
            if field is None or not isinstance(value, str) or isinstance(value, Absence):
                continue
            marked = mark(tuple(path))
            if isinstance(marked, Term):
                label = computed.corpus.vocabulary[marked.vocabulary][value].label
                # what is rounded; and `before the bidding` where nobody bids
                closer = path == ("score", "round") or (path[-1], value) == ("at", "before-bidding")
                assert closer or words.value(path, value).startswith(label), (r.id, path)
                found["term"] += 1
            elif "Literal" in str(field.annotation) and isinstance(value, str):
                assert value in plain or words.value(path, value) != value, (r.id, path, value)
                found["keyword"] += 1
    assert found["term"] > 1000 and found["keyword"] > 100


@pytest.mark.parametrize("name", VIEWS)
def test_no_list_shows_the_marks_of_markdown(computed, name):
    assert [part for part in VIEWS[name](computed) if "`" in text_of(part)] == []


def elements(element, tag):
    """Yield the elements of one kind in a part of a page."""
    if isinstance(element, El):
        if element.tag == tag:
            yield element
        for child in element.children:
            yield from elements(child, tag)


@pytest.fixture(scope="module")
def tables(computed):
    """Every table of every record's page."""
    return [(id, made) for id in pages(computed) for part in parts(computed, id) for made in elements(part, "table")]


def test_no_table_has_an_empty_column(tables):
    found = 0
    for id, made in tables:
        rows = list(elements(made.children[-1], "tr"))
        if len({len(row.children) for row in rows}) == 1:
            found += 1
            for n in range(1, len(rows[0].children)):
                assert any(row.children[n].children for row in rows), (id, text_of(made)[:80])
    assert found > 500


def test_cells_name_their_column_for_narrow_pages(tables):
    named = [
        dict(cell.attrs).get("data-label") == text_of(head)
        for _, made in tables
        if dict(made.attrs).get("class") == "differs wrap"
        for heads in [list(elements(next(elements(made, "thead")), "th"))]
        for row in elements(made.children[-1], "tr")
        for head, cell in zip(heads[-2:], row.children[-2:], strict=True)
        if len(row.children) == 3 and cell.children
    ]
    assert len(named) > 100 and all(named)


def test_ladders_have_every_card_of_the_pack_once_and_the_higher_first(computed):
    drawn = 0
    for id in computed.corpus.games:
        page = GamePage(computed, id)
        ranking = page.main and computed.figures(page.main).ranking
        shown = [part for part in what_beats_what(page) if part.tag == "figure"] if page.main else []
        assert len(shown) == bool(ranking)
        if not ranking:
            continue
        drawn += 1
        of_suits = {suit: cards for suits, cards in alike(ranking) for suit in suits}
        assert {(suit, card.rank) for suit, cards in of_suits.items() for card in cards} == {
            (card.suit, card.rank) for suit in ranking.suits for card in suit
        }
        for suit in ranking.suits:
            for higher, lower in pairwise(of_suits[suit[0].suit] if suit else ()):
                assert ranking.height[higher] > ranking.height[lower]
        words = text_of(shown[0])
        assert all(f"{card}" in words for tier in ranking.trumps for card in tier if card.kind == "trump"), id
    assert drawn > 150


def test_where_a_suit_is_made_trumps_each_has_its_ladder(computed):
    """R3: the Aces of Swords and Batons are trumps in every hand, and so stand in no suit."""
    figure = next(part for part in what_beats_what(GamePage(computed, "R3")) if part.tag == "figure")
    rows = {text_of(row.children[0]).strip(): text_of(row.children[1]) for row in figure.children[1].children}
    trumps = [name for name in rows if name.endswith("as trumps")]
    assert len(trumps) == 4 and all("A of swords" in rows[name] and "A of batons" in rows[name] for name in trumps)
    assert not any("A of swords" in text for name, text in rows.items() if name not in trumps)


@pytest.mark.parametrize("id", ["8.13", "9.13", "18.10", "11.14", "2.1"])
def test_the_pile_of_an_example_comes_to_what_the_ruleset_counts(computed, id):
    figures = computed.figures(computed.ruleset(id))
    pile, made = example(figures)
    assert made is not None and len(set(pile)) == len(pile)
    tricks = 4 if figures.counting.by == "trick" else None
    again = count_pile(id, figures, [str(card) for card in pile], min(figures.deals), tricks)
    assert again.total == made.total == sum(line.points for line in made.working)
    shown = text_of(next(iter(worked_count(figures))))
    assert all(letters(card) in shown for card in pile) and f"In all {figure(made.total)}" in shown


def test_a_long_cell_that_is_said_already_is_not_said_again(computed):
    again = deviations(
        [["a" * 30], ["b"], ["a" * 30], ["b" * 30], ["b" * 30]], [1, 2, 1, 3, 3], ["main", "P", "Q", "R", "S"]
    )
    assert [(text_of(cell), dict(cell.attrs)["class"]) for cell in again] == [
        ("a" * 30, "same"), ("b", "differs"), ("the same", "same"), ("b" * 30, "differs"), ("as R", "differs"),
    ]  # fmt: skip
    readings = [row for part in parts(computed, "18.10") for row in elements(part, "tr")]
    assert sum(text_of(cell) == "the same" for row in readings for cell in row.children) > 5


def test_a_language_is_said_once(computed):
    names = next(
        table for part in parts(computed, "8.13") for table in elements(part, "table") if "Names" in text_of(table)
    )
    assert text_of(names).count("Italian") == 1


def anchored(computed, id):
    """The ids on a page, each as often as it is there, and where its links within it lead."""
    ids, ways = [], set()

    def walk(made):
        if isinstance(made, El):
            attrs = dict(made.attrs)
            ids.extend([attrs["id"]] if "id" in attrs else [])
            ways.update([attrs["href"][1:]] if attrs.get("href", "").startswith("#") else [])
            for child in made.children:
                walk(child)

    for part in parts(computed, id):
        walk(part)
    return ids, ways


def test_links_within_a_page_lead_somewhere_and_every_note_can_be_linked(computed):
    notes = marks = back = 0
    for id in pages(computed):
        ids, ways = anchored(computed, id)
        assert len(ids) == len(set(ids)), (id, {i for i in ids if ids.count(i) > 1})
        page = GamePage(computed, id) if id in computed.corpus.games else TraditionPage(computed, id)
        assert ways <= {*ids, *(anchor(title) for title in page.order)}, id
        notes += sum(i.startswith("note.") for i in ids)
        marks += sum(way.startswith("note.") for way in ways)
        asides = [part for title in page.order for part in page.notes(title)]
        assert len(asides) == sum(i.startswith("note.") for i in ids), id
        back += sum(any(True for _ in elements(aside, "a")) for aside in asides)
    assert notes > 1000 and marks > 300 and back > 300


def test_all_that_can_be_cited_has_an_anchor(computed):
    for id in computed.corpus.games:
        page = GamePage(computed, id)
        assert set(page.cited) <= set(anchored(computed, id)[0]), id
    assert "rules.bids.a-due" in GamePage(computed, "8.13").cited
    assert GamePage(computed, "8.13").cited["readings.RI-1830.bids.a-due"][1] == "bids.a-due"


@pytest.mark.parametrize("id", ["8.13", "9.13", "18.10"])
def test_a_page_cites_as_the_command_does(computed, id):
    said = quotable(computed, id)
    assert len(said["titles"]) > 50
    for place, (ruleset, field) in GamePage(computed, id).cited.items():
        title, after = said["titles"][place]
        text = f"{said['before']}{title}{said['between']}{said['afters'][after]}."
        assert text == tarotref.cite(f"{ruleset.id}#{field}" if field else ruleset.id)


OURS = re.compile(r"\b(?:ruleset|feat|tally|tallies|least sum|greatest sum|original)s?\b", re.IGNORECASE)
"""Words of the data that headings and labels do without."""


def test_headings_and_labels_have_plain_words(computed):
    lists = [part for name in VIEWS for part in VIEWS[name](computed)]
    records = [part for id in pages(computed) for part in parts(computed, id)]
    heads = [
        text_of(cell) for part in lists + records for head in elements(part, "thead") for cell in elements(head, "th")
    ]
    heads += [text_of(made) for part in lists + records for tag in ("caption", "label") for made in elements(part, tag)]
    heads += [text_of(made) for part in records for tag in ("h3", "summary", "dt") for made in elements(part, tag)]
    heads += [section.title for section in SECTIONS.values()] + [feature.label for feature in FEATURES.values()]
    heads += [field.title or "" for section in SECTIONS for field in fields_of(section).values()]
    heads += [line for page in Path("docs").glob("*.md") for line in page.read_text().splitlines() if line[:1] == "#"]
    assert len(heads) > 5000
    values = {term.label for terms in computed.corpus.vocabulary.values() for term in terms.values()}
    assert sorted({head for head in heads if OURS.search(head)} - values) == []


def test_a_table_of_prices_has_no_row_without_a_price(computed):
    """9.1 counts the Paguet inside and pays nothing for it; in 8.7 the players agree what winning every trick brings."""
    rows = {
        id: [
            [text_of(cell) for cell in row.children]
            for one in found
            for part in one.prices
            for row in elements(part, "tr")
        ]
        for id in ("9.1", "8.7")
        for found in [beside_text(GamePage(computed, id))["Scoring"]]
    }
    assert rows["9.1"] and all(any(row[1:]) for row in rows["9.1"])
    assert next(row for row in rows["8.7"] if row[0].strip() == "Vola")[1] == "agreed by the players"
