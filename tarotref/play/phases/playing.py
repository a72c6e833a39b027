"""Play: the stacks turned up, the lead, and the cards played to tricks."""

from __future__ import annotations

from dataclasses import replace

from tarotref.play.announcing import due, earliest_kept, first_kept, freed, kept, rest_lost
from tarotref.play.compiled import EXCUSE, TRUMPS
from tarotref.play.conditions import first_to_meet, leader, meant, meets
from tarotref.play.events import Drew, Played, TurnedUp, Won, happened
from tarotref.play.hand import Hand, Part
from tarotref.play.limits import kept_tricks, limited, may_hold_back, why_limited, why_undutiful
from tarotref.play.phases.declaring import held
from tarotref.play.phases.phase import Phase, not_held, of_cards
from tarotref.play.stacks import after, turned_up
from tarotref.play.table import Action
from tarotref.play.tricks import Trick, best, best_of_others, draws, higher_winner, playable, why_not
from tarotref.play.tricks import leader as next_leader


class TurnUp(Phase):
    """The players turn up their stacks before they declare, where declaring goes on in play; then it is known what each can
    declare."""

    name = "turn-up"

    def enter(self, hand: Hand) -> Hand | None:
        now = held(_turned_up(hand) if hand.plan.declaring.when == "during-play" else hand)
        return None if now is hand else now.go_on()


class Lead(Phase):
    """The stacks are turned up, a dead hand that takes part comes into the care of whoever plays its cards, and somebody leads."""

    name = "lead"

    def enter(self, hand: Hand) -> Hand | None:
        now = _with_dead_hand(_turned_up(hand))
        if not any(now.hands):
            return now.end()
        return replace(now, trick=now.led_by(leader(now))).go_on(Part.PLAY)


class Play(Phase):
    """A card is played to the trick."""

    name = "play"

    def enter(self, hand: Hand) -> Hand | None:
        """Once the first card has been led, a dead hand that takes part lies open on the table."""
        now, setting = hand, hand.setting
        if setting.dead_with is not None and not hand.tricks and hand.trick.cards:
            now = hand.settle(shown=setting.shown | setting.dead)
        return now.wait(self.name, next_to_play(now))

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return of_cards(hand, "play", may_play(hand))

    def allows(self, hand: Hand, action: Action) -> bool:
        place = hand.table.place.get(action.what)
        return action.kind == "play" and place is not None and bool(may_play(hand) >> place & 1)

    def why_not(self, hand: Hand, action: Action) -> str:
        seat = hand.turn
        own = hand.hands[seat]
        if not_held(hand, action, own):
            return "you do not hold it"
        place = hand.table.place[action.what]
        if due(hand, seat) & may_play(hand):
            return "a card that was announced for this trick has to be played to it (customs)"
        if kept(hand, seat) >> place & 1:
            return "it is kept for the trick for which it was announced (feats.announced.keep)"
        if playable(hand.plan, own, hand.trick, hand.has_won(seat)) >> place & 1:
            return why_limited(hand, place)
        if broken := why_undutiful(hand, place):
            return broken
        return why_not(hand.plan, own, hand.trick, place, hand.has_won(seat))

    def act(self, hand: Hand, action: Action) -> Hand:
        place = hand.table.place[action.what]
        if hand.setting.plan.excuse.held_back:
            hand = _with_fool_held_back(hand, place)
        seat, plan = hand.turn, hand.setting.plan
        hands = (*hand.hands[:seat], hand.hands[seat] & ~(1 << place), *hand.hands[seat + 1 :])
        trick = hand.trick._replace(cards=(*hand.trick.cards, place), named=_named(hand, place))
        events = (*hand.events, Played(seat, place, action))
        if trick.full(plan.circle):
            return _taken_in(_uncovered(hand.changed(hands, trick, hand.tricks, events), seat, place))
        named = plan.excuse.led == "named" and plan.suit[place] == EXCUSE
        if not hand.tricks or named or plan.trick.swaps or plan.excuse.demanded == len(hand.tricks) + 1:
            return _uncovered(hand.changed(hands, trick, hand.tricks, events), seat, place)
        if hand.setting.left:
            return _uncovered(hand.changed(hands, trick, hand.tricks, events), seat, place)
        next_ = hand.setting.person(plan.after[seat])
        return _uncovered(hand.changed(hands, trick, hand.tricks, events, "play", next_), seat, place)


