"""Real builds of the real site: clean, parallel, incremental, linked, and the same data as the tables."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tarotref import release
from tarotref.computed.columns import FEATURES, cell
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.pages.lists import EACH
from tarotref.sphinxext.data import FORMS
from tarotref.sphinxext.site import API
from tarotref.tables import citations, rows
from tarotref.tables.exports import write, write_api
from tests.reference_managers import coins, embedded

CHECKOUT = Path(__file__).parent.parent
pytestmark = pytest.mark.slow


def copy(to: Path) -> Path:
    """Copy what a site is built from; the extension is the one under test."""
    for name in ("corpus", "docs"):
        shutil.copytree(CHECKOUT / name, to / name)
    shutil.copy(CHECKOUT / "CONTRIBUTING.md", to)
    return to


def build(root: Path, *options: str, out: str = "build/site", builder: str = "html", only: Sequence[str] = ()) -> str:
    """Build the site under a folder, or some of its pages; return what was said. Warnings are errors."""
    done = sphinx(root, *options, out=out, builder=builder, only=only)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def sphinx(
    root: Path, *options: str, out: str = "build/site", builder: str = "html", only: Sequence[str] = ()
) -> subprocess.CompletedProcess[str]:
    """Run Sphinx as `make` does."""
    command = [sys.executable, "-m", "sphinx", "-b", builder, "-c", "docs", "-W", "-n", "--keep-going"]
    return subprocess.run(
        [*command, *options, ".", out, *only],
        cwd=root,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(CHECKOUT), "PATH": "/usr/bin:/bin", "HOME": str(root)},
    )


def pages(root: Path, out: str = "build/site") -> dict[str, str]:
    """Return a digest of each page."""
    return {
        p.relative_to(root / out).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted((root / out).rglob("*.html"))
    }


def written(root: Path) -> dict[str, int]:
    """Return when each page was written."""
    return {
        p.relative_to(root / "build/site").as_posix(): p.stat().st_mtime_ns
        for p in (root / "build/site").rglob("*.html")
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """A site built in one process."""
    root = copy(tmp_path_factory.mktemp("site"))
    build(root, "-E", "-j", "1")
    return root


def test_two_processes_make_the_same_pages(site):
    build(site, "-E", "-j", "2", "-d", "build/parallel-trees", out="build/parallel")
    assert pages(site, "build/parallel") == pages(site)
    assert (site / "build/parallel/objects.inv").read_bytes() == (site / "build/site/objects.inv").read_bytes()


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
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r'(?:href|src|data-facts)="([^"]+)"', text):
            if re.match(r"(https?:|mailto:|#|data:)", link):
                continue
            path, _, fragment = link.partition("#")
            target = (page.parent / path.partition("?")[0]).resolve()
            assert target.exists(), f"{page.relative_to(base)} links to {link}"
            if fragment and target.suffix == ".html":
                if target not in ids:
                    ids[target] = set(re.findall(r'\bid="([^"]+)"', target.read_text(encoding="utf-8")))
                assert fragment in ids[target], f"{page.relative_to(base)} links to {link}"


def test_pages_show_what_the_tables_hold(site, computed):
    """Figures and truth values of each game's page are those of the table of rulesets, and the table has them all."""
    words = {True: "yes", False: "no"}
    seen = 0
    for id, game in computed.corpus.games.items():
        page = site / "build/site" / game.source.path.replace(".md", ".html")
        text = page.read_text(encoding="utf-8")
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
    listed = (base / f"{each.listed}.html").read_text(encoding="utf-8")
    for id in computed.corpus.shared[each.shelf]:
        text = (base / f"{each.folder}/{id}.html").read_text(encoding="utf-8")
        row = re.search(rf'<th[^>]* id="{kind}-{id}"[^>]*><a[^>]* href="([^"]+)"', listed)
        assert row and row[1] == f"{each.folder.removeprefix('docs/')}/{id}.html"
        assert f'written in <code class="path">corpus/{each.shelf}.yaml</code>' in text
        data = re.search(r'<a class="edit" href="([^"]+)">Data of this page', text)
        assert data and (base / each.folder / data[1]).resolve().is_file()
        assert f"{{tarotref-{kind}-{id}," in text and 'aria-label="You are here"' in text
    assert len(list((base / each.folder).glob("*.html"))) == len(computed.corpus.shared[each.shelf])
    # What names a thing leads to its page: a game to its order and its pack.
    game = (base / f"{PERMESSO}.html").read_text(encoding="utf-8")
    assert f'href="../../{each.folder}/' in game
    title = {"order": "Viéville", "pack": "Bierdimpfl"}[kind]
    page = {"order": "docs/orders/vieville.html", "pack": "docs/packs/munich-103-bierdimpfl.html"}[kind]
    assert (page, "") in found(site, title.lower().replace("é", "e"))
    assert not [anchor for word in ("pairs", "games") for p, anchor in found(site, word) if p == page and anchor]


