"""What a bid, an announcement or another thing said does and pays, in a line: for those who have not learnt the game yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.model.rules import Announced, entries
from tarotref.model.types import given
from tarotref.words.clauses import bidding, conditions
from tarotref.words.sentences import sentences

if TYPE_CHECKING:
    from tarotref.cli.telling import Told
    from tarotref.play import Action

OF_BID = ("partner", "talon", "asks", "text")
OTHERWISE = ("win", "play", "sides", "feats", "score", "doubling")
"""The sections of rules in which a contract tells its player what it has otherwise."""
OF_DECLARATION = ("holding", "text")
SECTIONS = {
    "bid": "bids", "contract": "bids", "announce": "feats", "declare": "declarations", "case": "cases", "concede": "concessions",
}  # fmt: skip
"""The sections of rules that tell of what is said, by kind of action."""


def meaning(told: Told, action: Action) -> str:
    """What an action means and what it pays, in sentences of the page; nothing where its name says all."""
    section = SECTIONS.get(action.kind)
    if section is None:
        return ""
    thing: Any = dict(entries(getattr(told.ruleset.rules, section))).get(action.what)
    return "" if thing is None else sentences(_told(told, section, action.what, thing))


def _told(told: Told, section: str, id: str, thing: Any) -> Iterator[str]:
    words = told.words
    if section == "bids":
        yield from bidding(words, thing)
        yield from (words.told((section, id, field), getattr(thing, field)) for field in OF_BID)
        rules = {section: part for section, part in (given(thing.rules) or {}).items() if section in OTHERWISE}
        yield words.told((section, id, "rules"), rules).rstrip(".") if rules else ""
        if (base := given(thing.base)) is not None:
            yield f"It is worth {words.told((section, id, 'base'), base)}"
        if (times := given(thing.times)) is not None:
            yield f"What the score pays is multiplied by {words.told((section, id, 'times'), times)}"
    elif section == "declarations":
        yield from (words.told((section, id, field), getattr(thing, field)) for field in OF_DECLARATION)
        yield from conditions(words, thing)
    elif section == "feats":
        yield words.facts(thing)
        said = thing.announced if isinstance(thing.announced, Announced) else thing
        for field in ("won", "lost"):
            if (amount := given(getattr(said, field))) is not None:
                yield f"{field}: {words.told((section, id, field), amount)}"
    else:
        yield from (words.told((section, id, field), getattr(thing, field, None)) for field in ("text",))
