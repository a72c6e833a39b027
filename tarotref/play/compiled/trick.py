"""The rules of playing to a trick: what has to be followed, trumped, beaten, led or held back, and which card beats which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tarotref.model.rules import Fool, Play, Rules, entries
from tarotref.model.types import Absence, given
from tarotref.play.compiled.conditions import Condition
from tarotref.play.compiled.deck import EXCUSE, TRUMPS, Deck
from tarotref.play.compiled.duties import Duty, Swap, duties, shown, swaps
from tarotref.play.compiled.reading import Filled, section, tuple_of, yes

SECOND, FIRST = 100, 200
"""What lifts secondary trumps, and trumps, above every card of the suits."""


@dataclass(frozen=True, slots=True)
class TrickRules:
    """What one has to play to a trick, and what wins it. Cards are bits of the deck, suits its numbers."""

    leads_by_round: tuple[str, ...]
    """Who does in each round of hands, terms of the list `seat`; nothing where that makes no difference."""
    leads: str | None
    """Who leads to the first trick, a term of the list `seat`; None: the player after the dealer."""
    must_follow: bool
    must_trump: bool
    unless_trumped: bool
    """Whether one who cannot follow need not trump where a trump lies already."""
    must_overtrump: bool
    must_overtake: bool
    overtakes_first: bool
    """Whether one has to play higher in the first trick alone."""
    trump_lead: str
    """Whether trumps must be led, `forced` or `highest`, or may not be, `barred`; nothing where they are led like others."""
    lead_yielded: str
    """Who leads when one has won with his last trump: `next-holder`, `highest-holder`; nothing where he does."""
    pagat_held: str
    """How long the lowest trump is held back: `last-trump`, `last-card`; nothing where it is played like others."""
    lowest_trump: int
    """The lowest trump, where it is held back, or 0."""
    highest: int
    """The cards of which the highest is played."""
    restrained: bool
    """Whether the rules hold cards back in other ways than by following suit."""
    second: int
    """The cards that beat the other suits and are beaten by the trumps: who cannot follow plays one of these or a trump."""
    matadors: int
    """The highest trumps that need not be played to a lead of trumps, or 0."""
    free_matadors: tuple[int, ...]
    """The trumps that need not be played to a lead, by the place of the card led."""
    honours: tuple[int, int, int] | None
    """The places of the three honours which fall to one trick that the last of these wins, the lowest trump; None where it wins
    no such trick."""
    honours_in_order: bool
    """Whether they have to fall in that order."""
    called_led: str
    """Who may lead the suit of the called card to the first trick, or which card, a term of the list `called-led`; nothing where all
    may."""
    open: Mapping[str, int]
    """Whose hands lie open, by terms of the list `who`, as soon as a card has been led to which trick."""
    open_after: Mapping[str, int]
    """Whose hands lie open, likewise, as soon as so many tricks have been won."""
    kept_led: bool
    """Whether the cards that the declarer has kept open, or others of their suits, are led to the first tricks."""
    kept_itself: bool
    """Whether no others of their suits are."""
    kept_then: str
    """Who leads then, a term of the list `kept-then`; nothing where the winner of the last does."""
    kept_loses: bool
    """Whether such a card of a suit can win no trick."""
    duties: tuple[Duty, ...]
    """Which cards must be played or kept beyond that, each duty before those that come after it."""
    wins_none: Condition | None
    """On what condition a player can win no more tricks; None where there is none."""
    swaps: tuple[Swap, ...]
    """Which cards are put into a trick in exchange for others."""
    announced_played: bool
    """Whether a card kept for an announced trick has to be played to it."""
    laid_open: int
    """The cards that their holders have laid open before play."""
    earliest_first: bool
    """Whether of several cards kept for announced tricks the one for the earliest goes first."""
    dead_hand: str | None
    """Who plays the cards of a dead hand that takes part; None where none does."""
    limits: bool
    """Whether the moment of the hand limits what may be played."""
    power: tuple[tuple[int, ...], ...]
    """How strong each card is in a trick, by suit led and place: equal trumps alike, and -1 where it cannot win."""
    above: tuple[int, ...]
    """The cards of its own suit that beat each card when played after it: higher ones, and its equals."""


def trick_rules(rules: Rules, deck: Deck, filled: Filled) -> TrickRules:
    """Compile how tricks are played."""
    play = section(rules.play, Play)
    bids = [bid for _, bid in entries(rules.bids)]
    said = bids and all(given(bid.leads) for bid in bids)
    if not said and given(play.leads) is None and play.leads is not Absence.AS_TAKEN:
        filled.note(("play", "leads"))
    must_trump, overtrump = (
        given(fact) if fact is Absence.AS_TAKEN else filled.usual(fact, None, "play", name)
        for name, fact in (("must_trump", play.must_trump), ("must_overtrump", play.must_overtrump))
    )
    heights = _heights(deck, yes(play.reversed))
    above = tuple(cards & ~deck.powerless for cards in _above(deck.suit, heights))
    secondary = given(play.secondary_trumps)
    second = deck.named([secondary]) if secondary else 0
    matadors = deck.held(deck.trumps_made[: given(play.matadors) or 0])
    trump_lead, pagat_held = given(play.trump_lead) or "", given(play.pagat) or ""
    told = duties(rules, deck)
    held = tuple(duty for duty in told if duty.when != "announced" and duty.must != "no-trick")
    lowest_trump, highest = deck.named(["pagat"]) if pagat_held else 0, deck.named(given(play.highest))
    return TrickRules(
        leads_by_round=tuple_of(play.leads_by_round),
        leads=given(play.leads),
        must_follow=given(play.must_follow) is not False,
        must_trump=must_trump is not False,
        unless_trumped=must_trump == "unless-trumped",
        must_overtrump=bool(overtrump),
        must_overtake=yes(play.must_overtake),
        overtakes_first=given(play.must_overtake) == "first-trick",
        trump_lead=trump_lead,
        lead_yielded=given(play.lead_yielded) or "",
        pagat_held=pagat_held,
        lowest_trump=lowest_trump,
        highest=highest,
        restrained=bool(trump_lead or lowest_trump or highest),
        second=second,
        matadors=matadors,
        free_matadors=_free_matadors(deck, matadors, above, given(play.matadors_forced)),
        honours=_honours(deck) if given(play.pagat_wins) else None,
        honours_in_order=given(play.pagat_wins) != "any-order",
        called_led=given(play.called_led) or "",
        open=given(play.open) or {},
        open_after=given(play.open_after) or {},
        kept_led=given(play.kept_led) not in (None, False),
        kept_itself=given(play.kept_led) == "itself",
        kept_then=given(play.kept_then) or "",
        kept_loses=given(play.kept_wins) is False,
        duties=held,
        wins_none=next((duty.only_if for duty in told if duty.must == "no-trick"), None),
        swaps=swaps(rules, deck),
        announced_played=any(duty.when == "announced" for duty in told),
        laid_open=shown(rules, deck),
        limits=bool(given(play.called_led) or given(play.kept_led) or held or _fool_waits(rules)),
        earliest_first=yes(play.earliest_first),
        dead_hand=given(play.dead_hand),
        power=_power(deck.suit, heights, len(deck.suits), second, yes(play.plain_trumps), deck.powerless),
        above=above,
    )


def _fool_waits(rules: Rules) -> bool:
    """Whether the moment of the hand says when a Fool is led, kept or played."""
    fool = section(rules.fool, Fool)
    return bool(
        given(fool.led_while)
        or given(fool.must_by)
        or given(fool.demanded)
        or yes(fool.lead_yielded)
        or given(fool.kept) == "slam-end"
    )


def _heights(deck: Deck, turned_round: bool) -> tuple[int, ...]:
    """How high each card stands by place, the lowest the highest where ranks are turned round; 0 a Fool that is no trump."""
    made = {card: len(deck.trumps_made) - n for n, card in enumerate(deck.trumps_made)}
    heights = tuple(made.get(card) or deck.ranking.height[card] for card in deck.cards)
    if not turned_round:
        return heights
    most = max(heights) + 1
    return tuple(height and most - height for height in heights)


@lru_cache(maxsize=1024)
def _power(
    suits: tuple[int, ...], heights: tuple[int, ...], number: int, second: int, plain: bool, powerless: int
) -> tuple[tuple[int, ...], ...]:
    """How strong each card is by suit led, of a number of suits; trumps that are `plain` beat nothing but lower trumps, and
    some cards are powerless.

    Asked for anew by each contract and case of a game, which seldom differ in it.
    """
    beaten = [TRUMPS] if plain else range(number)
    return tuple(
        tuple(
            -1 if suit == EXCUSE or powerless >> n & 1
            else FIRST + height if suit == TRUMPS and led in beaten
            else SECOND + height if second >> n & 1
            else height if suit == led
            else -1
            for n, (suit, height) in enumerate(zip(suits, heights, strict=True))
        )
        for led in range(number)
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _above(suits: tuple[int, ...], heights: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of its suit that are as high as each card, or higher, as bits."""
    return tuple(
        sum(1 << m for m, suit in enumerate(suits) if m != n and suit == suits[n] and heights[m] >= heights[n])
        for n in range(len(suits))
    )


def _free_matadors(deck: Deck, matadors: int, above: tuple[int, ...], forced: str | None) -> tuple[int, ...]:
    return tuple(
        0 if suit != TRUMPS
        else 0 if forced == "any-led" and matadors >> n & 1
        else matadors & above[n] if forced == "higher-led" and matadors >> n & 1
        else matadors
        for n, suit in enumerate(deck.suit)
    )  # fmt: skip


def _honours(deck: Deck) -> tuple[int, int, int] | None:
    top, fool, pagat = (deck.named([name]) for name in ("XXI", "fool", "pagat"))
    return (top.bit_length() - 1, fool.bit_length() - 1, pagat.bit_length() - 1) if top and fool and pagat else None
