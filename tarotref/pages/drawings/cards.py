"""Small pictures of cards: pure functions from plain values to inline SVG (or a short HTML list).

Every function returns a string that is the same for the same arguments, carries its own text alternative, and takes
its colours from the page's style sheet (`currentColor` and classes), so that the pictures are right in light, dark
and print.

Suits are the ids ``swords batons cups coins`` and ``spades hearts clubs diamonds``; any other suit is drawn without a
sign. Ranks are ``K Q C J A`` and ``10`` to ``2``. A trump is named by the label printed on it (``XXI``, ``20``), by its
subject's title (``World``), or by both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import NamedTuple

__all__ = [
    "Rung",
    "Span",
    "alt",
    "face",
    "faces",
    "fan",
    "inline",
    "ladder",
    "pack_grid",
    "run",
    "sign",
    "signs",
    "strip",
    "suit_sign",
    "tile",
    "timeline",
]

RANK_NAMES = {"K": "King", "Q": "Queen", "C": "Knight", "J": "Jack", "M": "Maid", "A": "Ace"}

# The suit signs, in a box of 24 by 24, filled with the current colour.
SIGNS = {
    "swords": (
        '<path d="M12 .5 14.6 4v9.3c1.7 0 3.2-.3 4.7-.9v3.1c-1.5.6-3.1.9-4.7.9h-.5v2.5a2.4 2.4 0 1 1-4.2 0v-2.5h-.5'
        'c-1.6 0-3.2-.3-4.7-.9v-3.1c1.5.6 3 .9 4.7.9V4z"/>'
    ),
    "batons": (
        '<path d="M19.4 1.2a3.5 3.5 0 0 1 3 5.5l-3.7 4 1.4 2.6-2.2 1.2-1.2-1.9-8.9 8.9-.1.1a3.4 3.4 0 0 1'
        '-4.9-4.7l.2-.2 8.7-8.8-1.8-1.3 1.3-2.1 2.5 1.4 3.7-3.7c.6-.6 1.3-.9 2-1z"/>'
    ),
    "cups": (
        '<path d="M4 2.2h16c.3 6-2 10-6.1 11.2v2.8c0 1.5 1.6 2.4 4.4 3.1v2.5H5.7v-2.5c2.8-.7 4.4-1.6 4.4-3.1'
        'v-2.8C6 12.2 3.7 8.2 4 2.2z"/>'
    ),
    "coins": (
        '<path fill-rule="evenodd" d="M12 1.3a10.7 10.7 0 1 0 0 21.4 10.7 10.7 0 1 0 0-21.4zm0 2.4a8.3 8.3 0 1 1'
        " 0 16.6 8.3 8.3 0 1 1 0-16.6zm0 3.1a5.2 5.2 0 1 0 0 10.4 5.2 5.2 0 1 0 0-10.4zm0 3.2a2 2 0 1 1 0 4"
        ' 2 2 0 1 1 0-4z"/>'
    ),
    "spades": (
        '<path d="M12 .9c2 4.3 9.6 7.7 9.6 12.8 0 4.5-5.6 5.9-8.1 2.8.2 2.7 1.2 4.7 3.3 6.2H7.2c2.1-1.5 3.1-3.5'
        ' 3.3-6.2-2.5 3.1-8.1 1.7-8.1-2.8C2.4 8.6 10 5.2 12 .9z"/>'
    ),
    "hearts": (
        '<path d="M12 22.7C9.5 17.6 1.5 13.4 1.5 7.4c0-6.2 8.2-7.1 10.5-1.5 2.3-5.6 10.5-4.7 10.5 1.5'
        ' 0 6-8 10.2-10.5 15.3z"/>'
    ),
    "clubs": (
        '<path d="M12 1a4.9 4.9 0 0 1 3.9 7.9 4.9 4.9 0 1 1-2.5 8.1c.2 2.4 1.2 4.3 3.1 5.7h-9c1.9-1.4 2.9-3.3'
        ' 3.1-5.7a4.9 4.9 0 1 1-2.5-8.1A4.9 4.9 0 0 1 12 1z"/>'
    ),
    "diamonds": (
        '<path d="M12 .8c2.2 4.3 5.4 8.3 8.7 11.2-3.3 2.9-6.5 6.9-8.7 11.2C9.8 18.9 6.6 14.9 3.3 12'
        ' 6.6 9.1 9.8 5.1 12 .8z"/>'
    ),
    "fool": (
        '<path fill-rule="evenodd" d="M5 14.6C4.5 9 2.6 7 .9 8.1 1.6 3.5 6.5 2.4 9 6.1 9.6 3.2 10.9 1.6 12 .6c1.1 '
        "1 2.4 2.6 3 5.5 2.5-3.7 7.4-2.6 8.1 2C21.4 7 19.5 9 19 14.6zM1.7 9a1.5 1.5 0 1 1 0 3 1.5 1.5 0 1 1 0-3zM2"
        "2.3 9a1.5 1.5 0 1 1 0 3 1.5 1.5 0 1 1 0-3z"
        "M6.5 15.8h11c0 4.4-2.2 7.4-5.5 7.4s-5.5-3-5.5-7.4zM9.3 17a1 1 0 1 0 0 2 1 1 0 1 0 0-2zM14.7 17a1 1 0 1 0 "
        '0 2 1 1 0 1 0 0-2zM9.5 20.3c1.7.8 3.3.8 5 0-.6 1.1-1.5 1.6-2.5 1.6s-1.9-.5-2.5-1.6z"/>'
    ),
}

# The subjects of the trumps, in a box of 24 by 24: what is filled, and what is drawn with a line.
SUBJECTS: dict[str, tuple[str, str]] = {
    "bagatto": (
        "M5.5 6.5h5.4l-1 6.5H6.5zM13.2 11.4a1.6 1.6 0 1 1 3.2 0 1.6 1.6 0 1 1-3.2 0",
        "M2.5 14h19M5.5 14v8M18.5 14v8M17 3l3.5 5",
    ),
    "popess": (
        "",
        (
            "M12 6.5C9.5 5 6.5 4.3 3 4.3v14c3.5 0 6.5.7 9 2.2 2.5-1.5 5.5-2.2 9-2.2v-14c-3.5 0-6.5.7-9 2.2z"
            "m0 0v14M6 8.5c1.3.1 2.5.4 3.5.8M6 12c1.3.1 2.5.4 3.5.8M18 8.5c-1.3.1-2.5.4-3.5.8M18 12"
            "c-1.3.1-2.5.4-3.5.8"
        ),
    ),
    "empress": (
        (
            "M7 6.5 6.2 2.2l3 2L12 1l2.8 3.2 3-2L17 6.5zM7 7.6C4.5 11 4 17 4.8 22.5H9c-1-2-1.4-4.6-1.4-7 0-2.6.3-5 1-7"
            ".9zM17 7.6c2.5 3.4 3 9.4 2.2 14.9H15c1-2 1.4-4.6 1.4-7 0-2.6-.3-5-1-7.9z"
        ),
        "M8.9 9v4.5a3.1 4 0 0 0 6.2 0V9",
    ),
    "emperor": (
        (
            "M5.8 7.5 4.5 1.6l4 2.8L12 .6l3.5 3.8 4-2.8-1.3 5.9zM6.2 12.5c.2 5.5 2.6 10.6 5.8 10.6s5.6-5.1 5.8-10.6c-1"
            ".3 2-3 2.7-5.8 2.7s-4.5-.7-5.8-2.7zM9.5 10a1 1 0 1 0 0 2 1 1 0 1 0 0-2zM14.5 10a1 1 0 1 0 0 2 1 1 0 1 0 0"
            "-2z"
        ),
        "M6.3 8.6v4M17.7 8.6v4",
    ),
    "pope": (
        "",
        (
            "M6.3 17.5C4.8 11.5 7 6.5 12 3.5c5 3 7.2 8 5.7 14zM7.2 8.3h9.6M5.8 12.8h12.4M12 3.5V.6M10.5 1.7h3M8.3 17.5"
            " 6.5 23M15.7 17.5l1.8 5.5"
        ),
    ),
    "love": (
        "M12 20C10 16 4 13 4 8.3 4 3.5 10.3 2.8 12 7.2c1.7-4.4 8-3.7 8 1.1 0 4.7-6 7.7-8 11.7z",
        "M1.5 19.5l5-4M17.5 6.8 22 3.2M18.5 2.8l3.7.1-.7 3.6M1.5 16.6v3.1h3",
    ),
    "chariot": (
        "",
        (
            "M3.5 4.5h17L18 14H6zM6.5 15a3.5 3.5 0 1 1 0 7 3.5 3.5 0 1 1 0-7zM17.5 15"
            "a3.5 3.5 0 1 1 0 7 3.5 3.5 0 1 1 0-7zM12 4.5V14"
        ),
    ),
    "justice": ("", "M12 2v19.5M7.5 21.5h9M4.5 6h15M4.5 6 1.5 14h6zM19.5 6l-3 8h6z"),
    "hermit": (
        (
            "M8.5 1.5a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 1 1 0-5.2zM6.4 5.6c.4 2.7 1 4.4 2.3 5.8 1.1-1.4 1.7-3 1.9-5.4zM5 8"
            ".2C3 12 2.2 16.5 2.2 22.6h11.6c0-6.1-1-10.6-2.6-14L8.7 12.7z"
        ),
        "M18.5 5.5v17.5M11.5 13.5l7-2M16.5 6.5c.3-2.6 3.6-2.6 4-.2",
    ),
    "wheel": (
        "",
        (
            "M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 1 1 0-19zM12 9.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 1 1 0-4.4z"
            "M12 2.5v7.3M12 14.2v7.3M3.8 7.3l6.3 3.6M13.9 13.1l6.3 3.6M3.8 16.7l6.3-3.6M13.9 10.9l6.3-3.6"
        ),
    ),
    "fortitude": (
        (
            "M12 1.2l2 1.6 2.5-.6 1.2 2.3 2.5.7-.1 2.6 1.9 1.8-1.1 2.4 1.1 2.4-1.9 1.8.1 2.6-2.5.7-1.2 2.3-2.5-.6-2 1."
            "6-2-1.6-2.5.6-1.2-2.3-2.5-.7.1-2.6L2 14.4 3.1 12 2 9.6l1.9-1.8-.1-2.6 2.5-.7 1.2-2.3 2.5.6zM12 6a6 6 0 1 "
            "0 0 12 6 6 0 1 0 0-12zM9.5 9.6a1 1 0 1 0 0 2 1 1 0 1 0 0-2zM14.5 9.6a1 1 0 1 0 0 2 1 1 0 1 0 0-2zM10.4 12"
            ".8h3.2L12 14.6z"
        ),
        "M9.6 16c1 .6 1.9.3 2.4-.7.5 1 1.4 1.3 2.4.7",
    ),
    "hanged-man": (
        "M12 17.2a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 1 1 0-5.2zM10.2 9.6h3.6l1.2 6.9H9z",
        "M3 23V1.5h18V23M12 1.5v8.5M12.6 10l3.6-2.6L12 5.4M9.8 15.5 7.8 12l2.6-1.6M14.2 15.5l2-3.5-2.6-1.6",
    ),
    "death": (
        (
            "M12 1.2c-5.2 0-8.9 3.6-8.9 8.4 0 3.2 1.6 5.2 3.7 6.5v4.4h2.2v-2.3h1.7V21h2.6v-2.8H15v2.3h2.2v-4.4c2.1-1.3 3.7-3.3 3.7-6.5 0-4.8-3.7-8.4-8.9-8.4z"
            "M8.2 8a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 1 0 0-4.8zM15.8 8a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 1 0 0-4.8zM12 12.8l1.4 2.8h-2.8z"
        ),
        "",
    ),
    "temperance": (
        "M2.5 3.5 10 1.8l1.3 6c-1.8 2.2-5.8 2.8-7.3.8zM13 15h8.5L20 22h-5.5z",
        "M10.7 3.5C15 4 17.2 8 17.3 13.5",
    ),
    "devil": (
        (
            "M6 10c0-1 .2-2 .5-2.9C4.5 6.3 3.3 4.1 3.6 1c1.4 2.1 3.1 3.1 5.2 3.3a8 8 0 0 1 6.4 0c2.1-.2 3.8-1.2 5.2-3."
            "3.3 3.1-.9 5.3-2.9 6.1.3.9.5 1.9.5 2.9 0 2.2-.8 4.8-1.9 6.8L12 23.2l-4.1-6.4C6.8 14.8 6 12.2 6 10zM8.2 9."
            "3l3 1.7-2.4.9zM15.8 9.3l-3 1.7 2.4.9zM9 14.8c2 1.1 4 1.1 6 0-.6 2.2-1.8 3.2-3 3.2s-2.4-1-3-3.2z"
        ),
        "",
    ),
    "tower": (
        (
            "M3.5 22.5V11H2V6h3v2.2h2V6h3v2.2h2V6h3v5h-1.5v11.5h-3V18a2 2 0 0 0-4 0v4.5zM21.5.5 15.8 5.6"
            "l2.4.6-2.7 4.8 6.7-6-2.6-.6z"
        ),
        "",
    ),
    "star": (
        (
            "M12 .5l2 7.2 6.1-3.8-3.8 6.1 7.2 2-7.2 2 3.8 6.1-6.1-3.8-2 7.2-2-7.2-6.1 3.8L7.7 14"
            "l-7.2-2 7.2-2L3.9 3.9 10 7.7z"
        ),
        "",
    ),
    "moon": ("M15.5 1.5a10.7 10.7 0 1 0 6.8 15.3A9.3 9.3 0 0 1 15.5 1.5z", ""),
    "sun": (
        "M12 6.8a5.2 5.2 0 1 1 0 10.4 5.2 5.2 0 1 1 0-10.4z",
        ("M12 .8v4M12 19.2v4M.8 12h4M19.2 12h4M4.1 4.1l2.8 2.8M17.1 17.1l2.8 2.8M4.1 19.9l2.8-2.8M17.1 6.9l2.8-2.8"),
    ),
    "world": ("", "M12 2a10 10 0 1 1 0 20 10 10 0 1 1 0-20zM2 12h20M12 2c-6 5.5-6 14.5 0 20M12 2c6 5.5 6 14.5 0 20"),
    "angel": (
        (
            "M12 3a2.5 2.5 0 1 1 0 5 2.5 2.5 0 1 1 0-5zM12 8.8l4.3 14H7.7zM10 10C6.5 6.5 3.2 6.8.8 4.6.6 10.5 3.6 14.6"
            " 8.8 15zM14 10c3.5-3.5 6.8-3.2 9.2-5.4.2 5.9-2.8 10-8 10.4z"
        ),
        "M8.6 1.6a3.4 1 0 1 0 6.8 0 3.4 1 0 1 0-6.8 0",
    ),
}
ALIASES = {
    "judgement": "angel", "strength": "fortitude", "fortune": "wheel", "wheel-of-fortune": "wheel", "time": "hermit",
    "old-man": "hermit", "traitor": "hanged-man", "lightning": "tower", "house-of-god": "tower", "magician": "bagatto",
    "lovers": "love", "matto": "fool",
}  # fmt: skip

# Widths of letters in thousandths of the type size (EB Garamond for numerals, Source Sans for ranks); others: 600.
WIDTHS = {"I": 340, "V": 680, "X": 690, "L": 570, "C": 650, "D": 740, "M": 850, "1": 497, "J": 480, "/": 350, "-": 320}


def _n(value: float) -> str:
    """A number for a path or an attribute: at most two decimals, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _width(text: str, size: float) -> float:
    return sum(WIDTHS.get(c, 530 if c.isdigit() else 600) for c in text) * size / 1000


