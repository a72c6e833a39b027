"""Troggu with seven (15.2), as its page tells it."""

from __future__ import annotations

from collections.abc import Collection

from tests.umpires.table import FOOL, ROMAN, Hand, height, rank, suit, trump, worth


def umpire(hand: Hand) -> None:
    bidder, bid = auction(hand)
    if bid == "misere":
        play(hand, 0, kept=set())
        misere(hand)
        return
    assert bidder is not None
    partner, laid = None, hand.record.talon
    if bid != "solo":
        hand.held[bidder] |= set(hand.record.talon)
        laid = hand.discard(bidder, 6, may_discard)
        called = hand.turn(bidder, [f"call {card}" for card in ROMAN[:20]]).removeprefix("call ")
        partner = next((seat for seat in range(7) if called in hand.held[seat] and seat != bidder), None)
    kept: set[int] = set()
    play(hand, bidder, kept)
    side = {bidder, partner} - {None}
    points = sum(map(worth, laid)) + sum(worth(card) for seat in side for card in hand.won_by(seat or 0))
    fool = fool_kept(hand, side, kept)
    points += fool
    hand.same("points", [points if seat in side else 114 - points for seat in range(7)], hand.record.points or [])
    winners = {winner for _, _, winner in hand.tricks}
    stake = 10 * (2 if bid == "solo" else 1)
    losers, tricks = (114 - points, winners - side) if points > 57 else (points, winners & side)
    stake *= 3 if not tricks else 2 if losers <= 30 else 1
    stake *= 0 if points == 57 else 1 if points > 57 else -1
    paid = [-stake] * 7
    paid[bidder] = 6 * stake
    if partner is not None:
        paid[bidder], paid[partner] = 3 * stake, 2 * stake
    hand.ends(paid)


def auction(hand: Hand) -> tuple[int | None, str]:
    """Each speaks once; Solo goes before the normal game. If all pass, the holder of the Fool must play, or of the I."""
    bidder, bid = None, ""
    for seat in range(7):
        may = {"": ["bid normal", "bid solo"], "normal": ["bid solo"], "solo": []}[bid]
        if not may:
            hand.can_only_pass(seat)
        elif (act := hand.turn(seat, ["pass", *may])) != "pass":
            bidder, bid = seat, act.removeprefix("bid ")
    if bidder is None:
        holders = [seat for card in (FOOL, "I") for seat in range(7) if card in hand.held[seat]]
        return (holders[0], "normal") if holders else (None, "misere")
    return bidder, bid


def may_discard(cards: Collection[str]) -> bool:
    """No card of 5 points, but all four Kings together."""
    kings = sum(rank(card) == "K" for card in cards)
    return kings in (0, 4) and not {"XXI", "I", FOOL} & set(cards)


def play(hand: Hand, leader: int, kept: set[int]) -> None:
    """Eight tricks; into `kept` goes the seat that keeps the Fool back."""
    for number in range(1, 9):
        held_fool = next((seat for seat in range(7) if FOOL in hand.held[seat]), None)

        def may(seat: int, fell: list[str], last: bool = number == 8) -> set[str]:
            return may_play(hand.held[seat], fell, seat in kept, last, kept)

        def wins(fell: list[str], last: bool = number == 8) -> int:
            return takes(fell, last and bool(kept))

        leader = hand.trick(leader, may, wins)
        fell = hand.tricks[-1][1]
        if held_fool is not None and FOOL in hand.held[held_fool]:
            start = hand.tricks[-1][0]
            mine = fell[(held_fool - start) % 7]
            led = first_suit(fell, bool(kept))
            if led is not None and suit(mine) != led and not trump(mine) and held_fool != start:
                kept.add(held_fool)


def first_suit(fell: list[str], excuse: bool) -> str | None:
    """The suit to follow; a Fool that was led is a trump, or if it was kept back the next card is followed."""
    cards = [card for card in fell if not (excuse and card == FOOL)]
    return None if not cards else "trumps" if cards[0] == FOOL else suit(cards[0])


def may_play(held: set[str], fell: list[str], keeps: bool, last: bool, kept: set[int]) -> set[str]:
    """Follow suit, else trump; whose only trump is the Fool need not play it, and then keeps it to the end."""
    if keeps:
        return held if last else may_play(held - {FOOL}, fell, False, last, kept)
    led = first_suit(fell, bool(kept))
    if led is None:
        return held
    trumps = {card for card in held if trump(card) or card == FOOL}
    same = trumps if led == "trumps" else {card for card in held if suit(card) == led}
    if same and same != {FOOL}:
        return same
    return held if trumps == {FOOL} else trumps or held


def takes(fell: list[str], excuse: bool) -> int:
    cards = {n: card for n, card in enumerate(fell) if not (excuse and card == FOOL)}
    led = first_suit(fell, excuse)
    wanted = "trumps" if any(trump(c) or c == FOOL for c in cards.values()) else led

    def high(n: int) -> int:
        return 22 if fell[n] == FOOL else height(fell[n])

    return max((n for n, c in cards.items() if suit(c) == wanted or (c == FOOL and wanted == "trumps")), key=high)


def fool_kept(hand: Hand, side: set[int | None], kept: set[int]) -> int:
    """What a Fool shown in the last trick adds to the declarer's side or takes from it: a card of 1 goes for it out of the side's
    tricks. What a side without a trick gives the page does not say; the status names it as assumed that it loses the Fool."""
    (owner,), (_, fell, winner) = kept or {-1}, hand.tricks[-1]
    if owner < 0 or FOOL not in fell or (owner in side) == (winner in side):
        return 0
    if not any((won in side) == (owner in side) for _, _, won in hand.tricks):
        return 0
    return 4 if owner in side else -4


def misere(hand: Hand) -> None:
    """Whoever takes most points pays 10 to each of the others. The talon counts for nobody; the page does not tell of ties."""
    points = [sum(map(worth, hand.won_by(seat))) for seat in range(7)]
    hand.same("points", points, hand.record.points)
    most = [seat for seat in range(7) if points[seat] == max(points)]
    if len(most) == 1:
        hand.ends([-60 if seat == most[0] else 10 for seat in range(7)])
