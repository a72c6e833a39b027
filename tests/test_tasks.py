"""What people come for, from the front page, each task with the clicks that it may take; typing is not a click."""

from __future__ import annotations

from collections import defaultdict

import pytest

import tarotref
from tarotref.model.types import given
from tarotref.pages.advice import advised
from tarotref.words.phrases import figure
from tests.browsing import WIDTHS

pytestmark = pytest.mark.browser
PERMESSO, OTTOCENTO, KOENIGRUFEN = "8.13", "11.14", "18.10"


class Visit:
    """A visitor who begins at the front page; counts clicks, and notes what goes wrong and what leaves the server."""

    def __init__(self, page, server: str):
        self.page, self.clicks, self.wrong = page, 0, page.failures
        page.on("console", lambda m: self.wrong.append(m.text) if m.type == "error" else None)
        page.on("request", lambda r: None if r.url.startswith((server, "data:")) else self.wrong.append(r.url))
        page.goto(f"{server}/")

    def click(self, what) -> None:
        """Click what is in sight; what a pointer shows only when it is there, it shows."""
        what.hover()
        what.click()
        self.clicks += 1
        self.page.wait_for_load_state()

    def way(self, label: str) -> None:
        """Click a way in on the front page."""
        self.click(self.page.locator("#ways-in").get_by_role("link", name=label))

    def find(self, words: str) -> None:
        """Type words into a field for search that is in sight, and press Enter."""
        field = self.page.locator("input[name=q]:visible").first
        field.fill(words)
        field.press("Enter")
        self.page.locator("#search-results h2").first.wait_for()


@pytest.fixture
def visit(page, server):
    made = Visit(page, server)
    yield made
    assert made.wrong == []


at_both_widths = pytest.mark.parametrize("page", WIDTHS, indirect=True)


@at_both_widths
def test_four_players_with_an_italian_pack_find_what_to_play(visit, computed):
    page = visit.page
    assert page.locator("#tonight-app input[name=players]:checked").input_value() == "4"
    pack = page.locator("#tonight-app select option", has_text="Italian").first.get_attribute("value")
    page.locator("#tonight-app select").select_option(pack)
    visit.clicks += 1
    page.wait_for_function("document.querySelector('.tonight-list').children.length")
    visit.click(page.locator(".tonight-list a").first)
    game = page.locator("h1 .dm").inner_text()
    r = computed.ruleset(game)
    assert 4 in given(r.rules.players) and computed.figures(r).pack.system == "italian"
    for section in ("deal-and-discard", "play", "scoring"):
        assert len(page.locator(f"#{section}").inner_text()) > 100, (game, section)
    assert visit.clicks <= 3


@at_both_widths
def test_three_players_with_54_french_cards_find_tapp_tarock_first(visit, computed):
    page = visit.page
    visit.click(page.locator("#tonight-app label", has=page.locator("input[value='3']")))
    pack = page.locator("#tonight-app select option", has_text="54 cards").first.get_attribute("value")
    page.locator("#tonight-app select").select_option(pack)
    visit.clicks += 1
    page.wait_for_function("pack => location.search.includes(pack)", arg=pack)
    page.wait_for_function("document.querySelector('.result-count').textContent.includes(' for 3')")
    shown = page.locator(".tonight-list .dm").all_inner_texts()
    assert computed.corpus.game(shown[0]).tradition == "tapp-tarock"
    lines = page.locator(".tonight-list .line").all_inner_texts()
    assert len(set(lines)) == len(lines) == len(shown)  # a sentence that no other has
    visit.click(page.locator(".tonight-list a").first)
    assert page.locator("h1 .dm").inner_text() == shown[0] and visit.clicks <= 3


@at_both_widths
def test_beginners_are_led_to_a_game_for_each_common_pack_none_of_them_hard(visit, computed):
    page = visit.page
    visit.way("A first game")
    packs = page.locator("#a-first-game li")
    first = [packs.nth(n).locator("a").first.inner_text().split()[0] for n in range(packs.count())]
    told = advised(computed)
    assert len({computed.ruleset(game).rules.pack for game in first}) == len(first) >= 5
    assert all(not told[game].lacking and told[game].alive for game in first)
    assert not [game for game in first if told[game].difficulty == "hard to learn"]
    visit.click(packs.first.locator("a").first)
    assert page.locator("h1 .dm").inner_text() == first[0] and visit.clicks <= 2


@at_both_widths
def test_koenigrufen_is_found_first_and_can_be_played_at_once(visit):
    page = visit.page
    visit.find("Königrufen")
    visit.click(page.locator("#search-results h2 a").first)
    assert page.locator("h1 .dm").inner_text() == KOENIGRUFEN
    play = page.locator(".actions").get_by_role("link", name="Play", exact=True)
    assert play.bounding_box()["y"] < page.viewport_size["height"]
    visit.click(play)
    assert f"game={KOENIGRUFEN}" in page.url and visit.clicks <= 2


