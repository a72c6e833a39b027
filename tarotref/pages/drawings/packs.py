"""A whole pack as one picture."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from tarotref.pages.drawings.shapes import alt, index, number, picture, sign_at, text_at, tone_of

CELL_W, CELL_H, CELL_GAP = 40.0, 58.0, 5.0


def _cell(x: float, y: float, suit: str, rank: str, trump: str, fool: bool, ghost: bool) -> str:
    cls = tone_of(suit, trump, fool) + (" ghost" if ghost else "")
    out = [f'<g class="{cls}" transform="translate({number(x)} {number(y)})">']
    out.append('<rect class="cb" x="1" y="1" width="38" height="56" rx="4" stroke-width="1.5"/>')
    if fool:
        out.append(sign_at("fool", 7.5, 16, 25))
    elif trump:
        out.append('<path class="cl" stroke-width="1.2" opacity=".6" d="M1 13h38M1 45h38"/>')
        out.append(text_at(trump, 20, 35.5, 20, 33, "ct"))
    else:
        out.append(text_at(index(rank), 20, 25, 23, 32, "cn"))
        out.append(sign_at(suit, 10, 31.5, 20))
    return "".join(out) + "</g>"


def pack_grid(
    suits: Sequence[tuple[str, Sequence[str]]],
    trumps: Sequence[str] = (),
    *,
    fool: str = "",
    removed: Collection[tuple[str, str]] = (),
    label: str = "Pack",
    caption: str = "",
) -> str:
    """A whole pack as one picture: a row for each suit in rank order, then the trumps; removed cards stand as ghosts.

    `suits` pairs a suit id with its ranks, highest first, removed ones too; `trumps` are the labels, highest first;
    `fool` is the name of the Fool, or empty where the pack has none, and stands last;
    `removed` holds pairs ``("swords", "2")``, ``("trump", "II")``, ``("fool", "")``; `caption` is HTML for the figure.
    """
    gone = set(removed)
    special: list[tuple[str, bool]] = [(t, False) for t in trumps]
    if fool:
        special.append(("", True))
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
        words.append(f"{alt(suit=suit)}: {' '.join(index(r) for r in ranks if (suit, r) not in gone) or 'none'}")
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
    drawn = picture("pack", width, y - CELL_GAP, text).replace(f"<title>{escape(text, quote=True)}</title>", "")
    foot = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure class="cards">{drawn}{"".join(cells)}</svg>{foot}</figure>'
