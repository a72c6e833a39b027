"""What play assumes where a source is silent: each assumption once, with its reason.

A ruleset is played by its facts. Where one is missing, or is told in words alone, an assumption takes its place; every result
names it, and it is never written back into facts. The assumptions are this project's own: no source is cited for them.
"""

from __future__ import annotations

import json
from pkgutil import get_data
from typing import NamedTuple


class Assumption(NamedTuple):
    """What is assumed, and why."""

    rule: str
    reason: str


ASSUMPTIONS: dict[str, Assumption] = {
    name: Assumption(**told) for name, told in json.loads(get_data(__name__, "assumptions.json") or b"{}").items()
}
"""Name of the assumption, the path of the fact that it stands for where it is one: the rule that takes its place."""
