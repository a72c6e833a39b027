"""The discard: who lays cards aside, how many, and which he may (dm2004 ch. 1, "Discarding")."""

from __future__ import annotations

from itertools import combinations

from tarotref.cards.holdings import holds, ways
from tarotref.play.compiled import TRUMPS, Plan, places
from tarotref.play.compiled.contracts import TalonUse

TOGETHER = frozenset({"all-or-none", "all-or-forced-said"})
"""Rules by which cards of a class go all together or not at all."""
PAIR = "two-together"
"""The rule by which two cards of a class go, and one alone does not."""
FREELY = frozenset({"free", "shown"})
FORCED = frozenset({"forced", "forced-shown", "forced-said", "all-or-forced-said"})


def shown_by(plan: Plan, place: int) -> bool:
    """Whether the others are shown a card that is discarded: by the rule of the smallest class in which it is."""
    rules = [rule for bits, rule in plan.discard.limits if bits >> place & 1]
    return bool(rules) and rules[-1] in ("shown", "forced-shown")


def surplus(plan: Plan, hand: int) -> int:
    """How many cards a player holds beyond the hand that is played."""
    return max(0, hand.bit_count() - plan.deal.in_hand)


def may_lay(plan: Plan, hand: int, laid: int, left: int) -> int:
    """The cards that may be laid aside next by one who has laid some and still has to lay `left`, as bits.

    The rule of the smallest class in which a card is holds for it. What may go only if forced may go where nothing else may;
    and where even that is not enough, any card may.
    """
    free, forced = hand, 0
    never = 0
    for bits, rule in plan.discard.limits:
        never = never | bits if rule == "never" else never & ~bits
    for bits, rule in plan.discard.limits:
        mine = hand & bits
        if not mine:
            continue
        free &= ~mine
        forced &= ~mine
        whole = rule in TOGETHER and mine.bit_count() <= left and not mine & never
        if laid & bits and (whole or rule == PAIR):
            return mine  # who has begun with them goes on with them
        if whole or rule in FREELY or _allowed(plan, rule, hand, laid, mine, left):
            free |= mine
        elif rule in FORCED:
            forced |= mine
    if plan.discard.spares_declarable:
        declarable = free & _declarable(plan, hand | laid)
        free, forced = free & ~declarable, forced | declarable
    return _by_hand(plan, hand, laid, left, free) or forced or hand


def _declarable(plan: Plan, cards: int) -> int:
    """The cards of all that could be declared of a hand, as bits."""
    found = 0
    for one in plan.declarations.values():
        found |= plan.bits(
            n for way in ways(places(cards), one.holding, plan.groups) for n in way.cards if isinstance(n, int)
        )
    return found


def why_kept(plan: Plan, laid: int, place: int) -> str:
    """Why a card of the hand may not be laid aside."""
    pairs = [bits for bits, rule in plan.discard.limits if rule == PAIR]
    if any(bits >> place & 1 for bits in pairs):
        return "of such cards one alone is not discarded, two are (discard)"
    if any(bits & laid for bits in pairs):
        return "with the card that you have laid aside goes another of the kind (discard)"
    return "it may not be discarded while other cards are left (discard)"


def _by_hand(plan: Plan, hand: int, laid: int, left: int, free: int) -> int:
    """The cards that may go, with those that may from a hand that has just these, or go whole."""
    for bits, holding in plan.discard.allowed:
        if holds(places(hand | laid), holding, plan.groups):
            free |= hand & bits
    for whole in _sets(plan, hand | laid, left + laid.bit_count()):
        if laid & whole & ~free and hand & whole:
            return hand & whole
        if not laid & ~whole or (whole & hand).bit_count() <= left:
            free |= whole & hand
    return free


def may_keep(plan: Plan, use: TalonUse, hand: int, kept: int) -> int:
    """The cards that may be kept next by one who has kept some of his own and lays the others aside, as bits: of the suits that the
    rules ask for and of the classes that they name, of a later class only as far as he lacks the former; of any where he has none."""
    number = use.keeps - kept.bit_count()
    whole = [kept | plan.bits(cards) for cards in combinations(places(hand & ~kept), number)]
    fits = [cards for cards in whole if _of_suits(plan, cards, use.keeps_suits)]
    classes = [plan.named([name]) for name in use.keeps_of]

    def liked(cards: int) -> tuple[int, ...]:
        return sum((cards & one).bit_count() for one in classes), *((cards & one).bit_count() for one in classes)

    most, found = max(map(liked, fits), default=()), 0
    for cards in fits:
        found |= cards if liked(cards) == most else 0
    return found & ~kept or hand & ~kept


def _of_suits(plan: Plan, cards: int, suits: str) -> bool:
    """Whether cards are of as many suits as the rules ask for."""
    number = sum(bool(cards & suit) for suit in plan.of_suit)
    return not suits or number == (1 if suits == "same" else cards.bit_count())


def laid_of_talon(plan: Plan, use: TalonUse, taken: int) -> int:
    """The card of those taken from the talon that the rules have laid aside, as a bit; 0 where they name none."""
    trumps = list(places(taken & plan.of_suit[TRUMPS]))
    if not use.lays or not trumps:
        return 0
    best = max if use.lays == "highest-trump" else min
    return 1 << best(trumps, key=lambda card: plan.trick.power[TRUMPS][card])


def _sets(plan: Plan, dealt: int, whole: int) -> list[int]:
    """The sets that may go whole, where the hand has just these and they are not more than the discard."""
    found = []
    for holding in plan.discard.sets:
        for way in ways(places(dealt), holding, plan.groups):
            bits = plan.bits(way.cards)  # type: ignore[arg-type]
            if bits.bit_count() <= whole:
                found.append(bits)
    return found


def _allowed(plan: Plan, rule: str, hand: int, laid: int, mine: int, left: int) -> bool:
    """Whether cards of a class may go by a rule that depends on the hand."""
    trumps = plan.of_suit[TRUMPS]
    match rule:
        case "only-trump":
            return not (hand | laid) & (trumps | plan.fool) & ~mine
        case "with-trump":
            return bool(laid & trumps) or (left > 1 and bool(hand & trumps & ~mine))
        case "if-four":
            return ((hand | laid) & mine).bit_count() >= 4 or mine.bit_count() >= 4
        case "two-together":
            return left == 2 and mine.bit_count() >= 2
        case "below-17":
            low = (plan.cards[place].trump for place in places(mine))
            return all(trump.isdecimal() and int(trump) < 17 for trump in low)
        case "void":
            return any(mine & suit and (hand & suit).bit_count() <= left for suit in plan.of_suit[1:])
    return False
