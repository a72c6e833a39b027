"""Builds after changes, on a miniature of the corpus: what has to be written again is, and nothing else; what is wrong is told."""

from __future__ import annotations

import os
import re
import shutil

import pytest

from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.sphinxext.data import FORMS
from tarotref.sphinxext.site import API
from tarotref.tables import rows
from tarotref.tables.exports import write, write_api
from tarotref.tables.packed import SQL, WHOLE
from tests import miniature
from tests.keeping import add
from tests.reference_managers import coins, embedded
from tests.sites import TEMPLATES, Living, change, pages, sphinx, warnings
from tests.test_site import OTTOCENTO, PERMESSO, foot, found, head, linked

pytestmark = pytest.mark.prove

INDEX = {"docs/games.html", "index.html"}
"""Sphinx writes the pages that list a page in their table of contents again, alike or not."""
UNRELATED = {"docs/card-names.html", "docs/glossary/n-r.html", "docs/glossary/s-z.html", "docs/places.html"}
"""Pages that name no games by their titles; in a corpus this small most pages of games do name each other, as the nearest."""
SHARED = {
    "label of a witness": ("corpus/sources.bib", "siglum = {PE}", "siglum = {PrEl}", "PrEl 1787"),
    "label of a term": (
        "corpus/vocabulary.yaml",
        '{label: described, definition: "Rules printed',
        '{label: told in print, definition: "Rules printed',
        ">told in print<",
    ),
    "definition of a term": (
        "corpus/vocabulary.yaml",
        "Rules printed or written down by those",
        "Rules set down by those",
        "Rules set down by those",
    ),
    "title of an order": (
        "corpus/trump-orders.yaml",
        "title: Bologna, with Moors",
        "title: Bologna, with four Moors",
        "Bologna, with four Moors",
    ),
    "title of a pack": (
        "corpus/packs.yaml",
        "title: Short pack of Chambéry",
        "title: Small pack of Chambéry",
        "Small pack of Chambéry",
    ),
}
"""Changes of shared files: file, old words, new words, what pages then show."""


def test_the_miniature_has_a_record_of_every_kind(built_miniature, computed):
    """Every kind that a build treats otherwise: else a test of it here would be of nothing."""
    small = ComputedCorpus(read(built_miniature[0].root))
    assert [p for p in small.corpus.problems if "unknown-base" in p.code] == []
    real = computed.corpus
    games = small.corpus.games
    assert set(games) < set(real.games) and 15 <= len(games) <= 25
    assert {r.kind for r in small.corpus.rulesets.values()} == {r.kind for r in real.rulesets.values()}
    evidence = {record.facts.evidence for record in games.values()}
    assert {"described", "observed", "listed"} <= evidence
    assert {re.match("[A-Z]?", id)[0] for id in games} == {re.match("[A-Z]?", id)[0] for id in real.games}
    for id in games:
        assert {r.id for r in small.corpus.of_game(id)} == {r.id for r in real.of_game(id)}, id
        for r in small.corpus.of_game(id):
            assert r.tree == real.rulesets[r.id].tree, r.id
    assert sum(record.facts.like is not None for record in games.values()) >= 3
    assert games.keys() >= miniature.GAMES.keys()
    for shelf, things in small.corpus.shared.items():
        assert things or not real.shared[shelf], shelf


def test_nothing_changed_writes_nothing(living):
    data = living.data()
    assert living.rebuilt() == set()
    assert living.data() == data


def test_a_word_of_one_record_writes_its_page_alone(living):
    data, before = living.data(), found(living.root, "solitary")
    living.change(f"{PERMESSO}.md", "One player, the *ombra*,", "One player, the solitary *ombra*,")
    assert living.rebuilt() - INDEX == {f"{PERMESSO}.html"}
    assert "solitary" in living.page(f"{PERMESSO}.html")
    assert {page for page, _ in found(living.root, "solitary") - before} == {f"{PERMESSO}.html"}
    now = living.data()
    assert {f for f in now if now[f] != data[f]} == {"sections.csv", SQL, WHOLE}  # which hold texts


