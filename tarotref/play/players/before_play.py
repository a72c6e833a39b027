"""Rules of thumb for all that is done before cards are played, and between: one function each (docs/play.md)."""

from __future__ import annotations

from tarotref.cards.counting import Points
from tarotref.play.announcing import cards_of
from tarotref.play.compiled import TRUMPS, Plan, places
from tarotref.play.compiled.contracts import Contract
from tarotref.play.compiled.dealing import IN_TURN
from tarotref.play.conditions import had
from tarotref.play.phases.bargaining import how
from tarotref.play.players.judging import best_trumps
from tarotref.play.players.sight import Sight
from tarotref.play.settle.reached import BY_POINTS
from tarotref.play.table import DONE, PASSED, Action

WITH_PARTNER, AGAINST_TWO, AGAINST_MORE = 1.15, 1.1, 1.6
"""How many times an average hand the lowest bid asks for: with a partner, alone against one or two, alone against more."""
NEXT_BID = 0.2
"""How much more each higher bid asks for, of those that one plays with as many others."""
NO_TALON, NO_TALON_ALONE, TALON_AGAINST = 0.15, 0.5, 0.3
"""How much more it asks for to take no card; to take none alone against more than two; to leave them to these."""
BOUT = 0.17
"""How much less for each card in the hand that lowers the points needed."""
RISK = 0.2
"""How much better it has to be expected to be while not all cards are dealt."""
ALL_TRICKS_BID = 2.5
"""How many times an average hand a contract of all tricks asks for."""
DOUBLE, REDOUBLE = 1.6, 2.2
"""How many times an average hand it takes to double, and to double what has been doubled."""
LEAVE = 0.6
"""Below how many times an average hand a player leaves it to the others, where he may."""


WHY = {
    "keep": "The dearest cards are kept: the Pagat, the high trumps, then what counts.",
    "discard": "Void the suit in which you have fewest cards and no King; cards that you can declare stay in the hand.",
    "give": "Give what is of least use and does not count.",
    "ask": "Ask for the highest trump that you lack, then for Kings.",
    "call": "Call the highest trump that you lack, or the King of your shortest suit.",
    "trumps": "In this suit your hand is strongest.",
    "exchange": "Change what is no trump, no King and not the highest card of its suit.",
    "stage": "The first packet is as good as any.",
    "packet": "This packet brings most in trumps, Kings and points.",
    "choose": "This hand has most in trumps, Kings and points.",
    "before-talon": "What is sure now counts for more than later.",
    "declare": "Declare all that you hold.",
    "announce": "Announce only what is near sure.",
    "name": "Name the suit of which you have most.",
    "offer": "With so many counting cards, be on the side that has bid.",
    "demand": "A Fool kept back longer does its holder good.",
    "throw-in": "Throw in a hand that is weaker than the average.",
    "bargain": "Bid with a hand made for it; else take what is offered, and have the deal go on with one above the average.",
    "tell": "Tell of a hand that is stronger than the average; the other side may then have it thrown in.",
    "claim": "A card that counts comes into the trick for one that does not.",
    "sell": "A hand far below the average is better sold; what it brings to buy is not known.",
    "concede": "A hand far below the average is better left to the others; no other is given up.",
    "case": "Ask for it only where the hand is made for it.",
}
"""Why something is done, by the phase in which it is done."""


def reason(see: Sight, action: Action) -> str:
    """Why a player does something, in a sentence."""
    if see.state.phase in ("bid", "contract", "double") and not see.cards.low:
        share = f"Trumps, Kings and short suits make your hand {see.strength:.1f} times as strong as the average"
        return f"{share}: {'too little to say more' if action in (DONE, PASSED) else 'enough for this'}."
    return WHY.get(see.state.phase, "")


