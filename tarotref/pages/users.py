"""Which games play with a thing: a trump order, a pack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tarotref.corpus.records import Ruleset
from tarotref.model.types import given
from tarotref.pages.elements import Child, E, El, Ref, joined, section, table
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


class Users(NamedTuple):
    """Who plays with a thing."""

    main: tuple[str, ...] = ()
    """Games whose main rules have it, in the order of the catalogue."""
    other: tuple[Ruleset, ...] = ()
    """Rulesets that have it while the main rules of their game do not."""

    @property
    def games(self) -> int:
        """How many games have it, by whichever ruleset."""
        return len({*self.main, *(r.game for r in self.other)})


def users(computed: ComputedCorpus, field: str) -> dict[str, Users]:
    """Return who plays with each thing that a section of the rules names (`pack`, `trump_order`), by its id."""
    main: dict[str, list[str]] = {}
    other: dict[str, list[Ruleset]] = {}
    of_main = {r.game: given(getattr(r.rules, field)) for r in computed.corpus.rulesets.values() if r.kind == "main"}
    for r in computed.corpus.rulesets.values():
        id = given(getattr(r.rules, field))
        if id is None:
            continue
        if r.kind == "main":
            main.setdefault(id, []).append(r.game)
        elif of_main.get(r.game) != id:
            other.setdefault(id, []).append(r)
    return {id: Users(tuple(main.get(id, ())), tuple(other.get(id, ()))) for id in {**main, **other}}


def games(computed: ComputedCorpus, labels: Labels, found: Users, none: str) -> El:
    """Return the section that says which games have a thing; `none` where no game has it."""
    return section("Games", "games", *_games(computed, labels, found) if found.games else [E("p", none)])


def _games(computed: ComputedCorpus, labels: Labels, found: Users) -> Iterator[El]:
    by: dict[str, list[str]] = {}
    for game in found.main:
        by.setdefault(computed.corpus.game(game).tradition, []).append(game)
    if by:
        yield table(
            ["Tradition", ("Games", "num"), "By their main rules"],
            [
                [
                    labels.ref("tradition", tradition),
                    E("td", str(len(ids)), cls="num"),
                    E("td", joined(labels.ref("game", g) for g in ids)),
                ]
                for tradition, ids in by.items()
            ],
            cls="wrap stacked",
        )
    if found.other:
        what = "Other versions have it too: " if by else "Only versions other than the main rules have it: "
        yield E("p", what, joined((_ruleset(labels, r) for r in found.other), "; "), ".")


def _ruleset(labels: Labels, r: Ruleset) -> Child:
    whose = labels.title("source", r.key) if r.kind == "reading" else r.title.partition(": ")[2] or r.title
    return E("span", Ref("game", r.id, labels.title("game", r.game)), f" ({whose})")
