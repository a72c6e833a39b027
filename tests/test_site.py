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
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
pytestmark = pytest.mark.slow


def copy(to: Path) -> Path:
    """Copy what a site is built from; the extension is the one under test."""
    for name in ("corpus", "docs"):
        shutil.copytree(CHECKOUT / name, to / name)
    return to


def build(root: Path, *options: str, out: str = "build/site", builder: str = "html") -> str:
    """Build the site under a folder; return what was said. Warnings are errors."""
    done = sphinx(root, *options, out=out, builder=builder)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def sphinx(
    root: Path, *options: str, out: str = "build/site", builder: str = "html"
) -> subprocess.CompletedProcess[str]:
    """Run Sphinx as `make` does."""
    command = [sys.executable, "-m", "sphinx", "-b", builder, "-c", "docs", "-W", "-n", "--keep-going"]
    return subprocess.run(
        [*command, *options, ".", out],
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
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
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
    """The list of rulesets on the site, the data it hands to its programs, and the tables are the same."""
    from tarotref.computed.columns import FEATURES, cell

    script = (site / "build/site/_static/rulesets.js").read_text(encoding="utf-8")
    data = json.loads(script[script.index(", {") + 2 : script.rindex(")")])["rulesets"]
    assert list(data["rows"]) == list(computed.corpus.rulesets)
    for id, row in data["rows"].items():
        for name in FEATURES:
            c = cell(name, computed.corpus.rulesets[id], computed.figures(computed.corpus.rulesets[id]))
            shown = row[name]
            value = (
                shown["value"]
                if isinstance(shown, dict) and "value" in shown
                else None
                if isinstance(shown, dict)
                else shown
            )
            text = ";".join(value) if isinstance(value, list) else value
            assert (str(text) if text is not None else None) == (str(c.value) if c.value is not None else None), (
                id,
                name,
            )
    csv = (site / "build/site/data/rulesets.csv").read_text(encoding="utf-8").splitlines()
    assert len(csv) == len(computed.corpus.rulesets) + 1


def change(root: Path, path: str, old: str, new: str) -> None:
    file = root / path
    text = file.read_text(encoding="utf-8")
    assert old in text, (path, old)
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def rebuilt(root: Path, jobs: int = 1) -> set[str]:
    """Build again; return the pages that were written."""
    before = written(root)
    build(root, "-j", str(jobs))
    return {page for page, when in written(root).items() if before.get(page) != when and page != "search.html"}


INDEX = {"docs/games.html", "docs/index.html"}
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
    change(living, f"{PERMESSO}.md", "One player, the *ombra*,", "One player, the solitary *ombra*,")
    assert rebuilt(living) - INDEX == {f"{PERMESSO}.html"}
    assert "solitary" in (living / f"build/site/{PERMESSO}.html").read_text(encoding="utf-8")
    assert {f: f.stat().st_mtime_ns for f in (living / "build/site/data").iterdir()} == data


def test_a_new_title_reaches_every_page_that_shows_it(living):
    showing = {
        page
        for page in written(living)
        if "Three-handed Permesso" in (living / "build/site" / page).read_text(encoding="utf-8")
    }
    change(living, f"{PERMESSO}.md", "title: Three-handed Permesso", "title: Three-Handed PERMESSO")
    done = rebuilt(living)
    assert showing - done - {"search.html"} == set()
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
    for name in ("_static/rulesets.js", *(f"data/{f.name}" for f in (living / "build/clean/data").iterdir())):
        assert (living / "build/site" / name).read_bytes() == (living / "build/clean" / name).read_bytes(), name


def test_words_of_generated_parts_can_be_searched_for(site):
    script = (site / "build/site/searchindex.js").read_text(encoding="utf-8")
    index = json.loads(script[script.index("{") : script.rindex("}") + 1])
    page = index["docnames"].index(PERMESSO)
    for word in ("bonuses", "onoranza", "conjecture", "excuse"):  # a caption, a name, a kind of note, a fact
        found = index["terms"][word]
        assert page in (found if isinstance(found, list) else [found]), word
    assert not {"tr", "td", "scope", "svg", "href"} & set(index["terms"])


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
