"""How is told what a bonus is for: what is done, in which tricks, with what in them, and what it takes to succeed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tarotref.model import rules
from tarotref.model.types import given
from tarotref.words.clauses import points_made
from tarotref.words.naming import Naming
from tarotref.words.phrases import listed, number, ordinal


def limits(words: Naming, f: rules.Feat) -> str:
    """Return when a deed is to be done, and what may not be in the trick."""
    when = f" {words.term('feat-when', moment)}" if (moment := given(f.when)) is not None else ""
    barred, beside = given(f.without), given(f.beside)
    if beside:
        return f"{when}, with {listed(map(words.one_of, beside), 'or')} in it"
    return f"{when}, with neither {listed(map(words.one_of, barred), 'nor')} in it" if barred else when


def success(f: rules.Feat) -> Iterator[str]:
    """What it takes to win a bonus that costs something if it fails: without the hand it is not won, and so costs that."""
    if _with_the_hand(f):
        yield "it is won only by a player who wins the hand too, and fails otherwise"


def _with_the_hand(f: rules.Feat) -> bool:
    """Whether a bonus fails, at a cost, with the hand."""
    found = given(f.only_if)
    bold = given(f.announced.lost) if isinstance(f.announced, rules.Announced) else None
    return found is not None and found.won is True and found.by is None and not (bold is None and given(f.lost) is None)


def unasked(words: Naming, f: rules.Feat) -> Iterator[str]:
    """That it is not known who keeps a deal on, or refuses to, where a bonus turns on it and nobody is said to be asked."""
    found = given(f.only_if)
    deal = given(words.ruleset.rules.deal) if words.ruleset else None
    if found is None or deal is None or (found.kept is None and found.refused is None):
        return
    if not any(given(one.asked) for _, one in rules.entries(deal.annul)):
        yield "who is asked whether to go on is not said"


def apart(f: rules.Feat) -> rules.Feat:
    """Return a feat without the condition that its deed tells."""
    found = given(f.only_if)
    if given(f.do) != "total" or found is None or found.points is None or found.by not in (None, "side"):
        return f
    return _on(f, found.model_copy({"points": None}))


def unfailing(f: rules.Feat) -> rules.Feat:
    """Return a feat without the condition that tells what it takes to succeed."""
    found = given(f.only_if)
    return _on(f, found.model_copy({"won": None})) if found is not None and _with_the_hand(f) else f


def _on(f: rules.Feat, left: rules.Condition) -> rules.Feat:
    """Return a feat on what is left of a condition."""
    more = any(value is not None for field, value in left if field != "by")
    return f.model_copy({"only_if": left if more else None})


def deed_of(words: Naming, f: rules.Feat) -> str:
    """Return what is done: `win the last trick with the Pagat`."""
    cards, tricks, do = given(f.cards) or (), given(f.tricks), given(f.do)
    one = listed(map(words.one_of, cards), "or")
    if tricks and do == "first-tricks":
        return f"one player wins the first {number(tricks)} tricks"
    if tricks == 1 and do == "win-first":
        return f"win the first trick with {one}"
    if tricks and do == "win-first":
        return f"win the first {number(tricks)} tricks, the {ordinal(tricks)} with {one}"
    if tricks and tricks > 1:
        either = ", in either order" if tricks == 2 else ", in any order"
        order = {True: ", in this order", False: either, None: ""}[given(f.in_order)]
        each = listed(map(words.cards, cards)) if len(cards) > 1 else f"{one} each"
        return f"win the last {number(tricks)} tricks with {each}{order}"
    if (end := given(f.from_end)) is not None and end > 2:
        return f"win the {ordinal(end)}-to-last trick with {one}"
    if given(f.together):
        named = listed(f"all {card}" if card in ("Kings", "Queens") else card for card in map(words.members, cards))
        return f"have {named} among the cards won"
    if do == "total" and (found := given(f.only_if)) and found.points and found.by in (None, "side"):
        return f"make {points_made(words, found.points)}"
    if do == "take-last":
        return f"win the last trick with {one} in it"
    if do is not None:
        label = words.term("feat-do", do).replace(" with them", f" with {listed(map(words.cards, cards))}")
        return re.sub(r"\bit\b", one or "a certain card", label, count=1)
    return one