def test_every_record_links_its_data(site):
    links = {}
    for page in (site / "build/site/corpus").rglob("*.html"):
        found = re.search(r'<a class="edit" href="([^"]+)">Data of this page', page.read_text(encoding="utf-8"))
        links[page.name] = (page.parent / found[1]).resolve()
    assert len(links) > 270 and all(file.is_file() for file in links.values())
    assert (
        links["08.13-three-handed-permesso.html"].name == "DM8.13.json"
        and links["bologna.html"].parent.name == "traditions"
    )


def head(page: Path) -> str:
    """Return the head of a page."""
    return page.read_text(encoding="utf-8").partition("</head>")[0]


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
        assert (site / "build/site" / file["contentUrl"]).is_file()


def test_nothing_in_a_head_holds_up_what_is_shown(site):
    """Style sheets apart: scripts of files wait until the page is there; those within it are small."""
    base = site / "build/site"
    for page in base.rglob("*.html"):
        for attributes, body in re.findall(r"<script\b([^>]*)>(.*?)</script>", page.read_text(encoding="utf-8"), re.S):
            waits = " defer" in attributes or "json" in attributes  # data hold up nothing
            assert waits or ("src=" not in attributes and len(body) < 600), (page.relative_to(base), attributes)


def test_a_game_page_is_no_larger_than_it_need_be(site):
    """With the style sheets and scripts that it names, without the fonts that all pages share, under 280 KB."""
    base = site / "build/site"
    for page in (base / "corpus/games").glob("*.html"):
        own = re.findall(r'<(?:script|link rel="stylesheet")[^>]*(?:src|href)="([^"?]+)', head(page))
        size = page.stat().st_size + sum((page.parent / name).stat().st_size for name in own)
        assert len(own) >= 3 and size < 280_000, (page.name, size)


def test_no_heading_stands_over_nothing(site):
    """Under a heading of a record there are words, and not only notes in the margin."""
    for page in (site / "build/site/corpus").rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for title, rest in re.findall(r"<h2>([^<]+)<.*?</h2>(.*?)(?=<h2>|</main>)", text, re.S):
            shown = re.sub(r'<details class="glosses">.*?</details>', "", rest, flags=re.S)
            assert re.sub(r"<[^>]+>", "", shown).strip(), (page.name, title)


def test_no_tag_says_a_thing_twice(site):
    for page in (site / "build/site").rglob("*.html"):
        for tag in set(re.findall(r"<[a-z][^<>]* data-label=[^<>]*>", page.read_text(encoding="utf-8"))):
            names = re.findall(r' ([a-z-]+)="', re.sub(r'"[^"]*"', '""', tag))
            assert len(names) == len(set(names)), (page.name, tag)


def foot(page: Path) -> str:
    """Return how to correct a page, as it stands at its foot."""
    (told,) = re.findall(r'<details class="correct".*?</details>', page.read_text(encoding="utf-8"), re.S)
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
    assert "Copy a record that resembles yours" in (base / "CONTRIBUTING.html").read_text(encoding="utf-8")
    assert 'href="../CONTRIBUTING.html"' in (base / "docs/contribute.html").read_text(encoding="utf-8")


