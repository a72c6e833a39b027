"""What every picture of a card is made of: signs and emblems, lines of text, tones, a card in words."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

RANK_NAMES = {"K": "King", "Q": "Queen", "C": "Knight", "J": "Jack", "M": "Maid", "A": "Ace"}
LETTERS = {"C": "Kn"}
"""What stands on a card where the letter of its rank would be mistaken: a C beside a club is no Knight."""
_SHAPES = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
SIGNS: dict[str, str] = _SHAPES["signs"]
"""The suit signs and the Fool's cap in a box of 24 by 24, filled with the current colour."""
SUBJECTS: dict[str, tuple[str, str]] = _SHAPES["subjects"]
"""The subjects of the trumps in a box of 24 by 24: what is filled, and what is drawn with a line."""
ALIASES: dict[str, str] = _SHAPES["aliases"]
"""Subjects that are drawn as another."""
PIPS: dict[str, list[tuple[int, float]]] = _SHAPES["pips"]
"""Where the pips of a numeral card stand: columns 0 left, 1 middle, 2 right; height from 0 (top) to 1 (foot)."""
HATS: dict[str, str] = _SHAPES["hats"]
"""Headgear of the court cards, in a box of 24 by 12."""

# Widths of letters in thousandths of the type size (EB Garamond for numerals, Source Sans for ranks); others: 600.
WIDTHS = {"I": 340, "V": 680, "X": 690, "L": 570, "C": 650, "D": 740, "M": 850, "1": 497, "J": 480, "/": 350, "-": 320}


def number(value: float) -> str:
    """A number for a path or an attribute: at most two decimals, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def width_of(text: str, size: float) -> float:
    return sum(WIDTHS.get(c, 530 if c.isdigit() else 600) for c in text) * size / 1000


def index(rank: str) -> str:
    """Return what stands in the corner of a card of a rank."""
    return LETTERS.get(rank, rank)


def text_at(text: str, x: float, y: float, size: float, room: float, cls: str, anchor: str = "middle") -> str:
    """A line of text centred on x, squeezed when it would be wider than `room` (whatever font is there)."""
    squeeze = f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"' if width_of(text, size) > room else ""
    return (
        f'<text class="{cls}" x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}"{squeeze}>'
        f"{escape(text)}</text>"
    )


def sign_at(name: str, x: float, y: float, size: float) -> str:
    """The sign `name` in a square of `size` whose upper left corner is (x, y); empty for an unknown suit."""
    if name not in SIGNS:
        return ""
    return f'<g class="cg" transform="translate({number(x)} {number(y)}) scale({size / 24:.4g})">{SIGNS[name]}</g>'


def emblem_at(name: str, x: float, y: float, size: float) -> str:
    """The emblem of a trump's subject, or of the Fool, in a square; empty for a subject that has none."""
    name = ALIASES.get(name, name)
    if name in SIGNS:
        return sign_at(name, x, y, size)
    if name not in SUBJECTS:
        return ""
    filled, drawn = SUBJECTS[name]
    inner = f'<path class="cg" fill-rule="evenodd" d="{filled}"/>' if filled else ""
    if drawn:
        inner += f'<path class="cl" stroke-width="1.7" stroke-linejoin="round" d="{drawn}"/>'
    return f'<g transform="translate({number(x)} {number(y)}) scale({size / 24:.4g})">{inner}</g>'


def tone_of(suit: str, trump: str, fool: bool) -> str:
    if fool:
        return "s-fool"
    if trump:
        return "s-trump"
    return f"s-{suit}" if suit in SIGNS else "s-any"


def alt(suit: str = "", rank: str = "", trump: str = "", title: str = "", fool: bool = False) -> str:
    """The card in words: ``King of Swords``, ``10 of Cups``, ``trump XXI, World``, ``Fool``, ``King``, ``Cups``."""
    if fool:
        return title or "Fool"
    if trump or (title and not suit and not rank):
        return f"trump {trump}, {title}" if trump and title else f"trump {trump}" if trump else title
    name = RANK_NAMES.get(rank, rank)
    place = suit[:1].upper() + suit[1:]
    return f"{name} of {place}" if name and place else name or place or title


def picture(cls: str, width: float, height: float, label: str) -> str:
    text = escape(label, quote=True)
    return (
        f'<svg class="{cls}" viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}" '
        f'role="img" aria-label="{text}"><title>{text}</title>'
    )
