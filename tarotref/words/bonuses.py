"""How bonuses are told: what is done, by whom, when it is announced, who pays, and what it takes the place of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tarotref.cards.holdings import describe
from tarotref.model import rules
from tarotref.model.types import Absence, given
from tarotref.words.clauses import conditions, tells
from tarotref.words.deeds import apart, deed_of, limits, success, unasked, unfailing
from tarotref.words.labels import PAYMENTS, SETTLED, SETTLED_BY_TWO
from tarotref.words.naming import Naming
from tarotref.words.phrases import figure, listed, number, often, ordinal, small
from tarotref.words.templates import USED


@tells(rules.Announced)
def announced(words: Naming, a: rules.Announced) -> Iterator[str]:
    """What a feat pays when it was announced."""
    yield from announcement(words, a)
    if amounts := costing(words, given(a.won), given(a.lost)):
        yield f"announced, {amounts}"
    yield from _by_stage(a)


def _by_stage(thing: rules.Feat | rules.Announced) -> Iterator[str]:
    """What it pays by the stage of the talon in which the declarer has taken cards."""
    if stages := given(thing.stages):
        then = "announced, " if isinstance(thing, rules.Announced) else ""
        yield f"{then}it pays {listed(map(figure, stages), 'or')}, by the stage in which the declarer takes cards of the talon"


def costing(words: Naming, won: Any, lost: Any, do: str = "") -> str:
    """Return what a bonus pays, and costs if it fails: `it pays 2, or costs 2 if it fails`; what costs is no failure where the
    deed is a loss."""
    cost = "" if lost is None else words.value(("feats", "*", "announced", "lost"), lost).replace("−", "")
    fails = "" if do and words.term("feat-do", do).startswith("lose ") else " if it fails"
    if won is None:
        return f"it costs {cost}{fails}" if cost else ""
    if isinstance(won, int | Fraction) and won < 0:
        return f"it costs {figure(-won)}"
    return f"it pays {figure(won)}{f', or costs {cost}{fails}' if cost else ''}"


def replacing(words: Naming, f: rules.Feat) -> Iterator[str]:
    """What is not paid because of a feat, and whether that holds of one that was announced and fails."""
    own = given(f.instead_of)
    bold = given(f.announced.instead_of) if isinstance(f.announced, rules.Announced) else None
    if own:
        even = ", even if it was announced and fails" if own == bold else ""
        yield f"it is paid in place of {listed(words.named('replaced', p) for p in own)}{even}"
    if bold and bold != own:
        paid = listed(words.named("replaced", p) for p in bold)
        yield f"once it was announced, made or not, it is paid in place of {paid}"


@tells(rules.SlamPoints)
def slam_points(words: Naming, p: rules.SlamPoints) -> Iterator[str]:
    """What card points come to because of a slam."""
    if p.won is not None:
        yield f"{figure(p.won)} card points count in place of what the side has won"
    if p.tricks_alone:
        yield "only the cards of the tricks count, without the discard and the talon"
    if p.declared is not None:
        yield f"what the side has declared counts {often(p.declared)}"
    if p.times is not None:
        yield f"all card points of the side count {often(p.times)}"


@tells(rules.Others)
def others(words: Naming, o: rules.Others) -> Iterator[str]:
    """What the rest settle among themselves."""
    if o.par is not None:
        each = "the other" if words.players() == (3,) else "each other"
        yield f"of the others, a player with fewer than {figure(o.par)} points pays {each} what is lacking"
    if o.feats:
        yield f"the others alone pay each other for {listed(words.named('feat', one) for one in o.feats)}"


def raising(words: Naming, f: rules.Feat) -> Iterator[str]:
    """What a feat pays for more than it takes, and what it makes of card points and other payments."""
    if step := given(f.step):
        yield f"it pays as much again for every further {figure(step)} points"
    if points := given(f.points):
        yield from slam_points(words, points)
    if rest := given(f.others):
        yield from others(words, rest)
    multiplies = given(f.multiplies) or {}
    for payment, times in multiplies.items() if isinstance(multiplies, dict) else ():
        led = payment == "score" and words.ruleset is not None and given(words.ruleset.at(("score", "lead")))
        yield f"the score counts {often(times)}" if led else f"{words.named('payment', payment)} is paid {often(times)}"
    if not isinstance(multiplies, dict):
        yield f"everything that the hand pays is paid {often(multiplies)}"


def silencing(words: Naming, f: rules.Feat) -> Iterator[str]:
    """What a feat keeps from being paid that was not announced: to anybody, or to the side that announced it."""
    if silences := given(f.silences):
        yield f"it is paid in place of an unannounced {listed((words.named('feat', p) for p in silences), 'or')}"
    if by := given(f.silenced_by):
        yield f"unannounced, it is not paid beside an unannounced {listed((words.named('feat', p) for p in by), 'or')}"
    if isinstance(f.announced, rules.Announced) and (bars := given(f.announced.bars)):
        named = {p: words.named("payment", p) for p in bars}
        barred = [name if p in PAYMENTS else f"an unannounced {name}" for p, name in named.items()]
        yield f"once it was announced, made or not, its side is not paid for {listed(barred, 'or')}"


_MANNER = re.compile(r"(?:after|as|before|by|in|just|laid|with|without) ")
"""How words begin that say when, how or by whom something is announced, and are no sentence."""


def manner(a: rules.Announced) -> tuple[str, str]:
    """Return when, how or by whom a feat is announced, where its text begins with that, and the rest of the text."""
    first, _, rest = (text := given(a.text) or "").partition("; ")
    return (first, rest) if _MANNER.match(text) else ("", text)


def announcement(words: Naming, a: rules.Announced) -> Iterator[str]:
    """When, by whom and how a feat is announced, and what follows."""
    before, by, said, cards = given(a.deadline), given(a.by), given(a.said), given(a.on_cards)
    how = f" {first}" if (first := manner(a)[0]) else ""
    if before is not None or by is not None or said is not None or cards or how:
        when = "" if before is None else " before play" if before == 1 else f" before the {ordinal(before)} trick"
        if (early := given(a.earliest)) is not None:
            when = when if early == before else f"{when}, but not before the {ordinal(early - 1)} has been played"
            when = f" just before the {ordinal(early)} trick" if early == before else when
        if cards:
            when = f" in a pause of the deal on {listed(map(str, cards), 'or')} cards"
        who = _BY.get(by, words.who(by)) if by else ""
        word = "word" if said and all(" " not in one for one in said[:1]) and len(said) == 1 else "words"
        says = f" with the {word} {listed(said, 'or')}" if said else ""
        how = f",{how}" if how and (when or says) else how
        yield f"{who} may announce it{when}{says}{how}" if who else f"it may be announced{when}{says}{how}"
        if a.before_talon is Absence.NONE:
            yield "it may not be announced before the declarer takes cards of the talon"
        elif (times := given(a.before_talon)) is not None:
            yield f"announced before the declarer takes cards of the talon, it counts {often(times)}"
        if given(a.when) is not None:
            yield "opponents of the declarer announce it when it is time to double"
        if given(a.unasked):
            yield "only a player who had no turn to bid may announce it"
    for barred, how in (
        (given(a.not_after), "by a side that has announced"),
        (given(a.not_with), "in the same turn after"),
    ):
        if barred:
            yield f"it may not be announced {how} {listed((words.named('feat', one) for one in barred), 'or')}"
    if includes := given(a.includes):
        yield f"this announces {listed(words.named('feat', one) for one in includes)} too"
    yield from _bound(words, a)


_FOLLOWS = {
    "or_stops": "the hand is over if the player who may announce it does not",
    "loses_game": "if it fails, the game is lost too",
    "declined": "a partner may decline at once, and then neither pays for it nor is paid",
    "both": "the other side is paid too if it does it unannounced",
    "all_lost": "if it fails, all card points but those left in the talon count for the other side",
    "frees": "the card may then be played to any trick, and wins it",
    "rest_lost": "if the card has to be played sooner, its player wins neither that trick nor any later one",
}
"""What follows from an announcement, by field."""


def _bound(words: Naming, a: rules.Announced) -> Iterator[str]:
    """What announcing a feat takes, who pays it then, and what becomes of its card."""
    if (only := given(a.only_if)) is not None:
        yield f"a player may announce it only if {words.facts(only)}"
    if freed := given(a.freed_by):
        feats = listed((words.named("feat", one) for one in freed), "or")
        yield f"the declarer's partner needs nothing for it if the declarer has announced {feats} before the partner announced or doubled anything"
    yield from _first_turn(words, a)
    if given(a.named):
        yield "the suit of the card is named with it"
    if over := given(a.over):
        yield f"a player without its card may announce it in place of the partner's {words.named('feat', over)}"
    if (settle := given(a.settle)) is not None:
        yield from (f"announced, {told}" for told in settled(words, settle, "feats"))
    if (times := given(a.multiplies)) is not None:
        yield f"announced, everything that the hand pays is paid {often(times)}"
    yield from (told for field, told in _FOLLOWS.items() if given(getattr(a, field)))
    yield from _kept(words, a)


def _first_turn(words: Naming, a: rules.Announced) -> Iterator[str]:
    """What the declarer, and who has promised a card, has to hold to announce a feat in the first turn."""
    cards = {so: describe(holding, words.cards) for so, holding in (given(a.first_turn) or {}).items()}
    other = {so: cards.pop(so) for so in ("promiser", "promiser-unfreed") if so in cards}
    if cards:
        shown = listed(f"{held} {words.term('first-turn', so)}" for so, held in cards.items())
        yield f"a declarer who announces it in the first turn has to hold {shown}"
    for so, held in other.items():
        free = ", unless the declarer has announced one of these" if so == "promiser-unfreed" else ""
        who = "if two have bid, and the one who is not the declarer has promised a card, that player"
        yield f"{who} has to hold {held} to announce it in the first turn{free}"


def _kept(words: Naming, a: rules.Announced) -> Iterator[str]:
    """What becomes of the card with which a feat is announced."""
    if given(a.keep):
        ends = listed((words.named("feat", one) for one in given(a.keep_unless) or ()), "or")
        yield f"the card must then be kept as long as the rules allow another{ends and f', unless {ends} is announced'}"
    if others := given(a.behind):
        each = "each of these" if len(others) > 1 else "that"
        yield f"announced with {listed((words.named('feat', one) for one in others), 'or')}, it is for the trick before {each}"


_BY = {"opponents": "an opponent", "all": "any player", "others": "another player", "side": "either side"}


@tells(rules.Feat)
def feat(words: Naming, f: rules.Feat) -> Iterator[str]:
    """What is done, in which tricks, by whom and on what condition; what it pays stands in columns of its own."""
    all_but = given(f.spare) if given(f.do) == "all-tricks" else None
    if done := deed_of(words, f):
        yield f"{done}{f' but {number(all_but)}' if all_but else ''}{limits(words, f)}"
    yield from _whose(words, f)
    yield from success(f)
    yield from conditions(words, apart(unfailing(f)))
    yield from unasked(words, f)
    if (spare := given(f.spare)) and not all_but:
        yield f"{number(spare)} trick{'' if spare == 1 else 's'} may be lost"
    for card, more in (given(f.spare_with) or {}).items():
        yield f"a player with {words.one_of(card)} may lose {number(more)}"
    if given(f.lost_to) == "anyone":
        yield "it is lost even if the partner takes the card"
    yield from raising(words, f)
    yield from paying(words, "feats", f)
    yield from used(words, f)
    yield from replacing(words, f)
    yield from silencing(words, f)
    if need := given(f.need):
        for who, points in need.items():
            held = f" with no, one, two or three {words.cards('bouts')}" if len(points) == BOUTS + 1 else ""
            asked = f"{listed(map(figure, points), 'or')} card points{held}"
            yield f"if {_BY.get(who, words.who(who))} does it, the contract takes {asked}"
    yield from _by_stage(f)
    if (against := given(f.against)) is not None:
        yield f"unannounced, it pays the opponents of the declarer {figure(against)}"
    if isinstance(f.announced, rules.Announced):
        yield from announcement(words, f.announced)
        yield from _by_stage(f.announced)
        yield manner(f.announced)[1]


BOUTS = 3
"""The cards of French Tarot by whose number in his tricks a declarer needs fewer points; of none to all there are four figures."""


_TOGETHER = ("all-tricks", "no-tricks", "total", "bring-home", "win-first")
"""What a side does with all the tricks that it wins, and no player alone."""


def _side(words: Naming, who: str, do: str | None, bids: tuple[str, ...] = ()) -> str:
    """Who may do a bonus: a declarer's partner does it for him, or with him, if any of the contracts in which it is done gives him one."""
    if who != "declarer" or not _partners(words, bids):
        return _BY.get(who, words.who(who))
    return "the declarer's side" if do in _TOGETHER else "the declarer or his partner"


