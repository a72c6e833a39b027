"""The types of single values that rules alone have: who, which cards, what is paid; holdings and worths in their own notation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from tarotref.cards import holdings
from tarotref.cards.holdings import HoldingError, parse_holding, parse_wild, parse_worth
from tarotref.model.facts import Declared
from tarotref.model.marks import After, Before, Described, InOrder
from tarotref.model.types import Id, Names, Term, Text, Whole, _several, _wrong

Who = Annotated[str, Term("who")]
"""A player, or several, by what they are in the hand: `dealer`, `declarer`, `others`."""
Payment = Annotated[Id, Names("payment")]
"""Something that is paid: a feat by its id, or `score`, what the card points of the hand pay."""
REPLACED = ("score", "silent", "declarations")
Replaced = Annotated[Id, Names("replaced")]
"""What a feat stands in place of: another by its id, `score`, `silent`, feats that were not announced, or `declarations`."""
Settle = Annotated[str, Term("settle")] | dict[Who, Annotated[str, Term("settle")]]
"""Who pays; or by what he is to whom it is owed: `{declarer: result, others: others}`."""
CardName = Annotated[Text, Names("card")]
"""A card, role, class or group of the ruleset: `pagat`, `kings`, `K of swords`."""
Change = Annotated[dict[str, Any], Described("A change laid on the ruleset, in the form of `rules`.")]


def _formal(parse: Callable[[Any], Any], kind: str) -> Callable[[Any], Any]:
    """A validator that keeps what `parse` makes of the data; a value that is made already stays."""

    def read(value: Any) -> Any:
        try:
            return parse(value) if isinstance(value, str | dict | list) else value
        except HoldingError as error:
            where, message = error.problems[0]
            raise _wrong(kind, f"{where + ': ' if where else ''}{message}") from None

    return read


formal_holding = _formal(parse_holding, "holding")
formal_worth = _formal(parse_worth, "worth")
formal_wild = _formal(parse_wild, "wild")
HOLDING = Before(formal_holding)
"""Reads a holding, and marks a field that has one."""


def _packets(value: Any) -> Any:
    return value if value == "free" else _several(value)


Packets = Annotated[tuple[Whole, ...] | Literal["free"], InOrder(), Before(_packets)]
if TYPE_CHECKING:
    Holding: TypeAlias = holdings.Holding
    Worth: TypeAlias = holdings.Worth
    Wild: TypeAlias = holdings.Wild
else:
    Holding = Annotated[Any, HOLDING]
    Worth = Annotated[Any, Before(formal_worth)]
    Wild = Annotated[Any, Before(formal_wild)]


def _span(value: str) -> str:
    if not re.fullmatch(SPAN, value):
        raise _wrong("span", f"found {value!r}; expected a number or a range such as 16..20 or 60..")
    return value


SPAN = r"\d+(/\d+)?(\.\.(\d+(/\d+)?)?)?"
Span = Annotated[str, After(_span)]
"""A number, or a range of numbers: `16..20`, `107/3..70`; `60..`, of all from there on."""


def _holdings(value: Any) -> Any:
    return (value,) if isinstance(value, str | dict) else value


Holdings = Annotated[tuple[Holding, ...], Before(_holdings)]
"""Several holdings, one of them without brackets."""


def titled(title: str) -> Any:
    """A field that may be left out, with what pages call it."""
    return Declared(None, title=title)


Takes = dict[Who, Whole]
"""Cards by who gets or discards them."""
