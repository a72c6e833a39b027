"""What play assumes where a source is silent: each assumption once, with its reason.

A ruleset is played by its facts. Where one is missing, or is told in words alone, an assumption takes its place; every result
names it, and it is never written back into facts. The assumptions are this project's own: no source is cited for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tarotref.sheets import sheet


class Assumption(NamedTuple):
    """What is assumed, and why."""

    rule: str
    reason: str
    called: str = ""
    """What it is called, where it does not stand for one fact."""


def _faults(found: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    for name, told in found.items():
        if not isinstance(told, dict) or not {"rule", "reason"} <= {*told} <= {*Assumption._fields}:
            yield (name,), f"{name!r} has a rule, a reason, and what it is called where it stands for no one fact"


ASSUMPTIONS: dict[str, Assumption] = {
    name: Assumption(**told) for name, told in sheet(__name__, faults=_faults).items()
}
"""Name of the assumption, the path of the fact that it stands for where it is one: the rule that takes its place."""
