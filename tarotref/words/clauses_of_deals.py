"""How is told what makes a deal void: the cards that call for it, and what is said in pauses of the deal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tarotref.model import rules
from tarotref.model.types import given
from tarotref.words.clauses import tells
from tarotref.words.naming import Naming
from tarotref.words.phrases import figure, listed, number

_IF = re.compile(
    r"(any player has|a player |all agree|all three |nobody asks|one player|the points |the player on|the dealer has|a card is)"
)
"""How words begin that are a condition."""


@tells(rules.Annulment)
def annulment(words: Naming, a: rules.Annulment) -> Iterator[str]:
    """A deal that may or must be thrown in."""
    holding, who = given(a.holding), given(a.by)
    cards = words.held(holding) if holding is not None else ""
    when = f" {listed((words.term('annul-when', one) for one in moments), 'or')}" if (moments := given(a.when)) else ""
    more = given(a.text) or ""
    only = f", but {more}" if more.startswith("only if") and not (cards or a.must) else ""
    more = "" if only else more
    if not cards and more and _IF.match(more):
        thrown = f"the hand {'is' if a.must else 'may be'} thrown in"
        throws = f"{words.who(who)} may throw the hand in" if who and who != "all" and not a.must else thrown
        yield f"{throws}{when} if {more}"
        more = ""
    elif a.must:
        having = f" if a player has {cards}" if cards else f" by {words.who(who)}" if who and who != "all" else ""
        yield f"the hand is thrown in{when}{having}"
    elif who == "all":
        yield f"all may agree to throw the hand in{when}{only}"
    elif cards:
        if who == "declarer" and "bid" in (given(a.when) or ()):
            yield f"as soon as somebody bids, another player with {cards} says so, and the bidder may throw the hand in"
        elif who == "declarer":  # whoever holds them
            yield f"the declarer may throw the hand in{when} if a player has {cards}"
        else:
            throws = "a player" if who in (None, "holder") else words.who(who)
            yield f"{throws} with {cards} may throw the hand in{when}"
    else:
        yield f"{words.who(who)} may throw the hand in{when}{only}" if who else f"the hand may be thrown in{when}{only}"
    if (laid := given(a.unless_laid)) is not None:
        yield f"a player who has discarded {listed(map(words.one_of, laid), 'or')} may not"
    if (back := given(a.comes_back)) is not None:
        yield f"in a hand that is played nevertheless, the holder gets {listed(map(words.one_of, back))} back, and gives another card for it"
    yield more
    yield from _asked(words, a)
    if (redeal := given(a.redeal)) is not None:
        yield f"the cards are dealt again {words.term('redeal', redeal)}"


_BARGAINED = {
    "open": (
        "in a pause of the deal{}, each player in turn passes, asks for points, offers some, or ends the pause",
        "nobody may then ask for more than before or offer less; a player who has passed may still offer points, but not ask for any",
        "when the offers come to the demands, the hand is thrown in for these points",
    ),
    "last": (
        "in a pause of the deal{}, each player speaks once, in any order, and passes, offers points, or asks for less than has been offered",
        "the last to speak takes all that is left of the offers, and the hand is thrown in for these points; or has the deal go on",
    ),
    "in-turn": (
        "{}, each player speaks once, in turn, and passes, {}has the deal go on if cards are left to deal, or bids if a bid may then be made",
        "if nobody has the deal go on or bids, the hand is thrown in{}",
    ),
    "anybody": (
        "in a pause of the deal{}, each player speaks once, in any order, and passes, offers points, takes all or some of what has been offered, or has the deal go on",
        "when all that has been offered is taken, the hand is thrown in for these points",
    ),
}
"""How players bargain in a pause of the deal, by the terms of the list `bargain`; `{}` is when that is, or what may be offered."""


def _asked(words: Naming, a: rules.Annulment) -> Iterator[str]:
    """Who is asked in a pause of the deal whether to go on, and what throwing the hand in costs."""
    if asked := given(a.asked):
        seats = listed(f"the {words.term('seat', one)}" for one in asked)
        on, opened, last = given(a.on_cards), given(a.opened), words.who(given(a.by) or "holder")
        cards = f"when each has {listed(map(number, on), 'or' if opened else 'and')} cards, " if on else ""
        if opened:
            said = [f"{words.who(who)} may {words.term('opening', how)}" for who, how in opened.items()]
            yield f"{cards}{', and then '.join(said)}; what follows applies only after {'both' if len(said) > 1 else 'that'}"
        else:
            when = f", {cards}" if on else " after each round of the deal "
            yield f"{seats} are first asked in turn{when}whether to go on"
        if who := given(a.kept_by):
            keeper = {"opponents": f"an opponent of {last}", "all": "one of them"}.get(who) or words.who(who)
            goes_on = f"if {keeper} goes on, nobody else is asked; otherwise it"
            yield f"{goes_on if len(asked) > 1 else f'{seats} is asked first; if that player does not go on, it'} is for {last} to say"
        if opened:
            yield "there is no further pause in a hand that then goes on"
    yield from _bargained(a)
    if (pays := given(a.pays)) is not None:
        yield f"throwing in costs {figure(pays)}, to the other side"


def _bargained(a: rules.Annulment) -> Iterator[str]:
    """How players bargain in a pause of the deal."""
    how, on, offers = given(a.bargain), given(a.on_cards), given(a.offers)
    pauses = f" when each has {listed(map(number, on), 'or')} cards" if on else ""
    if how == "in-turn":
        first, then = _BARGAINED[how]
        yield first.format(
            pauses.strip(),
            f"offers {figure(offers)} point{'' if offers == 1 else 's'}, takes all that has been offered, "
            if offers
            else "",
        )
        if offers:
            yield "the last to speak may offer nothing, nor may anybody once an offer has been taken"
        yield then.format(", and what has been taken is paid" if offers else "")
        if offers:
            yield "otherwise nothing is paid"
    elif how:
        yield from (one.format(pauses) for one in _BARGAINED[how if isinstance(how, str) else "open"])
