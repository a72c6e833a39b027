"""Write every sentence that the machine makes, once each, with a place where it stands, to be read as an editor reads.

    .venv/bin/python -P scripts/sentences.py [--check] [--of 18.10]

Writes `tests/data/sentences.txt`; with `--check` it says what has changed and writes nothing (exit status 1). With `--of` it prints
those of one game. Sentences that differ in figures, cards, links and names alone stand once. Texts and names written by hand are left out.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tarotref
from tarotref.computed.corpus import ComputedCorpus
from tarotref.model.types import Facts
from tarotref.pages.elements import Child, El, Raw, Ref, text_of
from tarotref.pages.game import ORDER, GamePage
from tarotref.pages.lists import EACH, VIEWS, the_view
from tarotref.pages.tradition import ORDER as OF_TRADITION
from tarotref.pages.tradition import TraditionPage

FILE = Path(__file__).resolve().parent.parent / "tests" / "data" / "sentences.txt"
BLOCKS = frozenset("p td th li dt dd summary caption figcaption h3 h4".split())
NAMED = frozenset(("i", "em", "code", "q", "blockquote"))
"""Elements that hold what players, witnesses and programs say."""
MARKED = re.compile(r"\{[a-z]+\}`[^`]*`|\*[^*]+\*|`[^`]+`")
FIGURES = re.compile(r"[−-]?[\d½⅓⅔¼¾⅕⅙⅚.,/]*[\d½⅓⅔¼¾⅕⅙⅚]|\b[IVX]{2,}\b")
STOPS = re.compile(r"(?<=[.!?])(?<! c\.)(?<!Grim\.)(?<!Arn\.)(?<!Sim\.)(?<!Cat\.)(?<!Lau\.)(?<!ch\.)\s+(?=[A-Z‹0-9])")
BY_HAND = frozenset(("gloss", "quote", "reference", "cite-text"))
"""Classes of elements whose words somebody wrote, or that tell how to cite something."""


SHELVES = ("attestations", "glossary", "hands", "packs", "places", "subjects", "trump-orders", "catalogue")
"""Shared files with texts that somebody wrote."""
LEAST = 3
"""As many words with small letters make a thing that is read, and is no mere name or label."""


class Said(NamedTuple):
    """A sentence or cell: what it is of, its words, its form without names and figures, and where it stands."""

    of: str
    text: str
    form: str
    place: str


def by_hand(value: Any) -> Iterator[str]:
    """Yield every piece of text of a plain value, as it stands between what is emphasised and what leads elsewhere."""
    if isinstance(value, str):
        for text in MARKED.split(value):
            yield plainly(text)
            yield from map(plainly, text.split("; "))  # what is long is told in several sentences
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from by_hand(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from by_hand(part)
    elif isinstance(value, Facts):
        yield from by_hand(dict(value))


def plainly(text: str) -> str:
    """Return a text as it is compared: its blanks made one, without its last full stop and its capitals."""
    return " ".join(text.split()).strip(" .;,:").casefold()


def form(child: Child, hand: Container[str]) -> str:
    """Return the words of a child with signs for names, cards, figures and what somebody wrote."""
    if isinstance(child, Ref):
        return "‹›"
    if isinstance(child, Raw):
        return "‹›" if child.text else ""
    if isinstance(child, El):
        return (
            "‹›" if child.tag in NAMED else "" if child.tag == "sup" else "".join(form(c, hand) for c in child.children)
        )
    if plainly(child) in hand:
        return "‹›"
    return FIGURES.sub("0", child)


def blocks(child: Child) -> Iterator[list[Child]]:
    """Yield each block of words."""
    if not isinstance(child, El) or dict(child.attrs).get("class", "").partition(" ")[0] in BY_HAND:
        return
    if child.tag in BLOCKS:
        yield [c for c in child.children if not (isinstance(c, El) and holds_blocks(c))]
    for part in child.children:
        if isinstance(part, El) and (child.tag not in BLOCKS or holds_blocks(part)):
            yield from blocks(part)


def holds_blocks(made: El) -> bool:
    """Say whether an element is a block, or has one inside."""
    return (
        made.tag in BLOCKS or made.tag == "table" or any(isinstance(c, El) and holds_blocks(c) for c in made.children)
    )


def parts(computed: ComputedCorpus, only: str = "") -> Iterator[tuple[str, str, El]]:
    """Yield every part of every page that the machine makes: the page, the section, the part."""
    for id in computed.corpus.games:
        if not only or id == only:
            yield from ((id, title, one) for title, one in of_record(GamePage(computed, id), ORDER))
    if only:
        return
    for id in computed.corpus.traditions:
        for title, one in of_record(TraditionPage(computed, id), OF_TRADITION):
            yield id, f"{title} of a tradition", one
    yield from of_lists(computed)


def of_record(page: GamePage | TraditionPage, titles: Iterable[str]) -> Iterator[tuple[str, El]]:
    """Yield every part of the page of a record, with its section."""
    yield from (("Head", one) for one in page.head())
    for title in titles:
        yield from ((title, one) for one in page.after(title))


def of_lists(computed: ComputedCorpus) -> Iterator[tuple[str, str, El]]:
    """Yield every part of the pages that are no record's."""
    for name, make in VIEWS.items():
        for one in make(computed):
            yield name, f"List: {name.partition('-')[0]}", one
    for kind, each in EACH.items():
        for id in computed.corpus.shared[each.shelf]:
            view = the_view(f"{kind}/{id}")
            for one in view(computed) if view else ():
                yield f"{kind} {id}", f"Page of a {kind}", one


