"""The indexes: what they list is what the tables hold."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tarotref.computed.declarations import declarations
from tarotref.model.types import given
from tarotref.notation import folded
from tarotref.pages.elements import El, Ref, text_of
from tarotref.pages.lists import VIEWS
from tarotref.pages.navigation import MENU
from tarotref.tables import TABLES
from tests.test_pages import elements


def rows(computed, name):
    return [row for part in VIEWS[name](computed) for body in elements(part, "tbody") for row in elements(body, "tr")]


def refs(element, kind="game"):
    if isinstance(element, Ref):
        return [element.target] if element.kind == kind else []
    return [t for child in element.children for t in refs(child, kind)] if isinstance(element, El) else []


def test_each_game_stands_with_its_pack_and_each_number_of_players(computed):
    listed = {
        (refs(pack, "pack")[0], text_of(next(elements(row, "th"))), refs(span)[0], text_of(span).endswith("*"))
        for pack in VIEWS["cards-and-players"](computed)
        for body in elements(pack, "tbody")
        for row in elements(body, "tr")
        for span in elements(next(elements(row, "td")), "span")
    }
    main: dict[tuple[str, str, str], bool] = {}
    for r in computed.corpus.rulesets.values():
        pack, players = given(r.rules.pack), given(r.rules.players)
        for n in players if isinstance(players, tuple) and pack in computed.packs else ():
            key = (pack, f"{n} players", r.game)
            main[key] = main.get(key, False) or r.kind == "main"
    assert listed == {(*key, not is_main) for key, is_main in main.items()}
    assert len(listed) > 300


def test_every_difference_of_the_table_is_listed(computed):
    table = [
        dict(zip([c.name for c in TABLES["conflicts"].columns], row, strict=True))
        for row in TABLES["conflicts"].rows(computed)
    ]
    differ = Counter(row["game"].removeprefix("DM") for row in table if row["kind"] == "differs")
    facts, _ = VIEWS["conflicts-of"](computed)
    listed = [row for body in elements(facts, "tbody") for row in elements(body, "tr")]
    assert Counter(refs(next(elements(row, "th")))[0] for row in listed) == differ
    told = {
        dict(a.attrs)["href"]: int(text_of(a))
        for row in rows(computed, "conflicts")
        for a in list(elements(row, "a"))[1:]
    }
    by = {t: n for t in computed.corpus.traditions if (n := told.get(f"conflicts/{t}.html"))}
    assert sum(by.values()) == differ.total() and len(by) > 15
    groups = {t: sum(n for href, n in told.items() if href.startswith(f"conflicts/{t}.html?section=")) for t in by}
    assert groups == by


def test_each_tradition_with_conflicts_or_questions_has_a_page_of_them(computed):
    told = {dict(a.attrs)["href"] for row in rows(computed, "conflicts") for a in elements(row, "a")}
    led = {href.partition("?")[0].partition("#")[0].removesuffix(".html") for href in told}
    assert led <= {f"conflicts/{page.stem}" for page in Path("docs/conflicts").glob("*.md")}
    for page in Path("docs/conflicts").glob("*.md"):
        assert f"conflicts-of {page.stem}\n" in page.read_text(), page
        assert list(VIEWS["conflicts-of"](computed, page.stem)), page


def test_values_that_witnesses_have_are_told_in_words(computed):
    (facts, *_) = VIEWS["conflicts-of"](computed, "piedmont-savoy")
    told = [text_of(cell) for cell in elements(facts, "td")]
    assert any("if the only trump" in cell for cell in told) and not any("only-trump" in cell for cell in told)


def test_every_page_of_the_docs_is_in_the_menu():
    """What stands below another page (features, conflicts) is reached from there."""
    pages = {page.stem for page in Path("docs").glob("*.md")}
    assert {way.page for ways in MENU.values() for way in ways} == pages


def test_names_of_cards_say_who_has_them(computed):
    found = {}
    for part in VIEWS["card-names"](computed):
        found[text_of(next(elements(part, "h2")))] = [
            (refs(row, "tradition")[0], text_of(row)) for row in elements(part, "tr") if refs(row, "tradition")
        ]
    fool = dict.fromkeys(t for t, _ in found["Fool"])
    assert {"bologna", "grosstarock", "piedmont-savoy"} <= set(fool)
    assert any("Lollio 1550" in text and "il Matto" in text for _, text in found["Fool"])
    chapters = [computed.corpus.tradition(t).chapter or 99 for t in fool if t != "family"]
    assert chapters == sorted(chapters)


def test_open_questions_are_the_notes_of_their_kinds(computed):
    _, asked = VIEWS["conflicts-of"](computed)
    listed = [row for body in elements(asked, "tbody") for row in elements(body, "tr")]
    kinds = Counter(dict(row.attrs)["data-kind"] for row in listed)
    records = [*computed.corpus.traditions.values(), *computed.corpus.games.values()]
    notes = Counter(note.kind for record in records for note in record.facts.notes)
    assert kinds == {kind: notes[kind] for kind in ("discrepancy", "conjecture", "misread", "erratum") if notes[kind]}


def test_rarities_are_those_computed(computed):
    listed = Counter(
        (refs(row)[0], dict(list(elements(row, "td"))[1].attrs)["data-sort"]) for row in rows(computed, "rarities")
    )
    mains = [r for r in computed.corpus.rulesets.values() if r.kind == "main"]
    assert listed == Counter(
        (r.game, f"{float(1 / odds):.6g}") for r in mains for id in declarations(r) if (odds := computed.odds(r, id))
    )
    assert len(listed) > 100


def test_no_two_differing_sayings_read_alike_without_a_word_on_it(computed):
    """What is told of a contract may be as coarse as `other bonuses`; then the row leads to the page that has more."""
    facts, _ = VIEWS["conflicts-of"](computed)
    alike = 0
    for row in (row for body in elements(facts, "tbody") for row in elements(body, "tr")):
        *_, main, his = elements(row, "td")
        if text_of(main).partition(": ")[2] == text_of(his).partition(": ")[2].partition(" They differ in detail")[0]:
            alike += 1
            assert any("/" in target for target in refs(his)), text_of(row)
    assert alike


def test_what_sources_differ_on_is_called_as_players_call_it(computed):
    (facts, *_) = VIEWS["conflicts-of"](computed, "bologna")
    on = {text_of(next(elements(row, "td"))) for body in elements(facts, "tbody") for row in elements(body, "tr")}
    assert any(one.startswith("Signal Più della parte (") for one in on)
    assert not any("piu della parte" in name for name in on)


def test_no_two_declarations_of_a_game_read_alike(computed):
    """Runs from the top and from the bottom may have one name and one worth: then what is held stands beside the name."""
    listed = Counter(text_of(row) for row in rows(computed, "rarities"))
    assert [text for text, times in listed.items() if times > 1] == []
    assert any("from the bottom" in text for text in listed)


def test_a_word_of_two_families_says_whose_it_is(computed):
    terms = computed.corpus.shared["glossary"]
    lines = {
        dict(line.attrs)["id"]: text_of(line) for part in VIEWS["glossary"](computed) for line in elements(part, "li")
    }
    of_word: dict[str, list[str]] = {}
    for id, entry in terms.items():
        of_word.setdefault(folded(entry.term), []).append(lines[f"term-{id}"].casefold())
    several = [told for told in of_word.values() if len(told) > 1]
    assert len(several) > 5 and all(len(set(told)) == len(told) for told in several)
    assert "minchiate" in lines["term-arie"].casefold() and "sicilian" in lines["term-arie-sicily"].casefold()
