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
from tarotref.play.settle.sale import paid_for_cards, paid_for_sale
from tarotref.play.settle.transfers import BY_RESULT, Payers, Transfer

_BEFORE_TALON = ("declaring", "before_talon")
"""The fact by which counts for more what was said before the declarer took cards of the talon."""


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
        if failed := self._failed_whole():
            left_out |= {"score", *map(self._outcome, failed)}
            yield self._whole(failed)
        if stands(self.rules.doubling, "score", left_out, "score" in doubled):
            for part in settled(self.of, counted.reached, counted.pricing, counted.piles.tricks):
                yield self._multiplied_by("score", self._doubled_score(self._charged(part)))
        yield from self._among_others()
        for one, transfer in paid:
            if transfer and self._outcome(one) not in left_out:
                transfer = self._without_declined(one, self._between_others(one, transfer))
                part = transfer.times(self._doubled(one.feat) if one.announced else 1, ("doubling",))
                yield self._multiplied_by(one.feat, part)
        smaller = not_largest(counted.plan, counted.sides, counted.declared)
        for made in counted.declared if "declarations" not in left_out else ():
            if (
                made not in smaller
                and not (made.silent and "silent" in left_out)
                and (transfer := self.declaration(made))
            ):
                yield self._multiplied_by("declarations", transfer)
        yield from paid_for_cards(self.hand, self.counted.sides)
        yield from self._left()
        yield from paid_for_sale(self.counted)

    def _failed_whole(self) -> list[Done]:
        """What the declarer has announced, where it is won or lost as a whole and some of it has failed."""
        declarer = self.hand.setting.declarer
        bold = [one for one in self.counted.feats if one.announced and one.seat == declarer]
        return bold if self.rules.declaring.whole and not all(one.won for one in bold) else []

    def _whole(self, failed: list[Done]) -> Transfer:
        """What the opponents are paid for all of that, and for the game."""
        setting, times = self.hand.setting, self.rules.declaring.whole
        base, _ = base_of(self.rules, setting.contract or "", setting.stage or None)
        prices = [feat_price(self.counted.feat(one), True, True, stage=setting.stage) for one in failed]
        worth = Fraction(base or 0) + sum(Fraction(one) for one in prices if isinstance(one, int | Fraction))
        return self.of.paid((("declaring", "whole"),), exact(-worth * times), failed[0].seat, "opponents")

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

    def _without_declined(self, one: Done, part: Transfer) -> Transfer:
        """What a feat pays, where the part of those who stay out of it goes to the one who announced it."""
        seats = [seat for id, seat in self.hand.setting.declined if id == one.feat and one.announced]
        if not seats:
            return part
        pays = [0 if seat in seats else own for seat, own in enumerate(part.pays)]
        pays[one.seat] = exact(sum((Fraction(part.pays[seat]) for seat in seats), Fraction(part.pays[one.seat])))
        return part._replace(by=(*part.by, ("feats", one.feat, "announced", "declined")), pays=tuple(pays))

    def _multiplied_by(self, payment: str, part: Transfer) -> Transfer:
        """A payment, so many times as much as feats that were done have it."""
        for one in self.counted.feats:
            if one.won:
                times = self.counted.feat(one).factor(one.announced, payment)
                part = part.times(times, ("feats", one.feat, "multiplies"))
        return part

    def _charged(self, part: Transfer) -> Transfer:
        """A part of what the cards pay that some of the opponents pay for all, if the declarer has done what asks for it."""
        for one in self.counted.feats:
            feat, sides = self.counted.feat(one), self.counted.sides
            if one.won and sides[one.seat] == 0 and feat.charged:
                seats, share = payers(self.hand, sides, feat.charged, feat.charged_part)
                part = charged(part, sides, seats, share, ("feats", one.feat, "charged"))
        return part

    def _doubled_score(self, part: Transfer) -> Transfer:
        """What the cards pay, as it was doubled: for the player who doubled it alone, where it falls on him as he has come off worst."""
        times, doubled = self._doubled("score"), dict(self.hand.setting.doubled)
        if times == 1 or not self.rules.doubling.if_worst or self.hand.setting.declarer is not None:
            return part.times(times, ("doubling",))
        side = doubled["score"].side
        if self.of.totals[side] != self.rules.win.worst(list(self.of.totals.values())):
            return part.times(times, ("doubling",))
        pays = (amount * times if own == side else amount for own, amount in zip(self.of.sides, part.pays, strict=True))
        return part._replace(by=(*part.by, ("doubling", "if_worst")), pays=tuple(map(exact, pays)))

    def _doubled(self, payment: str) -> Points:
        """By what doubling has multiplied the score or an announced feat; what cannot be doubled separately is so together."""
        doubling, doubled = self.rules.doubling, dict(self.hand.setting.doubled)
        if not doubling.called_lies and self.hand.setting.called in self.hand.setting.lies:
            return 1
        if payment == "score" and doubling.not_at is not None and self.of.totals.get(0) == doubling.not_at:
            return 1
        together = doubling.together and payment in doubling.of
        found = doubled.values() if together else [doubled[payment]] if payment in doubled else []
        times = 2 ** max((one.level for one in found), default=0)
        if self.hand.setting.doubled_first and times > 1:
            return exact(Fraction(times * doubling.before_talon, 2))
        return int(times)

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
        by: tuple[Path, ...] = (feat_path(feat, one.announced, one.won),)
        if one.before_talon and feat.announced is not None:
            worth, by = exact(worth * feat.announced.before_talon), (*by, _BEFORE_TALON)
        own = feat.announced.settle if one.announced and feat.announced is not None else None
        settle = self.of.how(own or feat.settle, one.seat)
        if settle == "announcer":
            return self._with_announcer(one, by, worth)
        alone = self.rules.alone
        if settle != "loser" or (one.taker < 0 and not alone):
            return self.of.paid(by, worth, one.seat, settle)
        pays = {one.seat: worth} if alone else {one.seat: worth, one.taker: exact(-worth)}
        return Transfer(by, tuple(pays.get(seat, 0) for seat in self.of.seats), alone)

    def _with_announcer(self, one: Done, by: tuple[Path, ...], worth: Points) -> Transfer | None:
        """What a feat pays between its player and the one who has announced what it is done against; nothing where both fail."""
        only_if = self.counted.feat(one).only_if
        said = only_if.announced if only_if is not None else None
        against = said if isinstance(said, tuple) else ()
        other = next((done for done in self.counted.feats if done.feat in against and done.announced), None)
        if other is None or not (one.won or other.won):
            return None
        pays = {one.seat: worth, other.seat: exact(-worth)}
        return Transfer(by, tuple(pays.get(seat, 0) for seat in self.of.seats), self.rules.alone)

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
        by = (*by, _BEFORE_TALON) if made.before_talon else by
        own = entry.settle is not None or self.rules.declaring.counts
        at: Path = ("declarations", made.declaration, "settle") if own else ("declaring", "settle")
        settle = self.of.how(entry.settle if own else self.rules.declaring.settle, made.seat)
        if settle in BY_RESULT:
            by = (*by, at)
        if settle == "without":
            had_some = self._had(made)
            return self.of.by_those_without((*by, at), exact(worth), made.seat, had_some)
        return self._without_left(self.of.paid(by, exact(worth), made.seat, settle), made.seat)

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

    # -- players who have left the hand

    def _without_left(self, part: Transfer, seat: int) -> Transfer:
        """What all others pay a player, or are paid by him, without those who play no more."""
        out = [one for one in self.hand.setting.out if one != seat]
        pays = [Fraction(own) for own in part.pays]
        for one in out if self.rules.sides == "individual" and not part.marked else ():
            pays[seat] += pays[one]
            pays[one] = Fraction(0)
        return part._replace(pays=tuple(map(exact, pays)))

    def _left(self) -> Iterator[Transfer]:
        """Yield what those who have left the hand pay the winner of the last trick, by where they sit."""
        seats, tricks = self.counted.plan.seats, self.hand.tricks
        for said in self.hand.setting.left if tricks else ():
            way = self.rules.concessions.get(said.id)
            told = way.to_last or {} if way else {}
            amount = next((worth for name, worth in told.items() if seats.seat(name) == said.seat), 0)
            last = self.hand.setting.person(tricks[-1].winner)
            if amount and last != said.seat:
                pays = {last: amount, said.seat: exact(-amount)}
                path = ("concessions", said.id, "to_last")
                yield Transfer((path,), tuple(pays.get(seat, 0) for seat in self.of.seats))


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
            seats, share = payers(self.hand, self.counted.sides, rules.charged, rules.charged_part)
            yield charged(part, self.counted.sides, seats, share, ("concessions", said.id, "charged"))
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
