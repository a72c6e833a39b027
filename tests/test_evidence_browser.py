"""All evidence in a browser: choices count what is left, a claim fits as one, the address keeps them; names on maps stay apart."""

from __future__ import annotations

import csv
import io
from itertools import combinations
from pathlib import Path

import pytest

from tarotref.computed.evidence import in_order
from tarotref.pages.drawings.evidence_line import line_of
from tarotref.pages.drawings.maps import evidence_map, map_of
from tarotref.sphinxext.choices import write_evidence
from tests.standalone import SIZES, lone_page, standalone  # noqa: F401  (a fixture)

pytestmark = pytest.mark.browser
STYLE = '<link rel="stylesheet" href="atlas.css"><link rel="stylesheet" href="evidence.css">'


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("evidence")


@pytest.fixture(scope="module")
def pieces(computed, folder) -> str:
    address = standalone(folder, computed, "evidence", "explore", "evidence-data.js", write_evidence)
    page = folder / "page.html"
    page.write_text(page.read_text(encoding="utf-8").replace("</head>", f"{STYLE}</head>"), encoding="utf-8")
    return address


def opened(page, address):
    page.goto(address)
    page.locator("#explore-app form").wait_for()


def shown(page) -> list[str]:
    return page.locator("#evidence-table tbody tr").evaluate_all("all => all.map(tr => tr.id)")


def having(computed, place=None, what=None, how=None):
    return [
        id
        for id, a in in_order(computed)
        if (place is None or a.place == place)
        and any(what in (None, claim.what) and how in (None, claim.certainty) for claim in a.shows)
    ]


def test_choices_count_what_is_left_and_stand_in_the_address(pieces, lone_page, computed):  # noqa: F811
    page = lone_page
    opened(page, pieces)
    assert shown(page) == [id for id, _ in in_order(computed)]
    assert page.locator(".result-count").inner_text() == f"{len(shown(page))} pieces of evidence"
    bologna = having(computed, "bologna")
    assert page.locator("select[name=place] option[value=bologna]").inner_text() == f"Bologna ({len(bologna)})"
    page.select_option("select[name=place]", "bologna")
    assert shown(page) == bologna
    page.select_option("select[name=certainty]", "sure")
    assert shown(page) == having(computed, "bologna", how="sure") != bologna
    assert page.locator(".result-count").inner_text().startswith(f"{len(shown(page))} of ")
    opened(page, page.url)
    assert "place=bologna" in page.url and shown(page) == having(computed, "bologna", how="sure")
    page.get_by_role("button", name="Clear").click()
    page.wait_for_function("location.search === ''")
    assert len(shown(page)) == len(list(in_order(computed)))


def test_a_claim_and_its_certainty_are_chosen_together(pieces, lone_page, computed):  # noqa: F811
    opened(lone_page, f"{pieces}?claim=played&certainty=doubtful")
    found = having(computed, what="played", how="doubtful")
    apart = set(having(computed, what="played")) & set(having(computed, how="doubtful"))
    assert shown(lone_page) == found and 0 < len(found) < len(apart)


def test_regions_hold_their_towns(pieces, lone_page, computed):  # noqa: F811
    opened(lone_page, f"{pieces}?region=sicily")
    places = computed.corpus.shared["places"]
    found = {a.place for id, a in in_order(computed) if id in set(shown(lone_page))}
    assert {"sicily", "palermo"} <= found and all(p == "sicily" or places[p].within == "sicily" for p in found)


def test_words_are_found_columns_sorted_and_the_csv_has_what_is_shown(pieces, lone_page, computed):  # noqa: F811
    page = lone_page
    opened(page, f"{pieces}?q=anghiari")
    assert shown(page) == ["florence-giusti-1440"]
    opened(page, f"{pieces}?place=ferrara")
    first = shown(page)
    page.get_by_role("button", name="When").click()
    page.get_by_role("button", name="When").click()
    assert shown(page) == first[::-1] and "sort=-when" in page.url
    page.get_by_role("button", name="What").click()
    assert sorted(shown(page)) == sorted(first) and shown(page) not in (first, first[::-1])
    with page.expect_download() as got:
        page.get_by_role("button", name="Save as CSV").click()
    text = got.value.path().read_bytes().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["id"] for row in rows] == shown(page)
    assert {row["Where"] for row in rows} <= {"Ferrara", "Ferrara (ours)"}


def test_the_address_of_a_piece_shows_its_row(pieces, lone_page):  # noqa: F811
    opened(lone_page, f"{pieces}#turin-viriglio-1900")
    lone_page.wait_for_function("scrollY > 2000")
    top = lone_page.locator("#turin-viriglio-1900").bounding_box()["y"]
    assert 0 <= top < SIZES[0][1]


def test_the_list_stands_without_scripts(pieces, chromium, computed):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(pieces)
    assert shown(page) == [id for id, _ in in_order(computed)]
    assert page.get_by_text("need scripts").is_visible()
    context.close()


@pytest.mark.parametrize("lone_page", SIZES, indirect=True)
@pytest.mark.parametrize("draw", ["evidence", "places", "line"])
def test_drawings_fit_and_their_names_stay_apart(folder, pieces, lone_page, computed, draw):  # noqa: F811
    drawn = {"evidence": lambda: evidence_map(computed, "x.html?place="), "places": lambda: map_of(computed)}
    html = drawn[draw]() if draw in drawn else line_of(computed, "history")
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="tarotref.css">'
    page = f'<!DOCTYPE html><html lang="en"><head>{head}{STYLE}</head><body class="layout-wide"><main class="body">{html}</main></body></html>'
    (folder / f"{draw}.html").write_text(page, encoding="utf-8")
    lone_page.goto((folder / f"{draw}.html").as_uri())
    wide, room = lone_page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room
    names = lone_page.evaluate(
        """() => [...document.querySelectorAll('svg text.name')].filter(t => getComputedStyle(t).display !== 'none').map(t => {
             const b = t.getBoundingClientRect(); return [t.textContent, b.x, b.y, b.right, b.bottom, parseFloat(getComputedStyle(t).fontSize)
               * (t.ownerSVGElement.getScreenCTM().a || 1)]; })"""
    )
    assert len(names) > (35 if draw != "line" else 15)
    assert min(size for *_, size in names) > 9.5
    if draw != "line":
        assert {"Bologna", "Vienna", "Rome", "Turin"} <= {name for name, *_ in names} or draw == "places"
    for (a, left, top, right, bottom, _), (b, x, y, x2, y2, _) in combinations(names, 2):
        # The box of a text has room above and below its letters.
        spare = (bottom - top) * 0.2
        assert not (left < x2 and x < right and top + spare < y2 - spare and y + spare < bottom - spare), (a, b)
