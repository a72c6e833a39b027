"""Long lists: an index and pages, first rows, folds; every address leads on, and no page is endless on a phone."""

from __future__ import annotations

import re
import statistics
from collections import Counter

import pytest

from tarotref.dates import century, in_time
from tarotref.notation import roman
from tarotref.pages.beside_text import OPEN_ADVICE, OPEN_ROWS
from tarotref.pages.beside_text import told as told_by_text
from tarotref.pages.elements import El, Ref, text_of
from tarotref.pages.evidence_pages import HALVED
from tarotref.pages.game import GamePage
from tarotref.pages.lists import VIEWS, letters
from tarotref.pages.lists.evidence import PAGES
from tarotref.pages.lists.sources import LITERATURE, WITNESSES
from tests.test_indexes import refs
from tests.test_pages import elements

LONGEST = 35_000
"""As many pixels a page may be high on a phone."""
LONGEST_RULES, LONGEST_ALIVE, PLAY_BEGINS = 9, 8, 4
"""As many screens the rules of any game, and of one that is still played, may take on a desktop; on which screen of a phone play
begins at the latest."""
PHONE = {"width": 390, "height": 844}
LISTS = [
    "docs/games",
    "docs/places",
    "docs/rarity",
    "docs/playability",
    "docs/history/all",
    "docs/conflicts/modern-french",
]
"""Lists that are short until the whole is asked for."""
KINDS = [
    *LISTS,
    "docs/sources",
    *(f"docs/sources/{page}" for page in (*WITNESSES, *LITERATURE)),
    "docs/glossary",
    *(f"docs/glossary/{page}" for page in letters.PAGES),
    "docs/history",
    *(f"docs/history/{page}" for page in PAGES),
    "docs/calculator",
    "docs/data",
    "docs/counting",
    "docs/card-names",
    "docs/contribute",
    "docs/coverage",
    "docs/catalogue",
    "docs/questions",
    "corpus/traditions/piedmont-savoy",
    "corpus/games/09.15-contemporary-popular-four-handed-french-tarot",
    "corpus/games/11.13-partita",
    "corpus/games/18.10-contemporary-konigrufen",
    "corpus/games/20.04-illusztralt-tarokk",
]


def ids(computed, name, tag):
    return [id for part in VIEWS[name](computed) for made in elements(part, tag) if (id := dict(made.attrs).get("id"))]


def targets(part):
    if isinstance(part, El):
        if part.target:
            yield part.target[:2], dict(part.attrs)["id"]
        for child in part.children:
            yield from targets(child)


def told(computed, views):
    """Return what is told in full in some views, with its anchor and the view."""
    return {what: (id, name) for name in views for part in VIEWS[name](computed) for what, id in targets(part)}


@pytest.mark.parametrize(
    ("index", "kind", "views", "known"),
    [
        ("glossary", "term", [f"glossary-{p}" for p in letters.PAGES], lambda c: c.shared["glossary"]),
        (
            "sources",
            "source",
            ["sources", *(f"sources-{p}" for p in (*WITNESSES, *LITERATURE))],
            lambda c: c.bibliography,
        ),
    ],
)
def test_what_is_told_on_pages_keeps_its_place_in_the_index(computed, checkout, index, kind, views, known):
    full = told(computed, views)
    assert full.keys() == {(kind, id) for id in known(computed.corpus)}
    lines = [line for part in VIEWS[index](computed) for line in elements(part, "li")]
    led = {refs(line, kind)[0]: dict(line.attrs)["id"] for line in lines}
    assert led == {id: anchor for (_, id), (anchor, name) in full.items() if name != index}
    assert len(ids(computed, index, "li")) == len(set(ids(computed, index, "li"))) > 300
    for name in set(views) - {index}:
        page = name.replace(f"{index}-", f"{index}/", 1)
        assert f"{{view}} {name}\n" in (checkout / f"docs/{page}.md").read_text(encoding="utf-8")