def _text(text: str, x: float, y: float, size: float, room: float, cls: str, anchor: str = "middle") -> str:
    """A line of text centred on x, squeezed when it would be wider than `room` (whatever font is there)."""
    squeeze = f' textLength="{_n(room)}" lengthAdjust="spacingAndGlyphs"' if _width(text, size) > room else ""
    return (
        f'<text class="{cls}" x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{anchor}"{squeeze}>'
        f"{escape(text)}</text>"
    )


def _sign(name: str, x: float, y: float, size: float) -> str:
    """The sign `name` in a square of `size` whose upper left corner is (x, y); empty for an unknown suit."""
    if name not in SIGNS:
        return ""
    return f'<g class="cg" transform="translate({_n(x)} {_n(y)}) scale({size / 24:.4g})">{SIGNS[name]}</g>'


def _subject(name: str, x: float, y: float, size: float) -> str:
    """The emblem of a trump's subject, or of the Fool, in a square; empty for a subject that has none."""
    name = ALIASES.get(name, name)
    if name in SIGNS:
        return _sign(name, x, y, size)
    if name not in SUBJECTS:
        return ""
    filled, drawn = SUBJECTS[name]
    inner = f'<path class="cg" fill-rule="evenodd" d="{filled}"/>' if filled else ""
    if drawn:
        inner += f'<path class="cl" stroke-width="1.7" stroke-linejoin="round" d="{drawn}"/>'
    return f'<g transform="translate({_n(x)} {_n(y)}) scale({size / 24:.4g})">{inner}</g>'