def _partners(words: Naming, bids: tuple[str, ...] = ()) -> bool:
    """Whether anybody has a partner: in a contract, or in one of some, or by his place."""
    if words.ruleset is None:
        return True
    of = words.ruleset.rules
    sides = given(of.sides)
    return sides in ("partners", "pairs") or any(
        sides != "individual" and given(bid.partner) for id, bid in rules.entries(of.bids) if not bids or id in bids
    )


_HAD = re.compile(r"(?:have|be dealt|hold) ")
"""How a feat begins that nobody does, and that a player has."""


def _whose(words: Naming, f: rules.Feat) -> Iterator[str]:
    """Who may do it, and what else has to be so of the one who does."""
    if (early := given(f.before_fool)) is not None:
        slam = "an announced slam" if early == "announced-slam" else "a slam"
        yield f"in {slam} that ends with the Fool, the trick before counts as the last"
    who = given(f.who)
    if who == "opponents" and given(f.do) == "total":
        yield "it counts for the opponents together"
    elif who is not None:
        only = given(f.only_if)
        of, has = _side(words, who, given(f.do), (only and only.bid) or ()), _HAD.match(deed_of(words, f))
        yield f"it counts for {of}" if has else f"it counts if {of} does it"
    if spared := given(f.spared_by):
        yield f"it is not lost if {listed(map(words.one_of, spared), 'or')} wins the trick"
    if by := given(f.beside_by):
        yield f"if nobody has announced it, {_BY.get(by, words.who(by))} has to have played that card"
    if before := given(f.builds_on):
        yield f"its side has to make {listed(words.named('feat', one) for one in before)} too"
    if given(f.sole):
        yield "it counts only if no other player does it"
    if given(f.given):
        yield "it counts too where the card has to be given for the Fool"
    if given(f.one_suit):
        yield "it counts only if the player leads one suit at every lead, as long as there is a card of it"


