"""What a section of text says to everybody, and what it says of one version alone: passages between `:::{version} KEYS` and `:::`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

OPENING = re.compile(r":::\{version\}[ \t]*(.*)")
CLOSING = ":::"
INSTEAD = "instead"
"""The word after the keys of a passage that takes the place of the paragraph, list or table before it."""
SENTENCE_ENDS = re.compile(r"(?<=[.!?:;])\s+(?=[^\sa-zß-ÿ])")
"""Between two sentences of a text."""
ITEM = re.compile(r"\n\s*\n(?![-*] |\d+\. )|(?:^|\n\s*)(?:[-*]|\d+\.) ")
"""Between two paragraphs, and before an item of a list."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a section: what the main rules say, or what versions of the game say otherwise."""

    text: str
    row: int
    """On which row of the section's body it begins, from 0."""
    versions: tuple[str, ...] = ()
    """Keys of the readings and variants that it is about; none where it belongs to the main rules."""
    instead: bool = False
    """Whether in these versions it takes the place of the paragraph, list or table before it."""


def passages(body: str) -> Iterator[Passage]:
    """Yield the passages of a section's body, in order."""
    rows: list[str] = []
    began = 0
    keys: list[str] | None = None
    for n, row in enumerate([*body.split("\n"), None]):
        opening = OPENING.fullmatch(row.rstrip()) if row is not None else None
        if row is not None and (not opening if keys is None else row.rstrip() != CLOSING):
            rows.append(row)
            continue
        text = "\n".join(rows).strip("\n")
        if text:
            skipped = next(i for i, one in enumerate(rows) if one.strip())
            instead = keys is not None and INSTEAD in keys
            versions = tuple(key for key in keys or () if key != INSTEAD)
            yield Passage(text, began + skipped, versions, instead)
        rows, began, keys = [], n + 1, opening[1].split() if opening else None


def main_text(body: str) -> str:
    """Return what a section says of the main rules."""
    return "\n\n".join(one.text for one in passages(body) if not one.versions)


def told_otherwise(body: str, known: Collection[str]) -> tuple[Passage, ...]:
    """Return what a section says of versions, those that `known` has."""
    return tuple(one for one in passages(body) if set(one.versions) & set(known))


def heard(run: Sequence[tuple[Collection[str], bool]], voices: Sequence[str]) -> list[int]:
    """Say which of the passages that follow one paragraph a version has, by their places: its own, and those of what it changes.

    Of each passage `run` has the versions that it is on, and whether it takes the paragraph's place; `voices` are the version and
    what it changes, the nearest first. The nearest that takes the paragraph's place takes that of the others which do.
    """
    ranks = [next((n for n, key in enumerate(voices) if key in keys), None) for keys, _ in run]
    nearest = min(
        (rank for rank, (_, instead) in zip(ranks, run, strict=True) if rank is not None and instead), default=0
    )
    return [n for n, rank in enumerate(ranks) if rank is not None and not (run[n][1] and rank > nearest)]


def sentences(text: str) -> set[str]:
    """Return the sentences of a text as they are compared: without case, marks of emphasis and what ends them."""
    return {compared(one) for item in ITEM.split(text) for one in cut(item)}


def cut(text: str) -> list[str]:
    """Return the sentences of a paragraph, or of an item of a list; nothing is cut within a role."""
    found: list[str] = []
    for one in SENTENCE_ENDS.split(text):
        if found and found[-1].count("`") % 2:
            found[-1] += f" {one}"
        else:
            found.append(one)
    return found


def compared(sentence: str) -> str:
    """Return a sentence as it is compared."""
    return re.sub(r"[*\s]+", " ", sentence).strip(" .:;!?").casefold()


def with_carried(passage: str, replaced: str) -> str:
    """Return a passage with brackets around the sentences that stand word for word in what it takes the place of, tables apart."""
    known = sentences(replaced)
    found = ITEM.split(passage)
    for n, item in enumerate(found):
        if not item.startswith("|") and re.search(r"\w", item):
            runs = groupby(cut(item), key=lambda one: compared(one) in known)
            found[n] = " ".join(f"[{' '.join(run)}]" if carried else " ".join(run) for carried, run in runs)
    marks = [*ITEM.finditer(passage), None]
    return "".join(item + (mark[0] if mark else "") for item, mark in zip(found, marks, strict=True))


def version_text(body: str, voices: Sequence[str]) -> str:
    """Return a section as one version has it: passages in their places, and without what they take the place of. `voices` are
    the version's key, and those of what it changes. What a passage only carries over of that stands in brackets."""
    found: list[str] = []
    for told, group in groupby(passages(body), key=lambda one: bool(one.versions)):
        run = [*group]
        if not told:
            found += [paragraph for one in run for paragraph in re.split(r"\n\s*\n", one.text)]
            continue
        spoken = [run[n] for n in heard([(one.versions, one.instead) for one in run], voices)]
        replaced = found.pop() if found and any(one.instead for one in spoken) else ""
        found += [with_carried(one.text, replaced) if one.instead else one.text for one in spoken]
    return "\n\n".join(found)