def sentences(computed: ComputedCorpus, only: str = "") -> dict[str, Said]:
    """Return what the machine says, each sentence by its form."""
    corpus = computed.corpus
    records = [*corpus.games.values(), *corpus.traditions.values()]
    written = [*(record.source.at(()) for record in records), *(corpus.shared.get(name, {}) for name in SHELVES)]
    written += [ref.fields for ref in corpus.bibliography.values()]
    hand = {text for one in written for text in by_hand(one)} - {""}
    found: dict[str, Said] = {}
    for place, title, part in parts(computed, only):
        for words in blocks(part):
            text = " ".join(
                "".join(text_of(word) for word in words if not (isinstance(word, El) and word.tag == "sup")).split()
            )
            shape = " ".join("".join(form(word, hand) for word in words).split())
            told, shapes = STOPS.split(text), STOPS.split(shape)
            for said, one in zip(told, shapes, strict=True) if len(told) == len(shapes) else [(text, shape)]:
                if len(re.findall(r"\b[a-z]{2,}", one)) >= LEAST and plainly(said) not in hand:
                    found.setdefault(one, Said(title, said, one, place))
    return found


def written(found: Iterable[Said]) -> str:
    """Return the file: what is said of one thing together, in the order of the alphabet."""
    lines: list[str] = []
    before = ""
    for said in sorted(found, key=lambda one: (one.of, one.form)):
        if said.of != before:
            lines += ["", f"## {said.of}", ""]
            before = said.of
        lines.append(f"{said.text} [{said.place}]")
    return "\n".join(["# What the machine says", *lines, ""])


def main(argv: list[str] | None = None) -> int:
    """Write the file, or say what has changed."""
    top = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    top.add_argument("--check", action="store_true", help="say what has changed, and write nothing")
    top.add_argument("--of", default="", help="print what is said on the page of one game")
    args = top.parse_args(argv)
    made = written(sentences(tarotref.load(), args.of).values())
    if args.of:
        print(made)
        return 0
    if args.check:
        known = set(FILE.read_text(encoding="utf-8").splitlines()) if FILE.exists() else set[str]()
        new = [line for line in made.splitlines() if line not in known]
        print(*new, f"{len(new)} lines are new", sep="\n")
        return made != FILE.read_text(encoding="utf-8")
    FILE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
