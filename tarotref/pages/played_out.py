"""The section of a game's page with a hand played out; what tells it is loaded where there is one."""

from __future__ import annotations

from collections.abc import Iterator

from tarotref.model.shared import PlayedHand
from tarotref.pages.elements import El
from tarotref.pages.rulesets import Page


def hand_played_out(page: Page) -> Iterator[El]:
    assert page.main is not None
    hand: PlayedHand | None = page.computed.corpus.shared.get("hands", {}).get(page.id)
    if hand is None:
        return
    from tarotref.pages.played_hand import Telling
    from tarotref.play import kept

    try:
        states = kept.played(page.computed, page.main, hand)
    except (ValueError, LookupError):
        return  # `tarotref check` tells why
    yield from Telling(page, hand, states).told()