def test_a_source_stands_by_its_century_or_its_letter(computed):
    for (_, key), (_, name) in told(computed, [f"sources-{p}" for p in (*WITNESSES, *LITERATURE)]).items():
        ref, page = computed.corpus.bibliography[key], name.removeprefix("sources-")
        if ref.role == "witness":
            assert page == (roman(century(ref.dated)).lower() if ref.dated else "undated"), key
        else:
            first, last = page.removeprefix("literature-").split("-")
            assert ref.role == "literature"
            assert first <= letters.letter(ref.label).lower() <= last or (
                first == "a" and letters.letter(ref.label) == "0-9"
            )
    for page in WITNESSES[:-1]:
        dates = [
            in_time(computed.corpus.bibliography[key].dated)
            for part in VIEWS[f"sources-{page}"](computed)
            for (_, key), _ in targets(part)
        ]
        assert dates == sorted(dates) and dates


@pytest.mark.parametrize(
    ("text", "letter", "page"),
    [
        ("Ärger", "A", "a-c"),
        ("54-card pack", "0-9", "a-c"),
        ("'o tarocco", "O", "n-r"),
        ("[Leaflet]", "L", "i-m"),
        ("Zaini", "Z", "s-z"),
    ],
)
def test_letters_are_found_behind_accents_and_marks(text, letter, page):
    assert (letters.letter(text), letters.page_of(text)) == (letter, page)


@pytest.mark.parametrize("number", HALVED)
def test_the_page_of_a_century_keeps_the_addresses_of_its_second_half(computed, checkout, number):
    name = roman(number).lower()
    text = (checkout / f"docs/history/{name}.md").read_text(encoding="utf-8")
    assert f"{{view}} evidence-{name}\n" in text and f"{{view}} evidence-{name}-2-lines\n" in text
    of = {id for id, a in computed.corpus.shared["attestations"].items() if century(a.dated) == number}
    first, second = (set(ids(computed, view, "article")) for view in (f"evidence-{name}", f"evidence-{name}-2"))
    assert first | second == of and not first & second and first and second
    lines = [line for part in VIEWS[f"evidence-{name}-2-lines"](computed) for line in elements(part, "li")]
    assert {dict(line.attrs)["id"] for line in lines} == {refs(line, "attestation")[0] for line in lines} == second
    claims = set(ids(computed, f"evidence-{name}-2", "li"))
    assert {dict(span.attrs)["id"] for line in lines for span in elements(line, "span")} == claims


def test_addresses_that_are_promised_are_there(computed, checkout):
    promised = re.findall(r"`docs/(sources|glossary|history/all)\.html#([^`]+)`", (checkout / "docs/id.md").read_text())
    assert {page for page, _ in promised} == {"sources", "glossary", "history/all"}
    for page, id in promised:
        view, tag = ("evidence", "tr") if page == "history/all" else (page, "li")
        assert id in ids(computed, view, tag)


@pytest.mark.parametrize("name", ["totals", "worths"])
def test_lists_folded_by_family_have_every_game_and_say_how_many(computed, name):
    folds = [fold for part in VIEWS[name](computed) for fold in elements(part, "details")]
    found: Counter[str] = Counter()
    for fold in folds:
        summary, rows = text_of(fold.children[0]), [r for b in elements(fold, "tbody") for r in elements(b, "tr")]
        games = [refs(row)[0] for row in rows]
        (tradition,) = {computed.corpus.game(g).tradition for g in games}
        assert summary == f"{computed.corpus.tradition(tradition).title} {len(rows)}"
        found.update(games)
    assert len(folds) > 15 and len(found) > 150


def test_totals_that_differ_stand_open_before_the_others(computed):
    first, *others = VIEWS["totals"](computed)
    open_ = [r for b in elements(first, "tbody") for r in elements(b, "tr")]
    differ = [
        r for part in others for b in elements(part, "tbody") for r in elements(b, "tr") if "differs" in text_of(r)
    ]
    assert first.tag == "table" and [text_of(r) for r in open_] == [text_of(r) for r in differ] != []