@at_both_widths
def test_a_mistake_is_reported_in_one_click_with_what_it_is_on(visit):
    page = visit.page
    visit.find("permesso")
    visit.click(page.locator("#search-results h2 a", has_text="Three-handed Permesso"))
    visit.click(page.get_by_role("link", name="Correct", exact=True))
    report = page.locator("#over pre.report").inner_text()
    assert f"{PERMESSO} " in report and "Version: " in report and visit.clicks <= 2


@at_both_widths
@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("Königrufen", "18.10"),
        ("konigrufn", "18.10"),
        ("Strohmandl", "15.22"),
        ("scarto", "8.35"),
        ("ottocnto", "11.14"),
        ("how to count points", "Count a pile"),
        ("PE", "PE 1787"),
        ("PE RI", "PE 1787"),
        ("Trappola", "Trappola"),
        ("oldest evidence in Bologna", "Evidence in time"),
        ("what beats what", "Trump orders"),
        ("first bidding", "Bidding"),
        ("a game for beginners", "A first game"),
        ("download CSV", "Data"),
        ("correct a mistake", "For contributors"),
    ],
)
def test_half_a_name_or_one_misspelt_is_suggested(visit, typed, first):
    page = visit.page
    page.keyboard.press("/")
    page.keyboard.type(typed)
    suggested = page.locator(".suggested:visible li")
    suggested.first.wait_for()
    page.wait_for_function(
        "first => document.querySelector('.suggested:not([hidden]) li').textContent.startsWith(first)", arg=first
    )
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: not url.endswith("/"))
    assert visit.clicks == 0


@at_both_widths
def test_cego_and_koenigrufen_are_told_apart_in_ten_lines_of_words(visit, computed):
    page = visit.page
    visit.way("Compare games")
    for typed, game in (("Cego", "17.4"), ("Königrufen", KOENIGRUFEN)):
        page.locator("#compare-add").fill(typed)
        page.locator("#compare-list li").first.wait_for()
        assert page.locator("#compare-list li").first.inner_text().startswith(f"{game} ")
        assert "," not in page.locator("#compare-list li").first.inner_text()  # the game, not one of its versions
        page.locator("#compare-add").press("Enter")
    lines = page.locator("#in-words .in-words li")
    lines.first.wait_for()
    titles = [computed.corpus.game(game).title for game in ("17.4", KOENIGRUFEN)]
    told = lines.all_inner_texts()
    assert 9 <= len(told) <= 10 and all(title in told[0] for title in titles)
    assert all(game in text for text in told for game in ("Cego", "Königrufen"))
    assert not any(title in text for text in told[1:] for title in titles)  # in full once
    words = page.locator("#in-words").bounding_box()
    rows = page.locator("table.comparison").first.bounding_box()
    assert words["y"] < rows["y"] and visit.clicks <= 3


@at_both_widths
def test_an_evening_is_kept_on_a_score_sheet(visit):
    page = visit.page
    visit.way("Count a pile")
    for hand, points in ((1, (12, -4, -4, -4)), (2, (-7.5, 2.5, 2.5, 2.5))):
        for player, n in enumerate(points, 1):
            page.get_by_label(f"Hand {hand}, points of player {player}").fill(str(n))
        visit.click(page.get_by_role("button", name="Next hand"))
    page.get_by_label("Name of player 1").fill("Ada")
    totals = [4.5, -1.5, -1.5, -1.5]
    for _ in range(2):  # it is still there when the page is opened again
        shown = page.locator(".score-sheet tfoot td").all_inner_texts()
        assert [float(t.replace("\u2212", "-")) for t in shown] == totals
        assert "Ada" in page.locator("#score-sheet-app [role=status]").inner_text()
        page.reload()
        page.locator(".score-sheet tfoot td").first.wait_for()


@at_both_widths
def test_a_touch_beside_a_dot_of_the_map_leads_to_its_place(visit):
    page = visit.page
    dot = page.locator('.atlas a[aria-label^="Spain"] circle')
    dot.scroll_into_view_if_needed()
    box = dot.bounding_box()
    page.mouse.click(box["x"] - 8, box["y"] + box["height"] / 2)
    page.wait_for_url("**/docs/places.html#place-spain")


@at_both_widths
def test_what_beats_what_in_bologna_today(visit, computed):
    visit.way("Trump orders")
    row = visit.page.locator("#orders-of-today tbody tr", has_text="Ottocento")
    assert row.count() == 1
    order = computed.orders[str(given(computed.ruleset(OTTOCENTO).rules.trump_order))]
    shown = row.locator("td").nth(1).inner_text()
    assert shown.startswith("Angel, World, Sun") and shown.count(",") + 1 == len([t for t in order.tiers if t])
    assert visit.clicks <= 1


@at_both_widths
def test_a_pile_is_counted_in_ottocento(visit, computed):
    page = visit.page
    visit.way("Count a pile")
    page.locator("#calculator select").select_option(OTTOCENTO)
    visit.clicks += 1
    visit.click(page.locator(".table-of-cards button[aria-label*='King']").first)
    king = page.locator(".table-of-cards button[aria-pressed=true]").get_attribute("aria-label")
    total = computed.count([king], OTTOCENTO).total
    assert page.locator("output.total").inner_text().startswith(f"{figure(total)} ") and visit.clicks <= 3
    page.get_by_label("For sets and sequences").fill("77")  # what they pay stands below, and is added
    assert page.locator("output.total").inner_text().startswith(f"{figure(total + 77)} ")
    assert page.locator(".besides li").count() > 3