def _tone(suit: str, trump: str, fool: bool) -> str:
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


def _open(cls: str, width: float, height: float, label: str) -> str:
    text = escape(label, quote=True)
    return (
        f'<svg class="{cls}" viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" height="{_n(height)}" '
        f'role="img" aria-label="{text}"><title>{text}</title>'
    )


def suit_sign(suit: str) -> str:
    """The sign of a suit alone, as high as a capital letter's line: for running text and table heads."""
    return _open(f"card {_tone(suit, '', False)}", 24, 24, alt(suit=suit)) + _sign(suit, 0, 0, 24) + "</svg>"


def inline(suit: str = "", rank: str = "", trump: str = "", title: str = "", fool: bool = False) -> str:
    """A card for running text: a small tile with rank and sign, a trump's numeral between two rules, or the fool's cap.

    >>> "King of Swords" in inline(suit="swords", rank="K")
    True
    """
    label = alt(suit, rank, trump, title, fool)
    if not label:
        raise ValueError("no card: give a suit, a rank, a trump, a title or fool=True")
    parts: list[str] = []
    if fool:
        width = 25.0
        parts.append(_sign("fool", 4.5, 4, 16))
    elif trump or (title and not suit and not rank):
        text = trump or title
        size = 14.5
        width = max(21.0, _width(text, size) + 9)
        parts.append(
            f'<path class="cl" stroke-width=".9" opacity=".6" d="M.6 4h{_n(width - 1.2)}M.6 20h{_n(width - 1.2)}"/>'
        )
        parts.append(_text(text, width / 2, 16.8, size, width - 7, "ct"))
    elif suit and rank:
        room = _width(rank, 16.5)
        width = room + 25
        parts.append(_text(rank, 4.5 + room / 2, 17.8, 16.5, room + 0.5, "cn"))
        parts.append(_sign(suit, room + 6.5, 4.8, 14.5))
    elif suit:
        width = 22.0
        parts.append(_sign(suit, 3.5, 4.5, 15))
    else:
        width = max(18.0, _width(rank, 16.5) + 9)
        parts.append(_text(rank, width / 2, 17.8, 16.5, width - 7, "cn"))
    frame = f'<rect class="cb" x=".6" y=".6" width="{_n(width - 1.2)}" height="22.8" rx="3" stroke-width="1.2"/>'
    return _open(f"card {_tone(suit, trump or title, fool)}", width, 24, label) + frame + "".join(parts) + "</svg>"