def test_an_address_makes_a_sitemap_and_reaches_every_head(site):
    """One setting; what stands at the address of a page is named by it, wherever on the server the site lies."""
    assert not (site / "build/site/sitemap.xml").exists()
    assert "canonical" not in head(site / "build/site/index.html")
    shutil.copytree(site / "build/site/.doctrees", site / "build/addressed-trees")
    here, address = "build/addressed", "https://example.org/cards/"
    reports = "mailto:desk@example.org?subject={title}&body={path}"
    places = (f"html_theme_options.reports={reports}", "html_theme_options.repository=https://example.org/repo")
    options = ("-D", f"html_baseurl={address}", "-D", places[0], "-D", places[1], "-d", "build/addressed-trees")
    build(site, *options, out=here, only=("docs/index.md", f"{PERMESSO}.md"))
    urls = re.findall("<loc>(.*?)</loc>", (site / here / "sitemap.xml").read_text(encoding="utf-8"))
    assert set(urls) == {address + page for page in set(pages(site)) - TEMPLATES} and len(urls) == len(set(urls))
    assert f"Sitemap: {address}sitemap.xml" in (site / here / "robots.txt").read_text(encoding="utf-8")
    for name in ("index", PERMESSO):
        text = head(site / here / f"{name}.html")
        assert f'<link rel="canonical" href="{address}{name}.html">' in text
        assert f'<meta property="og:url" content="{address}{name}.html">' in text
        page = (site / here / f"{name}.html").read_text(encoding="utf-8")
        assert coins(page)[0]["url"] == embedded(page)["url"] == f"{address}{name}.html"
    assert linked(site / here / f"{PERMESSO}.html")["url"] == f"{address}{PERMESSO}.html"
    assert linked(site / here / "index.html")["distribution"][0]["contentUrl"].startswith(f"{address}api/")
    told = foot(site / here / f"{PERMESSO}.html")
    assert f"mailto:desk@example.org?subject=8.13%20Three-handed%20Permesso&body={PERMESSO}.md" in told
    assert f"https://example.org/repo/edit/main/{PERMESSO}.md" in told and "<pre" not in told
    assert '<base href="/cards/">' in head(site / here / "404.html")


def test_reference_managers_make_a_citation_of_every_page(site):
    """Read by the rules of Zotero's translators, every page is a part of the whole with its own title, the date and the version."""
    base = site / "build/site"
    same = {"publicationTitle": citations.TITLE, "date": release.DATE, "institution": citations.AUTHORS}
    for file in base.rglob("*.html"):
        name = file.relative_to(base).as_posix()
        if name in TEMPLATES:
            continue
        page = file.read_text(encoding="utf-8")
        (item,), tags = coins(page), embedded(page)
        assert item["edition"] == f"Version {release.VERSION}" and tags["date"] == release.DATE.replace("-", "/")
        title = unescape(re.sub("<[^>]+>", "", re.search("<title>(.*?)</title>", page, re.S)[1]))
        if name == "index.html":
            assert (item["itemType"], item["title"], tags["itemType"]) == ("document", citations.TITLE, "webpage")
            continue
        assert item | same == item and item["itemType"] == tags["itemType"] == "bookSection", name
        assert f"{item['title']} \u2013 tarotref" == f"{tags['title']} \u2013 tarotref" == title, name


def change(root: Path, path: str, old: str, new: str) -> None:
    file = root / path
    text = file.read_text(encoding="utf-8")
    assert old in text, (path, old)
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def rebuilt(root: Path, jobs: int = 1) -> set[str]:
    """Build again; return the pages that were written."""
    before = written(root)
    build(root, "-j", str(jobs))
    return {page for page, when in written(root).items() if before.get(page) != when} - TEMPLATES


TEMPLATES = {"search.html", "404.html"}
"""Pages without a source, which Sphinx writes whenever it writes any."""
INDEX = {"docs/games.html", "index.html"}
"""Sphinx writes the pages that list a page in their table of contents again, alike or not."""
PERMESSO, OTTOCENTO = "corpus/games/08.13-three-handed-permesso", "corpus/games/11.14-ottocento"


@pytest.fixture(scope="module")
def living(site, tmp_path_factory) -> Path:
    """A copy of the built site to be changed."""
    root = tmp_path_factory.mktemp("living") / "site"
    shutil.copytree(site, root)
    build(root, "-E", "-j", "1")
    return root


def test_nothing_changed_writes_nothing(living):
    data = {f: f.stat().st_mtime_ns for f in (living / "build/site/data").iterdir()}
    assert rebuilt(living) == set()
    assert {f: f.stat().st_mtime_ns for f in (living / "build/site/data").iterdir()} == data


def test_a_word_of_one_record_writes_its_page_alone(living):
    data = {f: f.stat().st_mtime_ns for f in (living / "build/site/data").iterdir()}
    before = found(living, "solitary")
    change(living, f"{PERMESSO}.md", "One player, the *ombra*,", "One player, the solitary *ombra*,")
    assert rebuilt(living) - INDEX == {f"{PERMESSO}.html"}
    assert "solitary" in (living / f"build/site/{PERMESSO}.html").read_text(encoding="utf-8")
    assert {page for page, _ in found(living, "solitary") - before} == {f"{PERMESSO}.html"}
    now = {f: f.stat().st_mtime_ns for f in (living / "build/site/data").iterdir()}
    assert {f.name for f in now if now[f] != data[f]} == {"sections.csv", "tarotref.sqlite"}  # which hold texts


