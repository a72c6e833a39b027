"""A place at a table: what whoever sits there does, takes back, looks back at, keeps and sends on.

The page of the table runs this module in the browser (docs/table.md). All it hands over are plain values, which become JSON;
what is seen of a hand is told in `tarotref.cli.sight`.
"""

from __future__ import annotations

import json
from typing import Any

from tarotref.cli import sight
from tarotref.cli.sitting import Sitting
from tarotref.play.players import advised


class Seat(Sitting):
    """A person's place at a table: what he does there, and what he sees."""

    def refused(self, text: str) -> dict[str, str]:
        """Why something is not allowed now, as one says it at a table, and where the page of the game tells the rule."""
        return sight.refused(self.why_not(text))

    def advice(self) -> dict[str, str]:
        """What a player would do who keeps to the rules of thumb, and why."""
        if self.state.over:
            return {}
        action, why = advised(self.state)
        return {"do": str(action), "say": sight.would(self.told, action), "why": why}

    def table(self) -> dict[str, Any]:
        """What does not change while one sits here: the game, its cards, what is assumed."""
        return sight.table(self.told) | {"broken": self.broken}

    def look(self, since: int = 0, all_open: bool = False) -> dict[str, Any]:
        """The hand from here: the person's cards, what lies on the table, what may be done, what has been done since a state."""
        return sight.look(self, since, all_open)


def asked(seat: Seat, call: str, *arguments: Any) -> str:
    """Answer a page: call a method of a seat, and return what it gives as JSON."""
    return json.dumps(getattr(seat, call)(*arguments), ensure_ascii=False, default=str)
