"""The built pages in a real browser: nothing overflows, nothing fails, filters, comparison and search do what they say."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from urllib.parse import parse_qsl, quote

import pytest
from playwright.sync_api import expect

import tarotref
from tarotref.computed.columns import FEATURES
from tarotref.computed.crossing import spread
from tarotref.corpus.passages import SENTENCE_ENDS, compared, sentences
from tarotref.model.types import given
from tarotref.pages.advice import advised, own_sentences
from tarotref.pages.wording import OF_ALL, OF_TRADITION
from tests.browsing import WIDTHS

pytestmark = pytest.mark.browser
KINDS = [
    "index",
    "404",
    "docs/games",
    "docs/compare",
    "docs/nearest",
    "docs/features",
    "docs/features/fool",
    "docs/features/hand",
    "docs/cross",
    "docs/traditions",
    "docs/packs",
    "docs/packs/tarot-78-italian",
    "docs/trump-orders",
    "docs/orders/vieville",
    "docs/orders/swiss",
    "docs/places",
    "docs/history",
    "docs/history/all",
    "docs/history/xv",
    "docs/counting",
    "docs/calculator",
    "docs/rarity",
    "docs/cards-and-players",
    "docs/card-names",
    "docs/conflicts",
    "docs/conflicts/piedmont-savoy",
    "docs/coverage",
    "docs/play",
    "docs/catalogue",
    "docs/playability",
    "docs/assumptions",
    "docs/glossary",
    "docs/glossary/a-c",
    "docs/sources",
    "docs/sources/xviii",
    "docs/data",
    "docs/questions",
    "docs/about",
    "docs/id",
    "docs/contribute",
    "CONTRIBUTING",
    "corpus/games/08.13-three-handed-permesso",
    "corpus/games/03.01-german-taroc",
    "corpus/games/08.17-settilio",
    "corpus/games/12.01-minchiate-with-partners",
    "corpus/traditions/bologna",
    "search",
]


def unfold(page) -> None:
    """Open all that is folded on a page, as somebody does who looks for something in the record."""
    page.evaluate("document.querySelectorAll('main details').forEach(fold => { fold.open = true; })")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_overflows_or_fails(chromium, address, width, scheme):
    size = WIDTHS[width]
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    page = context.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda e: failures.append(f"{page.url}: {e}"))
    page.on(
        "request",
        lambda r: failures.append(f"{page.url} asks for {r.url}") if not r.url.startswith(("file:", "data:")) else None,
    )
    for kind in KINDS:
        page.goto(f"{address}/{kind}.html")
        page.wait_for_timeout(60)
        wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        if wide > room:
            failures.append(f"{kind} is {wide} wide in {room}")
        if page.locator("main h1").count() != 1:
            failures.append(f"{kind} has no single heading")
    context.close()
    assert failures == []


def test_the_list_of_games_filters_by_address_and_leads_to_them(page, address):
    page.goto(f"{address}/docs/games.html?players=3")
    page.locator("#explore-app form").wait_for()
    page.fill("#explore-app input[name=q]", "permesso")
    page.locator("#games-table tbody a").first.click()
    assert "Permesso" in page.locator("h1").inner_text()
    unfold(page)
    page.get_by_role("link", name="Count a pile by these rules").click()
    page.locator(".suit button").first.click()
    assert "in 1 card" in page.locator("output.total").inner_text()
    assert page.failures == []


def test_rulesets_are_compared_by_address_differences_first(page, address):
    page.goto(f"{address}/docs/compare.html?ids=8.13,8.13/RI-1830,18.13")
    table = page.locator("table.comparison").first
    table.wait_for()
    text = table.inner_text()
    assert "Permesso" in text and "Tarok" in text
    assert page.failures == []


def test_marks_of_what_is_shared_are_explained_above_the_table(page, address):
    page.goto(f"{address}/docs/compare.html?ids=8.13,18.13")
    page.locator("table.comparison a.shared").first.wait_for()
    signs = set(page.locator("table.comparison a.shared").all_text_contents())
    legend = page.locator("#marks").inner_text()
    assert signs == {OF_TRADITION, OF_ALL} and all(sign in legend for sign in signs)
    assert page.locator("table.comparison a.shared").first.get_attribute("href") == "#marks"
    assert page.evaluate(
        "document.getElementById('marks').compareDocumentPosition(document.querySelector('table.comparison'))"
        " & Node.DOCUMENT_POSITION_FOLLOWING"
    )


def test_notes_on_one_fact_stand_apart_and_lead_to_themselves(page, address):
    page.goto(f"{address}/docs/compare.html?ids=8.13,18.13,9.13")
    page.locator("table.comparison sup").first.wait_for()
    marks = page.locator("table.comparison sup").evaluate_all(
        "all => all.map(s => [s.textContent, [...s.querySelectorAll('a')].map(a => a.textContent)])"
    )
    assert any(len(notes) > 1 for _, notes in marks) and all(text == ", ".join(notes) for text, notes in marks)
    for note in {note for _, notes in marks for note in notes}:
        assert page.locator(f".compared-notes #note-{note}").count() == 1


COMPARED = [
    ["8.13", "8.13/RI-1830"],
    ["8.13", "8.11"],
    ["2.7", "5.3"],
    ["8.13", "18.13", "9.13"],
    ["11.14", "11.21", "12.1", "3.1", "16.7"],
    ["bologna", "piedmont-savoy"],
    ["18.13", "koenigrufen", "8.13"],
]


@pytest.mark.parametrize("ids", COMPARED, ids=" ".join)
def test_the_page_compares_as_python_does(page, address, computed, ids):
    page.goto(f"{address}/docs/compare.html?ids={','.join(ids)}")
    page.locator("table.comparison").first.wait_for()
    shown = page.evaluate("""
        [...document.querySelectorAll('#compare-app section, #compare-app details')].filter(s => s.querySelector('h2 small'))
          .map(s => [...s.querySelectorAll('table.comparison tbody tr:not(.group)')]
            .map(tr => [tr.querySelector('th').textContent, ...[...tr.querySelectorAll('td')].map(td => td.firstChild.textContent)]))
    """)
    rows = computed.comparison.rows([computed.comparable(id) for id in ids])
    told = [
        [[row.label, *(c.value or "not recorded" for c in row.cells)] for row in rows if row.kind == kind]
        for kind in ("differs", "open", "agrees")
    ]
    assert shown == told and page.failures == []


def test_below_traditions_stands_how_many_of_their_games_have_what(page, address, computed):
    page.goto(f"{address}/corpus/traditions/bologna.html")
    unfold(page)
    page.locator("main").get_by_role("link", name="Minchiate", exact=True).last.click()
    page.locator("table.comparison.spread").wait_for()
    shown = page.evaluate(
        "[...document.querySelectorAll('table.spread tbody tr')].map(tr => [...tr.cells].map(c => c.textContent))"
    )
    for (label, *texts), (name, feature) in zip(shown, FEATURES.items(), strict=True):
        told = [spread(computed, name, computed.of_tradition(t)) for t in ("bologna", "minchiate")]
        assert label == feature.label and [set(text.split(" · ")) for text in texts] == [
            {f"{c.words} ({n})" for c, n in t.items()} for t in told
        ]
    assert page.url.endswith("?ids=bologna,minchiate") and page.failures == []


CROSSED = [
    "rows=fool&columns=counted-by",
    "rows=century&columns=bidding",
    "rows=tradition&columns=players",
    "rows=hand&columns=talon&count=all",
    "rows=region&columns=top_trump&count=all",
]


@pytest.mark.parametrize("query", CROSSED)
def test_the_page_crosses_as_python_does(page, address, query):
    page.goto(f"{address}/docs/cross.html?{query}")
    page.locator("#cross-app table").wait_for()
    asked = dict(parse_qsl(query))
    frame = tarotref.cross(asked["rows"], asked["columns"], rulesets=asked.get("count", "main"))
    numbers = page.evaluate("""
        [...document.querySelectorAll('#cross-table tbody tr')]
          .map(tr => [...tr.querySelectorAll('td:not(.sum)')].map(td => Number(td.textContent)))
    """)
    assert numbers == frame.to_numpy().tolist()
    cells = page.evaluate("[...document.querySelectorAll('[data-cell]')].map(b => b.dataset.cell.split('\\t'))")
    assert cells == [[i, j] for i, row in frame.iterrows() for j, n in row.items() if n]
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the numbers as CSV").click()
    lines = list(csv.reader(Path(saved.value.path()).read_text(encoding="utf-8-sig").splitlines()))
    assert lines == [
        [frame.index.name, *frame.columns],
        *([id, *map(str, row)] for id, row in zip(frame.index, numbers, strict=True)),
    ]
    assert page.failures == []


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_on_a_phone_each_pair_is_a_line_that_the_keyboard_opens(page, address):
    page.goto(f"{address}/docs/cross.html?rows=tradition&columns=players")
    page.locator("#cross-app table").wait_for()
    width = page.evaluate("innerWidth")
    wide = page.evaluate("[...document.querySelectorAll('#cross-table *')].map(e => e.getBoundingClientRect().right)")
    assert max(wide) <= width and page.evaluate("document.documentElement.scrollWidth") <= width
    button = page.locator("#cross-table [data-cell]").first
    line = button.locator("xpath=..")
    said = page.evaluate("e => getComputedStyle(e, '::before').content", line.element_handle()).strip('"')
    assert said and button.get_attribute("aria-label").endswith(f", {said}")
    assert line.bounding_box()["width"] > width / 2
    button.focus()
    page.keyboard.press("Enter")
    assert page.locator(".crossed-games li").count() == int(button.inner_text()) > 0 and page.failures == []


def test_a_number_opens_its_games_and_the_address_keeps_all(page, address):
    page.goto(f"{address}/docs/features/fool.html")
    page.locator("main").get_by_role("link", name="counted by", exact=True).click()
    page.get_by_role("button", name="Excuse, threes").click()
    games = page.locator(".crossed-games li a")
    expected = tarotref.find(fool="excuse", counted_by="threes")["title"].tolist()
    assert [t.split(" ", 1)[1] for t in games.all_inner_texts()] == expected
    assert page.url.endswith("?rows=fool&columns=counted-by&cell=excuse,threes")
    page.reload()
    assert games.count() == len(expected)
    page.get_by_role("button", name="Swap rows and columns").click()
    assert page.url.endswith("?rows=counted-by&columns=fool&cell=threes,excuse") and games.count() == len(expected)
    games.first.click()
    page.wait_for_url("**/corpus/games/**")
    page.locator("main h1").wait_for()
    assert page.failures == []


def test_the_page_of_comparison_names_what_it_does_not_know(page, address):
    page.goto(f"{address}/docs/compare.html?ids=8.13,nonsense")
    page.get_by_text("Not found: nonsense.").wait_for()
    page.get_by_role("button", name="8.13 Three-handed Permesso, RI 1830", exact=True).click()
    page.locator("table.comparison").first.wait_for()
    assert page.url.endswith("?ids=8.13,8.13/RI-1830") and page.failures == []


def test_a_game_is_compared_by_one_click_from_its_page(page, address):
    page.goto(f"{address}/corpus/games/08.13-three-handed-permesso.html")
    unfold(page)
    page.locator("#compare").get_by_role("link", name="RI 1830").click()
    page.locator("table.comparison").first.wait_for()
    assert "if the only trump" in page.locator("table.comparison").first.inner_text()


def test_tonight_advises_games_for_the_players_at_hand(page, address, computed):
    page.goto(f"{address}/index.html?players=3")
    page.get_by_role("button", name="Show all").click()
    mains = [r for r in computed.corpus.rulesets.values() if r.key == "main" and 3 in (given(r.rules.players) or ())]
    known = {r.game: advised(computed)[r.game] for r in mains}
    listed = page.locator(".tonight-list li").evaluate_all(
        "all => all.map(li => [li.querySelector('.dm').textContent, li.textContent])"
    )
    assert {game for game, _ in listed} == {game for game, a in known.items() if not a.lacking}
    assert [known[game].rank for game, _ in listed] == sorted(a.rank for a in known.values() if not a.lacking)
    lines = own_sentences(computed)
    assert all(lines[g] in text and known[g].difficulty in text for g, text in listed)


def test_tonight_is_answered_before_it_is_asked_and_asks_for_data_only_then(page, server, computed):
    """All that the front page loads before anybody touches it, fonts too, is under 200 KB."""
    loaded: dict[str, int] = {}
    page.on("requestfinished", lambda r: loaded.update({r.url: r.sizes()["responseBodySize"]}))
    page.goto(f"{server}/")
    page.wait_for_load_state("networkidle")
    assert any(".woff2" in url for url in loaded) and not any("-data.js" in url for url in loaded)
    assert sum(loaded.values()) < 200_000, loaded
    first = page.locator(".tonight-list li").all_inner_texts()
    assert first and all(4 in computed.ruleset(name.split()[0]).rules.players for name in first)
    page.locator(".tonight-list a").first.click()
    assert page.locator("h1 .dm").inner_text() == first[0].split()[0]
    page.go_back()
    page.check("input[name=players][value='2']")
    page.wait_for_function("document.querySelector('.result-count').textContent.includes(' for 2:')")
    shown = page.locator(".tonight-list li").all_inner_texts()
    assert shown and all(2 in computed.ruleset(name.split()[0]).rules.players for name in shown)
    assert "players=2" in page.url and page.failures == []


@pytest.mark.parametrize("lost", ["nothing.html", "corpus/games/08.13-permesso.html", "a/b/c/d/"])
def test_a_lost_address_is_answered_at_any_depth(page, server, lost):
    page.goto(f"{server}/{lost}")
    assert "Nothing stands" in page.locator("h1").inner_text()
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.skip')).position") == "absolute"
    )  # the style is there
    page.locator("main form input").fill("8.13")
    page.locator("main form button").click()
    assert page.url.startswith(f"{server}/search.html?q=8.13")
    page.wait_for_load_state("networkidle")
    page.go_back()
    page.locator("main").get_by_role("link", name="Front page").click()
    page.locator("#tonight-app").wait_for(state="attached")
    assert page.failures == []


def test_what_is_lost_is_guessed_from_its_address(page, server):
    page.goto(f"{server}/corpus/games/08.13-permeso.html")
    assert page.locator("#lost").input_value() == "8.13 permeso"


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_a_hand_is_stepped_through_with_the_keyboard(page, address):
    page.goto(f"{address}/corpus/games/08.13-three-handed-permesso.html")
    tricks, faint, gone = (page.locator(s) for s in ("table.tricks tbody tr", "table.tricks .later", ".hands .gone"))
    page.keyboard.press("ArrowRight")
    assert faint.count() == 0  # what is folded takes no keys
    page.locator(".played > summary").click()
    page.locator(".stepper").scroll_into_view_if_needed()
    assert (tricks.count(), faint.count(), gone.count()) == (25, 0, 0)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert (faint.count(), gone.count()) == (22, 9)
    assert "Trick 3 of 25" in page.locator(".stepper output").inner_text()
    assert "wins" in page.locator(".stepper output").inner_text()
    page.keyboard.press("ArrowLeft")
    assert (faint.count(), gone.count()) == (23, 6)
    page.get_by_role("button", name="Show all tricks").click()
    assert (faint.count(), gone.count()) == (0, 0)
    page.get_by_role("button", name="One trick on").click()
    assert faint.count() == 25
    page.keyboard.press("Escape")
    assert faint.count() == 0 and page.failures == []


def search(page, address: str, query: str) -> list[str]:
    """Ask the search page; return the titles of what it found."""
    page.goto(f"{address}/search.html?q={quote(query)}")
    page.wait_for_function(r"/result|Nothing/.test(document.querySelector('#search-status').textContent)")
    return page.locator("#search-results h2").all_inner_texts()


@pytest.mark.parametrize(
    "query, first",
    [
        ("6.1", "6.1 "),
        ("8.13", "8.13 "),
        ("08.13", "8.13 "),
        ("DM8.1", "8.1 "),
        ("c4", "C4 "),
        ("R1", "R1 "),
        ("Ottocento", "11.14 Ottocento"),
        ("minchiate with partners", "12.1 "),
        ("contemporary konigrufen", "18.10 "),
        ("taroccombre", "6.3 "),
        ("piedmont and savoy", "Piedmont and Savoy"),
        ("the fool", "Fool"),
    ],
)
def test_search_puts_an_exact_number_or_title_first(page, address, query, first):
    assert search(page, address, query)[0].startswith(first)
    assert page.failures == []


@pytest.mark.parametrize(
    "query, among",
    [("Konigrufen", "Königrufen"), ("poignee", "poignée"), ("sequenza dell arcano", None), ("tarocc ombre", "Ombre")],
)
def test_search_finds_words_without_accents_and_apostrophes(page, address, query, among):
    found = search(page, address, query)
    assert found if among is None else any(among in title for title in found)


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_search_leads_to_the_section_and_shows_why(page, address):
    page.goto(f"{address}/index.html")
    menu = page.locator("#menu > summary")
    if menu.is_visible():
        menu.click()
    page.locator(".find input").fill("permesso deal")
    page.locator(".find input").press("Enter")
    section = page.locator("#search-results li").first.get_by_role("link", name="Deal and discard", exact=True)
    section.wait_for()
    snippet = section.locator("xpath=..")
    snippet.locator("mark").first.wait_for()
    assert "deal" in snippet.locator("mark").first.inner_text().lower()
    wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room
    section.click()
    assert page.url.endswith("08.13-three-handed-permesso.html#deal-and-discard") and page.failures == []


def test_a_misspelling_is_told_and_mended(page, address):
    found = search(page, address, "permeso")
    assert "permesso" in page.locator("#search-hint").inner_text() and any("Permesso" in t for t in found)
    page.locator("#search-hint a").click()
    page.wait_for_function("document.querySelector('#search-hint').textContent === ''")
    assert "q=permesso" in page.url and page.locator("#search-results h2").first.inner_text()
    assert search(page, address, "xqzzyx") == [] and "Nothing" in page.locator("main").inner_text()


def test_what_is_found_begins_with_the_text_and_not_with_the_name_of_a_fold(page, address):
    search(page, address, "l'ombre")
    first = page.locator("#search-results li").first
    assert "R2" in first.inner_text() and "In brief This is" in first.inner_text().replace("\n", " ")
    search(page, address, "PE against RI")
    noted = page.locator("#search-results li", has_text="oversight").first
    assert "Notes Inference. PE" in " ".join(noted.inner_text().split())


def test_the_search_knows_no_words_of_its_tools(page, address):
    for query in ("docutils", "nonlocal", "highlightjs"):
        assert search(page, address, query) == [], (query, page.locator("#search-hint").inner_text())
    search(page, address, "catalogue")
    assert "tarotref game" not in page.locator("#search-results").inner_text()


def test_the_index_is_loaded_when_it_is_used(page, address):
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url) if "/search/" in r.url else None)
    for name in ("index", "corpus/games/08.13-three-handed-permesso", "search"):
        page.goto(f"{address}/{name}.html")
        page.wait_for_timeout(200)
    assert asked == []
    page.locator("main input[name=q]").fill("permesso")
    page.locator("#search-results li mark").first.wait_for()
    assert sum(url.endswith("/index.js") for url in asked) == 1 and len(asked) < 24
    assert sum("/words-" in url for url in asked) < 5  # of the words, those with the same first letter
    assert "q=permesso" in page.url


def test_page_and_builder_take_texts_apart_alike(page, address, computed):
    from tarotref.sphinxext.search import words

    texts = [record.facts.title for record in computed.corpus.games.values()]
    texts += [name for record in computed.corpus.games.values() for name in record.facts.aka]
    texts += [e.term for e in computed.corpus.shared["glossary"].values()] + [
        "l’Ombra d'appel 8.13, C4/main Gstieß œ 3.500 a-b-c"
    ]
    page.goto(f"{address}/search.html")
    assert page.evaluate("texts => texts.map(TAROTREF_SEARCH.tokens)", texts) == [list(words(t)) for t in texts]


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_a_correction_is_two_clicks_from_its_page(page, address):
    page.goto(f"{address}/corpus/games/08.13-three-handed-permesso.html")
    page.get_by_role("link", name="Correct", exact=True).click()
    told = page.locator("#over")
    assert "Version: " in told.locator("pre").inner_text() and "Field: In brief" in told.locator("pre").inner_text()
    assert "corpus/games/08.13-three-handed-permesso.md" in told.inner_text()
    wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room
    told.get_by_role("link", name="How a correction").click()
    page.locator("main").get_by_role("link", name="Contributing", exact=True).click()
    assert page.locator("h1").inner_text().startswith("Contributing") and page.failures == []


def test_the_reader_can_choose_dark_and_it_is_remembered(page, address):
    page.goto(f"{address}/docs/about.html")
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("#shade").click()
    after = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert before != after
    page.goto(f"{address}/docs/packs.html")
    page.wait_for_function("want => getComputedStyle(document.body).backgroundColor === want", arg=after)


def test_cards_are_drawn_with_their_names(page, address):
    for pack in ("tarot-78-italian", "tarock-54-french", "minchiate-97"):
        page.goto(f"{address}/docs/packs/{pack}.html")
        drawn = page.locator("svg.pack[role=img]")
        assert drawn.count() == 1, pack
        assert all(drawn.evaluate_all("all => all.map(s => s.getAttribute('aria-label'))"))


def test_without_scripts_the_pages_can_be_read(chromium, address):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/corpus/games/08.13-three-handed-permesso.html")
    assert "sans prendre" in page.locator("main").inner_text().lower()
    page.goto(f"{address}/index.html")
    assert page.locator(".tonight-list a").count() > 5 and not page.locator("#tonight-app form").is_visible()
    page.goto(f"{address}/docs/games.html")
    assert page.locator("#games-table tbody tr").count() > 10
    page.goto(f"{address}/docs/cross.html?rows=pack&columns=sides")
    assert page.locator("#cross-table td").count() > 20 and page.locator(".without-scripts").is_visible()
    page.goto(f"{address}/corpus/games/09.13-contemporary-french-four-handed-tarot.html")
    assert page.locator("table.tricks tbody tr").count() == 18 and page.locator(".stepper").count() == 0
    context.close()


PERMESSO = "corpus/games/08.13-three-handed-permesso.html"
LAID_OUT = [
    "corpus/games/02.01-early-xvii-century-french-jeu-des-tarots",
    "corpus/games/08.13-three-handed-permesso",
    "corpus/games/09.13-contemporary-french-four-handed-tarot",
    "corpus/games/15.05-variations-in-54-card-tapp-tarock",
    "corpus/games/18.10-contemporary-konigrufen",
]


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_the_deal_stands_within_two_screens(page, address):
    for name in LAID_OUT:
        page.goto(f"{address}/{name}.html")
        place, screen = page.evaluate(
            "[document.getElementById('deal-and-discard').getBoundingClientRect().top + scrollY, innerHeight]"
        )
        assert place < 2 * screen, name


NARROW = [
    *("docs/features/counted-by", "docs/features/fool", "docs/features/bidding", "docs/data"),
    *("docs/history", "docs/conflicts/piedmont-savoy"),
]
"""Pages with many columns: values, dates."""


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_tables_are_not_read_sideways_when_all_is_unfolded(page, address):
    for name in NARROW:
        page.goto(f"{address}/{name}.html")
        wide = page.evaluate("""() => {
            document.querySelectorAll('main details').forEach(d => { d.open = true; });
            return [...document.querySelectorAll('main .scroller')].filter(s => s.scrollWidth > s.clientWidth + 2).map(s => s.innerText);
        }""")
        assert wide == [], name


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_on_a_phone_a_table_of_a_game_stays_a_table_and_keeps_its_first_column(page, address):
    """The prices of thirteen contracts of Upper Austria are read across, and no page is wider than its window."""
    page.goto(f"{address}/corpus/games/18.10-contemporary-konigrufen.html")
    prices = page.locator("#other-versions-bidding table").first
    assert prices.locator("tbody tr").count() == 13
    boxes = [cell.bounding_box() for cell in prices.locator("tbody tr").first.locator("th,td").all()]
    assert len(boxes) == 3 and len({round(box["y"]) for box in boxes}) == 1
    assert prices.bounding_box()["height"] < 1.2 * WIDTHS["phone"][1]
    frame = page.locator("#other-versions-bidding .scroller").first
    frame.evaluate("e => { e.firstElementChild.style.minWidth = '60rem' }")
    page.locator("#other-versions-bidding .scroller.over").first.wait_for()
    frame.evaluate("e => { e.scrollLeft = 200 }")
    first = prices.locator("tbody tr").first.locator("th,td").first.bounding_box()
    assert abs(first["x"] - frame.bounding_box()["x"]) < 2
    wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room and page.failures == []


KONIGRUFEN = "corpus/games/18.10-contemporary-konigrufen.html"


@pytest.mark.parametrize("start", ["?as=RI-1830", "#as=RI-1830", ""])
def test_a_version_is_read_in_the_place_of_the_rules(page, address, start):
    """By its address or by the choice above the rules: its passages stand where they belong, and what they stand instead of
    is not there."""
    page.goto(f"{address}/{PERMESSO}{start}")
    choice, own = page.get_by_label("Read as"), page.locator(".version.spoken")
    if not start:
        assert own.count() == 0
        choice.select_option("RI-1830")
        assert page.url.endswith("#as=RI-1830")
    assert choice.input_value() == "RI-1830"
    assert own.count() == page.locator('.version[data-keys~="RI-1830"]').count() > 3
    assert page.locator("#deal-and-discard .version.spoken").count() > 0
    assert page.locator(".unspoken").count() == page.locator('.version[data-instead][data-keys~="RI-1830"]').count()
    choice.select_option("")
    assert own.count() == page.locator(".unspoken").count() == 0 and "#as" not in page.url and page.failures == []


@pytest.mark.parametrize(
    "game", ["18.10-contemporary-konigrufen", "19.09-czech-taroky", "17.04-modern-four-handed-cego"]
)
def test_what_a_version_only_carries_over_is_pale(page, address, game):
    """It stands in what the passage takes the place of, and its colour tells it from what is the version's own."""
    page.goto(f"{address}/corpus/games/{game}.html")
    pale = 0
    for key in page.locator("#read-as option").evaluate_all("all => all.map(o => o.value)")[1:]:
        page.locator("#read-as").select_option(key)
        for passage in page.locator(".version.spoken:has(p>.carried)").all():
            told = passage.evaluate(
                """box => {
                  let before = box.previousElementSibling;
                  while (!before.matches('.unspoken')) before = before.previousElementSibling;
                  const own = getComputedStyle(box).color;
                  return [before.textContent, [...box.querySelectorAll('p>.carried')].map(
                    one => [one.textContent, getComputedStyle(one).color !== own])];
                }"""
            )
            replaced, carried = told
            for text, paler in carried:
                missing = {compared(one) for one in SENTENCE_ENDS.split(text)} - sentences(replaced)
                assert paler and not missing, (key, missing)
                pale += 1
    assert pale > 5 and page.failures == []