def test_data_of_a_changed_word_are_those_of_a_whole_export(living, tmp_path):
    change(living, f"{PERMESSO}.md", "One player, the ", "One player, called the ")
    build(living, "-j", "1")
    tables = rows(ComputedCorpus(read(living)))
    write(tables, tmp_path / "data", FORMS)
    write_api(tables, tmp_path / "api")
    for made, folder in (("data", "data"), ("api", API)):
        whole = {f.relative_to(tmp_path / made): f.read_bytes() for f in (tmp_path / made).rglob("*") if f.is_file()}
        base = living / "build/site" / folder
        assert {f.relative_to(base): f.read_bytes() for f in base.rglob("*") if f.is_file()} == whole
    assert b"called the" in (tmp_path / "api/games/DM8.13.json").read_bytes()


def test_a_new_title_reaches_every_page_that_shows_it(living):
    showing = {
        page
        for page in written(living)
        if "Three-handed Permesso" in (living / "build/site" / page).read_text(encoding="utf-8")
    }
    change(living, f"{PERMESSO}.md", "title: Three-handed Permesso", "title: Three-Handed PERMESSO")
    done = rebuilt(living)
    assert showing - done - TEMPLATES == set()
    assert "corpus/games/02.01-early-xvii-century-french-jeu-des-tarots.html" not in done
    left = {
        page
        for page in written(living)
        if "Three-handed Permesso"
        in re.sub(r"<title>.*?</title>", "", (living / "build/site" / page).read_text(encoding="utf-8"))
    }
    assert left <= {"docs/catalogue.html"}  # which keeps the catalogue's own headings


def test_a_tradition_reaches_its_games_and_no_others(living):
    change(living, "corpus/traditions/piedmont-savoy.md", "said: Ho scartato", "said: Ho finito")
    done = rebuilt(living)
    assert f"{PERMESSO}.html" in done and "corpus/traditions/piedmont-savoy.html" in done
    assert f"{OTTOCENTO}.html" not in done
    assert "Ho finito" in (living / f"build/site/{PERMESSO}.html").read_text(encoding="utf-8")


def test_a_place_reaches_the_pages_that_name_it(living):
    change(living, "corpus/places.yaml", "title: Piedmont", "title: Old Piedmont")
    done = rebuilt(living)
    assert f"{PERMESSO}.html" in done and "docs/places.html" in done
    assert f"{OTTOCENTO}.html" not in done


def showing(root: Path, words: str) -> set[str]:
    """Return the pages that show some words."""
    return {page for page in written(root) if words in (root / "build/site" / page).read_text(encoding="utf-8")}


def test_an_entry_of_a_shared_file_is_a_page_at_once(living):
    file = living / "corpus/trump-orders.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(
        text + "\ntwin:\n  title: The twin\n  pack: tarot-78-italian\n  like: piedmont\n  source: {dm2004: ch. 1}\n",
        "utf-8",
    )
    done = rebuilt(living)
    assert {"docs/orders/twin.html", "docs/trump-orders.html", "docs/orders/piedmont.html"} <= done
    assert "The twin" in (living / "build/site/docs/orders/piedmont.html").read_text(encoding="utf-8")
    file.write_text(text, "utf-8")
    assert "docs/orders/piedmont.html" in rebuilt(living)
    assert not showing(living, "The twin") - {"docs/orders/twin.html"}


def test_a_game_reaches_those_that_are_like_it(living):
    """2.5 and 2.6 are like 2.4: they take its facts and some of its text."""
    base, heirs = "corpus/games/02.04-le-jeu-de-taros", {"02.05", "02.06"}
    change(living, f"{base}.md", "\nrules:\n", "\nrules:\n  seating: {text: as they come}\n")
    done = rebuilt(living, 2)
    assert {page[13:18] for page in showing(living, "as they come")} == {"02.04", *heirs}
    assert showing(living, "as they come") <= done and f"{OTTOCENTO}.html" not in done
    change(living, f"{base}.md", "\nThe pack has 78 cards", "\nA pack has 78 cards")
    done = rebuilt(living, 2) - INDEX
    assert {page[13:18] for page in done} == {"02.04", *heirs}
    assert done == showing(living, "A pack has 78 cards with Italian suits")


