"""Every action that a ruleset can ask for, in an order that depends on its facts alone: what numbers of actions mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tarotref.play.compiled import Plan
from tarotref.play.compiled.contracts import Contract
from tarotref.play.phases.bargaining import MOST_BARGAINED
from tarotref.play.table import CARD_ACTIONS, DONE, OPENINGS, PASSED, WAITED, Action, Table


def contracts(table: Table) -> Mapping[str, Contract]:
    """The contracts of a table, and of the cases for which its players may ask."""
    return {id: bid for one in (*table.every_case.values(), table) for id, bid in one.contracts.items()}


def plans(table: Table) -> Iterator[Plan]:
    """The rules of a table, of its contracts, and of the cases for which its players ask."""
    yield from (table.plan, *table.plan.cases.values())
    yield from (one for case in table.every_case.values() for one in case.plan.cases.values())


def packets(table: Table) -> int:
    """Of how many packets of the talon, or hands, at most somebody takes one; 0 where he has no choice."""
    uses = [bid.talon for bid in contracts(table).values() if bid.talon is not None and bid.talon.choice]
    hands = 0 if table.plan.deal.chooser is None else table.plan.players
    return max((hands, *(len(use.choices(tuple(range(table.plan.deal.talon)))) for use in uses)))


def card_kinds(table: Table) -> dict[str, bool]:
    """Which kinds of action with a card there can be at a table."""
    bids, cases = contracts(table).values(), table.plan.case_rules
    uses = [bid.talon for bid in bids] + [cases[id].talon for id in table.every_case if id in cases]
    exchanged = table.plan.deal.talon_holder is not None or any(one.discard.exchange for one in plans(table))
    asks = any(bid.asks is not None for bid in bids)
    return {
        "play": True,
        "keep": any(use is not None and use.keeps for use in uses),
        "discard": bool(table.plan.deal.takers or table.plan.deal.robbed_by or table.plan.sale)
        or exchanged
        or any(use is not None and use.takes for use in uses),
        "ask": asks,
        "give": asks,
        "take-back": bool(table.plan.trick.swaps),
        "arrange": any(one.deal.arranged for one in plans(table)),
        "call": any(bid.partner is not None and bid.partner.calls for bid in bids),
    }


def _names_suits(plan: Plan) -> bool:
    """Whether suits are named in play: by the leader of the Fool, or with an announcement."""
    return plan.excuse.led == "named" or any(feat.announced and feat.announced.named for feat in plan.feats.values())


def actions(table: Table) -> tuple[Action, ...]:
    """Every action that a ruleset can ask for, under any of its contracts, in an order that depends on its facts alone."""
    plan, kinds, bids, every = table.plan, card_kinds(table), contracts(table), list(plans(table))
    bargains = any(way.bargain for one in every for way in one.deal.thrown_in.values())
    bargained = [str(n) for n in range(1, MOST_BARGAINED + 1)] if bargains else []
    announced = [id for one in every for id, feat in one.feats.items() if feat.announced is not None]
    found = [action for kind in CARD_ACTIONS if kinds[kind] for action in table.of_card[kind]]
    found += [PASSED, DONE, *([WAITED] if plan.auction.waiting == "each-may" or bargains else [])]
    opened = {how for one in every for way in one.deal.thrown_in.values() for how in way.opened.values()}
    found += [action for how, action in OPENINGS.items() if how in opened]
    for kind, ids in {
        "case": table.every_case, "bid": bids, "contract": bids,
        "declare": [id for one in every for id in one.declaration_rules],
        "announce": announced,
        "double": ["score", *announced],
        "concede": [id for one in every for id in one.scoring.concessions],
        "refuse": [
            *(["last-trick"] if plan.raised else []),
            *(["talon"] if any(bid.talon and bid.talon.refusers for bid in bids.values()) else []),
            *(["first"] if any(one.discard.first_yields for one in every) else []),
            *(id for one in every for id, way in one.scoring.concessions.items() if way.refusable),
            *(id for one in every for id, feat in one.feats.items() if feat.announced and feat.announced.declined),
        ],
        "throw-in": [id for one in every for id in one.deal.thrown_in],
        "trumps": [suit for one in every for suit in one.by_trumps if one.trumps_by == "named"],
        "offer": [
            *(["partner"] if any(bid.partner and bid.partner.offers for bid in bids.values()) else []),
            *(["talon", *map(str, plan.sale.steps)] if plan.sale else []),
            *(["last-trick"] if plan.raised else []),
            *bargained,
        ],
        "demand": [*(["fool"] if any(one.excuse.demanded for one in every) else []), *bargained],
        "claim": [id for swap in plan.trick.swaps for id in (swap.id, f"{swap.id}-if")[: 1 + swap.spared]],
        "name": plan.suits if any(_names_suits(one) for one in every) else (),
    }.items():  # fmt: skip
        found += [Action(kind, id) for id in ids]
    found += [Action("take"), Action("look"), *(Action("take", str(n + 1)) for n in range(packets(table)))]
    return tuple(dict.fromkeys(found))
