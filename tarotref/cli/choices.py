"""What is told beside a thing that may be done, where its word does not say enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarotref.play import Action, State

NAMED = {
    "bid": "bid", "contract": "bid", "declare": "declaration", "announce": "feat", "double": "payment", "concede": "concession",
}  # fmt: skip
"""What kind of thing is named, by kind of action."""
BESIDE = {"done": "nothing more", "tell": "of good cards", "yield": "to your partner, who tells of cards"}
"""What is told beside a word that does not say enough."""


def beside(action: Action, pause: bool = False) -> str:
    """What is told beside a word; `pause`: where players say, in a pause of the deal, if it is to go on."""
    return "have the deal go on" if pause and action.kind == "done" else BESIDE.get(action.kind, "")


def asks_to_go_on(state: State) -> bool:
    """Whether players say, in a pause of the deal, if it is to go on."""
    return state.phase == "bargain" or (state.phase == "throw-in" and state.setting.at == "pause")
