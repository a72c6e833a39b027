"""Small pictures of cards: pure functions from plain values to inline SVG (or a short HTML list).

Every function returns a string that is the same for the same arguments, carries its own text alternative, and takes
its colours from the page's style sheet (`currentColor` and classes), so that the pictures are right in light, dark
and print.

Suits are the ids ``swords batons cups coins`` and ``spades hearts clubs diamonds``; any other suit is drawn without a
sign. Ranks are ``K Q C J A`` and ``10`` to ``2``. A trump is named by the label printed on it (``XXI``, ``20``), by its
subject's title (``World``), or by both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from tarotref.pages.drawings.shapes import (
    HATS,
    PIPS,
    SIGNS,
    alt,
    emblem_at,
    index,
    number,
    picture,
    sign_at,
    text_at,
    tone_of,
    width_of,
)


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
        parts.append(sign_at("fool", 4.5, 4, 16))
    elif trump or (title and not suit and not rank):
        text = trump or title
        size = 14.5
        width = max(21.0, width_of(text, size) + 9)
        parts.append(
            f'<path class="cl" stroke-width=".9" opacity=".6" d="M.6 4h{number(width - 1.2)}M.6 20h{number(width - 1.2)}"/>'
        )
        parts.append(text_at(text, width / 2, 16.8, size, width - 7, "ct"))
    elif suit and rank:
        text = index(rank)
        room = width_of(text, 16.5)
        width = room + 25
        parts.append(text_at(text, 4.5 + room / 2, 17.8, 16.5, room + 0.5, "cn"))
        parts.append(sign_at(suit, room + 6.5, 4.8, 14.5))
    elif suit:
        width = 22.0
        parts.append(sign_at(suit, 3.5, 4.5, 15))
    else:
        text = index(rank)
        width = max(18.0, width_of(text, 16.5) + 9)
        parts.append(text_at(text, width / 2, 17.8, 16.5, width - 7, "cn"))
    frame = f'<rect class="cb" x=".6" y=".6" width="{number(width - 1.2)}" height="22.8" rx="3" stroke-width="1.2"/>'
    return picture(f"card {tone_of(suit, trump or title, fool)}", width, 24, label) + frame + "".join(parts) + "</svg>"


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
    body = _used("fool") if fool else escape(index(rank) or trump or title) + _used(suit)
    return f'<span class="tile {tone_of(suit, trump or title, fool)}" role="img" aria-label="{label}">{body}</span>'


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
    texts = [index(str(card.get("rank") or card.get("trump") or card.get("title") or "")) for card in cards]
    body = "".join(f"<b>{escape(text) or _used('fool')}</b>" for text in texts)
    tone = tone_of(suit, "" if suit else texts[0] or "0", False)
    return f'<span class="strip {tone}" role="img" aria-label="{escape(label, quote=True)}">{_used(suit)}{body}</span>'


def sign(suit: str) -> str:
    """The sign of a suit, one of `signs`, in the suit's colour."""
    return f'<span class="sign {tone_of(suit, "", False)}" aria-hidden="true">{_used(suit)}</span>'


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
        texts = [index(str(card.get("rank") or card.get("trump") or card.get("title") or "")) for card in tier]
        drawn.append("<i>=</i>".join(f"<b>{escape(text) or _used('fool')}</b>" for text in texts))
    first = tiers[0][0]
    tone = tone_of(str(first.get("suit", "")), "" if first.get("suit") else "0", False)
    label = escape("from the highest: " + ", ".join(said), quote=True)
    return f'<span class="run {tone}" role="img" aria-label="{label}">{"".join(f"<span>{one}</span>" for one in drawn)}</span>'


def _face(suit: str, rank: str, trump: str, title: str, fool: bool, subject: str) -> str:
    out = ['<rect class="cb" x=".75" y=".75" width="58.5" height="98.5" rx="4.5" stroke-width="1.5"/>']
    if fool or trump or (title and not suit and not rank):
        out.append('<rect class="cl" x="5" y="5" width="50" height="90" rx="1.5" stroke-width="1"/>')
        out.append('<path class="cl" stroke-width="1" d="M5 22h50M5 81h50"/>')
        emblem = emblem_at("fool" if fool else subject, 12, 33.5, 36)
        if trump:
            out.append(text_at(trump, 30, 18.5, 15, 44, "ct"))
        out.append(emblem or text_at(trump or "?", 30, 61, 26, 40, "ct"))
        if title or fool:
            out.append(text_at(title or "Fool", 30, 91, 9.5, 45, "cn"))
    elif rank in HATS:
        out.append('<rect class="cl" x="5" y="5" width="50" height="90" rx="1.5" stroke-width="1"/>')
        out.append(f'<path class="cg" transform="translate(15.6 13) scale(1.2)" d="{HATS[rank]}"/>')
        out.append(text_at(index(rank), 30, 57, 36, 40, "ct"))
        out.append(sign_at(suit, 20, 68, 20))
    elif rank in PIPS:
        size = 30.0 if rank == "A" else 14.0
        top, foot = 25.0, 85.0
        for column, height in PIPS[rank]:
            out.append(sign_at(suit, (16, 30, 44)[column] - size / 2, top + height * (foot - top) - size / 2, size))
        out.append(text_at(rank, 6.5, 14.5, 12, 15, "cn", "start"))
    else:
        out.append(text_at(rank, 30, 44, 28, 44, "cn"))
        out.append(sign_at(suit, 18, 56, 24))
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
    cls = f"face {tone_of(suit, trump or title, fool)}" + (" ghost" if ghost else "")
    body = _face(suit, rank, trump, title, fool, subject)
    return picture(cls, 60, 100, f"{label} (not in the pack)" if ghost else label) + body + "</svg>"


def fan(cards: Sequence[dict[str, str | bool]]) -> str:
    """A hand of whole cards, so spread that each can be read, for ornament: each with the arguments of `face`."""
    out: list[str] = []
    middle = (len(cards) - 1) / 2
    for i, card in enumerate(cards):
        off = i - middle
        get = card.get
        tone = tone_of(str(get("suit", "")), str(get("trump", "") or get("title", "")), bool(get("fool", False)))
        texts = [str(get(key, "")) for key in ("suit", "rank", "trump", "title")]
        body = _face(texts[0], texts[1], texts[2], texts[3], bool(get("fool", False)), str(get("subject", "")))
        place = f"translate({number(120 + off * 53)} {number(8 + off * off * 3)}) rotate({number(off * 24 / max(len(cards) - 1, 1))} 30 50)"
        out.append(f'<g class="{tone}" transform="{place}">{body}</g>')
    return picture("fan", 300, 130, "A hand of tarot cards") + "".join(out) + "</svg>"
