"""A hand that is over, counted: whose cards are whose, what they count, what was declared and done, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled.conditions import Condition
from tarotref.play.compiled.feats import Feat, Unpriced
from tarotref.play.compiled.scoring import Scoring
from tarotref.play.conditions import concerned, had, has_done, meant, meets
from tarotref.play.events import heard
from tarotref.play.hand import Hand
from tarotref.play.pile import Pile
from tarotref.play.settle.amounts import contract_items, feat_price, rounded, times_of
from tarotref.play.settle.declared import Made, made
from tarotref.play.settle.deed import Done
from tarotref.play.settle.feats import done
from tarotref.play.settle.piles import Piles, piles
from tarotref.play.settle.points import by_rank
from tarotref.play.settle.reached import Reached, contract_won, leader, total_of
from tarotref.play.tricks import Trick


class Counted:
    """A hand that is over, counted step by step: each figure is made when it is first asked for."""

    def __init__(self, hand: Hand):
        self.hand, self.plan, self.setting = hand, hand.plan, hand.setting
        self.seats = range(hand.plan.players)
        self.sides = tuple(self.setting.side(seat) for seat in self.seats)
        self.feats: tuple[Done, ...] = ()
        """The feats that were done or failed, once the declarations are counted."""

    @property
    def rules(self) -> Scoring:
        return self.plan.scoring

    @cached_property
    def piles(self) -> Piles:
        return piles(self.hand)

    @cached_property
    def of_side(self) -> dict[int, Pile]:
        """The cards of each side, and what bears on their count."""
        return {side: self._pile(side) for side in sorted(set(self.sides))}

    @cached_property
    def points(self) -> dict[int, Points]:
        """The card points of each side."""
        found = {side: pile.points(self.plan) for side, pile in self.of_side.items()}
        if (loser := self._loses_all()) is not None:
            pile = Pile(self.plan.whole & ~self.setting.talon, len(self.hand.tricks), False, 0)
            found = {side: 0 if side == loser else pile.points(self.plan) for side in found}
        return found

    def _loses_all(self) -> int | None:
        """The side that has failed in what it had announced and so has no card points, in a hand of two sides; None where none has."""
        for said in self.setting.announced:
            announced, side = self.plan.feats[said.id].announced, self.sides[said.seat]
            bold = announced is not None and announced.all_lost and len(set(self.sides)) == 2
            if bold and not has_done(self.hand, said.id, (said.seat,)):
                return side
        return None

    @cached_property
    def declared(self) -> tuple[Made, ...]:
        return tuple(made(self.hand, self.sides, self.of_side))

    @cached_property
    def with_declared(self) -> dict[int, Points]:
        """The card points of each side, and what its declarations add to them; what is declared from hands is the winners'
        where the rules give it to them, who win without it."""
        totals = {side: Fraction(points) for side, points in self.points.items()}
        if self.rules.left_out and self.setting.declarer is not None and set(totals) == {0, 1}:
            totals[0 if self._taken else 1] += self.rules.left_out
        self._count_fool_alone(totals)
        said = dict.fromkeys(totals, Fraction(0))
        for one in self.declared:
            if one.counts and one.worth is not None:
                (totals if one.won else said)[self.sides[one.seat]] += one.worth
        rules = self.rules.declaring
        if step := rules.step:
            said = {side: Fraction(rounded(own / step, rules.round) * step) for side, own in said.items()}
        if any(said.values()) and rules.settle == "winners":
            winner = leader(self.rules.win, {side: exact(own) for side, own in totals.items()})
            said = {} if winner is None else {winner: sum(said.values(), Fraction(0))}
        return {side: exact(self._summed(side, own, said.get(side, Fraction(0)))) for side, own in totals.items()}

    def _summed(self, side: int, won: Fraction, said: Fraction) -> Fraction:
        """What a side has in all, by what it has won and what was declared, where it has won all tricks too."""
        times: Points = 1
        for id, feat in self.plan.feats.items():
            if feat.points is not None and has_done(self.hand, id, (self.sides.index(side),)):
                won = self._in_tricks(side) if feat.points.tricks_alone else won
                won = won if feat.points.won is None else Fraction(feat.points.won)
                said *= feat.points.declared or 1
                times = feat.points.times or 1
        return (won + said) * times

    def _in_tricks(self, side: int) -> Fraction:
        """The card points of a side without what it has of the discard and the talon."""
        own = [trick for trick in self.hand.tricks if self.sides[self.setting.person(trick.winner)] == side]
        cards = self.plan.bits(card for trick in own for card in trick.cards)
        return Fraction(Pile(cards, len(own), False, 0).points(self.plan))

    def _count_fool_alone(self, totals: dict[int, Fraction]) -> None:
        """Count a Fool that is all that its side has as the rules say, and leave the rest to the other side."""
        alone = self.rules.fool_alone
        side = next((side for side, pile in self.of_side.items() if pile.cards == self.plan.every_fool), None)
        if alone is not None and side is not None and len(totals) == 2:
            totals |= {1 - side: sum(totals.values(), Fraction(0)) - alone, side: Fraction(alone)}

    @property
    def totals(self) -> dict[int, Points]:
        """What decides, and is paid for: the card points of each side with what counts as such of declarations and feats; of a
        hand that was given up the card points alone."""
        if self.setting.conceded:
            return self.points if self.hand.tricks else {}
        totals = dict(self.with_declared)
        for one in self.feats:
            if self.feat(one).counts and (worth := self._counting(one)):
                side = self.sides[one.seat]
                totals[side] = exact(Fraction(totals[side]) + worth)
        return totals

    @cached_property
    def at_once(self) -> dict[int, int]:
        """How often each of two sides has been paid for its lead in the course of the hand: by what was robbed, turned up, declared
        and captured, in order."""
        lead, found = Fraction(0), {0: 0, 1: 0}
        for _, side, worth in sorted(self._in_course(), key=lambda one: one[0]):
            lead += worth if side == 0 else -worth
            while abs(lead) >= self.rules.score.lead:
                ahead = 0 if lead > 0 else 1
                found[ahead] += 1
                lead -= self.rules.score.lead * (1 if ahead == 0 else -1)
        return found

    def _in_course(self) -> Iterator[tuple[int, int, Fraction]]:
        """Yield what counts in the course of the hand: when, for which side, and how much."""
        before = {"turn-up": 1}
        for one in self.feats:
            feat, dealer = self.feat(one), one.seat == self.plan.dealer
            if feat.counts and feat.do in ("rob", "turn-up", "capture"):
                when = before.get(feat.do, 2 if dealer else 0) if feat.do != "capture" else 3 + one.trick
                yield when, self.sides[one.seat], Fraction(self._counting(one) or 0)
        for made_ in self.declared:
            if made_.counts and not made_.won and made_.worth is not None:
                yield 3, self.sides[made_.seat], made_.worth

    def look_for_feats(self) -> None:
        """Find which feats were done: where the winners alone are paid for points, no total is the losers' that nobody has announced."""
        found: list[Done] = []
        for one in done(self.hand, self.piles, self.meets):
            for_winners = self.rules.score.settle == "winners" and self.feat(one).do == "total"
            if not for_winners or one.announced or self.sides[one.seat] == leader(self.rules.win, self.totals):
                found.append(one)
        self.feats = tuple(found)

    def feat(self, one: Done) -> Feat:
        return self.plan.feats[one.feat]

    def _counting(self, one: Done) -> Points | None:
        """The card points that a feat counts."""
        price = feat_price(self.feat(one), one.announced, one.won, one.trick)
        return None if isinstance(price, Unpriced) else price

    # -- piles

    def _pile(self, side: int) -> Pile:
        mine = [seat for seat in self.seats if self.sides[seat] == side]
        cards, laid = 0, 0
        for seat in mine:
            cards |= self.piles.cards[seat]
            laid += (self.piles.cards[seat] & self.piles.laid[seat]).bit_count()
        tricks = sum(self.piles.tricks[seat] for seat in mine)
        if self.plan.counting.by == "trick" and laid:
            tricks += int(self.plan.counting.rest(laid))  # cards outside the tricks count as one, or as the rules say
        worthless = cards & self.plan.fool if self.worthless is not None else 0
        last = bool(self.hand.tricks) and self.setting.person(self.hand.tricks[-1].winner) in mine
        stake = self.setting.stake
        if stake is not None and stake.to is not None:
            last = stake.to in mine
        raised = None if stake is None else stake.worth
        least = min((len(trick.cards) for trick in self.hand.tricks), default=None) if self.setting.out else None
        return Pile(cards, tricks, last, laid, worthless, not self.plan.over_alone or self._most(mine), raised, least)

    def _most(self, mine: list[int]) -> bool:
        """Whether a side has won more tricks than every other."""
        won = dict.fromkeys(self.sides, 0)
        for side, tricks in zip(self.sides, self.piles.tricks, strict=True):
            won[side] += tricks
        own = won.pop(self.sides[mine[0]])
        return own > max(won.values(), default=0)

    @cached_property
    def worthless(self) -> int | None:
        """Who played the Fool to one of the tricks in which it loses its value; None where nobody did."""
        tricks, last = self.hand.tricks, self.plan.excuse.worthless_last
        for trick in tricks[len(tricks) - last :] if last else ():
            for n, card in enumerate(trick.cards):
                if self.plan.fool >> card & 1:
                    return self.setting.person(trick.seat(n, self.plan.circle))
        return None

    # -- who has won

    @cached_property
    def pricing(self) -> Scoring:
        """The rules by which the contract is paid."""
        return self.plan.pricing(self.setting.contract)

    @cached_property
    def won(self) -> bool | None:
        """Whether the contract was won; None where nobody has one, at a draw, or where its payment is not known."""
        setting = self.setting
        if setting.declarer is None or setting.contract is None or setting.conceded:
            return None
        if self.rules.score.ranked is not None:
            return by_rank(self.rules, self.totals, self.piles.tricks, setting.declarer)[0]
        if setting.contract not in self.pricing.contracts:
            return None
        try:
            reached = self.reached()
            won = contract_won(self.pricing.win, reached)
            if won is not None:
                times_of(self.pricing.contracts[setting.contract], reached.stage, won)
                list(contract_items(self.pricing, reached, won))
        except ValueError:
            return None
        return won

    def wins(self, seat: int) -> bool | None:
        """Whether a player's side wins the hand: its contract or, where nobody is declarer, by points; None where nobody does."""
        if self.setting.declarer is not None:
            won = self.won
            return None if won is None else (self.sides[seat] == 0) is won
        winner = leader(self.rules.win, self.totals)
        return None if winner is None else self.sides[seat] == winner

    def meets(self, condition: Condition | None, seat: int) -> bool:
        """Whether a condition holds for a player now that the hand is over."""
        if condition is None or not concerned(self.hand, condition, seat):
            return True
        whose = meant(self.hand, condition.by, seat) or (seat,)
        points, won = condition.points, condition.won
        if points is not None and not any(points.has(self.totals[self.sides[one]]) for one in whose):
            return False
        if won is not None and all(self.wins(one) is not won for one in whose):
            return False
        return meets(self.hand, condition, seat)

    # -- what the declarer's side came to

    def reached(self) -> Reached:
        """What the declarer's side came to, as its contract is paid."""
        setting, totals = self.setting, self.totals
        against = total_of({side: points for side, points in totals.items() if side})
        return Reached(
            points=(self._own(exact(against)),),
            bid=setting.contract,
            bouts=self._bouts(),
            fulfilled=self._fulfilled(),
            stage=setting.stage or None,
            bids=self.bids,
            own=self.called_own,
            against=exact(against),
            need=self._need(),
            dealer=self.sides[self.plan.dealer] == 0,
            doubled="score" in dict(setting.doubled),
            held=setting.auction is not None and setting.auction.held,
            tricks=self._taken,
        )

    @cached_property
    def bids(self) -> tuple[str, ...]:
        """The bids that were made in the hand."""
        return tuple(action.what for _, action in heard(self.hand.events) if action.kind == "bid")

    @cached_property
    def called_own(self) -> bool:
        """Whether the declarer has called a card of his own."""
        called, declarer = self.setting.called, self.setting.declarer
        return called is not None and declarer is not None and bool(had(self.hand, declarer) >> called & 1)

    def _own(self, against: Points) -> Points:
        """The card points of the declarer's side, none where it has not won the last trick as it has to; or, where it wins by what the others lack, what it then needs and they lack."""
        win, lost_as, tricks = self.rules.win, self.rules.score.lost_as, self.hand.tricks
        if lost_as is not None and self._fulfilled() is False:
            return lost_as
        if win.last_with and not (tricks and self._has_last(tricks[-1], win.last_with)):
            return 0
        if win.against is None or win.at_least is None or against >= win.against:
            return self.totals[0]
        return exact(Fraction(win.at_least[0]) + Fraction(win.against) - 1 - Fraction(against))

    @cached_property
    def _declarers(self) -> frozenset[int]:
        return frozenset(seat for seat in self.seats if self.sides[seat] == 0)

    def _bouts(self) -> int | None:
        """How many of the cards on which the points needed depend the declarer's side has."""
        if self.rules.win.by is None:
            return None
        held = 0
        for seat in self._declarers:
            held |= self.piles.cards[seat]
        return (held & self.plan.named([self.rules.win.by])).bit_count()

    @property
    def _taken(self) -> int:
        """How many tricks the declarer's side has won."""
        return sum(self.setting.person(trick.winner) in self._declarers for trick in self.hand.tricks)

    def _fulfilled(self) -> bool | None:
        """Whether the declarer's side won as many tricks as its contract asks for; None where it asks for card points."""
        win, tricks, taken = self.rules.win, self.hand.tricks, self._taken
        if win.played_last and tricks and not self._has_played(tricks[-1], self.plan.named(win.played_last)):
            return False
        match win.aim:
            case "no-tricks":
                return not taken
            case "tricks":
                return taken == win.tricks
            case "last-trick":
                return bool(tricks) and self._has_last(tricks[-1], win.cards)
            case "all-tricks":
                return len(tricks) - taken <= win.spare
            case "most-tricks":
                against = [self.piles.tricks[seat] for seat in self.seats if seat not in self._declarers]
                return taken > (max(against) if win.apart else sum(against))
        return None

    def _has_played(self, trick: Trick, cards: int) -> bool:
        """Whether the declarer's side has played one of some cards to a trick."""
        played = ((trick.seat(n, self.plan.circle), card) for n, card in enumerate(trick.cards) if cards >> card & 1)
        return any(self.setting.person(seat) in self._declarers for seat, _ in played)

    def _has_last(self, trick: Trick, cards: tuple[str, ...]) -> bool:
        """Whether the declarer's side has won the last trick, with one of the cards with which it has to be won."""
        winning = trick.cards[trick.place(trick.winner, self.plan.circle)]
        own = self.setting.person(trick.winner) in self._declarers
        return own and (not cards or bool(self.plan.named(cards) >> winning & 1))

    def _need(self) -> tuple[Points, ...] | None:
        """The card points needed, where a feat changes them: by the side that has done it, or gains by its failure; or where the
        Fool has lost its value: by the side that played it."""
        figures = self.rules.win.fool_worthless
        if self.worthless is not None and figures:
            found = figures.get("opponents" if self.sides[self.worthless] else "declarer")
            return None if found is None else (found,)
        for one in self.feats:
            announced = self.feat(one).announced
            if one.announced and not one.won and announced is not None and announced.loses_game:
                return (0,) if self.sides[one.seat] else (exact(total_of(self.totals) + 1),)
            if need := self.feat(one).need:
                return need.get("declarer" if (self.sides[one.seat] == 0) is one.won else "opponents")
        return None


def announced_alone(counted: Counted) -> Iterator[Done]:
    """Yield what became of the feats that were announced, and of no other."""
    return (one for one in done(counted.hand, counted.piles, counted.meets) if one.announced)