def signs(suits: Iterable[str]) -> str:
    """The signs of suits (and `fool`), drawn once for all tiles and strips of a page; nothing of them is seen by itself."""
    drawn = "".join(
        f'<symbol id="sign-{suit}" viewBox="0 0 24 24">{SIGNS[suit]}</symbol>' for suit in suits if suit in SIGNS
    )
    return f'<svg class="signs" width="0" height="0" aria-hidden="true">{drawn}</svg>'


def _used(name: str) -> str:
    return f'<svg><use href="#sign-{name}"/></svg>' if name in SIGNS else ""


def tile(suit: str = "", rank: str = "", trump: str = "", title: str = "", fool: bool = False) -> str:
    """A card as `inline` draws it, but so short that a page can hold hundreds: its sign is one of `signs`."""
    label = escape(alt(suit, rank, trump, title, fool), quote=True)
    body = _used("fool") if fool else escape(rank or trump or title) + _used(suit)
    return f'<span class="tile {_tone(suit, trump or title, fool)}" role="img" aria-label="{label}">{body}</span>'


def strip(cards: Sequence[dict[str, str | bool]]) -> str:
    """Cards of one suit, or trumps and the Fool, held so that they overlap: the same arguments as `faces`."""
    first = cards[0]
    suit = str(first.get("suit", ""))
    names = [alt(**card) for card in cards]  # type: ignore[arg-type]
    label = (
        f"{alt(suit=suit)}: " + ", ".join(name.removesuffix(f" of {alt(suit=suit)}") for name in names)
        if suit
        else ", ".join(names)
    )
    texts = [str(card.get("rank") or card.get("trump") or card.get("title") or "") for card in cards]
    body = "".join(f"<b>{escape(text) or _used('fool')}</b>" for text in texts)
    tone = _tone(suit, "" if suit else texts[0] or "0", False)
    return f'<span class="strip {tone}" role="img" aria-label="{escape(label, quote=True)}">{_used(suit)}{body}</span>'