@pytest.mark.parametrize(
    "path, old, new, shown",
    [
        ("corpus/sources.bib", "siglum = {PE}", "siglum = {PrEl}", "PrEl 1787"),
        (
            "corpus/vocabulary.yaml",
            '{label: described, definition: "Rules printed',
            '{label: told, definition: "Rules printed',
            ">told<",
        ),
        (
            "corpus/vocabulary.yaml",
            "Rules printed or written down by those",
            "Rules set down by those",
            "Rules set down by those",
        ),
        ("corpus/trump-orders.yaml", "Imperiali's reply", "Imperiali's answer", "Imperiali’s answer"),
        ("corpus/packs.yaml", "title: Montieri's geographical", "title: Montieri's learned", "Montieri’s learned"),
    ],
    ids=["label of a witness", "label of a term", "definition of a term", "title of an order", "title of a pack"],
)
def test_a_shared_file_reaches_every_page_that_shows_it(living, path, old, new, shown):
    change(living, path, old, new)
    done = rebuilt(living)
    assert done and showing(living, shown) - INDEX <= done
    assert showing(living, shown)


def test_a_dangling_reference_is_told_with_its_line(tmp_path):
    root = copy(tmp_path)
    change(root, f"{PERMESSO}.md", "## In brief\n\n", "## In brief\n\nSee {game}`8.131` and {witness}`PE-1788`. ")
    done = sphinx(root)
    assert done.returncode != 0
    line = next(
        n
        for n, row in enumerate((root / f"{PERMESSO}.md").read_text(encoding="utf-8").splitlines(), 1)
        if "8.131" in row
    )
    assert re.search(
        rf"{re.escape(PERMESSO)}\.md:{line}: WARNING: no game has the id '8.131'; did you mean", done.stderr
    ), done.stderr
    assert re.search(
        rf"{re.escape(PERMESSO)}\.md:{line}: WARNING: no source has the id 'PE-1788'; did you mean 'PE-1787'",
        done.stderr,
    ), done.stderr


def test_a_dangling_link_of_a_generated_part_is_told(living):
    change(living, f"{PERMESSO}.md", "text: >-\n", "text: >-\n      See {game}`8.131`.\n")
    done = sphinx(living)
    assert done.returncode != 0
    assert re.search(rf"{re.escape(PERMESSO)}\.md: WARNING: no game has the id '8\.131'; did you mean", done.stderr), (
        done.stderr
    )
    change(living, f"{PERMESSO}.md", "      See {game}`8.131`.\n", "")


def test_what_is_wrong_is_told_with_each_build(living):
    change(living, f"{PERMESSO}.md", "stated: {", "stated: {cards: 77, ")
    for _ in range(2):
        done = sphinx(living)
        assert done.returncode != 0
        assert f"{PERMESSO}.md:" in done.stderr and "77" in done.stderr, done.stderr
    change(living, f"{PERMESSO}.md", "stated: {cards: 77, ", "stated: {")


def test_after_all_changes_the_site_is_as_if_built_anew(living):
    build(living, "-j", "1")
    build(living, "-E", "-j", "2", "-d", "build/clean-trees", out="build/clean")
    old, new = pages(living), pages(living, "build/clean")
    assert {p for p in new if old.get(p) != new[p]} == set()
    clean = living / "build/clean"
    folders = ("data", "api", "search", "_static/compare")
    made = [f for folder in folders for f in (clean / folder).rglob("*") if f.is_file()]
    for name in ("_static/tonight-data.js", *(f.relative_to(clean).as_posix() for f in made)):
        assert (living / "build/site" / name).read_bytes() == (living / "build/clean" / name).read_bytes(), name


def found(root: Path, word: str) -> set[tuple[str, str]]:
    """Return page and anchor of every entry of the search index that has a word."""
    script = (root / "build/site/search/index.js").read_text(encoding="utf-8")
    index = json.loads(script[script.index("={") + 1 : script.rindex(";")])
    places: list[tuple[str, str]] = []
    for url, *_, entries in index["pages"]:
        places += [(url, index["heads"][row][0] if isinstance(row, int) else row[0]) for row in entries]
    lines = dict(line.split("\t") for line in index["words"].split("\n"))
    at, had = 0, set()
    for step in lines[word].split() if word in lines else ():
        at += int(step.rstrip("!"), 36)
        had.add(places[at])
    return had


