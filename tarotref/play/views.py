"""What of a hand each player may see, and the whole of it as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tarotref.cards.card import Card
from tarotref.play.compiled import Plan, places
from tarotref.play.conditions import meant
from tarotref.play.events import Drew, heard
from tarotref.play.hand import Event, Hand, Part
from tarotref.play.packs import left_to_arrange
from tarotref.play.stacks import lying, on_table, taken_up
from tarotref.play.tricks import Trick


def cards_in_order(plan: Plan, trick: Trick) -> tuple[Card, ...]:
    """The cards of a trick as they were played."""
    return tuple(plan.cards[n] for n in trick.cards)


def seen(hand: Hand, seat: int) -> Iterator[Event]:
    """Yield what has happened, as one player has seen it."""
    for event in hand.events:
        yield event.seen(hand, seat)


def drawn(hand: Hand, seat: int) -> Iterator[tuple[int, Card | None]]:
    """Yield who has drawn which card from the stock, in order; None for a card that one player has not seen."""
    for event in hand.events:
        if isinstance(event, Drew):
            card = event.seen(hand, seat).card
            yield event.seat, None if card < 0 else hand.plan.cards[card]


def partner(hand: Hand, seat: int) -> int | None:
    """The declarer's partner, as far as one player knows him: from the start, once the called card is played, or as he himself."""
    setting, rules = hand.setting, hand.partner_rules
    if seat == setting.partner or setting.called is None or (rules is not None and rules.known):
        return setting.partner
    shown = any(setting.called in trick.cards for trick in (hand.trick, *hand.tricks))
    return setting.partner if shown else None


def _bought(hand: Hand, seat: int) -> Iterator[tuple[int, Card, Card | None]]:
    """Yield who gave which card that was asked for, and what for, as far as one player knows."""
    setting, cards = hand.setting, hand.plan.cards
    for n, (giver, card) in enumerate(setting.bought):
        knows = seat in (giver, setting.declarer) and n < len(setting.given)
        yield giver, cards[card], cards[setting.given[n]] if knows else None


def _sees_packets(hand: Hand, seat: int) -> bool:
    """Whether a player has seen the packets of the talon of which the declarer takes one, or looks at the hands of which he keeps one."""
    if hand.phase == "choose":
        return seat == hand.player
    if not hand.chooses or hand.phase == "call":
        return False
    lies = hand.plan.bits(hand.setting.lies)
    return bool(lies) and (seat == hand.setting.declarer or not lies & ~hand.setting.shown)


def _open(hand: Hand) -> set[int]:
    """Whose hands lie open for all to see."""
    rules, won = hand.plan.trick, len(hand.tricks)
    led = won + bool(hand.trick.cards)
    whose = [who for who, trick in rules.open.items() if led >= trick]
    whose += [who for who, tricks in rules.open_after.items() if won >= tricks]
    return {seat for who in whose for seat in meant(hand, who, hand.declarer)} | {*hand.setting.open}


def _laid_open(hand: Hand, in_hand: Sequence[int]) -> dict[int, tuple[Card, ...]]:
    """The cards that lie open for all to see, by seat: whole hands, or certain cards once play has begun."""
    open_, some = _open(hand), hand.plan.trick.laid_open if hand.setting.part is Part.PLAY else 0
    found = {seat: in_hand[seat] & (hand.plan.whole if seat in open_ else some) for seat in range(hand.plan.players)}
    return {seat: hand.plan.list(cards) for seat, cards in found.items() if cards or seat in open_}