def used(words: Naming, thing: rules.Feat | rules.Declaration) -> Iterator[str]:
    """How common it is, where not everybody has it."""
    if (use := given(thing.use)) is not None:
        yield small(USED[words.term("use", use)]).rstrip(".")


def paying(words: Naming, section: str, thing: rules.Feat | rules.Declaration) -> Iterator[str]:
    """Who pays a feat or declaration, and what it is multiplied by."""
    nothing = isinstance(thing, rules.Feat) and thing.won is Absence.NONE and given(thing.lost) is None
    if (settle := given(thing.settle)) is not None and not nothing:
        costs = isinstance(thing, rules.Feat) and given(thing.won) is None and given(thing.lost) is not None
        if costs and settle == "others":
            yield "whoever loses it pays all other players"
        elif isinstance(thing, rules.Feat) and settle == "loser":
            yield "whoever loses it pays it alone"
        elif isinstance(thing, rules.Feat) and settle == "announcer" and (found := given(thing.only_if)) is not None:
            against = found.announced if isinstance(found.announced, tuple) else ()
            bonus = listed((words.named("feat", one) for one in against), "or")
            yield f"only the player who has announced {bonus} pays it, or is paid if it fails and {bonus} succeeds"
        else:
            yield from settled(words, settle, section)
    elif isinstance(thing, rules.Feat) and _lost_to_all(words, thing):
        yield "whoever loses it pays all other players"
    if isinstance(thing, rules.Feat) and (who := given(thing.charged)):
        payer = listed((words.term("charged", one) for one in who), "or")
        part = given(thing.charged_part)
        share = "" if part is None else f"{figure(part)} of "
        two = ", and two share it" if len(who) > 1 else ""
        yield f"if the declarer does it, {payer} pays {share}what the cards pay for all the opponents{two}"
        if part is not None:
            yield "each opponent pays the rest alone"
            if "fool-holder" in who:
                yield "a player who held the Fool back is charged with all of it"
    if times := given(thing.times):
        birds = listed((words.named("feat", one) for one in given(getattr(thing, "with_base", None)) or ()), "or")
        together = f"the contract and an announced {birds} pay together" if birds else "the contract is worth"
        worth = f"the figures are multiplied by what {together}"
        yield worth if times == "base" else "the contract multiplies it as it multiplies the score"