def test_every_version_that_the_text_knows_can_be_chosen(page, address):
    page.goto(f"{address}/{KONIGRUFEN}")
    choices = page.locator("#read-as option").evaluate_all("all => all.map(o => [o.value, o.textContent])")[1:]
    assert ("WTC-2009", "Vienna, 2009 (WTC)") in {tuple(one) for one in choices}
    keys = {
        key for keys in page.locator(".version").evaluate_all("a => a.map(v => v.dataset.keys)") for key in keys.split()
    }
    assert {key for key, _ in choices} == keys and len(keys) > 3
    for key in keys:
        page.locator("#read-as").select_option(key)
        assert page.locator(".version.spoken").count() == page.locator(f'.version[data-keys~="{key}"]').count(), key
    assert page.failures == []


@pytest.mark.parametrize(
    "address_of", ["rules.bids.piccolo", "history", "note.rules.bids.farbensolo", "readings", "variants"]
)
def test_an_address_in_what_is_folded_opens_it(page, address, address_of):
    page.goto(f"{address}/{KONIGRUFEN}")
    place = page.locator(f'[id="{address_of}"]')
    shown = "e => !e.matches('details:not([open])') && e.checkVisibility({ contentVisibilityAuto: true })"
    assert not place.evaluate(shown)
    page.evaluate("id => { location.hash = id }", address_of)
    page.wait_for_function(f"id => ({shown})(document.getElementById(id))", arg=address_of)


