"""How each small group of facts is told: its clauses in order, each a sentence but for its capital and its full stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tarotref.cards.holdings import Holding
from tarotref.model import rules
from tarotref.model.types import Facts, given
from tarotref.words.naming import Naming
from tarotref.words.phrases import counted, figure, listed, number, often, ordinal
from tarotref.words.sentences import on_condition

Teller = Callable[["Naming", Any], Iterable[str]]
TELL: dict[type[Facts], Teller] = {}
"""The words for each kind of small group of facts; the caller adds its `text`."""
PHRASES: set[type[Facts]] = set()
"""Those that are told as part of a sentence: conditions, bounds."""


def tells(kind: type[Facts], phrase: bool = False) -> Callable[[Teller], Teller]:
    """Register the function that tells a kind of facts, in clauses that stand alone or as a `phrase`."""

    def register(teller: Teller) -> Teller:
        TELL[kind] = teller
        if phrase:
            PHRASES.add(kind)
        return teller

    return register


@tells(rules.Marcio)
def marcio(words: Naming, m: rules.Marcio) -> Iterator[str]:
    """A heavy defeat."""
    below, times = given(m.below), given(m.times)
    what = "the base" if given(m.multiplies) else "the payment"
    more = f"multiplies {what} by {figure(times)}" if times is not None else f"raises {what}"
    more = (
        {Fraction(2): f"doubles {what}", Fraction(3): f"triples {what}"}.get(times, more) if times is not None else more
    )
    if below is not None:
        yield f"losing with less than {figure(below)} of {'the points of the winner' if given(m.of) else 'what is needed'} {more}"
    elif times is not None:
        yield f"a heavy defeat {more}"


@tells(rules.Bounds, phrase=True)
def bounds(words: Naming, b: rules.Bounds) -> Iterator[str]:
    """A range of numbers."""
    if b.at_least is not None:
        yield f"{figure(b.at_least)} or more"
    if b.at_most is not None:
        yield f"{figure(b.at_most)} or fewer" if b.at_most else "nothing"
    if b.more_than is not None:
        yield f"more than {figure(b.more_than)}"
    if b.below is not None:
        yield f"fewer than {figure(b.below)}"


def points_made(words: Naming, b: rules.Bounds) -> str:
    """How many card points are made: `26 or more points`, `no points`."""
    told = listed(bounds(words, b))
    return f"{'no' if told == 'nothing' else told} points"


_KEPT = {("side", None): "that side", ("opponents", "dealer"): "an opponent of the dealer"}
"""Who has kept a deal on, by whose side is meant."""
_ANY = {"all": "any player", "opponents": "an opponent", "others": "another player"}
"""Whose doings are meant by a condition, where that is of several."""


def _doer(words: Naming, c: rules.Condition, who: str) -> str:
    """Who makes a bonus that a condition hangs on: one of the sides, where partners make it together."""
    sides = given(words.ruleset.rules.sides) if words.ruleset is not None else None
    return "either side" if c.by == "all" and sides not in (None, "individual") else who


@tells(rules.Condition, phrase=True)
def condition(words: Naming, c: rules.Condition) -> Iterator[str]:
    """What has to be so, as clauses with a subject of their own: `the player makes more than 26 points`."""
    who = (
        words.who(c.by) if c.by == "others" and words.for_two() else _ANY.get(c.by or "") or words.who(c.by or "holder")
    )
    who = who if c.by else "the player"
    who = "the opponents together" if c.by == "opponents" and c.points else who
    s, has = ("", "have") if who.endswith("together") else ("s", "has")
    teams = words.ruleset is not None and given(words.ruleset.rules.sides) in ("partners", "pairs")
    side = f"{who}'s side" if teams and who == "the player" else who

    def held(holding: Holding) -> str:
        told = words.held(holding)
        return f"{who} was not dealt {told[4:]}" if told.startswith("not ") else f"{who} was dealt {told}"

    counted_too = listed(words.members(name) for name in c.in_hand or ())
    in_hand = f", counting {counted_too} in hand too" if counted_too else ""

    def any_of(kind: str, ids: Iterable[str]) -> str:
        return listed((words.named(kind, id) for id in ids), "or")

    tell: dict[str, Callable[[Any], str]] = {
        "bid": lambda bids: f"the contract is {any_of('bid', bids)}",
        "declared": lambda ids: f"{who} {has} declared {any_of('declaration', ids)}",
        "announced": lambda ids: (
            f"{who} {has} announced {any_of('feat', ids)}"
            if isinstance(ids, tuple)
            else f"{'something' if ids else 'nothing'} has been announced"
        ),
        "done": lambda ids: f"{_doer(words, c, who)} make{s} {any_of('feat', ids)}",
        "alone": lambda alone: f"{'nothing' if alone else 'something'} else has been announced or declared",
        "doubled": lambda doubled: (
            f"{any_of('payment', doubled)} has been doubled"
            if isinstance(doubled, tuple)
            else f"{'something' if doubled else 'nothing'} has been doubled"
        ),
        "found": lambda found: f"the declarer has {'' if found else 'not '}found the called card in the talon",
        "looked": lambda n: f"the declarer has looked at {'both' if n == 2 else number(n)} packets of the talon",
        "held": held,
        "left": lambda left: f"{who} then {has} {words.held(left)}",
        "points": lambda points: f"{who} make{s} {points_made(words, points)}",
        "won": lambda won: f"{side} {'win' if won else 'lose'}{s} the hand",
        "kept": lambda kept: f"the deal was kept on by {_KEPT.get((kept, c.by), words.who(kept))}",
        "refused": lambda refused: f"the wish of a partner to throw the hand in was {'' if refused else 'not '}refused",
        "hands": lambda n: f"{number(n)} hands of the rubber have been played",
        "total": lambda total: (
            f"{who} {has} {points_made(words, total)} in the rubber, with those won in the hand so far{in_hand}"
        ),
        "standing": lambda total: f"{who} {has} {points_made(words, total)} in the rubber before the hand{in_hand}",
        "pot": lambda pots: listed(
            f"{words.named('pot', id)} holds {listed(bounds(words, one))} when the hand begins"
            for id, one in pots.items()
        ),
        "behind": lambda behind: f"{who} is at least {counted(behind, 'point')} behind",
        "overbid": lambda overbid: f"{words.who(overbid)} has bid too",
        "players": lambda players: f"there are {listed(map(number, players), 'or')} players",
    }
    parts = [told(value) for field, told in tell.items() if (value := getattr(c, field)) is not None]
    if parts:
        same = all(part.startswith(f"{who} ") for part in parts)  # who is meant is said once
        told = [part.removeprefix(f"{who} ") if n and same else part for n, part in enumerate(parts)]
        long = len(told) == 2 and any(", " in part for part in told)
        yield f"{told[0]}, and {told[1]}" if long else listed(told)


@tells(rules.RubberBonus, phrase=True)
def rubber_bonus(words: Naming, b: rules.RubberBonus) -> Iterator[str]:
    """What is paid for a rubber beyond the rest, and when."""
    add = "" if b.add is None else "the fixed sum once more" if b.add == "base" else f"{figure(b.add)} more"
    pays = listed([f"{often(b.times)} as much" if b.times is not None else "", add])
    difference = f"the difference is {listed(bounds(words, b.difference))}" if b.difference else ""
    loser = f"the loser has {listed(bounds(words, b.loser))}" if b.loser else ""
    when = listed([difference, loser])
    yield f"{pays} if {when}" if when else pays


def of_deal(words: Naming, field: str, value: Mapping[str, Any]) -> str:
    """Return in words who gets, lays aside or lays open what, and which cards may go from which hand."""
    told: Mapping[str, Callable[[str, Any], str]] = {
        "allowed": lambda k, v: f"{words.cards(k)} from a hand with {words.value(('discard', field), v)}",
        "robbed_by": lambda k, v: f"{words.who(k)} from {'below' if v == 'bottom' else 'above'}",
        "combed": lambda k, v: f"{listed(map(words.cards, v))} by {words.who(k)}",
        "early": lambda k, v: f"{v} by {words.who(k)}",
        "early_of": lambda k, v: f"{v} of {words.who(k)}",
        "open_after": lambda k, v: f"those of {words.who(k)} after the {ordinal(v)} trick",
        "open": lambda k, v: f"those of {words.who(k)} from the {ordinal(v)} trick on",
    }
    return listed(told[field](k, v) for k, v in value.items())


def shares(words: Naming, value: Mapping[str, Any]) -> str:
    """How many times the score each gets or pays: `twice for the declarer and once for each opponent`."""
    told = listed(f"{often(n)} for {words.who(who)}" for who, n in value.items())
    return f"{told}, where there is a partner" if "partner" in value else told


def _in_turn(words: Naming, bid: rules.Bid) -> Iterator[str]:
    """What follows from a bid for who speaks next, and for whoever wins the bidding with it."""
    if level := given(bid.level):
        yield f"it does not go over {listed((words.named('bid', one) for one in level), 'or')}: of the two the one bid first stands"
    if opened := given(bid.not_held_after):
        yield f"a player who opened the bidding with {listed((words.named('bid', one) for one in opened), 'or')} may not hold it"
    if given(bid.last_word):
        yield "a player who has bid it may not bid again"
    if given(bid.over_held):
        yield "only the player who made the bid under it may make it, once another has held that"
    if given(bid.answered):
        yield "the next player must bid over it"
    if given(bid.in_place):
        others = listed((words.named("bid", one) for one in given(bid.in_place) or ()), "or")
        yield f"a player who wins the bidding with it may play {others} in its place"


def _bid_when(words: Naming, bid: rules.Bid) -> Iterator[str]:
    """When a bid is made, if not always, and over what."""
    if given(bid.jump):
        yield "a player may skip lower bids to make it"
    if word := given(bid.first_word):
        opener = "" if word is True else ", or after making the first bid of the hand"
        yield f"a player may bid it only when speaking for the first time{opener}"
    if given(bid.ends):
        yield "it ends the bidding"
    yield from _in_turn(words, bid)
    if given(bid.played) is False:
        yield "it is never played: if nobody bids higher, the hands are thrown in"
    if given(bid.first_round):
        yield "it is bid only in a first round"
    if cards := given(bid.on_cards):
        yield f"it is bid only in a pause of the deal on {listed(map(str, cards), 'or')} cards"
    own = next((id for id, one in rules.entries(words.ruleset.rules.bids) if one is bid), "") if words.ruleset else ""
    if given(bid.over) == (own,):
        yield "a later player may bid it again"
    elif over := given(bid.over):
        yield f"a player may bid it only over {listed((words.named('bid', one) for one in over), 'or')}"


def conditions(words: Naming, thing: rules.Bid | rules.Feat | rules.Declaration | rules.Case) -> Iterator[str]:
    """On what conditions a thing holds, does not hold, or is given back; when a bid is made, if not always."""
    kind = {rules.Bid: "bids", rules.Declaration: "declarations"}.get(type(thing), "")
    if isinstance(thing, rules.Bid):
        yield from _bid_when(words, thing)
    if isinstance(thing, rules.Declaration):
        if given(thing.held_by) is not None:
            yield "partners may hold the cards between them"
        if (together := given(thing.together)) is not None:
            yield f"from {number(together)} on those of both partners count together, in place of what each has alone"
        if (who := given(thing.who)) is not None:
            yield f"only {words.who(who)} may declare it"
        if (times := given(thing.before_talon)) is not None:
            yield f"declared before the declarer takes cards of the talon, it counts {figure(times)} times"
    for name, lead in {
        "only_if": "",
        "unless": "it does not count if",
        "lost_unless": "failing costs nothing if",
        "repaid": "it is paid back if",
    }.items():
        if (found := given(getattr(thing, name, None))) is not None:
            together = getattr(thing, "who", None) == "opponents" and found.by is None
            said = words.facts(found.model_copy({"by": "opponents"}) if together else found)
            yield concerning(words, found, f"{lead} {said}" if lead else on_condition(kind, said))


def concerning(words: Naming, found: rules.Condition, clause: str) -> str:
    """Return what is told of a condition with whom alone it concerns: `if the dealer makes it, ...`."""
    if found.concerns is None:
        return clause
    other = found.concerns == "others" and not words.for_two()
    return f"if {'another player' if other else words.who(found.concerns)} makes it, {clause}"


def bidding(words: Naming, bid: rules.Bid) -> Iterator[str]:
    """Yield who may not make a bid, on what condition another may, who plays it if all pass, and what it obliges to."""
    rules_of = words.ruleset and given(words.ruleset.rules.bidding)
    chosen = bool(rules_of and rules_of.all_pass == "first-chooses")
    if (barred := given(bid.barred)) is not None:
        first = chosen and rules_of and barred in (("eldest",), (given(rules_of.first),))
        yield f"{listed(map(words.who, barred))} may not bid it{', but may choose it if everyone passes' if first else ''}"
    if (who := given(bid.if_all_pass)) is not None:
        cards = given(bid.holder_of) or ()
        player = (
            f"the holder of {listed(map(words.cards, cards), 'or else of')}"
            if who == "holder" and cards
            else words.who(who)
        )
        yield f"{'the first to speak may choose it' if chosen else f'{player} plays it'} if everyone passes"
    yield from conditions(words, bid)
    if feats := given(bid.announces):
        dealt = ", holding its card from the deal" if given(bid.announces_dealt) else ""
        yield f"the declarer must announce {listed((words.named('feat', id) for id in feats), 'or')} with it{dealt}"


def asking(words: Naming, case: rules.Case) -> Iterator[str]:
    """When a hand is played in another way: in words, or who asks for it, when, and on what condition."""
    yield given(case.when) or ""
    if who := given(case.asked_by):
        when = f" {words.value(('cases', '', 'at'), at)}" if (at := given(case.at)) else ""
        only = _of_the_side(words, case) if who == "side" else ""
        yield f"{'either side' if who == 'side' else words.who(who)} may ask for it{when}{only}"
    if over := given(case.over):
        yield f"a player may ask for it only over {listed((words.named('case', one) for one in over), 'or')}"
    if (found := given(case.only_if)) is not None and not (case.asked_by == "side" and _of_the_side(words, case)):
        of = found if case.asked_by else announced_by(words, found)
        yield words.facts(of) if not case.asked_by else f"a player may ask for it only if {words.facts(of)}"
    if feats := given(case.announces):
        yield f"the declarer must then announce {listed((words.named('feat', id) for id in feats), 'or')}"
    if given(case.or_raises):
        yield "a player who does not ask has to double the game where nothing has been announced or doubled"
    if given(case.takes_discard):
        yield "whoever asks takes up the declarer's discard, discards as many cards and is then the declarer"


def announced_by(words: Naming, c: rules.Condition) -> rules.Condition:
    """Return a condition of a case for which nobody asks, with who may make the announcement that it hangs on."""
    feats = (given(words.ruleset.rules.feats) or {}) if words.ruleset is not None else {}
    if c.by is not None or not isinstance(c.announced, tuple):
        return c
    made = (given(getattr(feats.get(id), "announced", None)) for id in c.announced)
    who = next((by for one in made if (by := given(getattr(one, "by", None)))), "all")
    return c.model_copy({"by": who})


def _of_the_side(words: Naming, case: rules.Case) -> str:
    """On what condition the side itself may ask for a case: ` if it is at least nine points behind`."""
    told = words.facts(found) if (found := given(case.only_if)) is not None else ""
    return f" if it {told.removeprefix('the side ')}" if told.startswith("the side ") else ""


def by_number(words: Naming, path: tuple[str, ...], value: Mapping[int, Any], unit: str) -> str:
    """A value by number, equal ones told once: `25 with 2 or 3 players, 19 with 4`."""
    found: dict[str, list[int]] = {}
    for n, one in value.items():
        found.setdefault(words.value(path, one), []).append(n)
    if len(found) == 1:
        return next(iter(found))
    told = [f"{text} with {listed(map(str, ns), 'or')}" for text, ns in found.items()]
    return ("; " if any(", " in text for text in found) else ", ").join([f"{told[0]} {unit}", *told[1:]])


def by_trick(words: Naming, path: tuple[str, ...], value: Mapping[int, Any]) -> str:
    """A value by the trick from which on it holds: `−36, and −26 from the 13th trick`."""
    told = [(n, words.value(path, one)) for n, one in value.items()]
    return ", and ".join(text if n == 1 else f"{text} from the {ordinal(n)} trick" for n, text in told)