def test_the_rules_have_a_table_only_where_their_text_has_none_and_none_of_it_twice(computed):
    """A table of the facts in the rules has no anchors, no notes, and no fold but where it is long and says what things are."""
    found = 0
    for id in computed.corpus.games:
        for title, beside in GamePage(computed, id).in_rules().items():
            most = OPEN_ADVICE if title == "Signals" else OPEN_ROWS
            assert not any(part.tag == "details" for one in beside for part in one.prices), id
            for made in (part for one in beside for part in one.whole):
                assert not any(
                    "id" in dict(e.attrs) for tag in ("tr", "td", "th", "table") for e in elements(made, tag)
                ), id
                assert not list(elements(made, "sup")), id
                rows = [r for b in elements(made, "tbody") for r in elements(b, "tr")]
                rows = [r for r in rows if dict(r.attrs).get("class") != "group"]
                assert (made.tag == "details") == (len(rows) > most), id
                found += 1
    assert found > 200


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["rufer 1, solo 2, dreier 4"], True),
        (["Rufer and SOLO"], True),
        (["rufer", "solo", "dreier"], False),  # each in another table
        ([], False),
    ],
)
def test_a_text_tells_a_table_if_one_of_its_tables_names_half_of_the_things(texts, said):
    assert told_by_text([("rufer",), ("solo", "solorufer"), ("dreier",)], texts) is said


def test_lines_of_an_index_lead_on_by_a_link(computed):
    for name in ("sources", "glossary"):
        for part in VIEWS[name](computed):
            for line in elements(part, "li"):
                assert any(isinstance(c, Ref) or any(isinstance(x, Ref) for x in c.children) for c in line.children), (
                    line
                )


browser = pytest.mark.browser


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def phone(chromium, request):
    context = chromium.new_context(viewport=PHONE, java_script_enabled=request.param)
    yield context.new_page()
    context.close()


