"""The built pages in a real browser: nothing overflows, nothing fails, filters, comparison and search do what they say."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.test_site import build, copy

pytestmark = [pytest.mark.slow, pytest.mark.browser]
WIDTHS = {"desktop": (1280, 900), "phone": (390, 844)}
KINDS = [
    "docs/index",
    "docs/games",
    "docs/compare",
    "docs/traditions",
    "docs/packs",
    "docs/trump-orders",
    "docs/places",
    "docs/history",
    "docs/counting",
    "docs/play",
    "docs/catalogue",
    "docs/playability",
    "docs/assumptions",
    "docs/glossary",
    "docs/sources",
    "docs/data",
    "docs/about",
    "corpus/games/08.13-three-handed-permesso",
    "corpus/games/03.01-german-taroc",
    "corpus/games/12.01-minchiate-with-partners",
    "corpus/traditions/bologna",
    "search",
]


@pytest.fixture(scope="module")
def chromium():
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("no browser; .ci/run installs Debian's chromium")
        pytest.skip("no chromium found")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=path,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> str:
    root = copy(tmp_path_factory.mktemp("browse"))
    build(root, "-E", "-j", "auto")
    return (root / "build/site").as_uri()


@pytest.fixture
def page(chromium, request):
    width, height = WIDTHS[getattr(request, "param", "desktop")]
    context = chromium.new_context(viewport={"width": width, "height": height})
    made = context.new_page()
    made.failures = []
    made.on("pageerror", lambda e: made.failures.append(str(e)))
    made.on("requestfailed", lambda r: made.failures.append(r.url))
    yield made
    context.close()


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


def test_the_list_filters_by_address_and_by_choice(page, address, computed):
    page.goto(f"{address}/docs/games.html?players=2")
    shown = page.locator("#games-table tbody tr:visible")
    two = [r for r in computed.corpus.rulesets.values() if isinstance(r.rules.players, tuple) and 2 in r.rules.players]
    assert shown.count() == len(two) > 0
    page.select_option("select[name=players]", "3")
    assert "players=3" in page.url
    page.fill("input[name=q]:visible >> nth=-1", "permesso")
    page.wait_for_timeout(100)
    assert 0 < shown.count() < len(computed.corpus.rulesets)
    assert "Permesso" in shown.first.inner_text()
    assert page.failures == []


def test_the_list_sorts(page, address):
    page.goto(f"{address}/docs/games.html?sort=-cards")
    cards = [
        int(t) for t in page.locator("#games-table tbody tr td:nth-child(6)").all_inner_texts() if t.strip().isdigit()
    ]
    assert cards == sorted(cards, reverse=True) and len(set(cards)) > 3


def test_rulesets_are_compared_by_address_differences_first(page, address):
    page.goto(f"{address}/docs/compare.html?ids=8.13,8.13/RI-1830,18.13")
    table = page.locator("table.comparison").first
    table.wait_for()
    text = table.inner_text()
    assert "Permesso" in text and "Tarok" in text
    assert page.failures == []


def test_tonight_lists_games_for_the_players_at_hand(page, address, computed):
    page.goto(f"{address}/docs/index.html?players=3")
    page.get_by_role("button", name="Show all").click()
    names = page.locator(".tonight-list li").all_inner_texts()
    assert any("Permesso" in n for n in names)
    for name in names:
        number = name.split()[0]
        assert 3 in computed.ruleset(number).rules.players, number


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_a_hand_is_stepped_through_with_the_keyboard(page, address):
    page.goto(f"{address}/corpus/games/08.13-three-handed-permesso.html")
    tricks, faint, gone = (page.locator(s) for s in ("table.tricks tbody tr", "table.tricks .later", ".hands .gone"))
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


def test_search_finds_words_without_their_accents(page, address):
    page.goto(f"{address}/search.html?q=Konigrufen")
    page.locator("#search-results li").first.wait_for(timeout=10_000)
    found = page.locator("#search-results").inner_text()
    assert "Königrufen" in found


def test_the_reader_can_choose_dark_and_it_is_remembered(page, address):
    page.goto(f"{address}/docs/about.html")
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("#shade").click()
    after = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert before != after
    page.goto(f"{address}/docs/packs.html")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == after


def test_cards_are_drawn_with_their_names(page, address):
    page.goto(f"{address}/docs/packs.html")
    drawn = page.locator("svg.pack[role=img]")
    assert drawn.count() >= 10
    assert all(label for label in drawn.evaluate_all("all => all.map(s => s.getAttribute('aria-label'))"))


def test_without_scripts_the_pages_can_be_read(chromium, address):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/corpus/games/08.13-three-handed-permesso.html")
    assert "sans prendre" in page.locator("main").inner_text().lower()
    page.goto(f"{address}/docs/games.html")
    assert page.locator("#games-table tbody tr").count() > 10
    page.goto(f"{address}/corpus/games/09.13-contemporary-french-four-handed-tarot.html")
    assert page.locator("table.tricks tbody tr").count() == 18 and page.locator(".stepper").count() == 0
    context.close()
