"""Pages for everybody: nothing that axe-core holds to be a serious fault, and all that a mouse does the keyboard does too."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browsing import WIDTHS
from tests.test_browser import KINDS

pytestmark = pytest.mark.browser
ASKED = {
    "docs/compare": "?ids=8.13,8.13/RI-1830,18.13",
    "docs/calculator": "?of=8.13",
    "docs/games": "?players=3",
    "search": "?q=permesso",
}
"""What some pages are asked, so that what their programs make of it is tried too."""
READY = {
    "docs/compare": "table.comparison",
    "docs/calculator": ".table-of-cards button",
    "docs/games": "#explore-app form",
    "docs/cross": "#cross-app table",
    "search": "#search-results li mark",
}
"""What their programs make last."""
SERIOUS = ("serious", "critical")
LONGEST = 15
"""Rows or items of a list that are looked at: what comes after is of their kind, and axe-core takes its time."""
SHORTEN = """longest => document.querySelectorAll('tbody,ul,ol,dl,section,.pack').forEach(list => {
    const over = [...list.children].slice(longest);
    over.filter(e => !e.matches('h1,h2,h3')).forEach(e => e.remove());
})"""


def faults(page, rules: list[str] | None = None) -> list[str]:
    """Return what axe-core holds to be seriously wrong with a page: the rule, how often, the first place."""
    page.evaluate(SHORTEN, LONGEST)
    options = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": rules}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']} ({one['impact']}), {len(one['nodes'])} times: {one['nodes'][0]['html'][:160]}"
        for one in found
        if one["impact"] in SERIOUS
    ]


NARROW = [
    *(
        "index",
        "docs/games",
        "docs/compare",
        "docs/features/fool",
        "docs/cross",
        "docs/history",
        "docs/calculator",
        "docs/trump-orders",
    ),
    *("docs/data", "docs/table", "corpus/games/08.13-three-handed-permesso", "corpus/traditions/bologna", "search"),
]
"""A page of each kind that is laid out otherwise on a phone."""
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of colours, in which alone dark pages are other than light ones, at whatever width."""


@pytest.mark.parametrize(
    ("width", "scheme", "kinds", "rules"),
    [
        ("desktop", "light", [*KINDS, "docs/table"], None),
        ("phone", "light", NARROW, None),
        ("desktop", "dark", [*KINDS, "docs/table"], COLOURS),
    ],
    ids=["desktop", "phone", "dark"],
)
def test_axe_finds_nothing_serious_on_any_kind_of_page(chromium, address, width, scheme, kinds, rules):
    size = WIDTHS[width]
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    page = context.new_page()
    told = []
    for kind in kinds:
        page.goto(f"{address}/{kind}.html{ASKED.get(kind, '')}")
        if kind in READY:
            page.locator(READY[kind]).first.wait_for()
        told += [f"{kind}: {fault}" for fault in faults(page, rules)]
    context.close()
    assert told == []


def test_axe_would_tell(chromium):
    page = chromium.new_page()
    page.set_content(
        "<html lang=en><title>x</title><main><h1>x</h1><p style='color:#ccc;background:#fff'>pale</p><img src='data:,'></main>"
    )
    told = faults(page)
    assert any("color-contrast" in fault for fault in told) and any("image-alt" in fault for fault in told)
    page.close()


