"""The real site as built: whole, linked, the same data as the tables. One build serves all; no test changes it (`tests/sites.py`)."""

from __future__ import annotations

import json
import re
import zlib
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tarotref import release
from tarotref.computed.columns import FEATURES, cell
from tarotref.pages.lists import EACH
from tarotref.sphinxext.named import Named
from tarotref.sphinxext.search_index import part
from tarotref.tables import citations
from tests.reference_managers import coins, embedded
from tests.sites import TEMPLATES, Html

CHECKOUT = Path(__file__).parent.parent


def test_every_game_has_a_page_and_an_entry_in_the_inventory(site, computed):
    inventory = zlib.decompress((site / "build/site/objects.inv").read_bytes().split(b"zlib.\n", 1)[1]).decode()
    entries = {tuple(line.split(" ", 2)[:2]) for line in inventory.splitlines()}
    for id, record in computed.corpus.games.items():
        assert (site / "build/site" / record.source.path.replace(".md", ".html")).exists()
        assert (id, "tarot:game") in entries
    for kind, shelf in (
        ("pack", "packs"),
        ("order", "trump-orders"),
        ("place", "places"),
        ("term", "glossary"),
        ("attestation", "attestations"),
    ):
        assert {(id, f"tarot:{kind}") for id in computed.corpus.shared[shelf]} <= entries
    assert {(key, "tarot:source") for key in computed.corpus.bibliography} <= entries


def test_no_link_within_the_site_is_broken(site):
    base = site / "build/site"
    ids: dict[Path, set[str]] = {}
    for page in base.rglob("*.html"):
        text = Html(page)
        for link in re.findall(r'(?:href|src|data-facts)="([^"]+)"', text):
            if re.match(r"(https?:|mailto:|#|data:)", link):
                continue
            path, _, fragment = link.partition("#")
            target = (page.parent / path.partition("?")[0]).resolve()
            assert target.exists(), f"{page.relative_to(base)} links to {link}"
            if fragment and target.suffix == ".html":
                if target not in ids:
                    ids[target] = set(re.findall(r'\bid="([^"]+)"', Html(target)))
                assert fragment in ids[target], f"{page.relative_to(base)} links to {link}"


def test_pages_show_what_the_tables_hold(site, computed):
    """Figures and truth values of each game's page are those of the table of rulesets, and the table has them all."""
    words = {True: "yes", False: "no"}
    seen = 0
    for id, game in computed.corpus.games.items():
        page = site / "build/site" / game.source.path.replace(".md", ".html")
        text = Html(page)
        shown = dict(re.findall(r'<tr id="rules\.([^"]+)"><th[^>]*>.*?</th><td[^>]*>(.*?)</td>', text))
        main = computed.ruleset(id)
        for name in FEATURES.keys() - {"hand"}:  # cards held in play are reckoned from those dealt
            c = cell(name, main, computed.figures(main))
            told = re.sub(r"<sup>.*?</sup>|<[^>]+>", "", shown.get(".".join(c.path), ""))
            if c.value is not None and (told.isdecimal() or told in words.values()):
                assert told == (words[c.value] if isinstance(c.value, bool) else str(c.value)), (id, name)
                seen += 1
    assert seen > len(computed.corpus.games)
    csv = (site / "build/site/data/rulesets.csv").read_text(encoding="utf-8").splitlines()
    assert len(csv) == len(computed.corpus.rulesets) + 1
    game = json.loads((site / "build/site/api/v1/games/DM8.13.json").read_text(encoding="utf-8"))
    assert {r["id"] for r in game["rulesets"]} == {f"DM{r.id}" for r in computed.corpus.of_game("8.13")}


