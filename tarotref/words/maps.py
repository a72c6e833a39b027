"""How maps of facts are put into words, each by what its keys are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tarotref.model.types import Absence, Facts, given, told
from tarotref.words.bonuses import settled
from tarotref.words.clauses import of_deal, shares
from tarotref.words.labels import ABSENT
from tarotref.words.naming import Naming
from tarotref.words.phrases import figure, listed, number, often, ordinal, span

Map = Mapping[Any, Any]


def _by_feat(words: Naming, field: str, value: Map) -> str:
    """What is taken from a pot or put into it, by feat, equal figures told once: `all for Pagat ultimo and Tout`."""
    found: dict[tuple[str, str], list[str]] = {}
    lead = {"taken": "for", "added": "when a player loses"}.get(field, "by a player who loses")
    for id, share in value.items():
        whole = {"taken": "all", "raised": "doubled"}.get(field) if share == 1 else None
        amount = whole or (f"raised by {figure(share)}" if field == "raised" else figure(share))
        how = (
            "for" if words.ruleset and words.ruleset.at(("feats", id, "do")) == "name-void" else lead
        )  # an offence, and no loss
        found.setdefault((amount, how), []).append(_paid_for(words, id))
    between = "and" if field == "taken" else "or"
    return listed(f"{amount} {how} {listed(names, between)}" for (amount, how), names in found.items())


def _paid_for(words: Naming, id: str) -> str:
    """What something is taken from a pot or put into it for: where only an announced deed counts, the deed announced."""
    name = words.named("payment", id).removeprefix("losing ")
    feats = (given(words.ruleset.rules.feats) if words.ruleset else None) or {}
    only = told(feats.get(id), "only_if")
    announced = only is not None and id in (only.announced or ())
    return f"the announced {name.removeprefix('the ')}" if announced else name


def _odd(words: Naming, path: tuple[str, ...], value: Map) -> str:
    return listed(
        f"{number(int(k))} empty card{'s' if k != '1' else ''} left over count{'s' if k == '1' else ''} {figure(v)}"
        for k, v in value.items()
    )


def _bands(words: Naming, path: tuple[str, ...], value: Map) -> str:
    """Payments by range of card points; of whose points they go by, where the losers pay."""
    score = given(words.ruleset.rules.score) if words.ruleset and path[:1] == ("score",) else None
    whose = ""
    if score is not None and given(score.settle) in ("winners", "loser"):
        whose = f" points of {'the' if words.for_two() else 'a'} loser"
    return ", ".join(f"{figure(v)} for {span(k)}{'' if n else whose}" for n, (k, v) in enumerate(value.items()))


def _multiply(words: Naming, path: tuple[str, ...], value: Map) -> str:
    return listed(f"{number(int(k))} or more pay {often(v)} as much" for k, v in value.items())


def _each(words: Naming, path: tuple[str, ...], value: Map) -> str:
    return " ".join(
        words.facts(one)
        if isinstance(one, Facts)
        else f"not for {id.replace('-', ' ')}"
        if one is Absence.NONE
        else ABSENT[one]
        for id, one in value.items()
    )


def _to(words: Naming, path: tuple[str, ...], value: Map) -> str:
    if path[:1] != ("pots",):
        return listed(f"{words.value(path, v)} for {words.who(k)}" for k, v in value.items())
    return listed(
        f"for {words.named('payment', id)} {listed(words.term('pot-to', term) for term in terms)}"
        for id, terms in value.items()
    )


def _barred(words: Naming, path: tuple[str, ...], value: Map) -> str:
    return listed(
        f"a player who has bid {words.named('bid', bid)} may not be the first to double {words.named('bid', contract)}"
        for contract, bid in value.items()
    )


def _carries(words: Naming, path: tuple[str, ...], value: Map) -> str:
    """What is doubled with another thing; things of which each is doubled with all others are told together."""

    def named(ids: Iterable[str], between: str = "and") -> str:
        return listed((words.named("payment", id) for id in ids), between)

    groups = {id: tuple(one for one in value if one in {id, *ids}) for id, ids in value.items()}
    whole = {group for id, group in groups.items() if len(group) == len(value[id]) + 1}
    whole = {group for group in whole if all(groups[id] == group for id in group)}
    alone = [f"{named([id])} doubles {named(ids)} too" for id, ids in value.items() if groups[id] not in whole]
    return "; ".join(
        f"whoever doubles {one}" for one in (*alone, *(f"{named(group, 'or')} doubles all of them" for group in whole))
    )


def _dues(words: Naming, path: tuple[str, ...], value: Map) -> str:
    return listed(f"{figure(n)} for {words.term('pot-due', what)}" for what, n in value.items())


def _pot_shares(words: Naming, value: Map) -> str:
    """What share of a pot is taken or put in for what: `a player takes 1/4 of what it held when the hand began for each trick won`."""
    parts = []
    for what, n in value.items():
        held = "as much as" if n == -1 else "all that" if n == 1 else f"{figure(abs(n))} of what"
        does = "takes" if n > 0 else "puts in"
        parts.append(f"{does} {held} it held when the hand began for {words.term('pot-due', what)}")
    return f"a player {listed(parts)}"


def _order(words: Naming, path: tuple[str, ...], value: Map) -> str:
    return "; ".join(f"{suit.capitalize()}: {listed(map(words.cards, cards))}" for suit, cards in value.items())


def _to_last(words: Naming, path: tuple[str, ...], value: Map) -> str:
    """What is paid by seat, equal figures told once: `30 as eldest and 40 as the dealer`."""
    found: dict[Any, list[str]] = {}
    for seat, amount in value.items():
        found.setdefault(amount, []).append(words.who(seat))
    return listed(f"{figure(amount)} as {listed(names, 'or')}" for amount, names in found.items())


def _counts_for(words: Naming, path: tuple[str, ...], value: Map) -> str:
    whose = {k: "the opponents" if v == "opponents" else words.who(v) for k, v in value.items()}
    return listed(f"that of {words.who(k)} for {owner}" for k, owner in whose.items())


def _base_over(words: Naming, path: tuple[str, ...], value: Map) -> str:
    """What a contract is worth over other bids: `2 at the first stage and 4 at the second if No Trick was bid before it`."""

    def by_stage(figures: Sequence[Any]) -> str:
        if len(figures) == 1:
            return figure(figures[0])
        first, *others = (f"{figure(n)} at the {ordinal(stage)}" for stage, n in enumerate(figures, 1))
        return listed([f"{first} stage", *others])

    return "; ".join(
        f"{by_stage(figures)} if {words.named('bid', bid)} was bid before it" for bid, figures in value.items()
    )


MAPS: dict[str, Callable[[Naming, tuple[str, ...], Map], str]] = {
    "odd": _odd,
    "bands": _bands,
    "multiply": _multiply,
    "annul": _each,
    "promises": _each,
    "shares": lambda words, path, value: _pot_shares(words, value) if path[:1] == ("pots",) else shares(words, value),
    "to": _to,
    "barred": _barred,
    "base_over": _base_over,
    "carries": _carries,
    "dues": _dues,
    "order": _order,
    "counts_for": _counts_for,
    "to_last": _to_last,
    "settle": lambda words, path, value: "; ".join(settled(words, value, path[0])),
    **dict.fromkeys(
        ("allowed", "robbed_by", "combed", "early", "early_of", "open", "open_after"),
        lambda words, path, value: of_deal(words, path[-1], value),
    ),
    **dict.fromkeys(("added", "taken", "raised"), lambda words, path, value: _by_feat(words, path[-1], value)),
}
"""The words of a map, by the field that holds it."""