def next_to_play(hand: Hand) -> int:
    """Who plays the next card to the trick: of a hand that lies open the player who wins it so far."""
    trick, circle = hand.trick, hand.plan.circle
    if trick.open and len(trick.cards) >= trick.in_turn(circle):
        return trick.seat(_winning(hand), circle)
    return hand.setting.person(trick.seat(len(trick.cards), circle))


def may_play(hand: Hand) -> int:
    """The cards that may be played from the seat whose turn it is, as bits."""
    seat, plan = hand.turn, hand.setting.plan
    has_tricks = not plan.excuse.barred_without or hand.has_won(seat)
    found = playable(plan, hand.hands[seat], hand.trick, has_tricks)
    if plan.excuse.held_back and may_hold_back(hand, seat, found):
        return hand.hands[seat]
    if plan.trick.limits:
        found = limited(hand, seat, found)
    if not hand.setting.announced:
        return found
    found |= freed(hand) & hand.hands[seat]
    if now := found & due(hand, seat):
        return now
    later = first_kept(hand, seat) | earliest_kept(hand, seat)
    return found & ~kept(hand, seat) or found & ~later or found


def _with_fool_held_back(hand: Hand, place: int) -> Hand:
    """The hand before a card is played, by which the Fool is held back if the player would have to play it."""
    seat, plan = hand.turn, hand.plan
    must = playable(plan, hand.hands[seat], hand.trick, hand.has_won(seat))
    held_back = may_hold_back(hand, seat, must) and not plan.every_fool >> place & 1
    return hand.settle(plan=plan.with_fool_held_back) if held_back else hand


def _named(hand: Hand, place: int) -> int:
    """The suit that is to be followed whatever the first card of the trick, when a card has been played; -1 where none is."""
    if hand.trick.cards or not hand.plan.powerless >> place & 1 or len(hand.tricks) >= kept_tricks(hand):
        return hand.trick.named
    return hand.plan.suit[place]


def _taken_in(hand: Hand) -> Hand:
    """The hand when a trick is complete: its winner takes it in, cards are drawn and turned up, and the next is led."""
    plan, trick = hand.setting.plan, hand.trick
    place = _winning(hand)
    winner = trick.seat(place, plan.circle)
    now = _drawn(hand, winner) if hand.setting.stock else hand
    if plan.deal.stacks_wait:
        for n, card in enumerate(trick.cards):
            now = _next_up(now, trick.seat(n, plan.circle), card)
    over = not any(now.hands)
    leads = winner
    if over and plan.excuse.wins:
        winner = leads = _fool_wins(now, winner)
    elif plan.trick.lead_yielded and not over:
        leads = next_leader(plan, now.hands, winner, trick.cards[place])
    elif plan.excuse.yields and now.hands[winner] & plan.fool:
        last = now.hands[winner].bit_count() == plan.excuse.barred_last + 1
        leads = plan.after[winner] if last else winner
    tricks = (*hand.tricks, trick._replace(winner=winner))
    if hand.setting.kept and not over:
        leads = _after_kept(hand, tricks, leads)
    next_ = hand.led_by(leads)
    events = (*now.events, Won(winner, next_.leader))
    if over:
        return now.changed(now.hands, next_, tricks, events, "over")
    number = len(tricks) + 1
    if opened := "claim" if plan.trick.swaps else "declare" if plan.declaring.again else "":
        return now.changed(now.hands, next_, tricks, events).settle(silent=now.speak_again(opened))
    if number not in plan.deadlines and not plan.conceded_in_play and number != plan.excuse.demanded:
        return now.changed(now.hands, next_, tricks, events, "play", hand.setting.person(next_.leader))
    now = now.changed(now.hands, next_, tricks, events)
    if any(one.deadline >= number > 1 or one.when == "not-leading" for one in plan.scoring.concessions.values()):
        now = now.settle(silent=now.speak_again("concede"))
    return now.settle(silent=now.speak_again("announce")) if number in plan.deadlines else now