@at_both_widths
def test_who_ranks_the_angel_above_the_world_is_told_piedmont_too(visit, computed):
    visit.way("Angel or World?")
    above = defaultdict(set)
    for r in computed.corpus.rulesets.values():
        order = computed.orders.get(str(given(r.rules.trump_order) or ""))
        at = {item.subject: n for n, tier in enumerate(order.tiers) for item in tier} if order else {}
        if r.kind == "main" and {"angel", "world"} <= at.keys() and at["angel"] < at["world"]:
            above[computed.corpus.game(r.game).tradition].add(r.game)
    shown = visit.page.locator("#angel table td:last-child .named").all_inner_texts()
    assert {game.split()[0] for game in shown if not game.endswith("*")} == set().union(*above.values())
    assert PERMESSO in above["piedmont-savoy"] and visit.clicks <= 2


@at_both_widths
def test_where_two_witnesses_of_permesso_differ(visit, computed):
    visit.find("permesso")
    visit.click(visit.page.locator("#search-results h2 a", has_text="Three-handed Permesso"))
    visit.click(visit.page.locator("#compare > summary"))
    visit.click(visit.page.locator("#compare").get_by_role("link", name="RI 1830"))
    visit.page.locator("table.comparison").first.wait_for()
    shown = visit.page.locator("table.comparison").first.locator("tbody tr:not(.group) th").all_inner_texts()
    rulesets = [computed.ruleset(id) for id in (PERMESSO, f"{PERMESSO}/RI-1830")]
    assert shown == [row.label for row in computed.comparison.rows(rulesets) if row.kind == "differs"]
    assert shown and visit.clicks <= 4


@at_both_widths
def test_the_oldest_sure_evidence_for_bologna(visit):
    visit.way("Evidence in time")
    visit.click(visit.page.locator('#first-place-bologna a[href*="history/"]:not([href*="?"])').first)
    places = tarotref.table("place_evidence").set_index("place")
    assert (
        visit.page.url.rpartition("#")[2].endswith(places.loc["bologna", "first_sure_evidence"]) and visit.clicks <= 3
    )


@at_both_widths
def test_one_fact_is_cited_by_one_witness(visit):
    visit.find("permesso")
    visit.click(visit.page.locator("#search-results h2 a", has_text="Three-handed Permesso"))
    visit.click(visit.page.locator("#readings > summary"))
    cell = visit.page.locator('[id="readings.RI-1830.bids.a-due"]')
    cell.hover()
    visit.click(cell.get_by_role("button"))
    told = visit.page.locator("#over .cite-text")
    visit.page.wait_for_function("/read on/.test(document.querySelector('#over .cite-text').textContent)")
    assert told.inner_text().startswith(tarotref.cite(f"{PERMESSO}/RI-1830#bids.a-due")) and visit.clicks <= 3


@at_both_widths
def test_the_first_bidding_has_one_date_in_its_table_and_on_its_map(visit):
    page = visit.page
    visit.click(page.locator('#ways-in a[href$="docs/features.html"]'))
    visit.click(page.locator("main").get_by_role("link", name="Bidding", exact=True))
    (first,) = tarotref.table("feature_evidence").query("feature == 'bidding' and value == 'true'")["year"].tolist()
    row = page.locator("#oldest-evidence tbody tr", has=page.get_by_text("yes", exact=True))
    assert str(first) in row.inner_text() and visit.clicks <= 2
    years = page.locator("#map path.shade-0[data-y]").evaluate_all("marks => marks.map(m => Number(m.dataset.y))")
    assert min(years) == first
    slider = page.locator("#map input[type=range]")
    assert not page.locator("#map svg[role=img] path[style*=hidden]").count()  # at the end of time all is shown
    shown = "document.querySelectorAll('#map path.shade-0[data-y]:not([style*=hidden])').length"
    for year, some in ((first - 8, False), (first + 7, True)):
        slider.evaluate("(e, year) => { e.value = year; e.dispatchEvent(new Event('input')); }", year)
        assert (page.evaluate(shown) > 0) == some, year


@at_both_widths
def test_all_tables_are_one_download_and_one_line(visit):
    page = visit.page
    visit.click(page.locator('#ways-in a[href$="docs/data.html"]'))
    line = page.locator("main pre code").first.inner_text()
    assert line.startswith("pandas.read_csv(") and page.request.get(line.split('"')[1]).ok
    with page.expect_download() as saved:
        visit.click(page.locator("main").get_by_role("link", name="tarotref-csv.zip"))
    assert saved.value.suggested_filename == "tarotref-csv.zip" and visit.clicks <= 2
    assert page.locator("td[data-file='rulesets.csv']").text_content().endswith(("kB", "MB"))
