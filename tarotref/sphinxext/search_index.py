"""The index that the program of the search page reads: made whole, or anew for what is written anew.

`index.js` has pages and entries. `words-a.js` has the words that begin with an a: each with the entries that have it, as differences
in base 36, `!` after one that has it often; words that begin with no letter of the plain alphabet and no digit stand in
`words-other.js`. `N.js` has the text of the entries of page N, from which snippets are taken.

Why not an index that others keep: Pagefind 1.5.2 finds `Konigrufen`, `Strohmandl` and headings, but its program and its index are
fetched, which no browser allows a page that was opened as a file; nor can what is found be put into an order of ours, games that
can be read before games that cannot. Here everything is a script, which a page opened as a file may load.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from tarotref.sphinxext.findable import Page
from tarotref.sphinxext.search import STOP
from tarotref.store.cache import keep, kept

OFTEN = 3
"""How many times a word stands in an entry that is much about it."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Made(NamedTuple):
    """An index as it was made: the pages in it without their texts, where each word stands, and the files written, with their sizes."""

    pages: dict[str, Page]
    words: dict[str, str]
    files: dict[str, int]


class Index:
    """The index in a folder of a site, and what is kept of it for the next build."""

    def __init__(self, folder: Path, kept_in: Path, code: str):
        """`code` is a digest of the code that makes an index: what other code has kept is as good as none."""
        self.folder, self.kept_in, self.code = folder, kept_in, code

    def renew(self, anew: Mapping[str, Page], names: Iterable[str]) -> None:
        """Write the index of the pages named, some of them anew and the others as they were.

        Where each page has as many entries as before, only the words are gone through that one of these has gained or lost.
        """
        names, file = sorted(names), self.kept_in / "made"
        made: Made | None = kept(file, self.code)
        if made is not None and (list(made.pages) != names or made.files != self._files()):
            made = None
        if made is not None and not anew:
            return
        before = {name: self._page(name) for name in anew}
        file.unlink(missing_ok=True)  # who is interrupted leaves an index of which nothing is known
        for name in anew:
            keep(self._file(name), self.code, anew[name])
        if made is not None and all(
            old and len(old.entries) == len(anew[name].entries) for name, old in before.items()
        ):
            texts = dict(anew)
            words = reworded(made, {name: old for name, old in before.items() if old}, anew)
            pages = {name: bare(anew[name]) if name in anew else page for name, page in made.pages.items()}
        else:
            texts = {name: page for name in names if (page := anew.get(name) or self._page(name))}
            words, pages = gathered(texts.values()), {name: bare(page) for name, page in texts.items()}
        self._write(pages, words, texts)
        keep(file, self.code, Made(pages, words, self._files()))

    def _write(self, pages: Mapping[str, Page], words: Mapping[str, str], texts: Mapping[str, Page]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        heads: dict[tuple[str, str], int] = {}
        shown = []
        for number, (name, page) in enumerate(pages.items()):
            rows = [
                [e.anchor, e.title, e.kind] if e.kind else heads.setdefault((e.anchor, e.title), len(heads))
                for e in page.entries
            ]
            shown.append([page.url, page.title, page.kind, list(page.names), int(page.backstage), rows])
            if name in texts:
                script(self.folder / f"{number}.js", f"texts[{number}]", [e.text for e in texts[name].entries])
        for old in self.folder.glob("*.js"):
            if old.stem.isdigit() and int(old.stem) >= len(pages):
                old.unlink()
        parts: dict[str, list[str]] = {}
        for word, places in sorted(words.items()):
            parts.setdefault(part(word), []).append(f"{word}\t{places}")
        for old in self.folder.glob("words-*.js"):
            if old.stem.removeprefix("words-") not in parts:
                old.unlink()
        for name, lines in parts.items():
            script(self.folder / f"words-{name}.js", f"words[{name!r}]", "\n".join(lines))
        index = {"pages": shown, "heads": list(heads), "stop": sorted(STOP), "parts": list(parts)}
        script(self.folder / "index.js", "index", index)

    def _page(self, name: str) -> Page | None:
        found: Page | None = kept(self._file(name), self.code)
        return found

    def _file(self, name: str) -> Path:
        return self.kept_in / name.replace("/", ",")

    def _files(self) -> dict[str, int]:
        return {file.name: file.stat().st_size for file in sorted(self.folder.glob("*.js")) if file.stem != "names"}


def bare(page: Page) -> Page:
    """Return a page without its texts and words."""
    return page._replace(entries=tuple(entry._replace(text="") for entry in page.entries), words=())


def gathered(pages: Iterable[Page]) -> dict[str, str]:
    """Return where each word stands."""
    found: dict[str, list[str]] = {}
    last: dict[str, int] = {}
    counts = (counted for page in pages for counted in page.words)
    for at, counted in enumerate(counts):
        for word, n in counted.items():
            found.setdefault(word, []).append(_step(at - last.get(word, 0), n >= OFTEN))
            last[word] = at
    return {word: " ".join(steps) for word, steps in found.items()}


def reworded(made: Made, before: Mapping[str, Page], anew: Mapping[str, Page]) -> dict[str, str]:
    """Return where each word stands when some pages have other words in as many entries."""
    starts = dict(
        zip(made.pages, accumulate((len(page.entries) for page in made.pages.values()), initial=0), strict=False)
    )
    changes: dict[str, dict[int, bool | None]] = {}
    for name, old in before.items():
        for at, (was, now) in enumerate(zip(old.words, anew[name].words, strict=True), starts[name]):
            for word in was.keys() | now.keys():
                if _often(was, word) != _often(now, word):
                    changes.setdefault(word, {})[at] = _often(now, word)
    words = dict(made.words)
    for word, changed in changes.items():
        places = {**_read(words.pop(word, "")), **changed}
        if steps := _steps((at, often) for at, often in sorted(places.items()) if often is not None):
            words[word] = steps
    return words


def _often(counted: Mapping[str, int], word: str) -> bool | None:
    """Say whether an entry has a word often; None where it has it not at all."""
    return counted[word] >= OFTEN if word in counted else None


def _steps(places: Iterable[tuple[int, bool]]) -> str:
    told, before = [], 0
    for at, often in places:
        told.append(_step(at - before, often))
        before = at
    return " ".join(told)


def _read(steps: str) -> dict[int, bool | None]:
    """Return the entries that steps lead to, each with whether it has the word often."""
    found: dict[int, bool | None] = {}
    at = 0
    for step in steps.split():
        at += int(step.removesuffix("!"), 36)
        found[at] = step.endswith("!")
    return found


@cache
def _step(number: int, often: bool) -> str:
    text = _DIGITS[number % 36]
    while number := number // 36:
        text = _DIGITS[number % 36] + text
    return text + ("!" if often else "")


def part(word: str) -> str:
    """Return in which part of the index a word stands: that of its first letter or digit."""
    return word[0] if word[0] in _DIGITS else "other"


def script(file: Path, name: str, data: Collection[object]) -> None:
    """Write data as a script, if it is not there: browsers run scripts from files, and fetch nothing there."""
    made = f"TAROTREF_SEARCH.{name}={json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"
    if not file.exists() or file.read_text(encoding="utf-8") != made:
        file.write_text(made, encoding="utf-8")
