"""Single faults in the form of files, whatever they say: fences, headings, forbidden text, bytes, BibTeX, files that are missing or strange."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.faults import Fault, Span, swapped

HEADINGS = {
    "no space": "##{}",
    "third level": "### {}",
    "first level": "# {}",
    "underlined": "{}\n---",
    "misspelt": "",
    "twice": "## {0}\n\nOnce more.\n\n## {0}",
    "without text": "## Tactics\n\n## {}",
    "text before": "Some words.\n\n## {}",
}
"""What takes the place of a heading."""
TEXTS = """\
```
words
%%Some {gmae}`8.13` words.%%Some {game}`99.99` words.%%Some {game}`8.13/NOBODY` words.%%Some {witness}`RI-1831` words.
%%Some {place}`torino` words.%%Some {term}`ultimissimo` words.%%Some {card}`XXIX` words.%%Some {lang}`xx: parole` words.
%%Some {download}`/etc/passwd` words.%%Some {game}`words <99.98>` here.%%Some {raw}`<b>` words.%%```{note}
words
```%%:::{note}
words
:::%%```{include} /etc/passwd
```%%```{literalinclude} /etc/passwd
```%%```{raw} html
<b>x</b>
```%%```{eval-rst}
.. raw:: html
```%%<script>alert(1)</script>%%Some <b>bold</b> words.%%Some <img src=x onerror="alert(1)"> words.%%<!-- hidden -->
%%![words](../../secret.png)%%Some [words](../../Makefile) here.%%Some [words](javascript:alert(1)) here.%%---%%% hidden
%%+++ block%%(some-target)="""
"""Paragraphs that no record may have, parted by `%%`."""
BYTES = {
    "latin-1": "\udce9",
    "nul": "\0",
    "escape": "\x1b",
    "form feed": "\x0c",
    "zero width": "\u200b",
    "bidi": "\u202e",
    "half": "\udcc3",
}
DATES = ("17500", "1750-02-30", "1850/1750", "someday", "2900")


def of_record(path: str, text: str) -> Iterator[Fault]:
    """What breaks the fences and headings of a record, and what its text may not have."""

    def fault(kind: str, way: str, at: int, new: str, end: int = -1, later: int = 0) -> Fault:
        return Fault(kind, way, path, text.count("\n", 0, at) + 1 + later, (at, max(at, end)), new)

    end = text.index("\n---\n") + 1
    yield fault("fence", "first lost", 0, "", 4)
    yield fault("fence", "second lost", end, "", end + 4)
    for top in list(re.finditer(r"(?m)^[a-z]+:", text[:end]))[2::4]:
        yield fault("fence", "stray", top.start(), "---\n")
    heads = list(re.finditer(r"(?m)^## (.+)$", text))
    for head in heads[:3]:
        for way, new in HEADINGS.items():
            new = new.format(head[1]) if new else f"## {swapped(head[1])}"
            if not (way == "text before" and head is not heads[0]) and not (way == "without text" and new[:10] in text):
                yield fault("heading", way, head.start(), new, head.end(), 4 if way == "twice" else 0)
    for one, two in pairwise(heads[:2]):
        between = text[one.end() : two.start()]
        yield fault(
            "heading", "out of order", one.start(), f"{two[0]}{between}{one[0]}", two.end(), between.count("\n")
        )
    at = heads[0].end() + 1 if heads else len(text)
    id = re.search(r'(?m)^id: "?([^"\n]+)', text)
    for new in TEXTS.replace("8.13/NOBODY", f"{id[1] if id and '/games/' in path else '8.13'}/NOBODY").split("%%"):
        yield fault("text", re.sub(r"\d+\.\d+/", "", new), at, f"\n{new.strip()}\n", later=1)


def of_bytes(path: str, text: str) -> Iterator[Fault]:
    """Bytes and characters that no file may have, amid it and at its end; a file that has nothing else."""
    words = list(re.finditer(r"[a-z]{5,}", text))
    for at in (words[len(words) // 3].end(), words[-1].end()):
        for way, new in BYTES.items():
            yield Fault("bytes", way, path, text.count("\n", 0, at) + 1, (at, at), new)
    yield Fault("bytes", "byte order mark", path, 1, (0, 0), "\ufeff")
    yield Fault("bytes", "utf-16", path, 1, (0, len(text)), text.encode("utf-16").decode("utf-8", "surrogateescape"))


def of_bibliography(path: str, text: str) -> Iterator[Fault]:
    """What is wrong with entries of the bibliography and their fields."""

    def fault(way: str, span: Span, new: str, at: int = -1) -> Fault:
        return Fault("bibliography", way, path, text.count("\n", 0, span[0] if at < 0 else at) + 1, span, new)

    for entry in re.finditer(r"(?m)^@(\w+)\{([^,]+),\n(?:.*\n)*?\}\n", text):
        start, end = entry.span()
        yield fault("unknown type", entry.span(1), "bok")
        yield fault("no type", (start, start + 1), "")
        yield fault("twice", (end, end), "\n" + entry[0], end + 1)
        yield fault("two keys alike", (end, end), "\n" + entry[0].replace(entry[2], entry[2].swapcase()), end + 1)
        for row in re.finditer(r"(?m)^  (\w+) = .*\n", text[start:end]):
            name, line, span = row[1], row[0], (start + row.start(), start + row.end())
            ways = {"misspelt": line.replace(name, swapped(name), 1), "without brace": line.replace("{", "", 1)}
            ways |= {"not closed": line.replace("}", "", 1), "twice": line * 2}
            if name not in ("title", "year", "keywords", "lang", "dated", "seenin", "attests", "author"):
                continue
            if line.endswith("},\n"):
                ways["without comma"] = line.replace("},", "}")
            if name == "keywords":
                ways["role misspelt"] = re.sub("witness|literature|authority", lambda m: swapped(m[0]), line)
            for wrong in {"year": DATES, "dated": DATES, "lang": ("xx",)}.get(name, ()):
                ways[wrong] = f"  {name} = {{{wrong}}},\n"
            for way, new in ways.items():
                yield fault(f"{name} {way}" if re.search(r"\d|some|role|xx", way) else way, span, new)
            if name in ("title", "keywords"):
                yield fault(f"{name} deleted", span, "", start)


def of_folder(files: Mapping[str, str]) -> Iterator[Fault]:
    """Files that are missing, misnamed, of another kind or in another place."""
    games = [path for path in files if "/games/" in path]
    game, family = games[0], "corpus/traditions/family.md"

    def fault(path: str, way: str, seed: Any, line: int = 1) -> Fault:
        return Fault("files-strange", way, path, line, seed=seed)

    def moved(old: str, new: str, way: str, line: int = 1) -> Fault:
        return fault(new, way, lambda root: (root / old).rename(root / new), line)

    def made(path: str, way: str, make: Any) -> Fault:
        def seed(root: Path) -> None:
            (root / path).unlink(missing_ok=True)
            (root / path).parent.mkdir(exist_ok=True)
            make(root / path)

        return fault(path, way, seed, 2 if way == "R number" else 1)

    for old in games:
        folder, _, name = old.rpartition("/")
        yield moved(old, f"{folder}/99.99-{name[6:]}", "number of another", 2)
        yield moved(old, f"{folder}/{name[:6]}another-game.md", "title of another", 2)
        yield moved(old, old.replace(".md", ".markdown"), ".markdown")
        yield moved(old, old.replace("games", "traditions"), "wrong folder")
    tradition = max(path for path in files if "/traditions/" in path)
    yield moved(tradition, tradition.replace("traditions", "games"), "a tradition among games")
    yield moved("corpus/places.yaml", "corpus/plcaes.yaml", "misnamed")
    for path, way, text in (
        ("corpus/games/R9-another.md", "R number", re.sub(r"(?m)^id: .*$", "id: R8", files[game], count=1)),
        ("corpus/extra.yaml", "unknown shared file", "a: b\n"),
        ("corpus/more.bib", "second bibliography", "@book{x, title = {X}}\n"),
        ("corpus/games/notes.txt", "text file", "hello\n"),
        ("corpus/games/old", "folder in games", ""),
    ):
        yield made(
            path, way, lambda p, text=text: p.write_text(text) if text else p.mkdir() or (p / "x.md").write_text("x")
        )
    for path in ("corpus/vocabulary.yaml", "corpus/sources.bib", family):
        yield fault(path, f"no {path}", lambda root, path=path: (root / path).unlink())
    yield fault("corpus/games", "no games", lambda root: [(root / path).unlink() for path in games])
    for path in (game, family, "corpus/places.yaml", "corpus/sources.bib", "corpus/vocabulary.yaml"):
        yield made(path, "a folder", lambda p: p.mkdir())
        yield made(path, "a broken link", lambda p: p.symlink_to("nowhere"))
        yield made(path, "a link to itself", lambda p: p.symlink_to(p.name))
        yield made(path, "a pipe", os.mkfifo)
        yield made(path, "a device", lambda p: p.symlink_to("/dev/zero"))
        yield made(path, "empty", lambda p: p.write_text(""))
        yield made(path, "only spaces", lambda p: p.write_text("  \n\n"))


def of_forms(files: Mapping[str, str]) -> Iterator[Fault]:
    """Yield every fault in the form of the files of a corpus."""
    for path, text in files.items():
        yield from of_bytes(path, text)
        yield from of_record(path, text) if path.endswith(".md") else ()
        yield from of_bibliography(path, text) if path.endswith(".bib") else ()
    yield from of_folder(files)
