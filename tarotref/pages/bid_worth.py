"""What a contract is worth, as the table of bids has it: by the bid, or by what its own rules say of the payment."""

from __future__ import annotations

from typing import Any

from tarotref.corpus.records import Ruleset
from tarotref.model.rules import Bid, entries
from tarotref.model.types import Absence, given
from tarotref.pages.elements import Child
from tarotref.pages.rulesets import Page


def bid_worth(page: Page, r: Ruleset, key: str, bid: Bid) -> list[Child]:
    """Return what a contract is worth, won and lost."""
    base, times = _base(r, key, bid), _times(r, bid)
    won = [page.amount(base), *([" × ", page.amount(times)] if times is not None else [])]
    amounts: list[list[Child]] = [won] if any(won) else []
    if bid.times_lost is not None:
        amounts.append(["lost × ", page.amount(bid.times_lost)])
    if bid.lost is not None:
        amounts.append(["lost ", page.amount(bid.lost)])
    return [part for n, one in enumerate(amounts) for part in ([", ", *one] if n else one)]


def _base(r: Ruleset, key: str, bid: Bid) -> Any:
    """Return the base of a contract: its own, or where some have one by rules of their own, what the rules make of it."""
    if bid.base is not None:
        return bid.base
    if not _paid_apart(bid) and (bid.times or not any(_paid_apart(one) for _, one in entries(r.rules.bids))):
        return None
    made = r.cases.get(f"bids.{key}", r)
    base = made.at(("score", "base"))
    return None if isinstance(base, str | Absence) else base


def _paid_apart(bid: Bid) -> bool:
    """Whether the rules of a contract have a base of their own."""
    score = (given(bid.rules) or {}).get("score")
    return isinstance(score, dict) and score.get("base") not in (None, "none", "unstated")


def _times(r: Ruleset, bid: Bid) -> Any:
    """Return by what a contract multiplies the score; once where others multiply it, and nothing is said of this one."""
    if bid.times is not None or given(r.at(("score", "times"))) != "bid" or bid.base is not None:
        return given(bid.times)
    apart = "score" in (given(bid.rules) or {}) or bid.times_lost is not None or given(bid.played) is False
    others = any(given(one.times) is not None for _, one in entries(r.rules.bids))
    return 1 if others and not apart else None
