"""Built sites for tests: the real one, made once a run and kept while nothing that it is made of has changed, and a miniature of it.

A plugin of `conftest.py`. The real site is shared by all processes of a run and by later runs; no test may change it. What a test
changes is a copy, and mostly one of the miniature, of which a build takes seconds. Copies are whole: Sphinx writes into files
where they stand, so that a file with a second name in the copy would change in the original too.
"""

from __future__ import annotations

import fcntl
import hashlib
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

import pytest

from tests import miniature

CHECKOUT = Path(__file__).parent.parent
KEPT = CHECKOUT / "build" / "tested"
SOURCES = ("corpus", "docs", "CONTRIBUTING.md")
"""What a site is built from, the code apart."""
TEMPLATES = {"search.html", "404.html"}
"""Pages without a source, which Sphinx writes whenever it writes any."""


def copy(to: Path) -> Path:
    """Copy what the real site is built from; the extension is the one under test."""
    for name in SOURCES:
        (shutil.copytree if (CHECKOUT / name).is_dir() else shutil.copy)(CHECKOUT / name, to / name)
    return to


def sphinx(
    root: Path,
    *options: str,
    out: str = "build/site",
    builder: str = "html",
    only: Sequence[str] = (),
    strict: bool = True,
) -> subprocess.CompletedProcess[str]:
    """Run Sphinx as `make` does: where it is strict, warnings are errors."""
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-b",
        builder,
        "-c",
        "docs",
        *(["-W", "-n", "--keep-going"] if strict else []),
    ]
    return subprocess.run(
        [*command, *options, ".", out, *only],
        cwd=root,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(CHECKOUT), "PATH": "/usr/bin:/bin", "HOME": str(root)},
    )


def build(root: Path, *options: str, out: str = "build/site", builder: str = "html", only: Sequence[str] = ()) -> str:
    """Build the site under a folder, or some of its pages; return what was said. Warnings are errors."""
    done = sphinx(root, *options, out=out, builder=builder, only=only)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def pages(root: Path, out: str = "build/site") -> dict[str, str]:
    """Return a digest of each page."""
    found = sorted((root / out).rglob("*.html"))
    return {p.relative_to(root / out).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in found}


def written(root: Path) -> dict[str, int]:
    """Return when each page was written."""
    base = root / "build/site"
    return {p.relative_to(base).as_posix(): p.stat().st_mtime_ns for p in base.rglob("*.html")}


def change(root: Path, path: str, old: str, new: str) -> None:
    """Put other words into a file, which must have the old ones."""
    file = root / path
    text = file.read_text(encoding="utf-8")
    assert old in text, (path, old)
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


# -- what a test says of a page that fails


LONG = 1000
"""As many characters of a text a test that fails may show whole."""


class Html(str):
    """The source of a page, which knows what page it is."""

    name: str

    def __new__(cls, file: Path) -> Html:
        made = super().__new__(cls, file.read_text(encoding="utf-8"))
        made.name = file.as_posix().rpartition("/build/site/")[2]
        return made


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Of a text that is or is not in a page, show the page and the place; a whole page would be 200 kB."""
    if op not in ("in", "not in") or not (isinstance(left, str) and isinstance(right, str) and len(right) > LONG):
        return None
    name = getattr(right, "name", f"a text of {len(right)} characters")
    if op == "not in":
        return [f"{left!r} not in {name}", f"but there: {excerpt(right, right.index(left))!r}"]
    most = next((n for n in range(len(left) - 1, 3, -1) if left[:n] in right), 0)
    where = f"but there: {excerpt(right, right.index(left[:most]))!r}" if most else f"which begins {excerpt(right)!r}"
    return [f"{left!r} in {name}", where]


def excerpt(text: str, place: int = 0, size: int = 300) -> str:
    """Return some of a text, from a little before a place."""
    start = max(0, place - size // 3)
    return ("..." if start else "") + text[start : start + size] + ("..." if start + size < len(text) else "")


# -- the real site


def made_of() -> str:
    """Return a digest of all that the site is made of: texts, theme, code, the versions of what builds it."""
    found = hashlib.sha256(sys.version.encode())
    packages = sorted({f"{d.name} {d.version}" for d in metadata.distributions() if d.name != "tarotref"})
    found.update("\n".join(packages).encode())
    for name in (*SOURCES, "tarotref"):
        top = CHECKOUT / name
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            within = file.relative_to(CHECKOUT)
            if file.is_file() and not {"__pycache__", "_snapshot"} & set(within.parts):
                found.update(f"\0{within}\0".encode() + file.read_bytes())
    return found.hexdigest()


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Let one process at a time in."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def the_site() -> Path:
    """Return the folder of the real site, built whole where it is not there as it would be built now; who asks first builds it.

    Each state of the files has a folder of its own: what another process looks at stays as it is. The last two are kept.
    A site that cannot be built without warnings is not kept, but all that wait for it are told what is wrong.
    """
    root = KEPT / made_of()[:16]
    said = root / "said.txt"
    asked = time.time()
    with alone(KEPT.with_name("tested.lock")):
        if not said.exists() or (said.read_text(encoding="utf-8") and said.stat().st_mtime < asked):
            shutil.rmtree(root, ignore_errors=True)
            for old in sorted(KEPT.glob("*"), key=lambda folder: folder.stat().st_mtime)[:-1]:
                shutil.rmtree(old, ignore_errors=True)
            root.mkdir(parents=True)
            done = sphinx(copy(root), "-E", "-j", "auto")
            said.write_text("" if done.returncode == 0 else done.stdout[-2000:] + done.stderr[-6000:], encoding="utf-8")
        wrong = said.read_text(encoding="utf-8")
    if wrong:
        pytest.fail(f"the site cannot be built without warnings:\n{wrong}", pytrace=False)
    return root


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder in which the real site is built, under `build/site`. Not to be changed."""
    return the_site()


