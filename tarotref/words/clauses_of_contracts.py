"""How is told what a contract does with the talon, asks of the others and whom it makes partner, and what bids promise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tarotref.model import rules
from tarotref.model.types import Absence, given
from tarotref.words.clauses import tells
from tarotref.words.naming import Naming
from tarotref.words.phrases import counted, figure, listed, number, ordinal


@tells(rules.TalonUse)
def talon(words: Naming, t: rules.TalonUse) -> Iterator[str]:
    """What a contract does with the talon."""
    if (keeps := given(t.keeps)) is not None:
        yield "".join(_keeping(words, t, keeps))
    yield from _taking(words, t)
    if (stages := given(t.stages)) is not None:
        start = f", the {ordinal(first)} packet first" if (first := given(t.first)) else ""
        yield f"the talon is taken in {number(stages)} {'stage' if stages == 1 else 'stages'}{start}"
        if (shown := given(t.passed_shown)) is not None:
            told = listed(map(ordinal, shown)) if isinstance(shown, tuple) else ""
            which = (
                f"of the packets that are passed by, only the {told} is" if told else "a packet that is passed by is"
            )
            yield f"{which} {'laid open' if shown else 'not shown'}"
    if given(t.before_bid):
        yield "the talon is taken, and cards are discarded, before it can be bid, when nobody has bid in the round before"
    if (lays := given(t.lays)) is not None:
        yield f"the declarer then lays aside {words.term('talon-lays', lays)} and shows it"
    if given(t.takes_called):
        yield "the declarer has to take the packet in which the called card lies"
    if (called := given(t.called)) is not None:
        half = "" if called == "whole" else words.term("talon-called", called)
        yield f"if the called card lies in the talon, the declarer gets {half or 'all that is left of it'}"
    if given(t.may_refuse) == "offered":
        yield "a player may offer a card of the talon to the player before the declarer, who takes it or declines it unseen"
    elif given(t.may_refuse):
        with_ = f" with {words.held(cards)}" if (cards := given(t.refuse_with)) is not None else ""
        yield f"a player{with_} may refuse a card of the talon"
    if given(t.may_refuse) == "shared":
        yield "the first who refuses leaves it to the player before the declarer, and the second to the declarer"


def _taking(words: Naming, t: rules.TalonUse) -> Iterator[str]:
    """Who takes cards of the talon, who sees them, and whose the others are."""
    takes, shown, rest = given(t.takes) or {}, given(t.shown), given(t.rest)
    kept = lying(t)[0]
    if given(t.to_tricks):
        yield "after each trick a card of the talon is turned up and goes to the winner, as long as there is one"
    elif t.takes is Absence.NONE:
        face = {True: "the talon is laid open", False: "the talon stays face down", None: "nobody takes the talon"}[
            shown
        ]
        lies = f"the talon {'stays' if kept.startswith('unseen') else 'is'} {kept}" if kept else face
        if kept or shown is not None:
            yield lies if rest is None else f"{lies} and {_whose(words, rest)}"
        else:
            yield lies if rest is None else f"the talon is left alone and {_whose(words, rest)}"
    else:
        for n, (who, cards) in enumerate(takes.items()):
            if given(t.choice) and not n:
                seen = {True: "the talon is shown to all and", False: "unseen by the others", None: ""}[shown]
                one = f"{words.who(who)} takes {_chosen(words, t, cards)}"
                yield f"{seen} {one}" if shown else f"{one}, {seen}" if seen else one
            else:
                seen = {True: ", which all may see", False: ", unseen by the others", None: ""}[shown]
                of = "" if n else " of the talon"
                took = f"{cards} more" if n and "others" in takes else counted(cards, "card")
                yield f"{words.who(who)} takes {took}{of}{'' if n else seen}"
        if rest is not None:
            yield f"{'the talon' if t.takes is None and rest == 'declarer' else 'the rest'} {_whose(words, rest)}"


def _chosen(words: Naming, t: rules.TalonUse, cards: int) -> str:
    """What the declarer takes of the talon who chooses among its cards."""
    half, of = given(t.choice), "it" if given(t.shown) else "the talon"
    if isinstance(half, str):
        each = counted(cards // 2 if half == "each-half" else cards, "card")
        return f"{each} {words.term('talon-choice', half)} of {of}"
    if cards == 1:
        return f"any one card of {of}"
    return f"one of the packets of {cards} of {of}" if of != "it" else f"one of its packets of {cards}"


def lying(t: rules.TalonUse) -> tuple[str, str]:
    """Return what becomes of a talon that nobody takes, where its text begins with that, and the rest of the text."""
    first, _, rest = (given(t.text) or "").partition("; ")
    if t.takes is Absence.NONE and re.match(r"(unseen|set aside|left aside|not |seen by|put aside)", first):
        return first, rest
    return "", given(t.text) or ""


def _whose(words: Naming, who: str) -> str:
    """Return who gets the cards that nobody takes."""
    if who == "last-winner":
        return "goes to the winner of the last trick"
    several = who == "opponents" and not words.for_two()
    return f"counts for {'the opponents' if several else words.who(who)}"


def _keeping(words: Naming, t: rules.TalonUse, keeps: int) -> Iterator[str]:
    """Which of his own cards the declarer keeps: `the declarer keeps two of his own cards laid open (numeral cards of different
    suits) and lays the others aside`."""
    yield f"{words.who('declarer')} keeps {number(keeps)} of his own cards{' laid open' if given(t.keeps_shown) else ''}"
    named = map(words.one_of if keeps == 1 else words.cards, given(t.keeps_of) or ())
    which = "".join(f", or if he lacks these {one}" if n else one for n, one in enumerate(named))
    suits = "" if (one := given(t.keeps_suits)) is None else words.term("keeps-suits", one)
    if which or suits:
        yield f" ({(', ' if ', ' in which else ' ').join(filter(None, (which, suits)))})"
    yield " and lays the others aside"


@tells(rules.Asks)
def asks(words: Naming, a: rules.Asks) -> Iterator[str]:
    """Cards that the declarer asks of the others; its text says of what they are and what is given for them."""
    more = given(a.text) or ""
    if numbers := given(a.cards):
        may, some = ("may ask", numbers[1:]) if not numbers[0] else ("asks", numbers)
        told = f"{listed(map(number, some), 'or')} card{'' if some[-1] == 1 else 's'}"
        but = f", but not for {listed(map(words.one_of, barred), 'or')}" if (barred := given(a.barred)) else ""
        when = " after discarding" if given(a.after_discard) else ""
        more = f"in exchange {more}" if more.startswith("for ") else more
        yield f"the declarer {may} for {told}{when}{but}{', ' if more else ''}{more}"
    else:
        yield more
    if price := given(a.price):
        rest = "any other card" if len(price) > 1 else "each card"
        paid = listed(f"{figure(n)} for {rest if card == 'all' else words.one_of(card)}" for card, n in price.items())
        to = "the opponents together" if given(a.price_to) == "opponents" else "the player who gives it"
        if pot := given(a.price_of):
            named = words.named("pot", pot)
            paid = listed(
                f"{'as much as lies in' if n == 1 else f'{figure(n)} of what lies in'} the {named} for"
                f" {rest if card == 'all' else words.one_of(card)}"
                for card, n in price.items()
            )
        yield f"the declarer pays {to} {paid}"
    if who := given(a.lies_with):
        yield f"if the card lies in the discard of {words.who(who)}, it is given from there for the other card"
    elif a.lies_with is Absence.NONE:
        yield "if the card lies in a discard, the declarer does not get it, and plays the same contract without it"
    if kept := given(a.kept):
        yield f"the declarer may not give {listed(map(words.one_of, kept), 'or')} in exchange"


@tells(rules.Sale)
def sale(words: Naming, s: rules.Sale) -> Iterator[str]:
    """What is left of the pack taken or sold, and what the seller pays and is paid."""
    takes = listed(map(words.cards, given(s.takes) or ()))
    yield f"{words.who(given(s.by) or 'eldest')} may take {takes} out of what is left of the pack and discard as many cards"
    yield "or leave the hand and sell it unseen to another player, who then does so"
    steps = listed((figure(step) for step in given(s.steps) or ()), "or")
    yield f"{words.who(given(s.to) or 'dealer')} buys it for {figure(given(s.price))} unless another bids more"
    yield f"the others bid each time {steps} more than the last bid, and the highest bidder buys it"
    yield "when the hand is over, the buyer pays the seller what was bid, without any fraction"
    if (last := given(s.last_trick)) is not None:
        yield f"the seller pays the winner of the last trick {figure(last)}"
    if (lost := given(s.lost)) is not None:
        yield f"each of the others who has lost a counting card pays the seller {figure(lost)}, but not the winner of the last trick"
    if (part := given(s.part)) is not None:
        yield (
            "a buyer who wins the last trick, and whose bid had a part of a whole in it, adds to this part"
            f" {figure(part)} for each point of the counting cards lost"
        )
        yield "if this makes just 1, the buyer pays 1 more, and if it makes more, 2 more"
    yield given(s.text) or ""


@tells(rules.Promise)
def promise(words: Naming, p: rules.Promise) -> Iterator[str]:
    """What a bid or pass promises, and what whoever makes it has to announce."""
    steps, needs, bids = given(p.steps), given(p.needs), given(p.bids)
    said = "a pass of the first bidder that leaves the hand to the only other one"
    if bids:
        said = f"{listed([words.named('bid', id) for id in bids], 'or')}, bid higher than needed,"
    elif steps:
        said = f"a bid {number(steps)} higher than needed"
    more = f" and {words.held(needs)}" if needs is not None else ""
    if (card := given(p.card)) is not None:
        yield f"{said} promises {words.one_of(card)}{more}"
    if given(p.last_bid):
        yield "the bidder may not bid again"
    if (feat := given(p.announces)) is not None:
        only = given(p.announces_if)
        yield f"the bidder has to announce {words.named('payment', feat)}{f' if {words.facts(only)}' if only is not None else ''}"
    if taker := given(p.taker_announces):
        each = [f"{words.named('feat', feat)} with {words.held(cards)}" for feat, cards in taker.items()]
        yield f"another player who becomes declarer over it has to announce {listed(each, 'or')}"


def _one_by_one(words: Naming, calls: tuple[str, ...]) -> bool:
    """Whether what is called in turn are single trumps, the highest first, and no Kings."""
    return len(calls) > 2 and not words.one_of(calls[0]).startswith("a ")


def _called(words: Naming, calls: tuple[str, ...], in_turn: bool) -> str:
    """The cards that may be called: `a King, or a Queen with all the Kings in hand`."""
    cards = [words.one_of(name) for name in calls]
    if not in_turn:
        return listed(cards, "or")
    if _one_by_one(words, calls):
        first, last = (card if card.startswith("the ") else f"the {card}" for card in (cards[0], cards[-1]))
        return f"the highest trump from {first} down to {last} that he lacks"
    return ", or ".join(
        [
            cards[0],
            *(f"{card} if he holds {'all of these' if n == 1 else 'those too'}" for n, card in enumerate(cards) if n),
        ]
    )


@tells(rules.Partner)
def partner(words: Naming, p: rules.Partner) -> Iterator[str]:
    """How a contract gives the declarer a partner."""
    when = f"{words.term('call-when', moment)} " if (moment := given(p.when)) is not None else ""
    if offers := given(p.offers):
        said = given(p.offers_said)
        says = f" by saying {listed(said, 'or')}" if said else ""
        yield (
            f"in turn from the declarer, a player with {words.held(offers)} may offer to be the partner{says};"
            " the first who does is the partner openly"
        )
    if calls := given(p.calls):
        silent = ", but does not say so" if given(p.secret) else ""
        first = calls[:1] if given(p.again) else calls
        when = f"if nobody does, {when}" if given(p.offers) else when
        yield f"{when}the declarer calls {_called(words, first, given(p.in_turn) is True)}"
        for name in calls[1:] if given(p.again) else ():
            yield f"if nobody has it, the declarer calls {words.one_of(name)}"
        yield f"its holder becomes the partner{silent}"
    if unless := given(p.turn_unless):
        yield f"if {words.term('turn-unless', unless)}, he may call any of these cards"
    if narrowed := given(p.narrowed):
        which = ", then ".join(words.term("call-narrowed", one) for one in narrowed)
        yield f"as far as possible the card is to be {which}"
    yield from _own_called(words, p)


def _own_called(words: Naming, p: rules.Partner) -> Iterator[str]:
    """Whether the declarer may call a card of his own. Of cards called in turn that is the first, or one of the first sort; and the
    highest that he lacks is none of his own."""
    own, calls = given(p.own), given(p.calls) or ()
    first = words.one_of(calls[0]) if calls and p.in_turn is True else ""
    if own == "first":
        yield "of his own cards the declarer may call the first of these alone, and then plays alone"
    elif own is False and not (first and _one_by_one(words, calls) and p.turn_unless is None):
        yield "the card may not be one that the declarer holds"
    elif own:
        card = f"{first} of his own" if first.startswith("a ") else f"his own {first.removeprefix('the ')}"
        freed = ", or in that case any card of his own" if first and given(p.turn_unless) is not None else ""
        yield f"the declarer may also call {card if first else 'a card of his own'}{freed}, and then plays alone"