def tab_to(page, selector: str, most: int = 120) -> None:
    """Press Tab until what a selector names has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"{most} times Tab do not lead to {selector}")


def focused(page) -> str:
    """Return the words of what has the focus."""
    return page.evaluate("document.activeElement.textContent").strip()


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_the_menu_leads_on_by_keyboard(page, address):
    page.goto(f"{address}/corpus/games/08.13-three-handed-permesso.html")
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the text"
    wide = page.viewport_size["width"] > 1000
    first = ".group > summary" if wide else "#menu > summary"
    tab_to(page, first)
    links = page.locator(".sections a:visible")
    assert links.count() == 0
    page.keyboard.press("Enter")
    links.first.wait_for()
    tab_to(page, ".sections a", 3)
    page.keyboard.press("Escape")
    assert links.count() == 0 and page.evaluate("s => document.activeElement.matches(s)", first)
    page.keyboard.press("Enter")
    tab_to(page, '.sections a[href$="calculator.html"]', 12)
    page.keyboard.press("Enter")
    page.wait_for_url("**/docs/calculator.html")
    assert page.failures == []


def test_leaving_a_group_of_the_menu_closes_it(page, address):
    page.goto(f"{address}/docs/about.html")
    groups = page.locator(".group[open]")
    page.locator(".group > summary").nth(0).click()
    page.locator(".group > summary").nth(2).click()
    page.wait_for_function("document.querySelectorAll('.group[open]').length === 1")
    assert groups.locator("summary").inner_text() == "Cards"
    page.locator("main h1").click()
    assert groups.count() == 0 and page.locator("#menu[open]").count() == 1
    assert page.locator(".group summary.here").inner_text() == "About"


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_the_skip_link_passes_over_the_menu(page, address):
    page.goto(f"{address}/corpus/games/08.13-three-handed-permesso.html")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('main')")


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_a_pile_is_counted_by_keyboard(page, address):
    page.goto(f"{address}/docs/calculator.html")
    tab_to(page, "#calculator select")
    page.keyboard.type("11.14")
    page.locator(".table-of-cards button").first.wait_for()
    tab_to(page, ".table-of-cards button", 12)
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert "in 2 cards" in page.locator("output.total").inner_text()
    page.keyboard.press("Space")
    assert "in 1 card" in page.locator("output.total").inner_text() and page.failures == []


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_games_are_laid_side_by_side_by_keyboard(page, address):
    page.goto(f"{address}/docs/compare.html")
    for query in ("8.13 RI", "18.13"):
        tab_to(page, ".picker input")
        page.keyboard.type(query)
        page.locator(".picker [role=option]").first.wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    page.locator("table.comparison").first.wait_for()
    assert "18.13" in page.url and "RI-1830" in page.url and page.failures == []


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_games_are_chosen_and_unfolded_by_keyboard(page, address):
    page.goto(f"{address}/docs/games.html")
    page.locator("#explore-app form").wait_for()
    tab_to(page, "#explore-app input[name=q]")
    page.keyboard.type("permesso castrato")
    page.wait_for_function("document.querySelectorAll('#games-table tbody tr').length < 9")
    tab_to(page, "#explore-app select[name=players]")
    page.keyboard.type("3")
    assert "players=3" in page.url
    tab_to(page, "#games-table tbody a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/08.18-*")
    assert page.failures == []


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_a_hand_and_a_citation_are_reached_by_keyboard(page, address):
    page.goto(f"{address}/corpus/games/08.13-three-handed-permesso.html#a-hand-played-out")
    tab_to(page, ".played > summary", 300)
    page.keyboard.press("Enter")
    page.locator(".stepper button").first.wait_for()
    tab_to(page, ".stepper button:nth-of-type(2)", 600)
    for _ in range(3):
        page.keyboard.press("Enter")
    assert "Trick 2 of 25" in page.locator(".stepper output").inner_text()
    tab_to(page, "#facts > summary", 300)
    page.keyboard.press("Enter")
    tab_to(page, "#facts button.cite-fact", 300)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Cite ")
    page.keyboard.press("Enter")
    page.wait_for_function("/read on/.test(document.querySelector('#over .cite-text').textContent)")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches('.cite-fact')") and page.failures == []


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_the_search_is_used_by_keyboard(page, address):
    page.goto(f"{address}/search.html")
    tab_to(page, "main input[name=q]")
    page.keyboard.type("permesso deal")
    page.locator("#search-results li mark").first.wait_for()
    tab_to(page, "#search-results a", 8)
    page.keyboard.press("Enter")
    page.wait_for_url("**/corpus/games/08.*")
    assert page.failures == []
