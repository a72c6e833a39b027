"""Evidence: in order of time, each piece in full once, drawn where its date allows, first ones as the tables have them."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import pytest

from tarotref.computed.corpus import ComputedCorpus
from tarotref.computed.evidence import bearing_on, in_order
from tarotref.corpus.reader import read
from tarotref.corpus.source_file import read_yaml
from tarotref.dates import bounds, century, in_time
from tarotref.dates import words as date_words
from tarotref.pages.drawings.evidence_line import START, at, laid_out, line_of, mark, rows_of
from tarotref.pages.drawings.maps import counts, evidence_map
from tarotref.pages.elements import text_of
from tarotref.pages.evidence import rows
from tarotref.pages.evidence_pages import page_of
from tarotref.pages.game import EVIDENCE, GamePage
from tarotref.pages.lists import VIEWS
from tarotref.pages.lists.evidence import PAGES, evidence_data
from tarotref.pages.tradition import TraditionPage
from tarotref.pages.wording import Labels
from tarotref.sphinxext.rendering import render
from tarotref.tables import TABLES
from tests import kit
from tests.standalone import html
from tests.test_indexes import refs
from tests.test_pages import elements


def id_of(element) -> str:
    return dict(element.attrs).get("id", "")


def made(computed, name, tag):
    return [found for part in VIEWS[name](computed) for found in elements(part, tag)]


def table(computed, name):
    return [dict(zip([c.name for c in TABLES[name].columns], row, strict=True)) for row in TABLES[name].rows(computed)]


@pytest.mark.parametrize(
    ("sooner", "later"),
    [
        ("14XX", "/1425"),
        ("/1425", "1428/1450"),
        ("1440-09-16", "1441?"),
        ("1442", "1442-02"),
        ("1442-02", "1442-02-11"),
        ("1499-12-31", "15XX"),
        ("15XX?", "1500/1550?"),
        ("1500/1550?", "1500"),
        ("1780/1781", "1780~"),
        ("147X/149X", "1470-05-01"),
        ("/2003", "2004"),
        ("2004", "/"),
    ],
)
def test_a_date_takes_its_place_in_time(sooner, later):
    assert in_time(sooner) <= in_time(later)
    assert sorted([sooner, later], key=in_time) == [sooner, later]


def test_dates_are_told_in_one_form():
    assert [
        date_words(date) for date in ("20XX", "17XX~", "175X/179X", "144X/146X", "17XX/18XX", "17XX/..", "1637/18XX")
    ] == [
        "21st century",
        "c. 18th century",
        "second half of the 18th century",
        "mid-15th century",
        "18th to 19th century",
        "from the 18th century",
        "1637 to the 19th century",
    ]


def test_a_date_without_beginning_stands_where_it_ends():
    assert in_time("/1425") == ((1425, 12, 31), 0) and in_time("1780/..") == in_time("1780")
    assert [century(date) for date in ("17XX", "1700", "/1799", "1800~")] == [18, 18, 18, 19]


def test_the_file_of_evidence_is_in_order_of_time(checkout):
    text = (checkout / "corpus/attestations.yaml").read_text(encoding="utf-8")
    dated = [(in_time(str(entry["dated"])), id) for id, entry in read_yaml("", text).data.items()]
    late = [f"{id} stands after {before}" for (a, before), (b, id) in pairwise(dated) if b < a]
    assert len(dated) > 600 and late == [], "make record puts them in order"


def test_the_script_moves_entries_and_changes_none(checkout):
    script = kit.script("record")
    text = (checkout / "corpus/attestations.yaml").read_text(encoding="utf-8")
    head, *entries = text.rstrip("\n").split("\n\n")
    assert script.in_order(text) == text
    entries[3], entries[300] = entries[300], entries[3]
    mixed = "\n\n".join([head, *entries]) + "\n"
    assert mixed != text and sorted(script.in_order(mixed).splitlines()) == sorted(text.splitlines())
    assert [*read_yaml("", script.in_order(mixed)).data] != [*read_yaml("", mixed).data]


def test_the_list_has_every_piece_once_in_order_of_time(computed):
    pieces = computed.corpus.shared["attestations"]
    rows = [row for body in made(computed, "evidence", "tbody") for row in elements(body, "tr")]
    assert [id_of(row) for row in rows] == [id for id, _ in in_order(computed)]
    assert sorted(map(id_of, rows)) == sorted(pieces)
    years = [next(year for year in bounds(pieces[id_of(row)].dated) if year) for row in rows]
    assert years == sorted(years) and len(set(years)) > 200
    assert [piece["id"] for piece in evidence_data(computed)["games"]] == [id_of(row) for row in rows]


def test_a_row_says_how_sure_each_claim_is(computed):
    labels = GamePage(computed, "8.13").labels
    words = {how: labels.term("certainty", how) for how in computed.corpus.vocabulary["certainty"]}
    seen = set()
    for row in (row for body in made(computed, "evidence", "tbody") for row in elements(body, "tr")):
        claims = computed.corpus.shared["attestations"][id_of(row)].shows
        told = [text_of(span) for span in elements(row, "span") if "surety" in dict(span.attrs).get("class", "")]
        assert sorted(set(told)) == sorted({words[claim.certainty] for claim in claims} - {words["sure"]}), id_of(row)
        seen |= set(told)
    assert seen == {*words.values()} - {words["sure"]}


def test_each_piece_is_in_full_once_on_the_page_of_its_century(computed, checkout):
    found = {}
    for name in PAGES:
        assert f"{{view}} evidence-{name}\n" in (checkout / f"docs/history/{name}.md").read_text(encoding="utf-8")
        assert f"history/{name}\n" in (checkout / "docs/history.md").read_text(encoding="utf-8")
        for piece in made(computed, f"evidence-{name}", "article"):
            assert id_of(piece) not in found
            found[id_of(piece)] = piece
            assert piece.target[:2] == ("attestation", id_of(piece))
            assert page_of(computed.corpus.shared["attestations"][id_of(piece)].dated) == name
    assert found.keys() == computed.corpus.shared["attestations"].keys()
    for id, piece in found.items():
        a = computed.corpus.shared["attestations"][id]
        claims = [item for items in elements(piece, "ul") for item in elements(items, "li")]
        assert [id_of(claim) for claim in claims] == [f"{id}.{n + 1}" for n in range(len(a.shows))]
        cited = set(refs(piece, "source"))
        assert {key for key in a.source if key in computed.corpus.bibliography} <= cited and set(a.first_in) <= cited
        assert set(refs(piece)) >= set(a.games) and set(refs(piece, "tradition")) >= set(a.traditions)
        for claim, item in zip(a.shows, claims, strict=True):
            for who in filter(None, (claim.by, claim.against)):
                assert who == "tarotref" or who.split()[0] in refs(item, "source"), id


@pytest.mark.parametrize(("view", "kind"), [("first-of-traditions", "tradition"), ("first-of-places", "place")])
def test_the_first_evidence_is_that_of_the_tables(computed, view, kind):
    tag = "tr" if kind == "tradition" else "li"
    shown = {id_of(item): item for item in made(computed, view, tag) if id_of(item)}
    rows = table(computed, f"{kind}_evidence")
    assert shown.keys() == {f"first-{kind}-{row[kind]}" for row in rows} and len(rows) > 15
    for row in rows:
        item = shown[f"first-{kind}-{row[kind]}"]
        expected = [row["first_sure_evidence"]]
        if row["first_evidence"] != row["first_sure_evidence"]:
            expected.append(row["first_evidence"])
            assert text_of(item).count(row["first_certainty"]), row
        assert refs(item, "attestation") == [id for id in expected if id]
        link = next(a for a in elements(item, "a"))
        assert text_of(link).split()[0] == str(row["attestations"])
        assert dict(link.attrs)["href"] == f"history/all.html?{kind}={row[kind]}"


@pytest.mark.parametrize("page", ["history", "history/all", *(f"history/{name}" for name in PAGES)])
def test_no_two_things_on_a_page_have_one_address(computed, checkout, page):
    text = (checkout / f"docs/{page}.md").read_text(encoding="utf-8")
    html_of = "".join(html(render(VIEWS[name](computed))) for name in re.findall(r"{view} (\S+)", text))
    ids = [*re.findall(r'\bid="([^"]+)"', html_of), *re.findall(r"^\((\S+)\)=$", text, re.MULTILINE)]
    assert ids and sorted(ids) == sorted(set(ids))
    # What stands around every page.
    assert not set(ids) & {"main", "menu", "shade", "contents", "cite-this-page", "correct-this-page", "explore-form"}


def test_the_oldest_sure_evidence_of_bologna_is_on_the_page_of_evidence(computed, checkout):
    assert "{view} first-of-places\n" in (checkout / "docs/history.md").read_text(encoding="utf-8")
    item = next(item for item in made(computed, "first-of-places", "li") if id_of(item) == "first-place-bologna")
    first = computed.corpus.shared["attestations"][refs(item, "attestation")[0]]
    sure = [
        bounds(a.dated)[1]
        for a in computed.corpus.shared["attestations"].values()
        if a.place == "bologna" and any(claim.certainty == "sure" for claim in a.shows)
    ]
    assert bounds(first.dated)[1] == min(year for year in sure if year)


def test_every_mark_on_the_line_leads_to_its_piece(computed):
    drawn = line_of(computed, "history")
    leads = re.findall(
        r'<a(?: class="(\w+)")? href="history/([\w-]+)\.html#([^"]+)"[^>]*>(<\w+ [^>]*>)<title>(.*?)</title>', drawn
    )
    pieces = computed.corpus.shared["attestations"]
    assert sorted(id for _, _, id, _, _ in leads) == sorted(
        id for id, a in pieces.items() for _ in a.traditions or ("none",)
    )
    for certainty, page, id, shape, words in leads:
        assert page == page_of(pieces[id].dated)
        assert (certainty or "sure") in {claim.certainty for claim in pieces[id].shows}
        begins = unescape(words).removesuffix(" …").partition(": ")[2]
        assert begins and pieces[id].title.startswith(begins)
        exact = bounds(pieces[id].dated)[0] == bounds(pieces[id].dated)[1] and not re.search("[X~?%]", pieces[id].dated)
        assert not exact or shape.startswith("<circle"), id
        assert not re.search("[X~?%]|^/|/$", pieces[id].dated) or 'class="' in shape, id


@pytest.mark.parametrize(
    ("date", "form", "first", "last"),
    [
        ("1442", "", 1442, 1443),
        ("1662/1663", "", 1662, 1664),
        ("1428/1450", "between", 1428, 1451),
        ("17XX", "vague", 1700, 1800),
        ("189X", "vague", 1890, 1900),
    ],
)
def test_a_vague_date_is_a_band_as_wide_as_what_it_allows(date, form, first, last):
    made = mark(date, "", "", "sure")
    assert (made.form, made.first, made.last) == (form, pytest.approx(at(first)), pytest.approx(at(last)))


def test_a_date_that_is_about_or_open_fades_over_the_years_around():
    about, until, since = (mark(date, "", "", "sure") for date in ("1750~", "/1499", "1780/.."))
    assert about.form == "vague" and about.first < at(1750) < about.last
    assert until.form == "until" and START < 1499 and until.first < until.last == at(1499)
    assert since.form == "since" and at(1780) == since.first < since.last


def test_marks_in_a_lane_do_not_touch(computed):
    for marks in rows_of(computed, "history").values():
        lanes = laid_out(marks)
        assert sorted(one for lane in lanes for one in lane) == sorted(marks)
        for lane in lanes:
            assert all(a.last <= b.first for a, b in pairwise(lane) if a.form and b.form)


def test_the_map_has_every_place_with_evidence(computed):
    leads = set(
        re.findall(r'href="history/all\.html\?place=([^"]+)"', evidence_map(computed, "history/all.html?place="))
    )
    assert leads == {id for id, (_, evidence) in counts(computed).items() if evidence}
    chosen = next(facet for facet in evidence_data(computed)["facets"] if facet["name"] == "place")
    assert leads == {value for value, _ in chosen["values"]}


@pytest.mark.parametrize(
    ("game", "piece", "of", "bears"),
    [
        ("8.28", "chambery-1902", "players", True),
        ("8.29", "chambery-1902", "players", False),
        ("8.32", "chambery-1902", "chambery-62", True),
        ("8.29", "chambery-1902", "chambery-62", False),
        ("8.13", "turin-pe-1787", "bidding", True),
        ("8.2", "turin-pe-1787", "bidding", False),
    ],
)
def test_the_page_of_a_game_has_of_a_piece_what_bears_on_the_game(computed, game, piece, of, bears):
    found = bearing_on(computed, game, computed.corpus.shared["attestations"][piece])
    assert (of in {claim.of for claim in found}) is bears and found


def test_games_and_families_name_their_evidence(computed):
    pieces = dict(in_order(computed))
    told = 0
    for id in computed.corpus.games:
        found = [target for part in GamePage(computed, id).after(EVIDENCE) for target in refs(part, "attestation")]
        assert found == [one for one, a in pieces.items() if id in a.games]
        told += len(found)
    assert told == len({(row["attestation"], row["game"]) for row in table(computed, "attestation_games")}) > 400
    for id in computed.corpus.traditions:
        found = [
            target for part in TraditionPage(computed, id).after("Evidence") for target in refs(part, "attestation")
        ]
        assert found == [one for one, a in pieces.items() if id in a.traditions]


def test_a_games_page_has_of_a_book_what_can_be_of_the_game_with_its_limits(tmp_path):
    shows = """[{what: feature, of: players, value: 3;4, certainty: sure}, {what: feature, of: players, value: 6, certainty: sure},
      {what: feature, of: bidding, value: yes, certainty: sure, text: But seldom.}, {what: trump-order, of: piedmont, certainty: sure}]"""
    change = ("attestations.yaml", "shows: [{what: pack, of: tarot-78-italian}]", f"games: ['8.13'], shows: {shows}")
    labels = Labels(ComputedCorpus(read(kit.make(tmp_path, change=change))))
    (row,) = rows(labels, ["a-pack"], "8.13")
    told = text_of(row)
    assert "3 or 4 players" in told and "6 players" not in told
    assert "bidding (But seldom.)" in told and "the trump order " in told
    assert "6 players" in text_of(rows(labels, ["a-pack"])[0])
