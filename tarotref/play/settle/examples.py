"""The sources' worked examples, recomputed by the rules by which hands are paid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tarotref.cards.counting import Points
from tarotref.cards.holdings import worth_of
from tarotref.cards.names import parse_cards
from tarotref.computed.declarations import declared
from tarotref.computed.figures import Figures
from tarotref.computed.piles import count_pile
from tarotref.corpus.records import Ruleset
from tarotref.model.record import Example
from tarotref.notation import exact
from tarotref.play.compiled import Path
from tarotref.play.compiled.contracts import Contract
from tarotref.play.compiled.feats import Feat, Unpriced
from tarotref.play.compiled.scoring import Scoring, scoring
from tarotref.play.settle.amounts import Item, base_of, beside_base, contract_items, feat_path, feat_price, times_of
from tarotref.play.settle.points import settled_by_points
from tarotref.play.settle.reached import Reached, contract_won
from tarotref.play.settle.replaced import Outcome, replaced, stands

PAID_BY_RESULT = ("winners", "result")
"""Ways of settling that turn a payment round where the contract is lost."""


@dataclass(frozen=True, slots=True)
class Payment:
    """What a hand pays, in the unit of the score. The paths of its items are those of `ruleset`, the contract's own."""

    ruleset: Ruleset
    items: tuple[Item, ...]
    won: bool | None = None
    """Whether the contract was won; None where there is none, or at a draw."""

    @property
    def total(self) -> tuple[Points, ...]:
        """What each opponent pays the declarer, or what each player receives."""
        columns = zip(*(item.pays for item in self.items), strict=True)
        return tuple(exact(sum(map(Fraction, parts))) for parts in columns) or (0,)


def payment(ruleset: Ruleset, reached: Reached, shared: bool = True) -> Payment:
    """Return what a hand pays by the rules of its contract, to one opponent with his share of it, or `shared` among none.
    ValueError where the hand does not fit the rules, or where these are not recorded as data."""
    contract = ruleset.cases.get(f"bids.{reached.bid}", ruleset)
    rules = scoring(contract.rules)
    if len(reached.points) > 1:
        if reached.feats or reached.declared:
            raise ValueError(
                "with the card points of several players, whose the feats and declarations are is not said"
            )
        return Payment(contract, (settled_by_points(rules, reached.points),))
    bid = None if reached.bid is None else rules.contracts.get(reached.bid)
    if bid is None and reached.bid is not None:
        raise ValueError(f"no bid {reached.bid!r}")
    won = None if bid is None else contract_won(rules.win, reached)
    if strange := [name for name in reached.feats if name not in rules.feats]:
        raise ValueError(f"no feat {strange[0]!r}")
    done = {
        name: Outcome(name, how.startswith("announced"), how.endswith("won")) for name, how in reached.feats.items()
    }
    left_out = replaced(rules.feats, list(done.values()), None if won is None else int(not won))
    items: list[Item] = []
    if bid is not None and won is not None and stands(rules.doubling, "score", left_out, reached.doubled):
        share, by = _share(rules, bid, won) if shared else (1, ())
        times, multiplied = times_of(bid, reached.stage, won)
        items += [item.times(times, multiplied).times(share, by) for item in contract_items(rules, reached, won)]
    items += [_of_feat(rules, reached, one, won) for one in done.values() if one not in left_out]
    for name, size in reached.declared.items() if "declarations" not in left_out else ():
        silent = name in rules.declarations and rules.declarations[name].unsaid and "silent" in left_out
        if not silent:
            items.append(_of_declaration(rules, name, size, won))
    return Payment(contract, tuple(items), won)


def _share(rules: Scoring, bid: Contract, won: bool) -> tuple[Points | Fraction, Path]:
    """How many times what the contract is worth each opponent pays or gets, and by which fact."""
    if rules.score.shares:
        return rules.score.shares.get("opponents", 1), ("score", "shares")
    if rules.score.settle == "loser" and not won:
        # Each who has lost pays once, and those who have won share it (8.28).
        losers = 1 if bid.partner is None else 2
        if len(rules.players) != 1:
            raise ValueError("how many share what the losers pay is not recorded")
        return Fraction(losers, rules.players[0] - losers), ("score", "settle")
    return 1, ()