def view(hand: Hand, seat: int) -> dict[str, Any]:
    """What one player may see: his own cards, what lies open, what has been said and by whom; no other hand, talon or discard.

    `said` are pairs of a seat and what was said; `doubled` says of each thing how often it was doubled, and by whom last;
    `open` has the hands, or cards of them, that lie open, by seat;
    `dead_hand` are the cards of a dead hand that takes part, once it lies open, and `dead_hand_plays` says whether one of them
    is due; in tricks it has the number after the players'. `sold` has who buys what is left of the pack, as bids stand, and for how much;
    `stake` what the last trick counts where it has been raised, who proposed it, whether that is still to be answered, and who has it
    in any case; `left` are those who have left the hand while the others play on;
    `plays_for` is the seat from which the player in turn plays a card, mostly his own; `seats` has for each trick the seats from
    which its cards come, in order, and last those of the trick on the table.
    `partners` are those who play with one for good; `bought` are the giver of each card that was asked for, the card, and, for
    the two alone, the card given for it; `looking` is the packet of the talon that the declarer looks at, or
    for a side that puts its cards of the last hand in order those that are left; `packets` are
    those of which he takes one, for whoever sees them. `table` has the stacks before each player, each as its open card (None
    where there is none) and how many lie below; `taken_up` what each was seen to turn up there and take into his hand. `raised` has what multiplies the payments of the hand: the
    case, by what, the contracts that it does not touch, and which seats have a mark, where it hangs on that.
    """
    cards, setting = hand.plan.list, hand.setting
    if not 0 <= seat < hand.plan.players:
        raise ValueError(f"seat: found {seat}; expected a number from 0 to {hand.plan.players - 1}")
    taken = tuple(drawn(hand, seat))
    fixed = range(hand.plan.players) if hand.plan.seats.teams else ()
    looks = hand.phase == "stage" and seat == setting.declarer
    in_hand = (
        [own & ~on_table(hand, other) for other, own in enumerate(hand.hands)] if hand.plan.deal.stacks else hand.hands
    )
    said = tuple(heard(hand.events))
    return {
        "seat": seat,
        "phase": hand.phase,
        "player": hand.player,
        "hand": cards(in_hand[seat]),
        "laid": cards(setting.laid[seat]),
        "cards_held": tuple(own.bit_count() for own in in_hand[: hand.plan.players]),
        "open": _laid_open(hand, in_hand),
        "dead_hand": cards(hand.hands[-1] & setting.shown) if setting.dead_with is not None else (),
        "dead_hand_plays": not hand.over and hand.turn >= hand.plan.players,
        "sold": None if setting.sold is None else setting.sold[:2],
        "stake": setting.stake and tuple(setting.stake),
        "left": tuple(one.seat for one in setting.left),
        "plays_for": None if hand.over else hand.turn,
        "table": tuple(
            tuple((None if one.open is None else hand.plan.cards[one.open], one.below) for one in lying(hand, other))
            for other in range(hand.plan.players)
        )
        if hand.plan.deal.stacks
        else (),
        "taken_up": tuple(cards(taken_up(hand, other)) for other in range(hand.plan.players))
        if hand.plan.deal.stacks
        else (),
        "talon": setting.talon.bit_count(),
        "shown": cards(setting.shown),
        "trump_suit": setting.plan.trump_suit or None,
        "stock": len(setting.stock) - len(taken),
        "drawn": taken,
        "case": hand.table.case or None,
        "contract": setting.contract,
        "declarer": setting.declarer,
        "called": None if setting.called is None else hand.plan.cards[setting.called],
        "partner": partner(hand, seat),
        "partners": tuple(other for other in fixed if other != seat and setting.side(other) == setting.side(seat)),
        "bought": tuple(_bought(hand, seat)),
        "looking": cards(hand.packet(setting.stage)) if looks else _arranging(hand, seat),
        "packets": tuple(map(cards, hand.packets)) if _sees_packets(hand, seat) else (),
        "said": tuple((who, str(action)) for who, action in said),
        "doubled": _doubled(hand),
        "declared": setting.declared,
        "announced": setting.announced,
        "trick": cards_in_order(hand.plan, hand.trick),
        "leader": hand.trick.leader,
        "seats": tuple(one.order(hand.plan.circle) for one in (*hand.tricks, hand.trick)),
        "pots": dict(setting.pots),
        "raised": tuple((one.case, one.times, one.apart, one.marked) for one in setting.raised),
        "tricks": tuple((t.leader, cards_in_order(hand.plan, t), t.winner) for t in hand.tricks),
    }


def _arranging(hand: Hand, seat: int) -> tuple[Card, ...]:
    """The cards of the last hand that a side puts in order before the deal, for those of that side."""
    if hand.phase != "arrange" or hand.setting.side(seat) != hand.setting.side(hand.seat):
        return ()
    return tuple(hand.plan.cards[card] for card in left_to_arrange(hand))


def _doubled(hand: Hand) -> dict[str, tuple[int, int]]:
    """How often each thing was doubled, by itself or with another, and by whom last."""
    carries, by = hand.plan.scoring.doubling.carries, dict[str, tuple[int, int]]()
    for who, action in heard(hand.events):
        if action.kind == "double":
            level = by.get(action.what, (0, who))[0] + 1
            higher = (id for id in carries.get(action.what, ()) if by.get(id, (0, who))[0] < level)
            by |= dict.fromkeys((action.what, *higher), (level, who))
    return {id: (now.level, by[id][1]) for id, now in hand.setting.doubled if id in by}


def _before_deal(hand: Hand) -> dict[str, str]:
    """The case that was asked for before the deal, empty if none was, where something was done then that is not done again."""
    done = [event.action for event in hand.events[: hand.setting.before] if event.action is not None]
    return {"case": next((one.what for one in done if one.kind == "case"), "")} if done else {}


def transcript(hand: Hand) -> dict[str, Any]:
    """The whole hand as data, from which `replay` makes it again."""
    cards = hand.table.plan.list
    stock = hand.setting.stock if hand.table.plan.deal.stock else ()
    talon = hand.table.plan.whole & ~hand.setting.dead & ~hand.table.plan.bits(stock)
    hands: list[list[int]] = [[] for _ in hand.setting.dealt]
    for batch in (*hand.setting.pauses, hand.setting.first, hand.setting.dealt):
        for own, bits in zip(hands, batch, strict=False):
            own.extend(card for card in places(bits) if card not in own)
    for own, stacks in zip(hands, hand.setting.stacks, strict=False):
        own.extend(card for stack in stacks for card in stack)
    for own in hands:
        talon &= ~hand.table.plan.bits(own)
    return {
        # A case that the number of players alone brings about comes about again.
        "ruleset": hand.table.plan.ruleset.id.partition("#")[0],
        "players": hand.table.plan.players,
        "hands": [[str(hand.table.plan.cards[n]) for n in own] for own in hands],
        "talon": [str(card) for card in cards(talon)],
        "stock": [str(hand.table.plan.cards[n]) for n in stock],
        **_before_deal(hand),
        "actions": [str(one.action) for one in hand.events[hand.setting.before :] if one.action is not None],
    }
