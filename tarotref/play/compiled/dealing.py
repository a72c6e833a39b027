"""How many cards go where in the deal, and what becomes of those that are in nobody's hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from tarotref.cards.counting import Points
from tarotref.cards.holdings import Holding
from tarotref.computed.figures import DealSum, each_of
from tarotref.model.rules import Annulment, Deal, Rules, entries
from tarotref.model.types import Absence, given
from tarotref.play.compiled.deck import Deck
from tarotref.play.compiled.reading import Filled, section, yes
from tarotref.play.compiled.seats import Seats

IN_TURN = "in-turn"
"""The term of the list `bargain` by which each speaks once, in turn."""


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """A deal that may or must be thrown in."""

    holding: Holding | None
    """The cards that call for it in any one hand; None where only all together may throw it in, or words alone say when."""
    must: bool
    when: tuple[str, ...]
    """When it is thrown in, terms of the list `annul-when`: `after-deal` where nobody says."""
    unless_laid: int
    """The cards of which one discarded bars the holder from it, as bits."""
    same_dealer: bool
    """Whether the same player deals again."""
    same_rounds: bool
    """Whether that is in as many rounds, so that a case that was asked for before the deal holds again."""
    opened: Mapping[int, str]
    """Who speaks of his cards in a pause before anybody is asked, in turn, and how, a term of the list `opening`."""
    asked: tuple[int, ...]
    """Who says in turn, in a pause of the deal, whether to go on; last of all who may throw it in; nobody where nobody is asked."""
    kept_by: str | None
    """Who of these keeps the deal on by his word, a term of the list `who`, about him who may throw it in."""
    on_cards: tuple[int, ...]
    """On how many of his cards each is asked, pause by pause; 0: when all are dealt, where that is no pause of its own."""
    comes_back: int
    """The cards that come back to the holder if it is not, as bits."""
    whose: str | None
    """Who alone may throw it in by his cards, a term of the list `who`; None where anybody may."""
    bargain: str
    """How players ask for points and offer some in these pauses, for which it is thrown in: `open`, or a term of the list `bargain`."""
    offers: Points
    """How much a player may offer, where each speaks once, in turn."""
    pays: Points
    """What it costs the side of the player who throws it in."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """The deal for a number of players."""

    each: int
    """Cards dealt to each player, the extra ones apart."""
    takers: Mapping[int, int]
    """How many extra cards each seat gets."""
    hand: int
    """How many cards each player holds in play."""
    in_hand: int
    """How many of these he has in his hand when the exchange is over, those in stacks before him apart."""
    tricks: int
    talon: int
    stock: int
    drawn: str
    """What becomes of the cards of the stock, `to-hand`, `to-trick`; nothing where there is none."""
    each_trick: int
    """How many cards are drawn from it after a trick: one for each player, one for the winner, who adds it to the trick, or none."""
    stock_shown: bool
    from_rest: bool
    """Whether the same player deals the next hand from the cards that have not been dealt yet."""
    packets: tuple[int, ...]
    """How many cards each player is dealt in each round, the extra ones apart, which come with the last."""
    unshuffled: bool
    """Whether the cards keep the order of the last hand."""
    arranged: bool
    """Whether the side that has asked for the case puts its cards of the last hand into the pack in the order that it likes."""
    chooser: int | None
    """Who looks at all the hands and keeps one, before the rest is dealt anew."""
    pauses: tuple[int, ...]
    """On how many cards of each player the deal stops for bids and announcements, the fewest first."""
    robbed: int
    """Cards that are robbed of what is left of the pack, as bits."""
    robbed_by: Mapping[str, str]
    """Who robs it, from the `bottom` or the `top`, by terms of the list `who`, in order."""
    combed: Mapping[str, int]
    """Which cards are then taken out of it, as bits, and by whom."""
    combed_to_declare: int
    """Of these the cards that are taken only if one can declare something with them."""
    talon_holder: int | None
    """The card whose holder takes the talon, as a bit."""
    talon_turned: str
    """Who takes it where that card is the one that was turned up, a term of the list `who`."""
    thrown_in: Mapping[str, ThrownIn]
    """What annuls a deal, by id."""
    stacks: tuple[int, ...]
    """How many of his cards lie before each player in each stack; nothing where all are in his hand."""
    from_stacks: int
    """The cards that go into the hand when they are turned up on a stack."""
    stack_end: str
    """What becomes of the last card of a stack, a term of the list `stacks-last`; nothing where it lies like the others."""
    stacks_from_deal: bool
    """Whether the upper cards of the stacks lie open from the deal on."""
    stacks_wait: bool
    """Whether the next card of a stack is turned up only when the trick has been taken in."""

    @property
    def asked_on(self) -> int:
        """On how many cards players are first asked whether to go on with the deal; 0 where they are not."""
        ways = [one for one in self.thrown_in.values() if one.asked or one.bargain]
        return min((n for one in ways for n in one.on_cards if n), default=0)


def dealing(rules: Rules, deck: Deck, seats: Seats, sums: DealSum, to_tricks: bool, filled: Filled) -> Dealing:
    """Compile the deal; `to_tricks`: its talon is drawn from like a stock, a card a trick."""
    deal = section(rules.deal, Deal)
    holder, players = given(deal.talon_holder), seats.players
    told = isinstance(sums.packets, tuple) and sum(sums.packets) == sums.each
    packets = sums.packets if told and isinstance(sums.packets, tuple) else (sums.each or 0,)
    return Dealing(
        each=sums.each or 0,
        takers=_takers(sums, seats),
        hand=sums.hand or 0,
        in_hand=(sums.hand or 0) - sum(sums.stacks),
        tricks=sums.tricks or 0,
        talon=sums.talon,
        stock=sums.stock,
        drawn=sums.drawn or "",
        each_trick=1 if to_tricks else {"to-hand": players, "to-trick": 1}.get(sums.drawn or "", 0),
        stock_shown=yes(deal.stock_shown),
        from_rest=yes(deal.rest_dealt),
        packets=packets,
        unshuffled=given(deal.shuffle) == "never",
        arranged=yes(deal.own_arranged),
        chooser=seats.seat(given(deal.chosen_by)),
        pauses=_pauses(rules, packets),
        robbed=deck.named(given(deal.robbed)),
        robbed_by=given(deal.robbed_by) or {},
        combed={who: deck.named(names) for who, names in (given(deal.combed) or {}).items()},
        combed_to_declare=deck.named(given(deal.combed_to_declare)),
        talon_holder=None if holder is None else deck.named([holder]),
        talon_turned=given(deal.talon_turned) or "nobody",
        thrown_in={id: _thrown_in(id, one, deck, seats, packets, filled) for id, one in entries(deal.annul)},
        stacks=sums.stacks,
        from_stacks=deck.named(given(deal.stacks_to_hand)) if sums.stacks else 0,
        stack_end=given(deal.stacks_last) or "",
        stacks_from_deal=given(deal.stacks_open) == "dealt",
        stacks_wait=given(deal.stacks_next) == "after-trick",
    )


def _takers(sums: DealSum, seats: Seats) -> dict[int, int]:
    """Extra cards by seat. The eldest hand is the player after the dealer, whichever way the game goes round."""
    found: dict[int, int] = {}
    for who, number in sums.takers.items():
        takers = [s for s in range(seats.players) if who not in ("others", "non-dealers") or s != seats.dealer]
        if len(each_of({who: number}, seats.players)) == 1:
            seat = 0 if who == "eldest" else seats.seat(who)
            takers = [seats.dealer if seat is None else seat]
        for one in takers:
            found[one] = found.get(one, 0) + number
    return found


def _asked_on(one: Annulment, packets: tuple[int, ...]) -> tuple[int, ...]:
    """On how many cards players are asked whether to go on: those that are said, or what each has after every round; where that is not
    known, after every round but the last."""
    if given(one.bargain) == IN_TURN:
        return tuple(n if n < sum(packets) else 0 for n in given(one.on_cards) or ())
    rounds = tuple(accumulate(packets if one.on_cards is None else packets[:-1]))
    return given(one.on_cards) or (rounds if given(one.asked) else ())


def _bargained(one: Annulment) -> str:
    how = given(one.bargain) if given(one.on_cards) else None
    return how if isinstance(how, str) else "open" if how else ""


def _pauses(rules: Rules, packets: tuple[int, ...]) -> tuple[int, ...]:
    bids = (given(bid.on_cards) or () for _, bid in entries(rules.bids))
    announced = (given(feat.announced) for _, feat in entries(rules.feats))
    said = (given(one.on_cards) or () for one in announced if one is not None)
    asked = (_asked_on(one, packets) for _, one in entries(section(rules.deal, Deal).annul))
    return tuple(sorted({n for cards in (*bids, *said, *asked) for n in cards if n}))


def _thrown_in(id: str, one: Annulment, deck: Deck, seats: Seats, packets: tuple[int, ...], filled: Filled) -> ThrownIn:
    holding = None if given(one.by) == "all" else given(one.holding)
    asked = [seats.seat(name) for name in (*(given(one.asked) or ()), given(one.by))] if given(one.asked) else []
    bargain = _bargained(one)
    if given(one.comes_back):
        filled.note(("deal", "annul", id, "comes_back"), "deal.annul.comes-back")
    if bargain and bargain != IN_TURN:
        filled.note(
            ("deal", "annul", id, "bargain"), "deal.annul.bargain" if bargain == "open" else "deal.annul.bargain-once"
        )
    elif holding is None and not asked and not bargain:
        filled.note(("deal", "annul", id), "deal.annul")
    elif asked and one.on_cards is Absence.UNSTATED:
        filled.note(("deal", "annul", id, "on_cards"), "deal.annul.on-cards")
    return ThrownIn(
        holding=holding,
        must=yes(one.must),
        when=given(one.when) or ("after-deal",),
        unless_laid=deck.named(given(one.unless_laid)),
        comes_back=deck.named(given(one.comes_back)),
        same_dealer=given(one.redeal) in ("same-dealer", "same-rounds"),
        same_rounds=given(one.redeal) == "same-rounds",
        opened={seat: how for who, how in (given(one.opened) or {}).items() if (seat := seats.seat(who)) is not None},
        asked=tuple(seat for seat in asked if seat is not None),
        kept_by=given(one.kept_by),
        on_cards=_asked_on(one, packets),
        whose=None if given(one.by) in (None, "all", "holder", "declarer") else given(one.by),
        bargain=bargain,
        offers=given(one.offers) or 0,
        pays=given(one.pays) or 0,
    )