def sign(suit: str) -> str:
    """The sign of a suit, one of `signs`, in the suit's colour."""
    return f'<span class="sign {_tone(suit, "", False)}" aria-hidden="true">{_used(suit)}</span>'


def run(tiers: Sequence[Sequence[dict[str, str | bool]]]) -> str:
    """Cards side by side from the highest to the lowest, those of a tier joined: the same arguments as `faces`."""
    said, drawn = [], []
    for tier in tiers:
        names = [alt(**card) for card in tier]  # type: ignore[arg-type]
        said.append(
            " equal to ".join(
                name.partition(" of ")[0] if card.get("suit") else name for name, card in zip(names, tier, strict=True)
            )
        )
        texts = [str(card.get("rank") or card.get("trump") or card.get("title") or "") for card in tier]
        drawn.append("<i>=</i>".join(f"<b>{escape(text) or _used('fool')}</b>" for text in texts))
    first = tiers[0][0]
    tone = _tone(str(first.get("suit", "")), "" if first.get("suit") else "0", False)
    label = escape("from the highest: " + ", ".join(said), quote=True)
    return f'<span class="run {tone}" role="img" aria-label="{label}">{"".join(f"<span>{one}</span>" for one in drawn)}</span>'


# Where the pips of a numeral card stand: columns 0 left, 1 middle, 2 right; height from 0 (top) to 1 (foot).
PIPS: dict[str, tuple[tuple[int, float], ...]] = {
    "A": ((1, 0.5),),
    "2": ((1, 0.1), (1, 0.9)),
    "3": ((1, 0.0), (1, 0.5), (1, 1.0)),
    "4": ((0, 0.05), (2, 0.05), (0, 0.95), (2, 0.95)),
    "5": ((0, 0.0), (2, 0.0), (1, 0.5), (0, 1.0), (2, 1.0)),
    "6": ((0, 0.0), (2, 0.0), (0, 0.5), (2, 0.5), (0, 1.0), (2, 1.0)),
    "7": ((0, 0.0), (2, 0.0), (1, 0.25), (0, 0.5), (2, 0.5), (0, 1.0), (2, 1.0)),
    "8": ((0, 0.0), (2, 0.0), (1, 0.25), (0, 0.5), (2, 0.5), (1, 0.75), (0, 1.0), (2, 1.0)),
    "9": ((0, 0.0), (2, 0.0), (0, 0.333), (2, 0.333), (1, 0.5), (0, 0.667), (2, 0.667), (0, 1.0), (2, 1.0)),
    "10": (
        (0, 0.0), (2, 0.0), (1, 0.167), (0, 0.333), (2, 0.333),
        (0, 0.667), (2, 0.667), (1, 0.833), (0, 1.0), (2, 1.0),
    ),
}  # fmt: skip