SHEETS = {
    PERMESSO: 1,
    "corpus/games/09.15-contemporary-popular-four-handed-french-tarot.html": 2,
    "corpus/games/11.03-six-handed-partita.html": 2,
    "corpus/games/12.02-partnership-minchiate-without-entragnos.html": 2,
    "corpus/games/18.10-contemporary-konigrufen.html": 2,
    "corpus/games/20.05-magas-tarokk.html": 2,
    "corpus/games/11.13-partita.html": 2,  # a hundred signals with their meanings
    "corpus/games/14.05-vanto.html": 2,
    "corpus/games/18.14-tarok.html": 1,
    "corpus/games/09.17-five-handed-french-tarot-d-appel.html": 1,
    "corpus/games/19.09-czech-taroky.html": 1,
    "corpus/games/19.15-neunzehnerrufen.html": 1,
}
"""Games with the longest rules, two whose tables leave much white, a short one, and on how many sheets the rules alone stand."""


def pages_of(page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


def test_the_rules_alone_fill_two_sheets_and_are_no_smaller_than_they_need_be(chromium, address):
    page = chromium.new_page()
    sizes = {}
    for name, sheets in SHEETS.items():
        page.goto(f"{address}/{name}")
        page.evaluate("window.print = () => { window.asked = document.documentElement.dataset.print }")
        page.get_by_role("button", name="Print the rules").click()
        page.wait_for_function("window.asked == 'rules'")
        page.emulate_media(media="print")
        assert all(page.locator(f"#{id}").is_visible() for id in ("deal-and-discard", "play", "scoring")), name
        assert page.locator(".note-mark, #history, #evidence").filter(visible=True).count() == 0
        sizes[name] = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize) * 72 / 96")
        assert pages_of(page) == sheets, name
        page.emulate_media(media="screen")
    assert min(sizes.values()) >= 8.49 and max(sizes.values()) > 9
    page.goto(f"{address}/{PERMESSO}")
    assert pages_of(page) > 5
    page.close()


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_a_fact_is_cited_in_two_clicks_with_its_witness_its_address_and_the_day(page, address):
    page.goto(f"{address}/{PERMESSO}#readings")
    cell = page.locator('[id="readings.RI-1830.bids.a-due"]')
    cell.hover()
    cell.get_by_role("button").click()
    expect(page.locator("#over .cite-text")).not_to_have_text("…")
    told = page.locator("#over .cite-text").inner_text()
    assert told.startswith(tarotref.cite("8.13/RI-1830#bids.a-due"))
    lasting = f"{address}/docs/id.html#DM8.13:readings.RI-1830.bids.a-due"
    assert f" {lasting} (read on " in told
    page.keyboard.press("Escape")
    assert page.locator("#over").is_hidden() and page.failures == []
    page.goto(lasting, wait_until="commit")
    page.wait_for_url(f"**/{PERMESSO}#readings.RI-1830.bids.a-due")


