"""What is paid between one who has sold what is left of the pack and those who have played."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled import Path
from tarotref.play.settle.amounts import feat_price
from tarotref.play.settle.counted import Counted
from tarotref.play.settle.transfers import Transfer

BY: Path = ("bidding", "sale")


def paid_for_sale(counted: Counted) -> Iterator[Transfer]:
    """Yield what the seller pays the winner of the last trick, what others pay him who have lost counting cards, and what the buyer
    pays him."""
    sale, setting, tricks = counted.plan.sale, counted.setting, counted.hand.tricks
    sold, seller = setting.sold, next(iter(setting.out), None)
    if sale is None or sold is None or seller is None or not tricks:
        return

    def pays(what: str, amount: Points, giver: int, taker: int) -> Transfer:
        parts = {giver: exact(-Fraction(amount)), taker: amount}
        return Transfer(((*BY, what),), tuple(parts.get(seat, 0) for seat in counted.seats))

    last, lost = setting.person(tricks[-1].winner), _lost(counted)
    yield pays("last_trick", sale.last_trick, seller, last)
    for seat in sorted(lost):
        if seat != last:
            yield pays("lost", sale.lost, seat, seller)
    whole, part = divmod(Fraction(sold.price), 1)
    made = part + lost.get(sold.buyer, Fraction(0)) * sale.part if part and sold.buyer == last else Fraction(0)
    yield pays("price", exact(whole + (made == 1) + 2 * (made > 1)), sold.buyer, seller)


def _lost(counted: Counted) -> dict[int, Fraction]:
    """The value of the counting cards that each player has lost, who has lost any."""
    found: dict[int, Fraction] = {}
    for one in counted.feats:
        feat = counted.feat(one)
        price = feat_price(feat, one.announced, one.won)
        if feat.do == "lose" and isinstance(price, int | Fraction):
            found[one.seat] = found.get(one.seat, Fraction(0)) - price
    return found
