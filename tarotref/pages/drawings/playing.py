"""Cards as one holds them: an index in the corner that is read when only the edge shows, signs or a figure beside it."""

from __future__ import annotations

from typing import Any

from tarotref.pages.drawings.shapes import HATS, PIPS, alt, emblem_at, index, sign_at, text_at, tone_of

COLUMNS = (24.5, 35.0, 45.5)
TOP, FOOT = 20.0, 80.0


def playing(suit: str = "", rank: str = "", trump: str = "", title: str = "", fool: bool = False) -> str:
    """A card to play with, 60 by 100: the arguments are those of `cards.face`.

    >>> ">Kn</text>" in playing(suit="clubs", rank="C")
    True
    """
    tone = tone_of(suit, trump or title, fool)
    body = '<rect class="cb" x=".5" y=".5" width="59" height="99" rx="5" stroke-width="1"/>'
    body += _corner(suit, rank, trump, title, fool)
    body += _trump(trump, title, fool) if fool or trump or title else _of_suit(suit, rank)
    # What the card is called stands beside it: the picture itself is silent.
    return f'<svg class="face {tone}" viewBox="0 0 60 100" aria-hidden="true">{body}</svg>'


def _corner(suit: str, rank: str, trump: str, title: str, fool: bool) -> str:
    if fool:
        return sign_at("fool", 3.5, 5, 13)
    if trump:
        return text_at(trump, 12.5, 16.5, 14, 20, "ct")
    if not rank:
        return emblem_at(_subject_of(title), 3.5, 5, 13)
    return text_at(index(rank), 10, 16, 15, 15, "cn") + sign_at(suit, 4.5, 19.5, 11)


def _subject_of(title: str) -> str:
    return title.lower().replace(" ", "-")


def _of_suit(suit: str, rank: str) -> str:
    if rank in HATS:
        return (
            '<path class="cl" stroke-width="1.3" d="M35 41a8.5 8.5 0 1 1 0 17 8.5 8.5 0 1 1 0-17z'
            'M18 88c0-17 6-26.5 17-26.5S52 71 52 88z"/>'
            f'<path class="cg" transform="translate(20.6 25.5) scale(1.2)" d="{HATS[rank]}"/>'
            + sign_at(suit, 28.5, 68, 13)
        )
    if rank not in PIPS:
        return sign_at(suit, 23, 38, 24)
    size = 24.0 if rank == "A" else 11.5
    return "".join(
        sign_at(suit, COLUMNS[column] - size / 2, TOP + height * (FOOT - TOP) - size / 2, size)
        for column, height in PIPS[rank]
    )


def _trump(trump: str, title: str, fool: bool) -> str:
    frame = '<path class="cl" stroke-width=".9" d="M6 24h48M6 27h48M6 83h48M6 86h48" opacity=".6"/>'
    if fool or not trump:
        emblem = emblem_at("fool" if fool else _subject_of(title), 13, 36, 34)
        return frame + (emblem or text_at(title, 30, 60, 15, 48, "ct"))
    return frame + text_at(trump, 30, 65, 29, 46, "ct")


def shape(**of: Any) -> dict[str, str]:
    """A card as a page at the table takes it: drawn, and what it is called."""
    return {"face": playing(**of), "name": alt(**of)}