def say_nothing(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Say nothing, where one may say nothing."""
    return next((action for action in (DONE, PASSED) if action in legal), legal[0])


def leave(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Leave the hand to the others where one may and the cards are far below the average; give up no other way."""
    ways = see.plan.scoring.concessions
    out = [
        action for action in legal if action != DONE and action.what in ways and ways[action.what].alone == "face-down"
    ]
    return out[0] if out and see.strength < LEAVE else say_nothing(see, legal)


def sell(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Sell what is left of the pack with a hand far below the average, and bid for it no more than one must."""
    return legal[0] if DONE in legal and see.strength < LEAVE else say_nothing(see, legal)


def claim(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Call for a card on the mildest condition that there is."""
    return next(action for action in reversed(legal) if action != DONE)


def take_first(see: Sight, legal: tuple[Action, ...]) -> Action:
    return legal[0]


def bid(see: Sight, legal: tuple[Action, ...]) -> Action:
    """The highest bid that the count of the hand allows; what must be said, where none does."""
    fit = [action for action in legal if action.kind in ("bid", "contract") and _fit(see, action.what)]
    return fit[-1] if fit else say_nothing(see, legal)


def _fit(see: Sight, bid: str) -> bool:
    """Whether a hand is good enough for a contract."""
    plan, contract = see.state.table.plan_for(bid), see.state.table.contracts[bid]
    aim = plan.scoring.win.aim
    if aim in ("no-tricks", "tricks"):
        return _loses_all(see)
    if aim == "all-tricks":
        return see.strength_by(plan) >= ALL_TRICKS_BID
    if (
        aim not in BY_POINTS
        or _unjudged(contract, plan)
        or (contract.announces and not any(_near_sure(see, id) for id in contract.announces))
    ):
        return False
    return _when_all_are_dealt(see, see.strength_by(plan)) >= _by_bouts(see, plan, _needed(see, contract))


def _when_all_are_dealt(see: Sight, strength: float) -> float:
    """How good a hand may be expected to be when the rest of it, which will be like any other, has been dealt."""
    so_far = see.state.setting.on_cards
    return 1 + (strength - 1) * so_far / see.plan.deal.each - RISK if so_far else strength


def _unjudged(contract: Contract, plan: Plan) -> bool:
    """Whether one does not play a contract with the trumps of one's hand: they are a plain suit, or nearly all is laid aside."""
    plain = plan.suits[1:] and not any(plan.trick.power[1][n] >= 0 for n in places(plan.of_suit[TRUMPS]))
    return bool(plain or (contract.talon is not None and (contract.talon.keeps == 1 or contract.talon.keeps_of)))


def _alone(plan: Plan, contract: Contract) -> bool:
    return contract.partner is None and not plan.seats.teams


def _needed(see: Sight, contract: Contract) -> float:
    """How many times an average hand a contract asks for, where half the points win it."""
    table, talon = see.state.table, contract.talon
    alone, many = _alone(see.plan, contract), see.plan.players > 3
    needed = WITH_PARTNER if not alone else AGAINST_MORE if many else AGAINST_TWO
    for id, lower in table.contracts.items():
        if id == contract.id:
            break
        same = table.plan_for(id).scoring.win.aim == table.plan_for(contract.id).scoring.win.aim
        judged = not (lower.if_all_pass or lower.announces or _unjudged(lower, table.plan_for(id)))
        needed += NEXT_BID * (same and judged and _alone(see.plan, lower) == alone)
    takes = (talon and talon.takes.get("declarer", 0)) or (contract.asks and contract.asks.most)
    if not takes:
        needed += NO_TALON_ALONE if alone and many else NO_TALON
        needed += TALON_AGAINST if alone and many and talon is not None and talon.rest == "opponents" else 0
    return needed


def _by_bouts(see: Sight, plan: Plan, needed: float) -> float:
    """What a contract asks for whose points needed depend on certain cards (the bouts), by those in the hand."""
    win, total = plan.scoring.win, plan.figures.total
    if not win.by or not win.at_least or len(win.at_least) < 2 or not total:
        return needed
    bouts = min((see.hand & plan.named([win.by])).bit_count(), len(win.at_least) - 1)
    return float(needed * 2 * win.at_least[bouts] / total - BOUT * bouts)


def ask_for_case(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Ask for a case rather than throw the cards in; else where the hand is good enough for it, or, as one who is not to take
    tricks or is to have a partner, where it is below the average."""
    if see.state.setting.at == "after-passes":
        return legal[0]
    return next((action for action in legal if action.kind == "case" and _suits(see, action.what)), DONE)


def _suits(see: Sight, case: str) -> bool:
    aim = see.state.table.cases[case].plan.scoring.win.aim
    if aim in ("no-tricks", "tricks"):
        return _loses_all(see)
    return _wins_all(see) if aim == "all-tricks" else see.strength < 1


def throw_in(see: Sight, legal: tuple[Action, ...]) -> Action:
    return legal[0] if see.strength < 1 else DONE


def bargain(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Where players speak in turn, bid on what is good enough, take what is offered, offer with a hand far below the average, and have
    the deal go on with one above it; elsewhere have it go on."""
    if how(see.state) != IN_TURN:
        return say_nothing(see, legal)
    said = bid(see, legal)
    takes = [action for action in legal if action.kind == "demand"]
    offers = [action for action in legal if action.kind == "offer"] if see.strength < LEAVE else []
    if said.kind == "bid" or takes:
        return said if said.kind == "bid" else takes[-1]
    return DONE if DONE in legal and see.strength >= 1 else next(iter(offers), PASSED)


def tell(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Speak of a hand that is stronger than the average; leave no word of one's own to the partner."""
    return legal[0] if legal[0].kind == "tell" and see.strength > 1 else DONE


def discard(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Lay what brings the hand nearest to lacking a suit in which it has no King; points go first where they are one's own, and last
    what one can declare."""
    declarer = see.state.setting.declarer
    counts_for = see.plan.discard.whose(see.seat, declarer)
    theirs = counts_for == "nobody" or (counts_for == "opponents" and see.seat == declarer)
    return _lay(see, legal, own=not theirs and not see.cards.low)


def make_trumps(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Make the suit trumps in which the hand is strongest."""
    return Action("trumps", best_trumps(see.plan, see.hand))


def exchange(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Change all that is no trump, no King and not the highest card of its suit; where no trick is to be won, what is high."""
    cards = [action for action in legal if action.kind == "discard"]

    def poor(action: Action) -> bool:
        card = see.state.table.place[action.what]
        suit = see.suit(card)
        if see.cards.low:
            return 2 * see.cards.height[card] > suit.bit_count()
        top = max(places(suit), key=lambda n: see.cards.height[n])
        return see.plan.suit[card] != TRUMPS and card != top and not see.cards.kings >> card & 1

    return next(filter(poor, cards), DONE)


def keep(see: Sight, legal: tuple[Action, ...]) -> Action:
    """The dearest card."""
    return max(legal, key=lambda action: see.cost(see.state.table.place[action.what]))


def give(see: Sight, legal: tuple[Action, ...]) -> Action:
    return _lay(see, legal, own=False)


def _lay(see: Sight, legal: tuple[Action, ...], own: bool) -> Action:
    def order(action: Action) -> tuple[bool, bool, bool, bool, bool, int, Points]:
        card = see.state.table.place[action.what]
        dear, trump, points, _ = see.cost(card)
        mine = see.suit(card) & see.hand if not dear or trump else 0
        king, guarded = bool(see.cards.kings >> card & 1), bool(mine & see.cards.kings)
        return dear, trump, king, bool(see.declared >> card & 1), guarded, mine.bit_count(), -points if own else points

    return min(legal, key=order)


def ask(see: Sight, legal: tuple[Action, ...]) -> Action:
    """The highest trump that one lacks, then Kings."""
    asked = [action for action in legal if action.kind == "ask"]
    return max(asked, key=lambda action: _want(see, see.state.table.place[action.what])) if asked else legal[0]


def call(see: Sight, legal: tuple[Action, ...]) -> Action:
    """The highest trump that one lacks, or the King of the suit of which one has least."""
    return max(legal, key=lambda action: _want(see, see.state.table.place[action.what]))


def _want(see: Sight, card: int) -> tuple[bool, bool, int, int, Points]:
    """How much a card is wanted that another may hold."""
    known, suit = see.cards, see.plan.suit[card]
    height = known.height[card] if suit == TRUMPS else 0
    mine = (see.suit(card) & see.hand).bit_count() if suit > TRUMPS else 0
    prized = suit == TRUMPS or bool(known.kings >> card & 1)
    return not see.hand >> card & 1, prized, height, -mine, known.points[card]


def take(see: Sight, legal: tuple[Action, ...]) -> Action:
    """The packet of the talon that is worth most in trumps and Kings, and then in points."""
    known = see.cards

    def worth(action: Action) -> tuple[int, Points]:
        cards = list(places(see.state.packets[int(action.what) - 1]))
        return sum(known.strength[n] for n in cards), sum(known.points[n] for n in cards)

    return max(legal, key=worth)


def declare_all(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Declare all; where all cannot stand beside each other, of the same cards the most, and what pays most."""
    ids, rungs = [action.what for action in legal if action.kind == "declare"], see.plan.rungs
    ids = [id for n, id in enumerate(ids) if not rungs.get(id, frozenset()).intersection(ids[n + 1 :])]
    if see.plan.apart and len(ids) > 1:
        made = {one.id for one in see.state.setting.declared if one.seat == see.seat}
        dearest = see.plan.together(had(see.state, see.seat), {*made, *ids})
        ids = [id for id in ids if id in dearest] or ids
    return next((Action("declare", id) for id in ids), DONE)


def announce(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Announce only what is near sure, or what the contract obliges to."""
    near_sure = (action for action in legal if action.kind == "announce" and _near_sure(see, action.what))
    return next(near_sure, say_nothing(see, legal))


def say_before_talon(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Declare all, and announce or double as later, since it counts for more."""
    declared = declare_all(see, legal)
    return double(see, legal) if declared == DONE else declared


def _near_sure(see: Sight, id: str) -> bool:
    feat = see.plan.feats[id]
    trumps = see.plan.of_suit[TRUMPS]
    alone = not any(see.ally(other) for other in range(see.plan.players) if other != see.seat)
    match feat.do:
        case "all-tricks":
            return not see.cards.low and _wins_all(see)
        case "no-tricks":
            return alone and _loses_all(see)
        case "win-last":
            return (see.hand & trumps).bit_count() >= (see.unseen & trumps).bit_count() + 2 and bool(
                see.hand & cards_of(see.state, feat)
            )
    return False


def _wins_all(see: Sight) -> bool:
    """Whether a hand can draw all trumps, and has nothing beside trumps that is not the highest."""
    for suit in see.plan.of_suit:
        if not (mine := see.hand & suit):
            continue
        others = sorted((see.cards.height[n] for n in places(see.unseen & suit)), reverse=True)
        own = sorted((see.cards.height[n] for n in places(mine)), reverse=True)
        masters = sum(not others or height > others[0] for height in own)
        if masters < len(own) and masters < len(others):
            return False
    trumps = see.plan.of_suit[TRUMPS]
    return (see.hand & trumps).bit_count() > (see.unseen & trumps).bit_count()


def _loses_all(see: Sight) -> bool:
    """Whether each card of a hand is lower than as high a one of those that it lacks in the suit, counted from the lowest."""
    for suit in see.plan.of_suit:
        own = sorted(see.cards.height[n] for n in places(see.hand & suit))
        others = sorted(see.cards.height[n] for n in places(see.unseen & suit))
        if len(others) < len(own) or any(mine > other for mine, other in zip(own, others, strict=False)):
            return False
    return True


def double(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Double what the cards pay with strength, or weakness where no points are wanted, and every trick that opponents have announced with a card that wins one; announce
    only what is near sure."""
    if (announced := announce(see, legal)) != DONE:
        return announced
    for one in see.state.setting.announced:
        slam = Action("double", one.id)
        if slam in legal and see.foe(one.seat) and see.plan.feats[one.id].do == "all-tricks" and _master(see):
            return slam
    score = Action("double", "score")
    needed = REDOUBLE if see.state.setting.doubled else DOUBLE
    fit = see.strength <= 1 / needed if see.cards.low else see.strength >= needed
    return score if score in legal and fit else DONE


def _master(see: Sight) -> bool:
    """Whether a hand has the highest trump of all."""
    trumps, above = see.plan.of_suit[TRUMPS], see.plan.trick.above
    return any(not see.unseen & trumps & above[n] for n in places(see.hand & trumps))


def name_suit(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Ask for the suit of which one has most, having led the Fool."""
    return max(legal, key=lambda action: (see.plan.of_suit[see.plan.suits.index(action.what)] & see.hand).bit_count())