def test_words_of_text_and_of_generated_parts_are_found_in_their_section(site):
    page = f"{PERMESSO}.html"
    for word, anchor in (
        ("onoranza", "scoring"),
        ("onoranza", "cards-and-terms"),  # a name
        ("conjecture", "bidding"),  # a kind of note
        ("batches", "deal-and-discard"),
        ("permesso", ""),
    ):
        assert (page, anchor) in found(site, word), word
    assert ("docs/glossary/n-r.html", "term-onoranza") in found(site, "onoranza")
    for word in ("tr", "td", "scope", "svg", "href", "noscript", "tarotref_version"):
        assert not found(site, word), word


def test_inherited_text_is_found_where_it_stands(site, computed):
    """A section that a game takes whole from another is on its page, and is found on the other's."""
    from tarotref.sphinxext.search import STOP, words

    games, tried = computed.corpus.games, 0
    for id, record in games.items():
        for title, (owner, section) in computed.corpus.text(id).items():
            if owner not in games or owner == id or title != "Play" or tried == 5:
                continue
            tried += 1
            home, heir = (r.source.path.replace(".md", ".html") for r in (games[owner], record))
            long = {w for w in words(section.body) if len(w) > 7} - STOP
            places = {w: {page for page, anchor in found(site, w) if anchor == "play"} for w in long}
            assert sum(home in pages for pages in places.values()) > len(long) / 2, (id, long)
            assert sum(heir in pages for pages in places.values()) < len(long) / 2, (id, long)
    assert tried == 5


def test_generated_sections_stand_in_the_contents_of_their_page(site):
    text = (site / "build/site/docs/glossary.html").read_text(encoding="utf-8")
    contents = text[text.index('<aside class="contents">') : text.index("</aside>")]
    assert 'href="#letter-a"' in contents and 'id="letter-a"' in text


def test_the_site_can_be_written_as_plain_text(site):
    build(site, "-j", "1", "-d", "build/text-trees", out="build/text", builder="text")
    text = (site / f"build/text/{PERMESSO}.txt").read_text(encoding="utf-8")
    assert "Three-handed Permesso" in text
    assert re.search(r"^ *A tre +Permesso +.*asks for three cards", text, re.M)


def broken(root: Path) -> subprocess.CompletedProcess[str]:
    """Build a site that has faults; return how that ended."""
    return subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-c", "docs", ".", "build/site"],
        cwd=root,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(CHECKOUT), "PATH": "/usr/bin:/bin", "HOME": str(root)},
    )


def test_a_record_that_is_not_text_stops_the_build_with_a_word(tmp_path):
    root = copy(tmp_path)
    record = root / f"{PERMESSO}.md"
    record.write_bytes(record.read_bytes() + b"\xff\n")
    os.mkfifo(root / "corpus/games/08.99-pipe.md")
    done = broken(root)
    assert done.returncode != 0 and "Traceback (most" not in done.stderr
    assert f"{PERMESSO}.md" in done.stderr and "0xFF" in done.stderr and "08.99-pipe.md" in done.stderr


def test_nothing_that_a_text_asks_for_goes_live(tmp_path):
    root = copy(tmp_path)
    (root / "secret.txt").write_text("SECRET")
    change(root, f"{OTTOCENTO}.md", "rules:\n", "rulse:\n")
    record = root / f"{PERMESSO}.md"
    text = """
<script>alert(1)</script>

Some <b>bold</b> <img src=x onerror="alert(2)">.

```{include} ../../secret.txt
```

```{literalinclude} ../../secret.txt
```

```{raw} html
<script>alert(3)</script>
```

```{eval-rst}
.. raw:: html

   <script>alert(4)</script>
```
"""
    record.write_text(record.read_text(encoding="utf-8") + text, encoding="utf-8")
    done = broken(root)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr[-2000:]
    assert len(re.findall(r"\[tarot.text-markup\]", done.stderr)) == 8
    page = (root / f"build/site/{PERMESSO}.html").read_text(encoding="utf-8")
    assert not re.search(r"<script>alert|<img src=x|<b>bold|SECRET", page)
    assert "Ottocento" in (root / f"build/site/{OTTOCENTO}.html").read_text(encoding="utf-8")