# Headgear of the court cards, in a box of 24 by 12.
HATS = {
    "K": "M3 11.5 1.5 2.5l5 3.8L12 .5l5.5 5.8 5-3.8L21 11.5z",
    "Q": (
        "M3 11.5C2.8 8 2 5.5 1 3.5c2 0 3.8 1 5 2.8C6.5 3.8 9 1.8 12 .5c3 1.3 5.5 3.3 6 5.8 1.2-1.8 3-2.8 5-2.8"
        "-1 2-1.8 4.5-2 8z"
    ),
    "C": "M2 11.5c.5-4.5 4-7.5 9-7.8L20.5.5 17 4.6c2.5 1.2 4.5 3.7 5 6.9z",
    "J": "M2 11.5c1-5.5 5-8 10-8s9 2.5 10 8z",
    "M": "M2 11.5c1-5.5 5-8 10-8s9 2.5 10 8z",
}


def _face(suit: str, rank: str, trump: str, title: str, fool: bool, subject: str) -> str:
    out = ['<rect class="cb" x=".75" y=".75" width="58.5" height="98.5" rx="4.5" stroke-width="1.5"/>']
    if fool or trump or (title and not suit and not rank):
        out.append('<rect class="cl" x="5" y="5" width="50" height="90" rx="1.5" stroke-width="1"/>')
        out.append('<path class="cl" stroke-width="1" d="M5 22h50M5 81h50"/>')
        emblem = _subject("fool" if fool else subject, 12, 33.5, 36)
        if trump:
            out.append(_text(trump, 30, 18.5, 15, 44, "ct"))
        out.append(emblem or _text(trump or "?", 30, 61, 26, 40, "ct"))
        if title or fool:
            out.append(_text(title or "Fool", 30, 91, 9.5, 45, "cn"))
    elif rank in HATS:
        out.append('<rect class="cl" x="5" y="5" width="50" height="90" rx="1.5" stroke-width="1"/>')
        out.append(f'<path class="cg" transform="translate(15.6 13) scale(1.2)" d="{HATS[rank]}"/>')
        out.append(_text(rank, 30, 57, 36, 40, "ct"))
        out.append(_sign(suit, 20, 68, 20))
    elif rank in PIPS:
        size = 30.0 if rank == "A" else 14.0
        top, foot = 25.0, 85.0
        for column, height in PIPS[rank]:
            out.append(_sign(suit, (16, 30, 44)[column] - size / 2, top + height * (foot - top) - size / 2, size))
        out.append(_text(rank, 6.5, 14.5, 12, 15, "cn", "start"))
    else:
        out.append(_text(rank, 30, 44, 28, 44, "cn"))
        out.append(_sign(suit, 18, 56, 24))
    return "".join(out)


def face(
    suit: str = "",
    rank: str = "",
    trump: str = "",
    title: str = "",
    fool: bool = False,
    subject: str = "",
    ghost: bool = False,
) -> str:
    """A whole card, 60 by 100: pips, a crowned letter for a court card, numeral, emblem and name for a trump.

    `subject` is the id of a trump's subject (``world``, ``moon``), which has an emblem; `ghost` draws a card that the
    pack lacks.
    """
    label = alt(suit, rank, trump, title, fool)
    cls = f"face {_tone(suit, trump or title, fool)}" + (" ghost" if ghost else "")
    body = _face(suit, rank, trump, title, fool, subject)
    return _open(cls, 60, 100, f"{label} (not in the pack)" if ghost else label) + body + "</svg>"


