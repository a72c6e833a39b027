"""How a duty in play is told: which cards must be played to which tricks, or kept, and what others play."""

from __future__ import annotations

from collections.abc import Iterator

from tarotref.model.rules import Custom
from tarotref.model.types import given
from tarotref.words.naming import Naming
from tarotref.words.phrases import listed, number, ordinal

OF_DUTY = frozenset(
    "cards suit beside must how when tricks in_trick apart while_holding otherwise shown put_in takes_back spared".split()
)
"""The fields of a custom that are told together."""


_WINS = {"highest-or-lowest": " if it beats what lies in the trick, and otherwise the lowest"}


def duty(words: Naming, custom: Custom) -> Iterator[str]:
    """Yield what a duty is, in clauses that can stand alone."""
    if given(custom.put_in) is not None:
        yield from _put_in(words, custom)
    if (must := given(custom.must)) is None:
        return
    if must == "no-trick":
        yield "the first player for whom this holds plays on by the rules, but can win no trick, not even with the highest card in it"
        yield "each trick goes to whoever has played the best of the other cards"
        return
    if given(custom.shown):
        yield f"{listed(map(words.members, given(custom.cards) or ()))} are laid open by their holders before play"
    if given(custom.suit) == "lacked":
        yield "a suit of which another player is known to have none may not be led as long as the rules allow another lead"
        return
    if must == "wins-lowest":
        yield f"{'playing last to a trick, ' if given(custom.when) == 'last' else ''}the player must win it, if possible"
        yield "to win with a trump the player must play the lowest that will do"
        return
    if must == "highest" and given(custom.how) == "led":
        shown = listed((words.members(name) for name in given(custom.cards) or ("trumps",)), "or")
        yield f"on lead the player must play the highest trump, or without one as high a card as any, as long as there is one of these: {shown}"
        return
    if must == "kept":
        how = {"led": "led", "thrown": "thrown on a trump or another suit"}.get(given(custom.how) or "", "played")
        yield f"{_any_of(words, custom)} may not be {how}{_tricks(custom)}{_where(words, custom)}{_as_long(words, custom)}"
        return
    if must.startswith("highest"):
        yield "the player must lead the highest trump, or without one the highest card of any suit"
        yield f"to a lead of others the player must play the highest card that the rules allow{_WINS.get(must, '')}"
        return
    yield _played(words, custom)
    if must == "kept-for":
        yield f"before that trick it may not be played{_as_long(words, custom)}"
    if others := given(custom.otherwise):
        shown = ", or else ".join(words.members(name) for name in others)
        yield f"all others must play one of these to it, whatever is led, the first that they have: {shown}"


def _played(words: Naming, custom: Custom) -> str:
    """Who must play what, and to which trick."""
    where, tricks = _where(words, custom), _tricks(custom)
    if given(custom.when) == "announced":
        return (
            "a card with which a bonus has been announced for a certain trick must be played to that trick, if possible"
        )
    if given(custom.suit) == "called":
        first = " when first on lead" if given(custom.when) == "first-lead" else ""
        return f"whoever holds the called card must lead a card of its suit{first}"
    if given(custom.suit) == "led":
        beside = "" if custom.beside is None else words.held(custom.beside)
        has = f", if the player has beside it in that suit {beside}" if beside else ""
        first = "the first time that a suit is led" if given(custom.when) == "suit-first" else "when a suit is led"
        cards = listed((words.one_of(name).removeprefix("a ") for name in given(custom.cards) or ()), "or")
        return f"{first}, the holder of its {cards} must play it{where}{has}"
    if given(custom.how) == "led":
        return f"whoever leads{tricks} must lead {_any_of(words, custom)}{where}, if possible"
    apart = "; no two of these are played to one trick" if given(custom.apart) else ""
    return f"whoever has {_any_of(words, custom)} must play it{tricks}{where}, if possible{apart}"


def _put_in(words: Naming, custom: Custom) -> Iterator[str]:
    """How a card comes into a trick in exchange for another, and for what."""
    card, king = (
        listed((words.one_of(name).removeprefix("a ") for name in given(cards) or ()), "or")
        for cards in (custom.cards, custom.in_trick)
    )
    if given(custom.put_in) == "free":
        yield f"a player who has the {king} and the {card} of a suit may play the two together to the first trick to which it is led"
        yield f"for the {card} the player takes out of the trick a numeral card that another has played"
        return
    own = listed(map(words.one_of, given(custom.takes_back) or ()), "or").replace("a ", "", 1).replace(" a ", " ")
    takes = f"takes back the {own} if he has played one, and otherwise" if own else "takes"
    winner = "the player who wins" if words.alone() else "the side that wins"
    yield f"if the {king} of a suit lies in the first trick to which it is led, {winner} the trick may call for the {card}"
    yield f"its holder puts it in, unless he has played the Fool, and {takes} a numeral card of the suit out of the trick"
    if given(custom.spared):
        yield f"{'the player' if words.alone() else 'the side'} may also call for it only if its holder has not played a {own}"


def _any_of(words: Naming, custom: Custom) -> str:
    """One of the cards: `a Queen`, `the Fool or the XXI`; of a group all that are in it."""
    named = ((words.members(name), words.one_of(name)) for name in given(custom.cards) or ())
    return listed((several if one.startswith("one of ") else one for several, one in named), "or")


def _tricks(custom: Custom) -> str:
    """To which tricks it holds: ` to the third trick to which trumps are led`."""
    found = given(custom.tricks)
    if not found:
        return ""
    led = " to which trumps are led" if given(custom.when) == "trumps-led" else ""
    if len(found) > 1 and found == tuple(range(1, len(found) + 1)):
        return f" to one of the first {number(len(found))} tricks{led}"
    return f" to the {listed(map(ordinal, found), 'or')} trick{led}"


def _where(words: Naming, custom: Custom) -> str:
    """Beside which cards of the trick it holds."""
    found = given(custom.in_trick)
    if not found:
        return ""
    cards = [words.one_of(name) for name in found]
    if given(custom.suit) == "led":
        cards = [card if card == "a trump" else card.replace("a ", "its ", 1) for card in cards]
    return f" if {listed(cards, 'or')} lies in the trick"


def _as_long(words: Naming, custom: Custom) -> str:
    """As long as what it holds."""
    found = given(custom.while_holding)
    if not found:
        return " as long as the rules allow another card"
    one = words.one_of(found[0])
    if len(found) == 1 and one.startswith("a "):
        return f" as long as the player has another {one.removeprefix('a ')}"
    return f" as long as the player has one of these: {listed(map(words.members, found))}"