class TestInABrowser:
    """What readers see of it."""

    pytestmark = browser

    def test_no_page_is_endless_on_a_phone(self, phone, address):
        long = {}
        for kind in KINDS:
            phone.goto(f"{address}/{kind}.html")
            phone.wait_for_timeout(100)
            height = phone.locator("html").bounding_box()["height"]
            if not 500 < height <= LONGEST:
                long[kind] = height
        assert long == {}

    @pytest.mark.parametrize(
        ("cited", "told"),
        [
            ("docs/sources.html#source-ri-1830", "docs/sources/xix.html#source-ri-1830"),
            ("docs/sources.html#source-parlett1990", "docs/sources/literature-n-r.html#source-parlett1990"),
            ("docs/glossary.html#term-pagat-ultimo", "docs/glossary/n-r.html#term-pagat-ultimo"),
            ("docs/history/xix.html#munich-bierdimpfl-1884", "docs/history/xix-2.html#munich-bierdimpfl-1884"),
            ("docs/history/xviii.html#rome-lalande-1765.2", "docs/history/xviii-2.html#rome-lalande-1765.2"),
        ],
    )
    def test_an_address_that_was_cited_leads_to_where_the_thing_is_told(self, page, address, cited, told):
        page.goto(f"{address}/{cited}", wait_until="commit")  # its script leaves before all of it is there
        page.wait_for_url(f"**/{told}")
        assert page.locator("main :target").is_visible() and page.failures == []

    @pytest.mark.parametrize("cited", ["docs/sources.html#source-ri-1830", "docs/glossary.html#term-pagat-ultimo"])
    def test_without_scripts_it_leads_to_a_line_that_links_there(self, chromium, address, cited):
        context = chromium.new_context(viewport=PHONE, java_script_enabled=False)
        bare = context.new_page()
        bare.goto(f"{address}/{cited}")
        link = bare.locator("li:target a")
        assert link.is_visible()
        link.click()
        assert not bare.url.endswith(cited) and bare.url.partition("#")[2] == cited.partition("#")[2]
        bare.locator("main :target").wait_for(state="visible")  # the address changes before all of the page is there
        context.close()

    @pytest.mark.parametrize("kind", LISTS)
    def test_a_long_list_shows_its_first_rows_until_the_whole_is_asked_for(self, phone, address, kind):
        phone.goto(f"{address}/{kind}.html")
        phone.wait_for_timeout(300)
        long = phone.locator(".long", has=phone.get_by_label("Show the whole list")).first
        rows = long.locator("tbody > tr")
        number = rows.count()
        shown = rows.locator("visible=true")
        assert shown.count() == 60 < number
        long.get_by_label("Show the whole list").check()
        assert shown.count() == number

    def test_the_row_that_an_address_names_is_shown(self, phone, address):
        phone.goto(f"{address}/docs/places.html#place-vienna")
        row = phone.locator("#place-vienna")
        assert row.is_visible() and phone.locator("#places-table tbody > tr").locator("visible=true").count() == 61
        phone.goto(f"{address}/docs/history/all.html#turin-viriglio-1900")
        assert phone.locator("#turin-viriglio-1900").is_visible()

    def test_what_choices_leave_is_counted_from_its_own_first_row(self, page, address):
        page.set_viewport_size(PHONE)
        page.goto(f"{address}/docs/rarity.html?tradition=bologna")
        rows = page.locator("#rarities-table tbody > tr")
        page.wait_for_function("[...document.querySelectorAll('#rarities-table tbody tr')].some(r => r.hidden)")
        assert (
            0
            < rows.locator("visible=true").count()
            == min(60, rows.evaluate_all("all => all.filter(r => !r.hidden).length"))
        )
        page.goto(f"{address}/docs/places.html?kind=region&country=IT")
        page.wait_for_function("[...document.querySelectorAll('#places-table tbody tr')].some(r => r.hidden)")
        left = page.locator("#places-table tbody > tr").evaluate_all("all => all.filter(r => !r.hidden).length")
        assert 0 < left < 60
        assert page.locator("#places-table tbody > tr").locator("visible=true").count() == left
        assert page.get_by_label("Show the whole list").is_hidden() and page.failures == []

    def test_wide_pages_and_paper_have_the_whole_list(self, page, address):
        page.goto(f"{address}/docs/places.html")
        rows = page.locator("#places-table tbody > tr")
        assert rows.locator("visible=true").count() == rows.count() > 200
        page.set_viewport_size(PHONE)
        page.emulate_media(media="print")
        assert rows.locator("visible=true").count() == rows.count()

    def test_all_evidence_is_short_on_wide_pages_too(self, page, address):
        page.goto(f"{address}/docs/history/all.html")
        rows = page.locator("#evidence-table tbody > tr")
        assert rows.locator("visible=true").count() == 100 < rows.count()
        page.get_by_label("Show the whole list").check()
        assert rows.locator("visible=true").count() == rows.count()
        page.goto(f"{address}/docs/history/xx.html")  # an address of another page first, for the row to be led to anew
        page.goto(f"{address}/docs/history/all.html#turin-viriglio-1900")
        assert page.locator("#turin-viriglio-1900").is_visible() and page.failures == []

    @pytest.mark.parametrize("width", [1280, 390])
    def test_a_fact_in_the_record_is_shown_to_who_comes_by_its_address(self, page, address, width):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(f"{address}/corpus/games/08.13-three-handed-permesso.html")
        assert page.locator('[id="rules.talk"]').is_hidden()
        page.goto(f"{address}/corpus/games/08.13-three-handed-permesso.html#rules.talk")
        page.locator('[id="rules.talk"]').wait_for(state="visible")
        assert page.failures == []

    def test_the_rules_of_a_game_are_read_in_a_few_screens(self, chromium, address, computed):
        """Of all games, by measure: how far the rules go on a desktop, and where play begins on a phone."""
        measure = """() => ['other-versions', 'the-record', 'play'].map(id => {
            const at = document.getElementById(id);
            return at && at.checkVisibility() ? (at.getBoundingClientRect().top + scrollY) / innerHeight : null; })"""
        lengths, begins = {}, {}
        for size in ({"width": 1280, "height": 900}, PHONE):
            context = chromium.new_context(viewport=size)
            page = context.new_page()
            for id, record in computed.corpus.games.items():
                page.goto(f"{address}/{record.source.path.replace('.md', '.html')}")
                others, whole, play = page.evaluate(measure)
                if size is PHONE:
                    begins[id] = play or 0
                else:
                    lengths[id] = others or whole
            context.close()
        alive = [id for id, record in computed.corpus.games.items() if record.facts.played.endswith("..")]
        assert max(lengths[id] for id in alive) <= LONGEST_ALIVE and "18.10" in alive
        assert statistics.median(lengths.values()) <= 4, lengths
        assert {id: n for id, n in lengths.items() if n > LONGEST_RULES} == {}
        assert {id: n for id, n in begins.items() if n > PLAY_BEGINS} == {} and statistics.median(begins.values()) > 1