def faces(cards: Iterable[dict[str, str | bool]]) -> str:
    """A row of whole cards that wraps: ``faces([{"suit": "cups", "rank": "K"}, {"trump": "XXI"}])``."""
    items = "".join(f"<li>{face(**card)}</li>" for card in cards)  # type: ignore[arg-type]
    return f'<ul class="faces">{items}</ul>'


def fan(cards: Sequence[dict[str, str | bool]], *, spread: float = 24, label: str = "A hand of tarot cards") -> str:
    """A hand of whole cards, so spread that each can be read, for ornament: the same arguments as `faces`."""
    out: list[str] = []
    middle = (len(cards) - 1) / 2
    for i, card in enumerate(cards):
        off = i - middle
        get = card.get
        tone = _tone(str(get("suit", "")), str(get("trump", "") or get("title", "")), bool(get("fool", False)))
        texts = [str(get(key, "")) for key in ("suit", "rank", "trump", "title")]
        body = _face(texts[0], texts[1], texts[2], texts[3], bool(get("fool", False)), str(get("subject", "")))
        place = f"translate({_n(120 + off * 53)} {_n(8 + off * off * 3)}) rotate({_n(off * spread / max(len(cards) - 1, 1))} 30 50)"
        out.append(f'<g class="{tone}" transform="{place}">{body}</g>')
    return _open("fan", 300, 130, label) + "".join(out) + "</svg>"


CELL_W, CELL_H, CELL_GAP = 40.0, 58.0, 5.0


def _cell(x: float, y: float, suit: str, rank: str, trump: str, fool: bool, ghost: bool) -> str:
    cls = _tone(suit, trump, fool) + (" ghost" if ghost else "")
    out = [f'<g class="{cls}" transform="translate({_n(x)} {_n(y)})">']
    out.append('<rect class="cb" x="1" y="1" width="38" height="56" rx="4" stroke-width="1.5"/>')
    if fool:
        out.append(_sign("fool", 7.5, 16, 25))
    elif trump:
        out.append('<path class="cl" stroke-width="1.2" opacity=".6" d="M1 13h38M1 45h38"/>')
        out.append(_text(trump, 20, 35.5, 20, 33, "ct"))
    else:
        out.append(_text(rank, 20, 25, 23, 32, "cn"))
        out.append(_sign(suit, 10, 31.5, 20))
    return "".join(out) + "</g>"


