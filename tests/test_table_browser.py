"""The table in a browser: whole hands by clicks, by the package's own rules, and what is shown of them."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from tarotref.cli.seat import Seat
from tarotref.sphinxext.table_files import there
from tests.browsing import WIDTHS

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not there(), reason="no Python for browsers; `make table` brings it in"),
]
GAMES = [
    ("2.1", 3), ("3.1", 3), ("4.1", 3), ("4.6", 3), ("6.3", 3), ("8.6", 2), ("8.13", 3), ("9.13", 4), ("9.17", 5), ("9.22", 2),
    ("11.14", 4), ("12.1", 4), ("14.1", 3), ("15.2", 7), ("17.3", 3), ("18.8", 4), ("18.10", 4), ("19.9", 4), ("20.3", 4), ("20.4", 4),
]  # fmt: skip
HANDS = 1000
READY = 240_000


def sat_down(page, server: str, query: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server}/docs/table.html?{query}")
    page.locator("#table-app .hand .mine").first.wait_for(timeout=READY)


def play_on(page) -> str:
    """Play a hand to its end, the first thing that is offered each time; return the acts as the address has them."""
    app = page.locator("#table-app")
    for _ in range(200):
        if app.locator(".end").is_visible():
            break
        before = page.url
        offered = app.locator(".choices button, .hand .mine.may")
        offered.first.click()
        page.wait_for_function("before => location.href != before", arg=before, timeout=READY)
    return unquote(urlsplit(page.url).fragment).removeprefix("acts=").replace(";", ", ").replace("_", " ")


def test_whole_hands_by_clicks_come_to_what_the_package_says(page, server):
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server}/docs/table.html")
    for game, players in GAMES:
        if not page.locator("#table-app .which").is_visible():
            page.get_by_role("button", name="Another game").click()
        page.locator("#table-app [name=game]").select_option(game)
        page.locator("#table-app [name=players]").select_option(str(players))
        page.locator("#table-app .which button").click()
        page.wait_for_function(
            "game => new URLSearchParams(location.search).get('game') === game", arg=game, timeout=READY
        )
        acts = play_on(page)
        (seed,) = parse_qs(urlsplit(page.url).query)["seed"]
        here = Seat(game, players, int(seed), acts=acts)
        assert here.state.over and not here.broken
        told = here.look()["result"]
        shown = page.locator("#table-app .end tbody tr").all_inner_texts()
        assert [row.split("\t") for row in shown] == told["rows"], game
    assert page.failures == []


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_a_card_that_may_not_be_played_says_why_and_nothing_is_read_sideways(page, server):
    sat_down(page, server, "game=8.13&players=3&seed=1")
    app = page.locator("#table-app")
    for _ in range(60):
        if app.locator(".hand .mine.not").count() and app.locator(".status").inner_text().startswith("Trick"):
            break
        before = page.url
        app.locator(".choices button, .hand .mine.may").first.click()
        page.wait_for_function("before => location.href != before", arg=before, timeout=READY)
    card = app.locator(".hand .mine.not").first
    assert card.get_attribute("aria-disabled") == "true"
    card.focus()
    before = page.url
    page.keyboard.press("Enter")
    page.wait_for_function("!document.querySelector('#table-app .status').textContent.startsWith('Trick')")
    assert page.url == before and len(app.locator(".status").inner_text()) > 20
    wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room and page.failures == []


def test_a_whole_hand_is_played_and_heard_by_the_keyboard_alone(page, server):
    """Focus goes on to what may be done next, and each trick is told in words, card by card, to those who do not see it."""
    sat_down(page, server, "game=8.13&players=3&seed=7")
    app, heard = page.locator("#table-app"), []
    app.locator(".choices button, .hand .mine.may").first.focus()
    while not app.locator(".end").is_visible():
        before = page.url
        page.keyboard.press("Enter")
        page.wait_for_function("before => location.href !== before", arg=before, timeout=READY)
        heard.append(app.locator(".status").text_content())
    for n in range(1, 26):
        (told,) = {one.partition(f"Trick {n} to ")[2].partition(".")[0] for one in heard if f"Trick {n} to " in one}
        assert told.count(",") == 2 and "you " in told
    page.keyboard.press("Enter")
    app.locator(".end").wait_for(state="hidden")
    assert "hand 2" in app.locator(".score").text_content() and page.failures == []


def test_a_link_leads_to_the_hand_as_it_stood_and_an_act_is_taken_back(page, server):
    sat_down(page, server, "game=18.10&players=4&seed=7")
    first = page.url
    page.get_by_role("button", name="Pass", exact=True).click()
    page.wait_for_function("before => location.href != before", arg=first)
    seen = page.locator("#table-app .choices").inner_text()
    sat_down(page, server, page.url.partition("?")[2])
    assert page.locator("#table-app .choices").inner_text() == seen
    page.get_by_role("button", name="Take back").click()
    page.wait_for_function("!location.hash.includes('acts')")
    page.get_by_role("button", name="Pass", exact=True).wait_for()


def test_from_a_folder_of_files_the_page_says_how_to_serve_it(page, address):
    page.goto(f"{address}/docs/table.html?game=8.13")
    page.get_by_text("make serve").wait_for(timeout=READY)


def test_a_thousand_hands_leave_the_memory_as_it_is(page, server):
    page.goto(f"{server}/docs/table.html")
    early, late = page.evaluate(
        """async hands => {
            const worker = new Worker('../_static/table/worker.js', { type: 'module' });
            let calls = 0;
            const call = (name, ...args) => new Promise((done, failed) => {
                const id = (calls += 1);
                const hear = ({ data }) => {
                    if (data.id !== id) return;
                    worker.removeEventListener('message', hear);
                    if (data.error) failed(new Error(data.error)); else done(data.answer);
                };
                worker.addEventListener('message', hear);
                worker.postMessage({ id, call: name, args });
            });
            await call('sit', '8.13', 3, 1, 0, '', null);
            let early = 0;
            for (let n = 1; n <= hands; n += 1) {
                await call('play_out');
                await call('look', 1, false);
                await call('next_hand');
                if (n === hands / 4) early = await call('memory');
            }
            const late = await call('memory');
            worker.terminate();
            return [early, late];
        }""",
        HANDS,
    )
    assert early > 0 and late <= 1.1 * early


def test_one_steps_back_takes_over_and_opens_a_saved_hand(page, server, tmp_path):
    sat_down(page, server, "game=18.10&hand=page")
    app = page.locator("#table-app")
    app.get_by_role("button", name="To where the hand stands").click()
    app.locator(".end").wait_for()
    app.get_by_role("button", name="To the deal").click()
    app.locator(".hand .mine").first.wait_for()
    for _ in range(12):
        app.get_by_role("button", name="One act on").click()
    page.wait_for_function("document.querySelector('#table-app output').textContent.startsWith('12 of')", timeout=READY)
    moment = app.locator("output").inner_text()
    app.locator(".sit-there").select_option(index=2)
    page.wait_for_function("before => document.querySelector('#table-app output').textContent !== before", arg=moment)
    with page.expect_download() as saved:
        app.get_by_role("button", name="Save the hand").click()
    file = tmp_path / "hand.json"
    saved.value.save_as(file)
    before = app.locator(".plate").inner_text(), app.locator("output").inner_text()
    app.get_by_role("button", name="Play it out for me").click()
    app.locator(".end").wait_for()
    app.locator("input[type=file]").set_input_files(file)
    app.locator(".end").wait_for(state="hidden")
    assert (app.locator(".plate").inner_text(), app.locator("output").inner_text()) == before
    assert page.failures == []
