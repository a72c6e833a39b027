"""The list of all games in a browser: choices count what is left, text is forgiven, the address and the CSV say what is shown."""

from __future__ import annotations

import csv
import io

import pytest

from tarotref.computed.regions import centuries, region
from tarotref.sphinxext.choices import write_explored
from tests.standalone import SIZES, lone_page, standalone  # noqa: F401  (a fixture)

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def games(computed, tmp_path_factory) -> str:
    return standalone(
        tmp_path_factory.mktemp("explore"), computed, "explore", "explore", "explore-data.js", write_explored
    )


@pytest.fixture
def page(lone_page):  # noqa: F811
    return lone_page


def shown(page) -> list[str]:
    return page.locator("#games-table tbody tr[data-game]").evaluate_all("all => all.map(tr => tr.dataset.game)")


def opened(page, address):
    page.goto(address)
    page.locator("#explore-app form").wait_for()


def test_one_row_a_game_and_its_rulesets_unfold(games, page, computed):
    opened(page, games)
    assert shown(page) == list(dict.fromkeys(r.game for r in computed.corpus.rulesets.values()))
    others = len(computed.corpus.of_game("8.13")) - 1
    assert others > 0
    button = page.locator("tr[data-game='8.13'] .unfold")
    assert button.get_attribute("aria-expanded") == "false"
    button.press("Enter")
    assert page.locator("#games-table tr.other").count() == others
    page.locator("tr[data-game='8.13'] .unfold").press("Enter")
    assert page.locator("#games-table tr.other").count() == 0
    page.get_by_label("Unfold all games").check()
    assert page.locator("#games-table tbody tr").count() == len(computed.corpus.rulesets)
    assert "all=1" in page.url


def having(computed, players, century=None, place=None):
    """Games of which some ruleset is for so many, played in a century, in a region."""
    found = {
        r.game
        for r in computed.corpus.rulesets.values()
        if isinstance(r.rules.players, tuple) and players in r.rules.players
    }
    if century:
        found = {g for g in found if century in (centuries(computed.corpus.game(g).played) or ())}
    if place:
        found = {g for g in found if place in {region(computed, p) for p in computed.corpus.game(g).places}}
    return found


def test_choices_count_what_is_left_after_the_others(games, page, computed):
    opened(page, games)
    option = page.locator("select[name=players] option[value='4']")
    assert option.inner_text() == f"4 ({len(having(computed, 4))})"
    page.select_option("select[name=era]", "XVIII")
    both = having(computed, 4, 18)
    assert 0 < len(both) < len(having(computed, 4))
    assert option.inner_text() == f"4 ({len(both)})"
    page.select_option("select[name=players]", "4")
    assert set(shown(page)) == both
    value = page.locator("select[name=region] option:not([disabled]):not([value=''])").first.get_attribute("value")
    page.select_option("select[name=region]", value)
    assert set(shown(page)) == having(computed, 4, 18, value) != set()
    assert all(part in page.url for part in ("players=4", "era=XVIII", f"region={value}"))
    opened(page, page.url)
    assert set(shown(page)) == having(computed, 4, 18, value)
    page.get_by_role("button", name="Clear").click()
    page.wait_for_function("location.search === ''")
    assert len(shown(page)) == len({r.game for r in computed.corpus.rulesets.values()})


def test_the_top_trump_can_be_chosen(games, page, computed):
    opened(page, f"{games}?top_trump=XX")
    found = set(shown(page))
    assert found == {r.game for r in computed.corpus.rulesets.values() if computed.figures(r).top == "XX"} != set()


@pytest.mark.parametrize(
    ("said", "game"),
    [("lhombre", "l'Hombre"), ("l’hombre", "l'Hombre"), ("konigrufen", "Königrufen"), ("DM8.13", "Permesso")],
)
def test_free_text_forgives_accents_and_apostrophes(games, page, computed, said, game):
    opened(page, games)
    page.fill("input[name=q]", said)
    titles = {id: record.facts.title.replace("’", "'") for id, record in computed.corpus.games.items()}
    found = shown(page)
    assert any(game in titles[id] for id in found)
    if game != "Permesso":
        assert {id for id, title in titles.items() if game in title} & {
            r.game for r in computed.corpus.rulesets.values()
        } <= set(found)


def test_columns_are_chosen_and_sorted(games, page, computed):
    opened(page, f"{games}?cols=pack_cards,direction&sort=-pack_cards")
    assert page.locator("#games-table thead th").count() == 3
    cards = [int(t) for t in page.locator("#games-table tbody td:nth-child(2)").all_inner_texts() if t.isdigit()]
    assert cards == sorted(cards, reverse=True) and len(set(cards)) > 3
    page.get_by_text("Columns", exact=True).click()
    page.locator(".columns input[value=suits]").check()
    assert page.locator("#games-table thead th").count() == 4
    assert "cols=pack_cards,direction,suits" in page.url


def test_the_csv_has_what_is_shown(games, page, computed):
    opened(page, f"{games}?players=2&cols=players,pack,top_trump&all=1")
    with page.expect_download() as got:
        page.get_by_role("button", name="Save as CSV").click()
    text = got.value.path().read_bytes().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert len(rows) == page.locator("#games-table tbody tr").count() > 5
    assert list(rows[0]) == ["id", "game", "ruleset", "Players", "Pack", "Top trump"]
    table = page.locator("#games-table tbody tr").evaluate_all(
        "all => all.map(tr => Array.from(tr.cells).slice(1).map(td => td.textContent))"
    )
    assert [list(row.values())[3:] for row in rows] == table
    assert all(row["id"].startswith(("DM", "C", "R")) for row in rows)


@pytest.mark.parametrize("lone_page", SIZES, indirect=True)
def test_nothing_is_wider_than_the_screen(games, lone_page):  # noqa: F811
    opened(lone_page, games)
    lone_page.evaluate("document.querySelector('#games-table').style.overflow = 'hidden'")
    wide, room = lone_page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room or room > 1000  # the site's frame for wide tables is not on this page


def test_the_table_stands_without_scripts(games, chromium, computed):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(games)
    assert page.locator("#games-table tbody tr").count() == sum(
        r.key == "main" for r in computed.corpus.rulesets.values()
    )
    assert page.get_by_text("need scripts").is_visible()
    context.close()