@pytest.mark.parametrize("kind", EACH)
def test_each_thing_has_a_page_of_its_own_and_a_row_where_it_stood(site, computed, kind):
    each, base = EACH[kind], site / "build/site"
    listed = Html(base / f"{each.listed}.html")
    for id in computed.corpus.shared[each.shelf]:
        text = Html(base / f"{each.folder}/{id}.html")
        row = re.search(rf'<th[^>]* id="{kind}-{id}"[^>]*><a[^>]* href="([^"]+)"', listed)
        assert row and row[1] == f"{each.folder.removeprefix('docs/')}/{id}.html"
        assert f'written in <code class="path">corpus/{each.shelf}.yaml</code>' in text
        data = re.search(r'<a class="edit" href="([^"]+)">Data of this page', text)
        assert data and (base / each.folder / data[1]).resolve().is_file()
        assert f"{{tarotref-{kind}-{id}," in text and 'aria-label="You are here"' in text
    assert len(list((base / each.folder).glob("*.html"))) == len(computed.corpus.shared[each.shelf])
    # What names a thing leads to its page: a game to its order and its pack.
    game = Html(base / f"{PERMESSO}.html")
    assert f'href="../../{each.folder}/' in game
    title = {"order": "Viéville", "pack": "Bierdimpfl"}[kind]
    page = {"order": "docs/orders/vieville.html", "pack": "docs/packs/munich-103-bierdimpfl.html"}[kind]
    assert (page, "") in found(site, title.lower().replace("é", "e"))
    assert not [anchor for word in ("pairs", "games") for p, anchor in found(site, word) if p == page and anchor]


def test_every_record_links_its_data(site):
    links = {}
    for page in (site / "build/site/corpus").rglob("*.html"):
        found = re.search(r'<a class="edit" href="([^"]+)">Data of this page', Html(page))
        links[page.name] = (page.parent / found[1]).resolve()
    assert len(links) > 270 and all(file.is_file() for file in links.values())
    assert (
        links["08.13-three-handed-permesso.html"].name == "DM8.13.json"
        and links["bologna.html"].parent.name == "traditions"
    )


def head(page: Path) -> str:
    """Return the head of a page."""
    return Html(page).partition("</head>")[0]