def _of_feat(rules: Scoring, reached: Reached, done: Outcome, won: bool | None) -> Item:
    """What a feat is worth to the declarer, who did it or failed, multiplied as the rules say."""
    feat = rules.feats[done.feat]
    item = Item((_figure(feat, done),), (feat_path(feat, done.announced, done.won),))
    if feat.times == "base":
        base, by_base = base_of(rules, reached.bid or "", reached.stage)
        if base is None:
            raise ValueError(f"the base by which {feat.id!r} is multiplied is not recorded")
        announced = (Outcome(name, True, how == "announced-won") for name, how in reached.feats.items() if "-" in how)
        item = item.times(Fraction(base) + Fraction(beside_base(rules.feats, done, announced)), by_base)
    if not feat.times:
        return item
    times, multiplied = times_of(rules.contracts.get(reached.bid or ""), reached.stage, won)
    return item.times(times, multiplied)


def _figure(feat: Feat, done: Outcome) -> Points:
    price = feat_price(feat, done.announced, done.won)
    if (
        price is None
        or isinstance(price, Unpriced)
        or feat.unit
        or isinstance(feat.price(done.announced, done.won), dict)
    ):
        raise ValueError(f"what {feat.id!r} pays, in the unit of the score, is not recorded")
    return price


def _of_declaration(rules: Scoring, name: str, size: int | None, won: bool | None) -> Item:
    """What a declaration pays whoever made it; or whoever won the contract, where the winners are paid for all."""
    if rules.declaring.counts:
        raise ValueError("declarations count with the card points, so that these are given with them")
    entry = rules.declarations.get(name)
    worth = None if entry is None else entry.worth
    if entry is None or worth is None:
        raise ValueError(f"what the declaration {name!r} pays is not recorded")
    least = min((step or 0 for step, _ in worth.steps), default=0)
    paid = None if worth.by_cards or worth.units else worth_of(worth, least if size is None else size, least=least)
    if paid is None:
        raise ValueError(f"what the declaration {name!r} pays does not follow from its size")
    settle = entry.settle or rules.declaring.settle
    turned = won is False and (settle if isinstance(settle, str | None) else settle.get("declarer")) in PAID_BY_RESULT
    return Item((exact(-paid if turned else paid),), (("declarations", name, "worth"),))


# -- the examples of a record


def example_faults(ruleset: Ruleset, figures: Figures, example: Example) -> Iterator[tuple[str, str]]:
    """Yield what of a worked example of the source does not come out: its field, and in what."""
    if (example.cards or example.hand) and (figures.ranking is None or figures.values is None):
        yield "cards" if example.cards else "hand", "the pack, its order or its values are not known"
        return
    field = "cards"
    try:
        if example.cards and example.makes is not None:
            made = count_pile(ruleset.id, figures, example.cards)
            if made.total != example.makes:
                yield "makes", f"the source makes it {example.makes}; we count {made.total}"
        field = "hand"
        if example.hand and example.scores is not None:
            assert figures.ranking is not None
            hand = parse_cards(", ".join(example.hand), figures.ranking)
            try:
                score = declared(ruleset, figures, hand)
            except (ValueError, KeyError):
                return  # a declaration asks for what is no card, which is told where it does
            if score.total != example.scores:
                told = ", ".join(d.id for d in score.declared)
                yield "scores", f"the source scores {example.scores}; we score {score.total} ({told})"
        field = "pays"
        if example.pays is not None:
            paid = payment(ruleset, hand_of(example)).total
            if paid != tuple(example.pays):
                yield (
                    "pays",
                    f"the source pays {', '.join(map(str, example.pays))}; we compute {', '.join(map(str, paid))}",
                )
    except (ValueError, KeyError) as error:
        yield field, str(error).strip("'\"")


def hand_of(example: Example) -> Reached:
    """Return the hand of which an example says what it pays."""
    return Reached(
        example.points or (), example.bid, example.bouts, example.feats or {}, dict.fromkeys(example.declared or ()),
        stage=example.stage,
    )  # fmt: skip