def test_a_draft_leaves_data_to_the_next_whole_build(living):
    data = living.data()
    living.change("corpus/traditions/piedmont-savoy.md", "said: Ho scartato", "said: Ho finito")
    living.build("-j", "2", "-D", "tarotref_data=0")
    assert "Ho finito" in living.page(f"{PERMESSO}.html") and living.data() == data
    living.change("corpus/traditions/piedmont-savoy.md", "said: Ho finito", "said: Ho fatto")
    living.build("-j", "2", "-D", "tarotref_data=0")
    assert "Ho fatto" in living.page(f"{PERMESSO}.html") and living.data() == data
    living.build("-j", "1")
    assert "Ho fatto" in living.page(f"{PERMESSO}.html")
    now = living.data()
    assert now["facts.csv.gz"] != data["facts.csv.gz"]


def test_data_of_a_changed_word_are_those_of_a_whole_export(living, tmp_path):
    living.change(f"{PERMESSO}.md", "One player, the ", "One player, called the ")
    living.build("-j", "1")
    tables = rows(ComputedCorpus(read(living.root)))
    write(tables, tmp_path / "data", FORMS)
    write_api(tables, tmp_path / "api")
    for made, folder in (("data", "data"), ("api", API)):
        whole = {f.relative_to(tmp_path / made): f for f in (tmp_path / made).rglob("*") if f.is_file()}
        there = {f.relative_to(living.base / folder): f for f in (living.base / folder).rglob("*") if f.is_file()}
        assert set(there) == set(whole)
        assert [str(name) for name in whole if there[name].read_bytes() != whole[name].read_bytes()] == []
    assert b"called the" in (tmp_path / "api/games/DM8.13.json").read_bytes()


def test_a_new_title_reaches_every_page_that_shows_it(living):
    showing = living.showing("Three-handed Permesso")
    living.change(f"{PERMESSO}.md", "title: Three-handed Permesso", "title: Three-Handed PERMESSO")
    done = living.rebuilt()
    assert len(showing) > 3 and showing - done - TEMPLATES == set()
    assert UNRELATED - done
    left = {
        page
        for page in living.showing("Three-handed Permesso")
        if "Three-handed Permesso" in re.sub(r"<title>.*?</title>", "", living.page(page))
    }
    assert left <= {"docs/catalogue.html"}  # which keeps the catalogue's own headings


def test_a_tradition_reaches_its_games_and_no_others(living):
    living.change("corpus/traditions/piedmont-savoy.md", "said: Ho scartato", "said: Ho finito")
    done = living.rebuilt()
    assert f"{PERMESSO}.html" in done and "corpus/traditions/piedmont-savoy.html" in done
    assert f"{OTTOCENTO}.html" not in done
    assert "Ho finito" in living.page(f"{PERMESSO}.html")


def test_a_place_reaches_the_pages_that_name_it(living):
    living.change("corpus/places.yaml", "title: Piedmont", "title: Old Piedmont")
    done = living.rebuilt()
    assert f"{PERMESSO}.html" in done and "docs/places.html" in done
    assert f"{OTTOCENTO}.html" not in done


def test_an_entry_of_a_shared_file_is_a_page_at_once(living):
    file = living.root / "corpus/trump-orders.yaml"
    text = file.read_text(encoding="utf-8")
    entry = "\ntwin:\n  title: The twin\n  pack: tarot-78-italian\n  like: piedmont\n  source: {dm2004: ch. 1}\n"
    file.write_text(text + entry, "utf-8")
    done = living.rebuilt()
    assert {"docs/orders/twin.html", "docs/trump-orders.html", "docs/orders/piedmont.html"} <= done
    assert "The twin" in living.page("docs/orders/piedmont.html")
    file.write_text(text, "utf-8")
    assert "docs/orders/piedmont.html" in living.rebuilt()
    assert not living.showing("The twin") - {"docs/orders/twin.html"}


def test_a_new_game_and_its_source_reach_no_page_that_has_nothing_of_them(living):
    add(living.root)
    done = living.rebuilt()
    assert {"corpus/games/R4321-permesso-of-moncalieri.html", "docs/games.html"} <= done
    assert living.showing("Permesso of Moncalieri") - TEMPLATES <= done
    assert UNRELATED - done and f"{OTTOCENTO}.html" not in done