def linked(page: Path) -> dict[str, Any]:
    """Return the data of schema.org in a page."""
    (found,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', head(page), re.S)
    return json.loads(found)  # type: ignore[no-any-return]


def test_every_page_says_what_it_is(site):
    """One viewport, a title, a description of its own length, OpenGraph and data of schema.org that say the same."""
    base = site / "build/site"
    for page in sorted(base.rglob("*.html")):
        name, text = page.relative_to(base).as_posix(), head(page)
        assert text.count('name="viewport"') == 1, name
        if name in TEMPLATES:
            assert 'content="noindex"' in text, name
            continue
        (told,) = re.findall(r'<meta name="description" content="([^"]*)">', text)
        (shared,) = re.findall(r'<meta property="og:description" content="([^"]*)">', text)
        (title,) = re.findall(r'<meta property="og:title" content="([^"]*)">', text)
        assert 40 <= len(unescape(told)) <= 220 and told == shared, (name, told)
        assert re.sub(" – tarotref$", "", re.findall("<title>(.*?)</title>", text)[0]) == title, name
        assert linked(page)["description"] == unescape(told), name


def test_a_game_tells_programs_who_attests_it(site, computed):
    for id, record in computed.corpus.games.items():
        facts, told = record.facts, linked(site / "build/site" / record.source.path.replace(".md", ".html"))
        assert (told["@type"], told["name"]) == ("Game", facts.title)
        works = {w["name"] for w in told["citation"]}
        assert works == {
            computed.corpus.bibliography[k].title for k in (*facts.witnesses, *facts.readings, *facts.source)
        }
        players = computed.ruleset(id).rules.players
        if isinstance(players, tuple):
            span = told["numberOfPlayers"]
            assert (span["minValue"], span["maxValue"]) == (min(players), max(players)), id
    whole = linked(site / "build/site/index.html")
    assert whole["@type"] == "Dataset"
    for file in whole["distribution"]:
        assert (site / "build/site" / file["contentUrl"].removeprefix(release.SITE).lstrip("/")).is_file()


def test_nothing_in_a_head_holds_up_what_is_shown(site):
    """Style sheets apart: scripts of files wait until the page is there; those within it are small."""
    base = site / "build/site"
    for page in base.rglob("*.html"):
        for attributes, body in re.findall(r"<script\b([^>]*)>(.*?)</script>", Html(page), re.S):
            waits = " defer" in attributes or "json" in attributes  # data hold up nothing
            assert waits or ("src=" not in attributes and len(body) < 600), (page.relative_to(base), attributes)


def test_a_game_page_is_no_larger_than_it_need_be(site):
    """Under 250 KB; with the style sheets and scripts that it names, without the fonts that all pages share, under 310 KB."""
    base = site / "build/site"
    for page in (base / "corpus/games").glob("*.html"):
        own = re.findall(r'<(?:script|link rel="stylesheet")[^>]*(?:src|href)="([^"?]+)', head(page))
        size = page.stat().st_size + sum((page.parent / name).stat().st_size for name in own)
        assert page.stat().st_size < 250_000 and len(own) >= 3 and size < 330_000, (page.name, size)


def test_no_page_is_over_250_kb(site):
    large = [(p.name, p.stat().st_size) for p in (site / "build/site").rglob("*.html") if p.stat().st_size >= 250_000]
    assert large == []


def test_no_heading_stands_over_nothing(site):
    """Under a heading of a record there are words."""
    for page in (site / "build/site/corpus").rglob("*.html"):
        text = Html(page)
        for title, rest in re.findall(r"<h2>([^<]+)<.*?</h2>(.*?)(?=<h2>|</main>)", text, re.S):
            assert re.sub(r"<[^>]+>", "", rest).strip(), (page.name, title)


def test_no_tag_says_a_thing_twice(site):
    for page in (site / "build/site").rglob("*.html"):
        for tag in set(re.findall(r"<[a-z][^<>]* data-label=[^<>]*>", Html(page))):
            names = re.findall(r' ([a-z-]+)="', re.sub(r'"[^"]*"', '""', tag))
            assert len(names) == len(set(names)), (page.name, tag)


def foot(page: Path) -> str:
    """Return how to correct a page, as it stands at its foot."""
    (told,) = re.findall(r'<details class="correct".*?</details>', Html(page), re.S)
    return unescape(told)


def test_every_page_says_where_it_is_corrected(site):
    """The files that it names are there, and the guide for contributors is one click away."""
    base = site / "build/site"
    for page in base.rglob("*.html"):
        name, told = page.relative_to(base).as_posix(), foot(page)
        named = re.findall(r'<code class="path">(.*?)</code>', told)
        assert all((CHECKOUT / path).exists() for path in named), (name, named)
        assert bool(named) == (name not in TEMPLATES), name
        if name.startswith("corpus/"):
            assert named == [name.replace(".html", ".md")]
        assert "docs/contribute.html" in told or "contribute.html" in told or name == "docs/contribute.html", name
    assert "Copy a record that resembles yours" in Html(base / "CONTRIBUTING.html")
    assert 'href="../CONTRIBUTING.html"' in Html(base / "docs/contribute.html")


def test_reference_managers_make_a_citation_of_every_page(site):
    """Read by the rules of Zotero's translators, every page is a part of the whole with its own title, the date and the version."""
    base = site / "build/site"
    same = {"publicationTitle": citations.TITLE, "date": release.DATE, "institution": citations.AUTHORS}
    same = {name: value for name, value in same.items() if value}
    for file in base.rglob("*.html"):
        name = file.relative_to(base).as_posix()
        if name in TEMPLATES:
            continue
        page = Html(file)
        (item,), tags = coins(page), embedded(page)
        assert item["edition"] == f"Version {release.VERSION}" and tags.get("date", "") == release.DATE.replace(
            "-", "/"
        )
        title = unescape(re.sub("<[^>]+>", "", re.search("<title>(.*?)</title>", page, re.S)[1]))
        if name == "index.html":
            assert (item["itemType"], item["title"], tags["itemType"]) == ("document", citations.TITLE, "webpage")
            continue
        assert item | same == item and item["itemType"] == tags["itemType"] == "bookSection", name
        assert f"{item['title']} \u2013 tarotref" == f"{tags['title']} \u2013 tarotref" == title, name


PERMESSO, OTTOCENTO = "corpus/games/08.13-three-handed-permesso", "corpus/games/11.14-ottocento"


def of_search(root: Path, file: str, begins: str) -> Any:
    """Return what a file of the search has."""
    script = (root / f"build/site/search/{file}.js").read_text(encoding="utf-8")
    return json.loads(script.removeprefix(f"TAROTREF_SEARCH.{begins}").rstrip(";\n"))


def test_every_page_of_a_game_is_named_with_when_and_with_how_many_cards(site, computed):
    """What is suggested while one types: all games, those that can be read before others, and what else has a name."""
    named = [Named(*row) for row in of_search(site, "names", "names=")]
    games = {name.title.split()[0]: name for name in named if name.kind == "Game"}
    assert games.keys() == computed.corpus.games.keys() and "54 cards" in games["18.10"].hint
    ranks = [name.rank > 0 for name in games.values()]
    assert ranks == sorted(ranks, reverse=True) and 0 in {name.rank for name in games.values()}
    assert {"Page", "Tradition", "Pack", "Trump order", "Glossary", "Source", "Place"} <= {name.kind for name in named}
    assert [n.url for n in named if not (site / "build/site" / n.url.partition("#")[0]).is_file()] == []


def found(root: Path, word: str) -> set[tuple[str, str]]:
    """Return page and anchor of every entry of the search index that has a word."""
    index = of_search(root, "index", "index=")
    places: list[tuple[str, str]] = []
    for url, *_, entries in index["pages"]:
        places += [(url, index["heads"][row][0] if isinstance(row, int) else row[0]) for row in entries]
    name = part(word)
    lines = dict(line.split("\t") for line in of_search(root, f"words-{name}", f"words['{name}']=").split("\n"))
    at, had = 0, set()
    for step in lines[word].split() if word in lines else ():
        at += int(step.rstrip("!"), 36)
        had.add(places[at])
    return had


def test_words_of_text_and_of_generated_parts_are_found_in_their_section(site):
    page = f"{PERMESSO}.html"
    for word, anchor in (
        ("onoranza", "scoring"),
        ("onoranza", "names"),
        ("conjecture", "notes"),  # a kind of note
        ("batches", "deal-and-discard"),
        ("permesso", ""),
    ):
        assert (page, anchor) in found(site, word), word
    assert ("docs/glossary/n-r.html", "term-onoranza") in found(site, "onoranza")
    for word in ("tr", "td", "scope", "svg", "href", "noscript", "tarotref_version"):
        assert not found(site, word), word


def test_inherited_text_is_found_where_it_stands(site, computed):
    """A section that a game takes whole from another is on its page, and is found on the other's."""
    from tarotref.corpus.passages import main_text
    from tarotref.sphinxext.search import STOP, words

    games, tried = computed.corpus.games, 0
    for id, record in games.items():
        for title, (owner, section) in computed.corpus.text(id).items():
            if owner not in games or owner == id or title != "Play" or tried == 5:
                continue
            home, heir = (r.source.path.replace(".md", ".html") for r in (games[owner], record))
            long = {w for w in words(main_text(section.body)) if len(w) > 7} - STOP
            if not long:  # all that it says is of other versions
                continue
            tried += 1
            places = {w: {page for page, anchor in found(site, w) if anchor == "play"} for w in long}
            assert sum(home in pages for pages in places.values()) > len(long) / 2, (id, long)
            assert sum(heir in pages for pages in places.values()) < len(long) / 2, (id, long)
    assert tried == 5


def test_generated_sections_stand_in_the_contents_of_their_page(site):
    text = Html(site / "build/site/docs/glossary.html")
    contents = text[text.index('<aside class="contents">') : text.index("</aside>")]
    assert 'href="#letter-a"' in contents and 'id="letter-a"' in text
