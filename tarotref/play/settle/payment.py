"""What everybody pays or marks for a hand: the contract or the card points, feats, declarations, cards bought, a hand given up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled import Path
from tarotref.play.compiled.feats import Unpriced
from tarotref.play.conditions import had, meets
from tarotref.play.hand import Said
from tarotref.play.pile import Pile
from tarotref.play.settle.amounts import base_of, beside_base, feat_path, feat_price, times_of
from tarotref.play.settle.charged import charged, payers
from tarotref.play.settle.contract import settled
from tarotref.play.settle.counted import Counted, announced_alone
from tarotref.play.settle.declared import Made, not_largest
from tarotref.play.settle.deed import Done
from tarotref.play.settle.replaced import Outcome, replaced, stands
from tarotref.play.settle.transfers import BY_RESULT, Payers, Transfer

ALL = "all"
"""The price of any card, where cards are bought."""


class Paying:
    """The payments of a hand, and the facts that were missed in making them."""

    def __init__(self, counted: Counted, won: bool | None):
        self.counted, self.hand, self.rules = counted, counted.hand, counted.rules
        self.missing: list[Path] = []
        self.of = Payers(counted.hand, counted.rules, counted.sides, counted.totals, won)

    def transfers(self) -> Iterator[Transfer]:
        """Yield all payments of a hand that was played out."""
        counted, doubled = self.counted, dict(self.hand.setting.doubled)
        won = self.of.won
        paid = [(one, self.feat(one)) for one in counted.feats]
        # What pays nothing, and multiplies nothing, takes the place of nothing.
        done = [self._outcome(one) for one, transfer in paid if transfer or counted.feat(one).raises]
        if lead := self.rules.score.lead:
            at_once = counted.at_once
            less = {side: exact(Fraction(own) - at_once[side] * lead) for side, own in counted.totals.items()}
            self.of = Payers(self.hand, self.rules, counted.sides, less, won)
            yield Transfer((("score", "lead"),), tuple(at_once[side] - at_once[1 - side] for side in counted.sides))
        left_out = replaced(counted.plan.feats, done, None if won is None else int(not won))
        if stands(self.rules.doubling, "score", left_out, "score" in doubled):
            for part in settled(self.of, counted.reached, counted.pricing, counted.piles.tricks):
                yield self._multiplied_by("score", self._charged(part).times(self._doubled("score"), ("doubling",)))
        yield from self._among_others()
        for one, transfer in paid:
            if transfer and self._outcome(one) not in left_out:
                transfer = self._between_others(one, transfer)
                part = transfer.times(self._doubled(one.feat) if one.announced else 1, ("doubling",))
                yield self._multiplied_by(one.feat, part)
        smaller = not_largest(counted.plan, counted.sides, counted.declared)
        for made in counted.declared if "declarations" not in left_out else ():
            if (
                made not in smaller
                and not (made.silent and "silent" in left_out)
                and (transfer := self.declaration(made))
            ):
                yield transfer
        yield from self._bought()

    @cached_property
    def _apart(self) -> Done | None:
        """The feat that one has done so that the others settle among themselves; None where nobody has."""
        return next((one for one in self.counted.feats if one.won and self.counted.feat(one).others), None)

    def _among_others(self) -> Iterator[Transfer]:
        """Yield what the rest pay each other for their card points where one has done something by himself."""
        apart = self._apart
        others = None if apart is None else self.counted.feat(apart).others
        if apart is None or others is None or others.par is None:
            return
        seats = [seat for seat in self.of.seats if seat != apart.seat]
        lacks = {seat: max(Fraction(0), others.par - Fraction(self.of.totals[self.of.sides[seat]])) for seat in seats}
        total = sum(lacks.values())
        pays = (total - lacks[seat] * len(seats) if seat in lacks else Fraction(0) for seat in self.of.seats)
        yield Transfer((("feats", apart.feat, "others"),), tuple(map(exact, pays)))

    def _between_others(self, one: Done, part: Transfer) -> Transfer:
        """What a feat pays, without one who has done something by himself where the others settle it alone."""
        apart = self._apart
        others = None if apart is None else self.counted.feat(apart).others
        if apart is None or others is None or one.feat not in (others.feats or ()):
            return part
        if one.seat == apart.seat:
            return part._replace(pays=(0,) * len(part.pays))
        pays = [Fraction(own) for own in part.pays]
        pays[one.seat] += pays[apart.seat]
        pays[apart.seat] = Fraction(0)
        return Transfer((*part.by, ("feats", apart.feat, "others")), tuple(map(exact, pays)), part.marked)

    def _multiplied_by(self, payment: str, part: Transfer) -> Transfer:
        """A payment, so many times as much as feats that were done have it."""
        for one in self.counted.feats:
            if one.won:
                part = part.times(
                    self.counted.feat(one).factor(payment, one.announced), ("feats", one.feat, "multiplies")
                )
        return part

    def _charged(self, part: Transfer) -> Transfer:
        """A part of what the cards pay that some of the opponents pay for all, if the declarer has done what asks for it."""
        for one in self.counted.feats:
            if one.won and self.counted.sides[one.seat] == 0 and (who := self.counted.feat(one).charged):
                seats = payers(self.hand, self.counted.sides, who)
                part = charged(part, self.counted.sides, seats, ("feats", one.feat, "charged"))
        return part

    def _doubled(self, payment: str) -> int:
        """By what doubling has multiplied the score or an announced feat; what cannot be doubled separately is so together."""
        doubling, doubled = self.rules.doubling, dict(self.hand.setting.doubled)
        if not doubling.called_lies and self.hand.setting.called in self.hand.setting.lies:
            return 1
        if payment == "score" and doubling.not_at is not None and self.of.totals.get(0) == doubling.not_at:
            return 1
        together = doubling.together and payment in doubling.of
        found = doubled.values() if together else [doubled[payment]] if payment in doubled else []
        return int(2 ** max((one.level for one in found), default=0))

    def _outcome(self, one: Done) -> Outcome:
        return Outcome(one.feat, one.announced, one.won, self.counted.sides[one.seat])

    def _multiplied(self) -> tuple[Points, Path]:
        """By what the contract multiplies what is paid, and by which fact."""
        return times_of(self.hand.bid, self.hand.setting.stage, self.of.won)

    def _base(self, won: bool = True) -> tuple[Points | None, Path]:
        """What the contract is worth before anything is added or multiplied, and by which fact."""
        setting = self.hand.setting
        return base_of(
            self.rules, setting.contract or "", setting.stage or None, won, self.counted.bids, self.counted.called_own
        )

    # -- feats

    def feat(self, one: Done) -> Transfer | None:
        """What a feat pays; None where it pays nothing, counts with the card points, or nobody says what."""
        feat = self.counted.feat(one)
        worth = None if feat.counts else self._worth(one)
        if worth is None:
            return None
        if feat.times == "base":
            base, path = self._base()
            if base is None:
                self.missing.append(path)
                return None
            beside = beside_base(self.rules.feats, self._outcome(one), map(self._outcome, self.counted.feats))
            worth = exact(worth * (base + Fraction(beside)))
        if feat.times:
            worth = exact(worth * self._multiplied()[0])
        by = (feat_path(feat, one.announced, one.won),)
        own = feat.announced.settle if one.announced and feat.announced is not None else None
        settle = self.of.how(own or feat.settle, one.seat)
        alone = self.rules.alone
        if settle != "loser" or (one.taker < 0 and not alone):
            return self.of.paid(by, worth, one.seat, settle)
        pays = {one.seat: worth} if alone else {one.seat: worth, one.taker: exact(-worth)}
        return Transfer(by, tuple(pays.get(seat, 0) for seat in self.of.seats), alone)

    def _worth(self, one: Done) -> Points | None:
        """What a feat is worth to one player; None where it is worth nothing, or nobody says what."""
        feat = self.counted.feat(one)
        price = feat_price(feat, one.announced, one.won, one.trick, self.hand.setting.stage)
        if price is None:
            return None
        if feat.against is not None and one.won and not one.announced and self.counted.sides[one.seat] != 0:
            return feat.against
        if isinstance(price, Unpriced) or feat.unit not in (None, self.rules.score.unit):
            self.missing.append(feat_path(feat, one.announced, one.won))
            return None
        points = None if feat.only_if is None else feat.only_if.points
        if feat.step and points is not None and points.at_least is not None:
            over = Fraction(self.of.totals[self.counted.sides[one.seat]]) - points.at_least
            return exact(price * (1 + over // feat.step))
        return price

    # -- declarations

    def declaration(self, made: Made) -> Transfer | None:
        """What a declaration pays; None where it pays nothing, counts with the card points, or nobody says what."""
        entry, path = self.rules.declarations[made.declaration], ("declarations", made.declaration, "worth")
        if made.worth is None:
            self.missing.append(path)
            return None
        if made.counts:
            return None
        self.missing += [(*path, unit) for unit in entry.units if unit != self.rules.score.unit]
        late = entry.only_if is not None and entry.only_if.known_late
        if late and not self.counted.meets(entry.only_if, made.seat):
            return None  # whatever else is asked for was seen to when it was declared
        if entry.repaid is not None and self.counted.meets(entry.repaid, made.seat):
            return Transfer((path, ("declarations", made.declaration, "repaid")), (0,) * len(self.of.seats))
        if made.kept_back:
            return self.of.by_partners(
                (path, ("declarations", made.declaration, "kept_back")), exact(made.worth), made.seat
            )
        worth, by = self._as_bid(made, made.worth, path) if entry.as_bid else (made.worth, (path,))
        own = entry.settle is not None or self.rules.declaring.counts
        at: Path = ("declarations", made.declaration, "settle") if own else ("declaring", "settle")
        settle = self.of.how(entry.settle if own else self.rules.declaring.settle, made.seat)
        if settle in BY_RESULT:
            by = (*by, at)
        if settle == "without":
            had_some = self._had(made)
            return self.of.by_those_without((*by, at), exact(worth), made.seat, had_some)
        return self.of.paid(by, exact(worth), made.seat, settle)

    def _as_bid(self, made: Made, worth: Fraction, path: Path) -> tuple[Fraction, tuple[Path, ...]]:
        """What a declaration is worth where it is multiplied as the bid is."""
        bid = self.hand.bid
        if bid is None or not bid.times:
            return worth, (path,)
        return worth * self._multiplied()[0], (path, ("bids", bid.id, "times"))

    def _had(self, made: Made) -> list[bool]:
        """Whether each player had one of the cards named in a declaration."""
        cards = self.counted.plan.named(self.counted.plan.declarations[made.declaration].holding.named())
        return [bool(had(self.hand, seat) & cards) for seat in self.of.seats]

    # -- cards bought

    def _bought(self) -> Iterator[Transfer]:
        """Yield what the declarer pays for cards that he asked for, to those who gave them or to all opponents alike."""
        setting, asks = self.hand.setting, self.hand.asks
        if asks is None or not asks.price:
            return
        opponents = [seat for seat in self.of.seats if self.counted.sides[seat] != 0]
        for giver, place in setting.bought:
            amount = self._price(asks.price, place)
            if amount is not None and asks.price_of:
                amount = exact(Fraction(amount) * setting.pots.get(asks.price_of, 0))
            if amount:
                to = opponents if asks.to_opponents else [giver]
                pays = [exact(Fraction(amount, len(to))) if seat in to else 0 for seat in self.of.seats]
                pays[setting.declarer or 0] = -amount
                yield Transfer((("bids", setting.contract or "", "asks", "price"),), tuple(pays))

    def _price(self, price: Mapping[str, Points], place: int) -> Points | None:
        """What a card costs, by the smallest class in which it is."""
        classes = {name: self.counted.plan.whole if name == ALL else self.counted.plan.named([name]) for name in price}
        costs = sorted(
            (99 if name == ALL else cards.bit_count(), price[name])
            for name, cards in classes.items()
            if cards >> place & 1
        )
        return costs[0][1] if costs else None


class GivenUp(Paying):
    """The payments of a hand that was given up: in play also what was declared, and what was announced and is not done."""

    def __init__(self, counted: Counted, said: Said):
        if counted.hand.tricks:
            counted.feats = tuple(announced_alone(counted))
        if failed := counted.rules.concessions[said.id].counts_as:
            counted.feats = (*counted.feats, Done(failed, said.seat, False))
        super().__init__(counted, None)
        self.said = said

    @property
    def declared(self) -> bool:
        """Whether what has been declared is paid."""
        return bool(self.hand.tricks) or self.rules.concessions[self.said.id].declarations

    def transfers(self) -> Iterator[Transfer]:
        yield from self._conceded()
        if self.hand.tricks:
            yield from filter(None, map(self.feat, self.counted.feats))
        if self.declared:
            yield from filter(None, map(self.declaration, self.counted.declared))

    def _conceded(self) -> Iterator[Transfer]:
        """Yield what it costs to end the hand before it is played out."""
        said, path = self.said, ("concessions", self.said.id, "pays")
        rules = self.rules.concessions[said.id]
        pays = rules.pays
        if isinstance(pays, Mapping):
            pays = pays[max((trick for trick in pays if trick <= said.after), default=min(pays))]
        if pays in ("base", "base-and-owed"):
            base, _ = self._base(won=False)
            pays = None if base is None else exact(base * self._multiplied()[0])
        if isinstance(pays, str) and self.hand.tricks:
            yield Transfer((path,), tuple(self._by_points(said.seat, won=pays == "points-won")))
        elif pays is None or isinstance(pays, str):
            self.missing.append(path)
        else:
            settle = self.of.how(rules.settle, said.seat)
            part = self.of.paid((path,), exact(-abs(Fraction(pays))), said.seat, settle)
            seats = payers(self.hand, self.counted.sides, rules.charged)
            yield charged(part, self.counted.sides, seats, ("concessions", said.id, "charged"))
            if rules.more and not (rules.more_unless and meets(self.hand, rules.more_unless, said.seat)):
                by = ("concessions", said.id, "more")
                yield self.of.paid((by,), exact(-abs(Fraction(rules.more))), said.seat, settle)
        if rules.pays == "base-and-owed":
            yield from filter(None, map(self.feat, self._owed()))

    def _owed(self) -> Iterator[Done]:
        """Yield what the contract obliged the declarer to announce, and he has."""
        owed = self.hand.bid.announces if self.hand.bid is not None else ()
        return (one for one in announced_alone(self.counted) if one.feat in owed and one.seat == self.said.seat)

    def _points_of(self, cards: int, laid: int) -> Fraction:
        """What so many cards count, so many of them laid aside, while a hand is played."""
        return Fraction(Pile(cards, 0, False, (cards & laid).bit_count()).points(self.counted.plan))

    def _by_points(self, seat: int, won: bool) -> list[Points]:
        """What each receives from one who gives up: the card points that he has won, or holds, each with his discard; less those of
        the discard of the player who gives up, where they are of what was won."""
        laid, sides = self.hand.setting.laid, self.counted.sides
        less = self._points_of(laid[seat], laid[seat]) if won and laid[seat] else Fraction(0)
        pays = [Fraction(0)] * len(sides)
        for other in self.of.seats:
            if sides[other] != sides[seat]:
                cards = self.counted.piles.cards[other] if won else self.hand.hands[other] | laid[other]
                pays[other] = self._points_of(cards, laid[other]) - less
        pays[seat] = -sum(pays, Fraction(0))
        return list(map(exact, pays))