def test_a_game_reaches_those_that_are_like_it(living):
    """2.5 and 2.6 are like 2.4: they take its facts and some of its text."""
    base, heirs = "corpus/games/02.04-le-jeu-de-taros", {"02.05", "02.06"}
    living.change(f"{base}.md", "\nrules:\n", "\nrules:\n  seating: {chosen: as they come}\n")
    done = living.rebuilt(2)
    assert {page[13:18] for page in living.showing("as they come")} == {"02.04", *heirs}
    assert living.showing("as they come") <= done and f"{OTTOCENTO}.html" not in done
    living.change(f"{base}.md", "\nThere are 78 cards", "\nThere are 78 good cards")
    done = living.rebuilt(2) - INDEX
    assert {page[13:18] for page in done} == {"02.04", *heirs}
    assert done == living.showing("There are 78 good cards with Italian suits")


@pytest.mark.parametrize("what", SHARED)
def test_a_shared_file_reaches_every_page_that_shows_it(living, what):
    path, old, new, shown = SHARED[what]
    assert not living.showing(shown)
    living.change(path, old, new)
    done = living.rebuilt()
    assert done and living.showing(shown) - INDEX <= done
    assert living.showing(shown)


def test_after_all_changes_the_site_is_as_if_built_anew(living):
    """Changes of every kind, each built on the one before."""
    changes = [
        (f"{PERMESSO}.md", "One player, the *ombra*,", "One player, the solitary *ombra*,"),
        (f"{PERMESSO}.md", "title: Three-handed Permesso", "title: Three-Handed PERMESSO"),
        ("corpus/traditions/piedmont-savoy.md", "said: Ho scartato", "said: Ho finito"),
        ("corpus/places.yaml", "title: Piedmont", "title: Old Piedmont"),
        ("corpus/games/02.04-le-jeu-de-taros.md", "\nrules:\n", "\nrules:\n  seating: {chosen: as they come}\n"),
        ("corpus/games/02.04-le-jeu-de-taros.md", "\nThere are 78 cards", "\nThere are 78 good cards"),
        *(shared[:3] for shared in SHARED.values()),
    ]
    add(living.root)
    for n, one in enumerate(changes):
        living.change(*one)
        if n % 2:  # some builds meet two changes
            assert living.rebuilt(1 + n % 4 // 2)
    living.build("-j", "1")
    living.build("-E", "-j", "2", "-d", "build/clean-trees", out="build/clean")
    old, new = pages(living.root), pages(living.root, "build/clean")
    assert [p for p in new if old.get(p) != new[p]] == []
    clean = living.root / "build/clean"
    folders = ("data", "api", "search", "_static/compare")
    made = [f for folder in folders for f in (clean / folder).rglob("*") if f.is_file()]
    names = ["_static/tonight-data.js", "_static/brief-data.js", *(f.relative_to(clean).as_posix() for f in made)]
    assert [n for n in names if (living.base / n).read_bytes() != (clean / n).read_bytes()] == []


# -- what is wrong


def test_a_dangling_reference_is_told_with_its_line(unbuilt):
    change(unbuilt, f"{PERMESSO}.md", "## In brief\n\n", "## In brief\n\nSee {game}`8.131` and {witness}`PE-1788`. ")
    done = sphinx(unbuilt)
    assert done.returncode != 0
    rows = (unbuilt / f"{PERMESSO}.md").read_text(encoding="utf-8").splitlines()
    line = next(n for n, row in enumerate(rows, 1) if "8.131" in row)
    for told in (
        "no game has the id '8.131'; did you mean",
        "no source has the id 'PE-1788'; did you mean 'PE-1787'",
    ):
        where = rf"{re.escape(PERMESSO)}\.md:{line}: WARNING: {re.escape(told)}"
        assert re.search(where, done.stderr), [
            row for row in done.stderr.splitlines() if "8.131" in row or "1788" in row
        ]


def test_a_dangling_link_of_a_generated_part_is_told(living):
    living.change(f"{PERMESSO}.md", "text: >-\n", "text: >-\n      See {game}`8.131`.\n")
    done = sphinx(living.root)
    assert done.returncode != 0
    told = [row for row in done.stderr.splitlines() if "8.131" in row]
    assert any(
        re.search(rf"{re.escape(PERMESSO)}\.md: WARNING: no game has the id '8\.131'; did you mean", t) for t in told
    ), told


def test_what_is_wrong_is_told_with_each_build(living):
    living.change(f"{PERMESSO}.md", "stated: {", "stated: {cards: 77, ")
    for _ in range(2):
        done = sphinx(living.root)
        assert done.returncode != 0
        told = [row for row in done.stderr.splitlines() if f"{PERMESSO}.md:" in row]
        assert any("77" in row for row in told), told


def broken(root):
    """Build a site that has faults as somebody does who asks for no strictness; return how that ended."""
    return sphinx(root, "-q", strict=False)


def test_a_record_that_is_not_text_stops_the_build_with_a_word(unbuilt):
    record = unbuilt / f"{PERMESSO}.md"
    record.write_bytes(record.read_bytes() + b"\xff\n")
    os.mkfifo(unbuilt / "corpus/games/08.99-pipe.md")
    done = broken(unbuilt)
    assert done.returncode != 0 and "Traceback (most" not in done.stderr
    assert f"{PERMESSO}.md" in done.stderr and "0xFF" in done.stderr and "08.99-pipe.md" in done.stderr


def test_nothing_that_a_text_asks_for_goes_live(unbuilt):
    (unbuilt / "secret.txt").write_text("SECRET")
    change(unbuilt, f"{OTTOCENTO}.md", "rules:\n", "rulse:\n")
    record = unbuilt / f"{PERMESSO}.md"
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
    done = broken(unbuilt)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr[-2000:]
    assert len(re.findall(r"\[tarot.text-markup\]", done.stderr)) == 8
    built = Living(unbuilt)
    page = built.page(f"{PERMESSO}.html")
    for live in ("<script>alert", "<img src=x", "<b>bold", "SECRET"):
        assert live not in page
    assert "Ottocento" in built.page(f"{OTTOCENTO}.html")


# -- what settings and other writers make of it


def test_an_address_makes_a_sitemap_and_reaches_every_head(living):
    """One setting; what stands at the address of a page is named by it, wherever on the server the site lies."""
    root = living.root
    assert not (living.base / "sitemap.xml").exists()
    assert "canonical" not in head(living.base / "index.html")
    shutil.copytree(living.base / ".doctrees", root / "build/addressed-trees")
    here, address = "build/addressed", "https://example.org/cards/"
    reports = "mailto:desk@example.org?subject={title}&body={path}"
    places = (f"html_theme_options.reports={reports}", "html_theme_options.repository=https://example.org/repo")
    options = ("-D", f"html_baseurl={address}", "-D", places[0], "-D", places[1], "-d", "build/addressed-trees")
    done = sphinx(root, *options, out=here, only=("docs/index.md", f"{PERMESSO}.md"), strict=False)
    assert done.returncode == 0, done.stderr[-4000:]
    urls = re.findall("<loc>(.*?)</loc>", (root / here / "sitemap.xml").read_text(encoding="utf-8"))
    assert set(urls) == {address + page for page in set(pages(root)) - TEMPLATES} and len(urls) == len(set(urls))
    assert f"Sitemap: {address}sitemap.xml" in (root / here / "robots.txt").read_text(encoding="utf-8")
    for name in ("index", PERMESSO):
        text = head(root / here / f"{name}.html")
        assert f'<link rel="canonical" href="{address}{name}.html">' in text
        assert f'<meta property="og:url" content="{address}{name}.html">' in text
        page = (root / here / f"{name}.html").read_text(encoding="utf-8")
        assert coins(page)[0]["url"] == embedded(page)["url"] == f"{address}{name}.html"
    assert linked(root / here / f"{PERMESSO}.html")["url"] == f"{address}{PERMESSO}.html"
    assert linked(root / here / "index.html")["distribution"][0]["contentUrl"].startswith(f"{address}api/")
    told = foot(root / here / f"{PERMESSO}.html")
    assert f"mailto:desk@example.org?subject=8.13%20Three-handed%20Permesso&body={PERMESSO}.md" in told
    assert f"https://example.org/repo/edit/main/{PERMESSO}.md" in told and "<pre" not in told
    assert '<base href="/cards/">' in head(root / here / "404.html")


def test_the_site_can_be_written_as_plain_text(living):
    """Every part of a page is known to another builder of Sphinx too."""
    done = sphinx(living.root, "-d", "build/text-trees", out="build/text", builder="text", strict=False)
    assert done.returncode == 0 and not warnings(done.stderr) - living.known, done.stderr[-4000:]
    text = (living.root / f"build/text/{PERMESSO}.txt").read_text(encoding="utf-8")
    assert "Three-handed Permesso" in text
    assert re.search(r"^ *A tre +Permesso +.*asks for three cards", text, re.M)
