"""Evidence on a line of time: a mark for each piece, vague where its date is vague, in a row for each family of games."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from textwrap import shorten
from typing import TYPE_CHECKING, NamedTuple

from tarotref.computed.evidence import dated, in_order, spans
from tarotref.computed.regions import vague
from tarotref.dates import LATEST, bounds
from tarotref.dates import words as date_words
from tarotref.pages.evidence_pages import page_of

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

START, END = 1400, max(LATEST, 2025)
ROOM = 1.0
"""What a mark takes of the line, in percent: on a phone as much as a finger's width is of its page's."""
ABOUT = 8
"""Years to either side over which `about 1750` fades."""
OPEN = 22
"""Years over which a date fades whose beginning or end is unknown."""
WORDS = 50
"""As many letters are said of a mark on pointing."""
LANE, HEAD = 9, 23
"""Heights of a lane of marks and of the name above them, in pixels."""
FADES = {
    "vague": (0, 1, 0),
    "since": (1, 1, 0),
    "until": (0, 1, 1),
}
"""How opaque a band is at its beginning, its middle and its end."""


class Mark(NamedTuple):
    """A piece of evidence on the line, between two places in percent: a dot where `form` is empty, else a band."""

    href: str
    words: str
    certainty: str
    first: float
    last: float
    form: str


def at(year: float) -> float:
    """Return where a year stands, in percent."""
    return 100 * (min(max(year, START), END + 1) - START) / (END + 1 - START)


def mark(date: str, href: str, words: str, certainty: str) -> Mark:
    """Return the mark of a date: a dot for a year, a bar for what lies between two years, a band that fades for what is vague."""
    first, last = bounds(date)
    if first is None or last is None:
        known = last if first is None else first
        low, high = (START, END) if known is None else (known - OPEN, known) if first is None else (known, known + OPEN)
        return Mark(href, words, certainty, at(low), at(high), "until" if first is None else "since")
    if vague(date):
        wide = ABOUT if last - first < ABOUT else 0
        return Mark(href, words, certainty, at(first - wide), at(last + 1 + wide), "vague")
    return Mark(href, words, certainty, at(first), at(last + 1), "between" if last - first > 1 else "")


def laid_out(marks: Iterable[Mark]) -> list[list[Mark]]:
    """Return marks in lanes, in each of which none touches another."""
    lanes: list[list[Mark]] = []
    for one in marks:
        low, _ = _room(one)
        lane = next((lane for lane in lanes if _room(lane[-1])[1] <= low), None)
        if lane is None:
            lanes.append(lane := [])
        lane.append(one)
    return lanes


def _room(one: Mark) -> tuple[float, float]:
    middle, half = (one.first + one.last) / 2, max(ROOM, one.last - one.first) / 2
    return middle - half, middle + half


def rows_of(computed: ComputedCorpus, folder: str) -> dict[str, list[Mark]]:
    """Return the marks of each family of games by its id, the family of the oldest sure evidence first; '' for what is of none."""
    found: dict[str, list[Mark]] = {}
    for id, a in in_order(computed):
        words = f"{date_words(a.dated)}: {a.title}"
        made = mark(a.dated, f"{folder}/{page_of(a.dated)}.html#{id}", words, dated(computed, id, a).certainty)
        for tradition in a.traditions or ("",):
            found.setdefault(tradition, []).append(made)
    since = {id: (span.first_sure or span.first) for id, span in spans(computed, "traditions")}
    first = {id: one.latest or END for id, one in since.items() if one}
    return {id: sorted(found[id], key=_room) for id in sorted(found, key=lambda id: (not id, first.get(id, END)))}


def line_of(computed: ComputedCorpus, folder: str) -> str:
    """Draw all evidence. Places are in percent and type in its natural size, so that it fits a phone as it is.

    The marks are for the pointer, and `site.js` takes them from the keyboard's way: who goes by keyboard or by ear has the list,
    which the caption names. Their size is the style sheet's.
    """
    drawn, y = [], 22
    for id, marks in rows_of(computed, folder).items():
        record = computed.corpus.traditions.get(id)
        name = escape(record.facts.title if record else "Of no one family")
        to = escape(f"{folder}/all.html?tradition={id}" if id else f"{folder}/all.html")
        drawn.append(
            f'<line class="row" x1="0" x2="100%" y1="{y}" y2="{y}"/>'
            f'<a href="{to}"><text class="name" x="0" y="{y + 16}">{name} <tspan>{len(marks)}</tspan></text></a>'
        )
        lanes = laid_out(marks)
        drawn += [_drawn(one, y + HEAD + n * LANE) for n, lane in enumerate(lanes) for one in lane]
        y += HEAD + len(lanes) * LANE + 8
    ticks = "".join(_tick(year, y) for year in range(START, END + 1, 100))
    fades = "".join(
        f'<linearGradient id="fade-{name}">'
        + "".join(f'<stop offset="{n / 2}" stop-opacity="{full}"/>' for n, full in enumerate(stops))
        + "</linearGradient>"
        for name, stops in FADES.items()
    )
    count = len(computed.corpus.shared["attestations"])
    label = f"{count} pieces of evidence from {START} to today, by family of games; the list of all evidence has each of them"
    return (
        f'<figure class="evidence-line"><svg width="100%" height="{y + 20}" role="group" aria-label="{label}">'
        f"<defs>{fades}</defs>{ticks}{''.join(drawn)}</svg>"
        '<figcaption><span class="surety sure">sure</span> <span class="surety likely">likely</span> '
        '<span class="surety doubtful">doubtful</span> <span class="surety rejected">rejected</span>, by the surest of its claims. '
        "A dot: the year is known. A bar: a year between two. A band that fades: a vague date. What counts for two families stands "
        f'with both. The same as a table: <a href="{folder}/all.html">all evidence</a>.</figcaption></figure>'
    )


def _drawn(one: Mark, y: int) -> str:
    middle = y + LANE // 2
    if one.form:
        low, wide = one.first, max(one.last - one.first, 0.5)
        shape = f'<rect class="{one.form}" x="{low:.1f}%" width="{wide:.1f}%" y="{middle - 2}"/>'
    else:
        shape = f'<circle cx="{(one.first + one.last) / 2:.1f}%" cy="{middle}"/>'
    title = f"<title>{escape(shorten(one.words, WORDS, placeholder=' …'))}</title>"
    cls = "" if one.certainty == "sure" else f' class="{one.certainty}"'
    return f'<a{cls} href="{escape(one.href)}">{shape}{title}</a>'


def _tick(year: int, height: int) -> str:
    x, anchor = at(year), "start" if at(year) < 3 else "end" if at(year) > 97 else "middle"
    return f'<line class="tick" x1="{x:.2f}%" x2="{x:.2f}%" y1="18" y2="{height}"/>' + "".join(
        f'<text class="year" x="{x:.2f}%" y="{y}" text-anchor="{anchor}">{year}</text>' for y in (12, height + 15)
    )