def _winning(hand: Hand) -> int:
    """The place in a trick that is complete of the card that wins it: no card of one who may win no more, or whose hand lies open."""
    plan, trick, free = hand.plan, hand.trick, freed(hand)
    if free and (at := next((n for n, card in enumerate(trick.cards) if free >> card & 1), -1)) >= 0:
        return at
    if trick.open:
        return max(0, best(plan, trick._replace(cards=trick.cards[: trick.in_turn(plan.circle)])))
    barred = plan.trick.wins_none
    out = rest_lost(hand) if barred is None else first_to_meet(hand, barred)
    return best(plan, trick) if out is None else best_of_others(plan, trick, trick.place(out, plan.circle))


def _after_kept(hand: Hand, tricks: tuple[Trick, ...], winner: int) -> int:
    """Who leads to the next trick where the cards kept open are led to the first ones."""
    number, then = kept_tricks(hand), hand.plan.trick.kept_then
    if len(tricks) > number or not number:
        return winner
    if len(tricks) < number or then == "declarer":
        return hand.declarer
    return higher_winner(hand.plan, tricks) if then == "higher-winner" else winner


def _drawn(hand: Hand, winner: int) -> Hand:
    """The hand after a trick, when cards have been drawn, as long as there is a stock."""
    deal, setting = hand.plan.deal, hand.setting
    stock = setting.stock[len(hand.tricks) * deal.each_trick :]
    to_hand, open_ = deal.drawn == "to-hand", hand.plan.talon_to_tricks or deal.stock_shown
    drawn = draws(hand.plan, stock, [Trick(winner, winner=winner)])
    return happened(hand, *(Drew(seat, card, to_hand, open_) for _, seat, card in drawn))


def _uncovered(hand: Hand, seat: int, card: int) -> Hand:
    """The hand when what lay below a card played has been turned up, where that does not wait for the end of the trick."""
    deal = hand.setting.plan.deal
    return _next_up(hand, seat, card) if deal.stacks and not deal.stacks_wait else hand


def _next_up(hand: Hand, seat: int, card: int) -> Hand:
    """The hand when a player has turned up what lay below a card that he has played."""
    found = after(hand.plan, hand.setting.stacks[seat], card)
    return happened(hand, TurnedUp(seat, found)) if found else hand


def _turned_up(hand: Hand) -> Hand:
    """The hand when the players have turned up their stacks: what lies open can be played like what is in the hand."""
    plan, setting = hand.plan, hand.setting
    if not plan.deal.stacks or setting.turned_up:
        return hand
    found = [TurnedUp(seat, turned_up(plan, stack)) for seat, own in enumerate(setting.stacks) for stack in own]
    return happened(hand, *found).settle(turned_up=True)


def _with_dead_hand(hand: Hand) -> Hand:
    """The hand when the dead hand that takes part is in the care of whoever plays its cards."""
    who = hand.plan.trick.dead_hand
    if who is None or hand.setting.dead_with is not None:
        return hand
    with_ = next(iter(meant(hand, who, hand.declarer)), hand.declarer)
    return replace(hand.settle(dead_with=with_), hands=(*hand.hands, hand.setting.dead))


def _fool_wins(hand: Hand, winner: int) -> int:
    """Who wins the last trick: the player of the Fool where his side has won all the others (9.13), or he has just won with the Pagat
    (7.5)."""
    plan, excuse = hand.plan, hand.plan.excuse
    for n, card in enumerate(hand.trick.cards):
        if plan.fool >> card & 1:
            owner = hand.trick.seat(n, plan.circle)
            if _may_win(hand, owner) and meets(hand, excuse.wins_if, owner):
                return owner
    return winner


def _may_win(hand: Hand, owner: int) -> bool:
    """Whether the tricks played let the Fool win the last one for its player."""
    plan, side = hand.plan, hand.setting.side
    untrumped = not any(plan.suit[card] == TRUMPS for card in hand.trick.cards)
    if plan.excuse.wins == "after-pagat":
        before = hand.tricks[-1]
        led = before.cards[before.place(owner, plan.circle)]
        first = owner == before.leader == before.winner == hand.setting.declarer
        return first and untrumped and bool(plan.named(["pagat"]) >> led & 1)
    slam = all(side(one.winner) == side(owner) for one in hand.tricks)
    return slam and (untrumped or plan.excuse.wins == "last-of-slam")
