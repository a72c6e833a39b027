"""How a fact stands: whether there is one (its state), and how it is known (its provenance); and both in one word, the status."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from tarotref.corpus.layers import Origin
from tarotref.corpus.records import ROOT, Ruleset
from tarotref.corpus.source import Path
from tarotref.model.rules import entries
from tarotref.model.types import Absence, given

State = Literal["present", "none", "not-applicable", "unstated", "not-recorded", "agreed", "as-taken"]
STATES: dict[str, str] = {
    "present": "there is a value",
    "none": "the source says that there is none",
    "not-applicable": "the question does not arise, as how a Fool is led that is a trump",
    "unstated": "the source was read, and says nothing of it",
    "not-recorded": "the source is not at hand, or nobody has looked",
    "agreed": "left to the players",
    "as-taken": "follows from play",
}
"""What is there of a fact."""
Basis = Literal["own", "inherited", "presumed", "reported", "not-reported", "computed"]
BASES: dict[str, str] = {
    "own": "the ruleset itself sets it",
    "inherited": "it comes from the tradition, or from the ruleset that this one changes",
    "presumed": "the source only presumes that it is as in the base",
    "reported": "the witness is reported to have it",
    "not-reported": "a witness's ruleset has it from the main rules only",
    "computed": "it follows from other facts",
}
"""How a fact is known."""
Status = Literal[
    "stated",
    "inherited",
    "presumed",
    "not-reported",
    "computed",
    "unstated",
    "none",
    "agreed",
    "as-taken",
    "not-applicable",
    "not-recorded",
    "not-computable",
    "missing",
]
"""State and provenance in one word, why a cell says what it says: `missing` means that nobody has looked, `not-recorded` that the
source is not at hand, `unstated` that it is silent, `not-reported` that a witness's ruleset has it from the main rules only or,
of what sources state in sum, that none is reported of it, `not-computable` that facts which a computed value needs have none."""
TOLD_ABSENCES = ("none", "not-applicable", "agreed", "as-taken")
"""Statuses of cells without a value of which something is told all the same."""
SILENT = tuple(
    s for s in get_args(Status) if s in ("missing", "unstated", "not-recorded", "not-reported", "not-computable")
)
"""Statuses of what nothing is told of."""
_OPEN = ("not-recorded", "unstated", "agreed", "as-taken", "none")
"""For what a value that cannot be computed is open: the first of them that a fact has on which it rests."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of one column for one ruleset."""

    value: Any
    status: Status
    path: tuple[str, ...] = ()
    set_by: str = ""
    """The layer that set the fact, empty where it is computed or missing."""
    state: State = "present"
    provenance: Basis | None = None
    """None where nothing is recorded."""

    @property
    def told(self) -> bool:
        """Whether anything is told: a value of the ruleset's own, or that there is none, that the players agree, that it follows."""
        return self.status in TOLD_ABSENCES or (self.value is not None and self.status != "not-reported")


_ABSENT: dict[str, State] = {absence.value: absence.value for absence in Absence}


def state(value: Any) -> State:
    """Say what there is of a fact; what nobody has looked up is not recorded."""
    if value is None:
        return "not-recorded"
    return _ABSENT.get(value, "present") if isinstance(value, str) else "present"


def basis(origin: Origin | None, ruleset: Ruleset) -> Basis:
    """Say how a fact of a ruleset is known; what has no origin in the rules is stated beside them."""
    if origin and origin.carried:
        return "not-reported"
    if origin and origin.presumed:
        return "presumed"
    reading = ruleset.kind == "reading"
    if origin is None or ruleset.sets(origin) or (reading and origin.layer.partition("/")[0] == ruleset.game):
        return "reported" if reading else "own"
    return "inherited"


def status(value: Any, origin: Origin | None, ruleset: Ruleset) -> Status:
    """Say both in one word; `stated` is what the record of the game itself sets."""
    if origin and origin.carried:
        return "not-reported"
    if (found := state(value)) != "present":
        return found
    if origin and origin.presumed:
        return "presumed"
    return "stated" if origin is None or origin.layer.partition("/")[0] == ruleset.game else "inherited"


def open_state(ruleset: Ruleset, paths: Iterable[tuple[str, ...]]) -> State:
    """Say why a value that rests on facts cannot be computed."""
    found = {state(_at(ruleset, path)) for path in paths}
    return next((s for s in _OPEN if s in found), "not-recorded")


def _at(ruleset: Ruleset, path: tuple[str, ...]) -> Any:
    """Return the fact at a path, or the absence of what encloses it."""
    for end in range(1, len(path)):
        above = ruleset.at(path[:end])
        if above is None or isinstance(above, Absence):
            return above
    return ruleset.at(path)


def idle(ruleset: Ruleset, path: Path) -> bool:
    """Whether a fact of the family bears on nothing here: who declares first where nothing is declared, or play goes the other way."""
    origin = ruleset.origin.get(path) if tuple(path) == ("declaring", "first") else None
    if origin is None or origin.layer != ROOT:
        return False
    deal = given(ruleset.rules.deal)
    return not any(entries(ruleset.rules.declarations)) or (deal is not None and given(deal.direction) == "clockwise")