def pack_grid(
    suits: Sequence[tuple[str, Sequence[str]]],
    trumps: Sequence[str] = (),
    *,
    fool: str = "",
    fool_first: bool = False,
    removed: Collection[tuple[str, str]] = (),
    label: str = "Pack",
    caption: str = "",
) -> str:
    """A whole pack as one picture: a row for each suit in rank order, then the trumps; removed cards stand as ghosts.

    `suits` pairs a suit id with its ranks, highest first, removed ones too; `trumps` are the labels, highest first;
    `fool` is the name of the Fool, or empty where the pack has none, and stands last, or first with `fool_first`;
    `removed` holds pairs ``("swords", "2")``, ``("trump", "II")``, ``("fool", "")``; `caption` is HTML for the figure.
    """
    gone = set(removed)
    special: list[tuple[str, bool]] = [(t, False) for t in trumps]
    if fool:
        special.insert(0 if fool_first else len(special), ("", True))
    widest = max([len(ranks) for _, ranks in suits] + [10])
    lines = -(-len(special) // max(widest, 11)) if special else 0
    per_line = -(-len(special) // lines) if lines else 0
    columns = max(widest, per_line)
    width = columns * (CELL_W + CELL_GAP) - CELL_GAP

    cells: list[str] = []
    words: list[str] = []
    y = 0.0
    for suit, ranks in suits:
        for i, rank in enumerate(ranks):
            cells.append(_cell(i * (CELL_W + CELL_GAP), y, suit, rank, "", False, (suit, rank) in gone))
        words.append(f"{alt(suit=suit)}: {' '.join(r for r in ranks if (suit, r) not in gone) or 'none'}")
        y += CELL_H + CELL_GAP
    if special:
        y += CELL_GAP * 1.5
        for i, (trump, is_fool) in enumerate(special):
            row, column = divmod(i, per_line)
            ghost = (("fool", "") if is_fool else ("trump", trump)) in gone
            where = (column * (CELL_W + CELL_GAP), y + row * (CELL_H + CELL_GAP))
            cells.append(_cell(*where, "", "", trump, is_fool, ghost))
        y += lines * (CELL_H + CELL_GAP)
        if trumps:
            words.append(f"trumps: {' '.join(t for t in trumps if ('trump', t) not in gone)}")
        if fool and ("fool", "") not in gone:
            words.append(fool)
    text = f"{label}. {'; '.join(words)}." + (f" {len(gone)} cards taken out." if gone else "")
    picture = _open("pack", width, y - CELL_GAP, text).replace(f"<title>{escape(text, quote=True)}</title>", "")
    foot = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure class="cards">{picture}{"".join(cells)}</svg>{foot}</figure>'


class Rung(NamedTuple):
    """One place in a trump order: the subject's title, the number printed on the card, and what is special about it."""

    title: str
    label: str = ""
    #: the number is known but not printed on the card
    unprinted: bool = False
    #: equal in rank with the next one
    tied: bool = False
    #: its place is not sure
    doubtful: bool = False
    #: nothing is known of this place; title and label may be empty
    gap: bool = False
    local: str = ""
    lang: str = ""
    href: str = ""
    fool: bool = False
    #: id of the subject, for its emblem
    subject: str = ""


def ladder(rungs: Sequence[Rung], *, label: str = "Trump order, highest first") -> str:
    """A trump order as a list, highest first, each with its card: text all through, so it can be read and searched."""
    bare = "" if any(rung.label or rung.fool for rung in rungs) else " bare"
    out = [f'<ol class="ladder{bare}" aria-label="{escape(label, quote=True)}">']
    for rung in rungs:
        cls = " ".join(name for name in ("gap", "tied", "unprinted") if getattr(rung, name))
        out.append(f'<li class="{cls}">' if cls else "<li>")
        if rung.gap and not rung.title:
            out.append('<span class="unknown">not known</span></li>')
            continue
        if rung.fool:
            tile = inline(fool=True, title=rung.title)
        else:
            tile = inline(trump=rung.label, title=rung.title) if rung.label else ""
        name = escape(rung.title)
        if rung.href:
            name = f'<a href="{escape(rung.href, quote=True)}">{name}</a>'
        if rung.local:
            lang = f' lang="{escape(rung.lang, quote=True)}"' if rung.lang else ""
            name += f' <i class="local"{lang}>{escape(rung.local)}</i>'
        if rung.doubtful:
            name += ' <span class="doubt" title="its place is in doubt">(doubtful)</span>'
        if rung.tied:
            name += ' <span class="visually-hidden">(equal with the next)</span>'
        emblem = _subject("fool" if rung.fool else rung.subject, 0, 0, 24)
        if emblem:
            emblem = f'<svg class="emblem" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">{emblem}</svg>'
        out.append(f'<span class="bears">{tile}</span><span class="what">{emblem}</span><span>{name}</span></li>')
    return "".join(out) + "</ol>"


class Span(NamedTuple):
    """One bar of a timeline: a name, first and last year, and whether each end is only about."""

    title: str
    first: int
    last: int
    href: str = ""
    about_first: bool = False
    about_last: bool = False


def timeline(spans: Sequence[Span], *, start: int = 1400, end: int = 2025, label: str = "Timeline") -> str:
    """Bars on a scale of years. Places are in percent and type in its natural size, so it fits a phone as it is."""
    row, head = 30.0, 4.0
    height = head + len(spans) * row + 24

    def at(year: float) -> float:
        return 100 * (min(max(year, start), end) - start) / (end - start)

    text = f"{label}: " + "; ".join(f"{s.title} {s.first} to {s.last}" for s in spans) + "."
    out = [f'<figure class="timeline"><svg height="{_n(height)}" width="100%" role="group" ']
    out.append(f'aria-label="{escape(text, quote=True)}">')
    for year in range(-(-start // 100) * 100, end + 1, 100):
        x = _n(at(year))
        anchor = "start" if at(year) < 3 else "end" if at(year) > 97 else "middle"
        out.append(f'<line class="tick" x1="{x}%" x2="{x}%" y1="0" y2="{_n(height - 20)}"/>')
        out.append(f'<text class="year" x="{x}%" y="{_n(height - 4)}" text-anchor="{anchor}">{year}</text>')
    for i, span in enumerate(spans):
        y = head + i * row
        a, b = at(span.first), at(span.last)
        at_x, anchor = (b, "end") if a > 55 else (a, "start")
        name = f'<text class="name" x="{_n(at_x)}%" y="{_n(y + 14)}" text-anchor="{anchor}">{escape(span.title)}</text>'
        bar = f'<rect class="span" x="{_n(a)}%" y="{_n(y + 19)}" width="{_n(max(b - a, 0.4))}%" height="5" rx="1"/>'
        for about, edge in ((span.about_first, a), (span.about_last, b)):
            if about:
                bar += f'<rect class="about" x="{_n(min(edge, 99))}%" y="{_n(y + 19)}" width="1%" height="5"/>'
        body = f"<g>{name}{bar}</g>"
        out.append(f'<a href="{escape(span.href, quote=True)}">{body}</a>' if span.href else body)
    return "".join(out) + "</svg></figure>"
