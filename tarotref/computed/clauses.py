"""How each small group of facts is told: its clauses in order, to be listed one after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tarotref.cards.holdings import describe
from tarotref.computed.phrases import counted, figure, listed, number, often, ordinal
from tarotref.model import rules
from tarotref.model.types import Absence, Facts, given

if TYPE_CHECKING:
    from tarotref.computed.wording import Wording

Teller = Callable[["Wording", Any], Iterable[str]]
TELL: dict[type[Facts], Teller] = {}
"""How each kind of small group of facts is told; its `text` is added by whoever asks."""


def tells(kind: type[Facts]) -> Callable[[Teller], Teller]:
    """Register the function that tells a kind of facts."""

    def register(teller: Teller) -> Teller:
        TELL[kind] = teller
        return teller

    return register


@tells(rules.TalonUse)
def talon(words: Wording, t: rules.TalonUse) -> Iterator[str]:
    """What a contract does with the talon."""
    if (keeps := given(t.keeps)) is not None:
        yield "".join(_keeping(words, t, keeps))
    aside = "" if (lays := given(t.lays)) is None else f" and lays aside {words.term('talon-lays', lays)}, showing it"
    for who, n in (given(t.takes) or {}).items():
        yield f"{words.who(who)} takes {n} from the talon{aside if who == 'declarer' else ''}"
    if t.takes is Absence.NONE:
        yield "nobody takes cards from the talon"
    if (stages := given(t.stages)) is not None:
        start = f", from the {ordinal(first)} on" if (first := given(t.first)) else ""
        shown = given(t.passed_shown)
        passed = "" if shown is None else f", what he passes by {'laid open' if shown else 'not shown'}"
        yield f"in {counted(stages, 'stage')}{start}{passed}"
    if given(t.choice):
        yield "whichever of its packets he likes"
    if (open_ := given(t.shown)) is not None:
        yield "shown to all" if open_ else "unseen by the others"
    if given(t.to_tricks):
        yield "a card of it is turned up after each trick, as long as there is one, and goes to the winner"
    if (called := given(t.called)) is not None:
        yield f"if the called card lies in it, {words.term('talon-called', called)} is the declarer's"
    if (rest := given(t.rest)) is not None:
        yield f"what nobody takes goes to {'the opponents' if rest == 'opponents' else words.who(rest)}"
    if given(t.may_refuse):
        yield "which may be refused"


def _keeping(words: Wording, t: rules.TalonUse, keeps: int) -> Iterator[str]:
    """Which of his own cards the declarer keeps: `the declarer keeps two of his own cards, of different suits, and lays the
    others aside`."""
    yield f"{words.who('declarer')} keeps {number(keeps)} of his own cards"
    if classes := given(t.keeps_of):
        first, *rest = map(words.cards, classes)
        yield f", {first}{''.join(f', or if he lacks these {one}' for one in rest)}"
    if (suits := given(t.keeps_suits)) is not None:
        yield f", {words.term('keeps-suits', suits)}"
    yield f"{', laid open,' if given(t.keeps_shown) else ''} and lays the others aside"


@tells(rules.Asks)
def asks(words: Wording, a: rules.Asks) -> Iterator[str]:
    """Cards that the declarer asks of the others."""
    if numbers := given(a.cards):
        told = listed(map(number, numbers), "or")
        yield f"asks for {told} card{'' if numbers[-1] == 1 else 's'}"
    if barred := given(a.barred):
        yield f"not for {listed(map(words.one_of, barred), 'or')}"
    if price := given(a.price):
        rest = "any other card" if len(price) > 1 else "any card"
        paid = (f"{figure(n)} for {rest if card == 'all' else words.one_of(card)}" for card, n in price.items())
        if given(a.price_to) == "opponents":
            yield f"for which he pays {listed(paid)}, shared by his opponents"
        else:
            yield f"for which he pays its holder {listed(paid)}"
    if given(a.after_discard):
        yield "when he has discarded"


def _called(words: Wording, calls: tuple[str, ...], in_turn: bool) -> str:
    """The cards that may be called: `a King, or with all of these a Queen`."""
    cards = [words.one_of(name) for name in calls]
    if not in_turn:
        return listed(cards, "or")
    if len(cards) > 2 and not cards[0].startswith("a "):
        return f"{cards[0]}, or with it the next, down to {cards[-1]}, that he lacks"
    return ", or with all of these ".join(cards)


@tells(rules.Partner)
def partner(words: Wording, p: rules.Partner) -> Iterator[str]:
    """How a contract gives the declarer a partner."""
    if calls := given(p.calls):
        yield f"partner by calling {_called(words, calls, given(p.in_turn) is True)}"
    if (when := given(p.when)) is not None:
        yield words.term("call-when", when)
    if given(p.own) is False:
        yield "not one in his own hand"
    if given(p.secret):
        yield "unknown to the others"


@tells(rules.Marcio)
def marcio(words: Wording, m: rules.Marcio) -> Iterator[str]:
    """A heavy defeat."""
    below, times = given(m.below), given(m.times)
    what = "base" if given(m.multiplies) else "payment"
    by = f"the {what} is multiplied" + (f" by {figure(times)}" if times is not None else "")
    if below is not None:
        yield f"below {figure(below)} of {'the points of the winner' if given(m.of) else 'what is needed'} {by}"
    elif times is not None:
        yield by


@tells(rules.Annulment)
def annulment(words: Wording, a: rules.Annulment) -> Iterator[str]:
    """A deal that may or must be thrown in."""
    holding = given(a.holding)
    who = given(a.by)
    yield "the hand is thrown in" if a.must else "the hand may be thrown in"
    if who:
        yield f"by {'agreement of all' if who == 'all' else words.who(who)}"
    if (when := given(a.when)) is not None:
        yield words.term("annul-when", when)
    if holding is not None:
        yield f"with {describe(holding, words.cards)}"
    if (redeal := given(a.redeal)) is not None:
        rounds = " in as many rounds" if given(a.redeal_as) else ""
        yield f"and dealt again {words.term('redeal', redeal)}{rounds}"


@tells(rules.Bounds)
def bounds(words: Wording, b: rules.Bounds) -> Iterator[str]:
    """A range of numbers."""
    if b.at_least is not None:
        yield f"{figure(b.at_least)} or more"
    if b.at_most is not None:
        yield f"{figure(b.at_most)} or fewer" if b.at_most else "nothing"
    if b.more_than is not None:
        yield f"more than {figure(b.more_than)}"
    if b.below is not None:
        yield f"fewer than {figure(b.below)}"


@tells(rules.Condition)
def condition(words: Wording, c: rules.Condition) -> Iterator[str]:
    """What has to be so, as clauses with a subject of their own: `the player makes more than 26 points`."""
    who = words.who(c.by) if c.by else "the player"
    parts = []
    if c.bid is not None:
        parts.append(f"the contract is {listed((words.named('bid', b) for b in c.bid), 'or')}")
    if c.declared is not None:
        parts.append(f"{who} has declared {listed((words.named('declaration', d) for d in c.declared), 'or')}")
    if c.announced is not None:
        parts.append(f"{who} has announced {listed((words.named('feat', f) for f in c.announced), 'or')}")
    if c.found is not None:
        parts.append(f"the declarer has {'' if c.found else 'not '}found the called card in the talon")
    if c.held is not None:
        parts.append(f"{who} was dealt {describe(c.held, words.cards)}")
    if c.left is not None:
        parts.append(f"{who} then has {describe(c.left, words.cards)}")
    if c.points is not None:
        parts.append(f"{who} makes {listed(bounds(words, c.points))} points")
    if c.won is not None:
        parts.append(f"{who} {'wins' if c.won else 'loses'} the hand")
    if c.behind is not None:
        parts.append(f"{who} is at least {counted(c.behind, 'point')} behind")
    if c.players is not None:
        parts.append(f"{listed(map(number, c.players), 'or')} play")
    if parts:
        yield listed(parts)


@tells(rules.RubberBonus)
def rubber_bonus(words: Wording, b: rules.RubberBonus) -> Iterator[str]:
    """What is paid for a rubber beyond the rest, and when."""
    add = "" if b.add is None else "the fixed sum once more" if b.add == "base" else f"{figure(b.add)} more"
    pays = listed([f"{often(b.times)} as much" if b.times is not None else "", add])
    difference = f"the difference is {listed(bounds(words, b.difference))}" if b.difference else ""
    loser = f"the loser has {listed(bounds(words, b.loser))}" if b.loser else ""
    when = listed([difference, loser])
    yield f"{pays} if {when}" if when else pays


@tells(rules.Announced)
def announced(words: Wording, a: rules.Announced) -> Iterator[str]:
    """What a feat pays when it was announced."""
    yield from announcement(words, a)
    if (won := given(a.won)) is not None:
        yield f"{figure(won)} won"
    if (lost := given(a.lost)) is not None:
        yield f"{words.value(('feats', '*', 'announced', 'lost'), lost)} lost"


def replacing(words: Wording, f: rules.Feat) -> Iterator[str]:
    """What is not paid because of a feat, and whether that holds of one that was announced and fails."""
    own = given(f.instead_of)
    bold = given(f.announced.instead_of) if isinstance(f.announced, rules.Announced) else None
    if own:
        even = ", even if it was announced and fails" if own == bold else ""
        yield f"instead of what is paid for {listed(words.named('replaced', p) for p in own)}{even}"
    if bold and bold != own:
        paid = listed(words.named("replaced", p) for p in bold)
        yield f"where it was announced, made or not, instead of what is paid for {paid}"


def silencing(words: Wording, f: rules.Feat) -> Iterator[str]:
    """What a feat keeps from being paid that was not announced: to anybody, or to the side that announced it."""
    if silences := given(f.silences):
        yield f"instead of what is paid for {listed(words.named('feat', p) for p in silences)} unannounced"
    if isinstance(f.announced, rules.Announced) and (bars := given(f.announced.bars)):
        barred = listed(words.named("payment", p) for p in bars)
        yield f"where it was announced, made or not, its side is not paid for {barred} unannounced"


def announcement(words: Wording, a: rules.Announced) -> Iterator[str]:
    """When, by whom and how a feat is announced, and what follows."""
    before, by, said, cards = given(a.deadline), given(a.by), given(a.said), given(a.on_cards)
    if before is not None or by is not None or said is not None or cards:
        when = "" if before is None else " before play" if before == 1 else f" before the {ordinal(before)} trick"
        if (early := given(a.earliest)) is not None:
            when = when if early == before else f"{when}, and not before the {ordinal(early - 1)} has been played"
            when = f" just before the {ordinal(early)} trick" if early == before else when
        if cards:
            when = f" in a pause of the deal on {listed(map(str, cards), 'or')} cards"
        if (late := given(a.when)) is not None:
            when += f", {words.term('announced-when', late)}"
        told = [f" by {words.who(by)}"] if by else []
        told += [f" with the words {listed(said, 'or')}"] if said else []
        yield f"announced{when}{''.join(told)}"
    if includes := given(a.includes):
        yield f"which announces {listed(words.named('feat', one) for one in includes)} too"
    if given(a.both):
        yield "the other side is paid too if it does it unannounced"
    if given(a.keep):
        yield "the card must then be kept as long as the rules allow another"


@tells(rules.Feat)
def feat(words: Wording, f: rules.Feat) -> Iterator[str]:
    """What is done, in which tricks, by whom and on what condition; what it pays stands in columns of its own."""
    cards, tricks = given(f.cards) or (), given(f.tricks)
    one = listed(map(words.one_of, cards), "or")
    if tricks and given(f.do) == "first-tricks":
        yield f"one player wins the first {number(tricks)} tricks"
    elif tricks and tricks > 1:
        yield f"win the last {number(tricks)} tricks with {listed(map(words.cards, cards)) if len(cards) > 1 else f'{one} each'}"
        if (order := given(f.in_order)) is not None:
            yield "in this order" if order else "in either order"
    elif (end := given(f.from_end)) is not None and end > 2:
        yield f"win the {ordinal(end)} last trick with {one}"
    elif given(f.together):
        yield f"have {listed(map(words.cards, cards))} all together among the cards won"
    elif (do := given(f.do)) is not None:
        label = words.term("feat-do", do)
        yield re.sub(r"\bit\b", one, label, count=1) if cards else label
    elif cards:
        yield one
    if (when := given(f.when)) is not None:
        yield words.term("feat-when", when)
    if (early := given(f.before_fool)) is not None:
        yield words.term("before-fool", early)
    if without := given(f.without):
        yield f"with neither {listed(map(words.one_of, without), 'nor')} in it"
    if (who := given(f.who)) is not None:
        yield f"by {words.who(who)}"
    if given(f.sole):
        yield "if no other player does"
    yield from conditions(words, f)
    if spare := given(f.spare):
        yield f"even if {counted(spare, 'trick')} {'is' if spare == 1 else 'are'} lost"
    if given(f.lost_to) == "anyone":
        yield "lost even to the partner"
    yield from paying(words, "feats", f)
    yield from replacing(words, f)
    yield from silencing(words, f)
    if need := given(f.need):
        for who, points in need.items():
            yield f"{listed(map(figure, points), 'or')} card points are needed if it is done by {words.who(who)}"
    if isinstance(f.announced, rules.Announced):
        yield from announcement(words, f.announced)
        yield given(f.announced.text) or ""


def paying(words: Wording, section: str, thing: rules.Feat | rules.Declaration) -> Iterator[str]:
    """Who pays a feat or declaration, and what it is multiplied by."""
    if (settle := given(thing.settle)) is not None:
        yield f"paid by {words.value((section, '*', 'settle'), settle)}"
    if times := given(thing.times):
        yield "times what the contract is worth" if times == "base" else f"times the {times}"


def shares(words: Wording, value: Mapping[str, Any]) -> str:
    """How many times the score each gets or pays: `the declarer twice, each opponent once`."""
    return ", ".join(f"{words.who(who)} {often(n)}" for who, n in value.items())


def conditions(words: Wording, thing: rules.Bid | rules.Feat | rules.Declaration | rules.Case) -> Iterator[str]:
    """On what conditions a thing holds, does not hold, or is given back; when a bid is made, if not always."""
    if isinstance(thing, rules.Bid):
        if given(thing.first_round):
            yield "only in a first round"
        if cards := given(thing.on_cards):
            yield f"only in a pause of the deal on {listed(map(str, cards), 'or')} cards"
        if over := given(thing.over):
            yield f"only over {listed((words.named('bid', bid) for bid in over), 'or')}"
    if isinstance(thing, rules.Declaration):
        if given(thing.held_by) is not None:
            yield "held in one hand, or by partners between them"
        if (who := given(thing.who)) is not None:
            yield f"by {words.who(who)}"
    for name, lead in {"only_if": "only if", "unless": "unless", "repaid": "paid back if"}.items():
        if (found := given(getattr(thing, name, None))) is not None:
            yield f"{lead} {words.facts(found)}"


def asking(words: Wording, case: rules.Case) -> Iterator[str]:
    """When a hand is played in another way: in words, or who asks for it, when, and on what condition."""
    yield given(case.when) or ""
    if who := given(case.asked_by):
        when = f" {words.term('case-at', at)}" if (at := given(case.at)) else ""
        yield f"asked for by {words.who(who)}{when}"
    if over := given(case.over):
        yield f"only over {listed((words.named('case', one) for one in over), 'or')}"
    yield from conditions(words, case)
    if given(case.takes_discard):
        yield "and whoever asks takes up the declarer's discard, discards as many cards and is then the declarer"


def by_number(words: Wording, path: tuple[str, ...], value: Mapping[int, Any], unit: str) -> str:
    """A value by number, equal ones told once: `25 with 2 or 3 players; 19 with 4`."""
    found: dict[str, list[int]] = {}
    for n, one in value.items():
        found.setdefault(words.value(path, one), []).append(n)
    if len(found) == 1:
        return next(iter(found))
    told = [f"{text} with {listed(map(str, ns), 'or')}" for text, ns in found.items()]
    return "; ".join([f"{told[0]} {unit}", *told[1:]])


def by_trick(words: Wording, path: tuple[str, ...], value: Mapping[int, Any]) -> str:
    """A value by the trick from which on it holds: `−36; −26 from the 13th trick`."""
    told = [(n, words.value(path, one)) for n, one in value.items()]
    return "; ".join(text if n == 1 else f"{text} from the {ordinal(n)} trick" for n, text in told)


def by_feat(words: Wording, field: str, value: Mapping[str, Any]) -> str:
    """What is taken from a pot or put into it, by feat, equal figures told once: `all for Pagat ultimo and Tout`."""
    found: dict[str, list[str]] = {}
    for id, share in value.items():
        whole = {"taken": "all", "raised": "doubled"}.get(field) if share == 1 else None
        amount = whole or (f"raised by {figure(share)}" if field == "raised" else figure(share))
        found.setdefault(amount, []).append(words.named("payment", id))
    return listed(
        f"{amount} for {listed(names)}{'' if field == 'taken' else ' lost'}" for amount, names in found.items()
    )