def test_an_address_that_stays_leads_to_the_page_and_to_what_stands_on_it(chromium, page, address):
    page.goto(f"{address}/docs/id.html")
    shown = [text for text in page.locator("main td code").all_inner_texts() if "#" in text]
    assert len(shown) == 4
    for example in shown:
        page.goto("about:blank")
        page.goto(f"{address}/{example}", wait_until="commit")  # its script leaves before all of it is there
        page.wait_for_url(f"**/{PERMESSO}*")
        anchor = example.partition(":")[2]
        assert page.url.partition("#")[2] == anchor and (not anchor or page.locator(f'[id="{anchor}"]').count() == 1)
    assert page.failures == []
    bare = chromium.new_context(java_script_enabled=False).new_page()
    bare.goto(f"{address}/docs/id.html#DM8.13")
    assert f"/{PERMESSO}" in bare.locator("li:target a").evaluate("a => a.href")
    bare.context.close()


def test_a_mark_leads_to_its_note_and_the_note_back(page, address):
    page.goto(f"{address}/{PERMESSO}#facts")
    page.locator('[id="rules.bids.a-tre"] .note-mark a').first.click()
    note = page.locator(".gloss:target")
    assert "No rule covers a call" in note.inner_text()
    note.locator("a").first.click()
    assert page.url.endswith("#rules.bids.a-tre") and page.locator("tr:target").count() == 1
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("about:blank")
    page.goto(f"{address}/{PERMESSO}#note.rules.bids.a-tre.asks")
    assert page.locator(".gloss:target").is_visible()


def test_words_of_the_glossary_are_linked(page, address):
    page.goto(f"{address}/{PERMESSO}")
    page.locator("main a:has(> .term)", has_text="onoranza").click()
    assert page.url.endswith("docs/glossary/n-r.html#term-onoranza")