@pytest.fixture(scope="session")
def published(site: Path) -> Path:
    """The folder of data that the real site offers: tables as CSV and SQLite, sources, places, features and terms."""
    return site / "build/site/data"


# -- the miniature


class Living:
    """A built miniature, to be changed and built again; each test finds it as it was first built."""

    def __init__(self, root: Path, known: frozenset[str] = frozenset()):
        self.root, self.known = root, known
        self.base = root / "build/site"

    def build(self, *options: str, out: str = "build/site") -> None:
        """Build it; nothing may be wrong that was not wrong with the miniature as it was cut out."""
        done = sphinx(self.root, *options, out=out, strict=False)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
        new = warnings(done.stderr) - self.known
        assert not new, "\n".join(sorted(new))

    def change(self, path: str, old: str, new: str) -> None:
        """Put other words into a file."""
        change(self.root, path, old, new)

    def rebuilt(self, jobs: int = 1) -> set[str]:
        """Build again; return the pages that were written."""
        before = written(self.root)
        self.build("-j", str(jobs))
        return {page for page, when in written(self.root).items() if before.get(page) != when} - TEMPLATES

    def page(self, name: str) -> Html:
        """Return a page by its address."""
        return Html(self.base / name)

    def showing(self, words: str) -> set[str]:
        """Return the pages that show some words."""
        return {name for name in written(self.root) if words in self.page(name)}

    def data(self) -> dict[str, int]:
        """Return when each file of data was written."""
        return {f.name: f.stat().st_mtime_ns for f in (self.base / "data").iterdir()}


def warnings(told: str) -> frozenset[str]:
    """Return what Sphinx warned of, without the lines, which changes move."""
    lines = (line for line in told.splitlines() if "WARNING: " in line)
    return frozenset(re.sub(r"^.*?/(?=(corpus|docs)/)|:\d+(?=: )", "", line) for line in lines)


@pytest.fixture(scope="session")
def built_miniature(computed, tmp_path_factory) -> tuple[Living, Path]:
    """The miniature, built, and a copy to be taken back to. Sphinx builds all anew in a folder that it does not know: tests share one."""
    root = miniature.cut(tmp_path_factory.mktemp("miniature") / "site", computed)
    done = sphinx(root, "-E", "-j", "1", strict=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    pristine = root.with_name("pristine")
    shutil.copytree(root, pristine, symlinks=True)
    return Living(root, warnings(done.stderr)), pristine


@pytest.fixture
def living(built_miniature) -> Living:
    """The built miniature, as it was first built, to be changed."""
    found, pristine = built_miniature
    shutil.rmtree(found.root)
    shutil.copytree(pristine, found.root)
    return found


@pytest.fixture
def unbuilt(computed, tmp_path) -> Path:
    """The sources of the miniature, to be broken before they are built."""
    return miniature.cut(tmp_path / "site", computed)
