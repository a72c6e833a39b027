"""What a Fool does that serves as Excuse."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tarotref.model.rules import Fool, Rules
from tarotref.model.types import given
from tarotref.play.compiled.conditions import Condition, condition
from tarotref.play.compiled.deck import Deck
from tarotref.play.compiled.reading import Filled, section, yes

HELD_BACK = {"held-back": "all", "held-back-opponents": "opponents"}
"""Who may hold a Fool back that is the highest trump, by terms of the list `fool-kept`."""


@dataclass(frozen=True, slots=True)
class Excuse:
    """When a Fool that serves as Excuse may be led and played, and what becomes of it."""

    led: str
    """What is followed when it is led: `next-card`, `named`, `trumps`; `never` or `last-card` where it may not be."""
    barred_last: int
    """As long as its holder has so many cards or fewer he may not play it."""
    barred_without: bool
    """Whether one who has won no trick may not play it."""
    barred_able: bool
    """Whether one who can follow suit may not play it."""
    must: bool
    """Whether its holder has to play it when he can neither follow suit nor trump."""
    led_while: bool
    """Whether it may be led only as long as another player holds a trump."""
    named_void: bool
    """Whether the next player names a suit when nobody has a card of that which its leader has named."""
    named_last: bool
    """Whether he, and not its leader, names one in the last trick."""
    must_by: int
    """The trick to which it has to be played, if not before; 0 where there is none."""
    demanded: int
    """The trick in which it may be demanded, likewise."""
    one_bare: bool
    """Whether it may not be when just one player has no trick."""
    yields: bool
    """Whether one who is to lead to the last trick to which it may be played lets the next player lead, and plays it."""
    kept: bool
    """Whether the declarer keeps it for the last trick as long as he wins every trick, and an opponent plays it before."""
    held_back: str
    """Who may hold it back where it is the highest trump and his only one, `all` or `opponents`; nothing where nobody may."""
    waits: bool
    """Whether it has been held back, and waits for the last trick."""
    wins: str
    """When it wins the last trick, a term of the list `fool-wins`; nothing where it does not."""
    wins_if: Condition | None
    exchanged: bool
    """Whether a card is given for it."""
    any_given: bool
    """Whether that may be any card, though there be empty ones."""
    lost_last: int
    """In how many of the last tricks it is lost."""
    lost_bare: bool
    """Whether it is lost by a side that wins no trick."""
    to_last: bool
    """Whether it is lost to the winner of the last trick, and not of that to which it was played."""
    own: bool
    """Whether a player's own tricks alone count for that, and for the card that is given."""
    lost_unless: Condition | None
    worthless_last: int
    """In how many of the last tricks it loses its value."""


def excuse(rules: Rules, deck: Deck, filled: Filled) -> Excuse:
    """Compile what the Fool does."""
    fool = section(rules.fool, Fool)
    noted = filled if deck.ranking.pack.has_fool and given(fool.role) in (None, "excuse") else Filled()
    noted.usual(fool.role, "excuse", "fool", "role")
    exchange = noted.usual(fool.exchange, "with", "fool", "exchange")
    lost = noted.usual(fool.lost, ("no-tricks",), "fool", "lost")
    if given(fool.gives):
        noted.note(("fool", "gives"), "fool.gives")
    held_back = HELD_BACK.get(given(fool.kept) or "", "")
    if held_back and given(fool.lost) is None:
        filled.note(("fool", "lost"))
    barred = frozenset(given(fool.barred) or ())
    return Excuse(
        led=noted.usual(fool.led, "next-card", "fool", "led"),
        barred_last=_last(barred),
        barred_without="no-tricks" in barred,
        barred_able="can-follow" in barred,
        must=given(fool.must) == "cannot-follow",
        led_while=given(fool.led_while) == "others-trump",
        named_void="void" in (given(fool.named_again) or ()),
        named_last="last-trick" in (given(fool.named_again) or ()),
        must_by=given(fool.must_by) or 0,
        demanded=given(fool.demanded) or 0,
        one_bare=given(fool.demanded_unless) == "one-bare",
        yields=yes(fool.lead_yielded) and _last(barred) > 0,
        kept=given(fool.kept) == "slam-end",
        held_back=held_back,
        waits=deck.held_back,
        wins=(given(fool.wins) or "") if deck.fool else "",
        wins_if=condition(fool.wins_if),
        exchanged=exchange != "without",
        any_given=given(fool.gives) == "any",
        lost_last=_last(lost),
        lost_bare="no-tricks" in lost,
        to_last=given(fool.lost_to) == "last-winner",
        own=yes(fool.own),
        lost_unless=condition(fool.lost_unless),
        worthless_last=_last(given(fool.worthless) or ()),
    )


def _last(when: Iterable[str]) -> int:
    """How many of the last tricks terms such as `last-3` mean at most."""
    numbers = {"last-trick": 1, "last-but-one": 2}
    return max((numbers.get(term) or int(term[5:]) for term in when if term.startswith("last-")), default=0)