def _lost_to_all(words: Naming, f: rules.Feat) -> bool:
    """Whether each player for himself pays all others for a loss, and not only whoever has the card."""
    costs = given(f.won) is None and given(f.lost) is not None
    return costs and given(f.do) == "lose" and words.alone() and not words.for_two() and not gains_marked(words)


def gains_marked(words: Naming, section: str = "") -> bool:
    """Whether players write down what they gain, and nobody pays it; not where it is open who pays, or what is declared is paid for
    at once."""
    if words.ruleset is None or words.compared:
        return False
    of = words.ruleset.rules
    score, declaring = given(of.score), given(of.declaring)
    early = declaring is not None and given(declaring.paid) in ("at-once", "after-declaring")
    if score is None or (early and section in ("declaring", "declarations")):
        return False
    if section == "feats" and given(score.settle) is None:  # the bonus itself says who pays it
        return False
    is_open = isinstance(score.settle, Absence) and score.settle is not Absence.NONE
    return not is_open and rules.marked(of, given(score.settle))


def settled(words: Naming, settle: Any, section: str = "") -> Iterator[str]:
    """Yield who pays a thing, by whose it is where that makes a difference."""
    told = SETTLED if _partners(words) else SETTLED | {"others": "all other players pay {}"}
    if words.for_two():
        told = told | SETTLED_BY_TWO
    if gains_marked(words, section):
        told = told | {"others": "the player alone marks {}"}
    if isinstance(settle, str):
        yield told[settle].format("it")
    else:
        for who, how in settle.items():
            yield f"if {_MAKER.get(who, words.who(who))} makes it, {told[how].format('it')}"


_MAKER = {"others": "another player", "opponents": "an opponent"}
"""Who makes what is paid, where that is one of several."""
