"""What players do in a hand that is told, beside playing to tricks: what is said, taken, laid aside and declared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import TypeAlias

from tarotref.pages.elements import Child, E, joined
from tarotref.pages.played_names import Called
from tarotref.pages.wording import tile
from tarotref.play.phases.announcing import Announce
from tarotref.play.phases.bargaining import Bargain
from tarotref.play.phases.throwing_in import PAUSE, Tell, ThrowIn
from tarotref.play.state import State
from tarotref.play.table import Action
from tarotref.words.phrases import NUMBERS, listed, often

Step: TypeAlias = tuple[State, Action]
"""A state, and what the player in turn did in it."""
BIDS = ("bid", "pass", "wait")
"""Kinds of action that are told in one sentence."""


def moves(called: Called, steps: list[Step]) -> Iterator[list[Child]]:
    """Yield in words what was done: what one player did of one kind in a row together, and all the bids in a row."""
    for (bids, cards), run in groupby(
        (step for step in steps if step[1].kind != "done" or _pauses(step) or _stops(step)), _round
    ):
        said: list[list[Child]] = []
        for (seat, kind), group in groupby(run, lambda step: (step[0].player, step[1].kind)):
            assert seat is not None
            first = f"On {NUMBERS[cards] if cards < len(NUMBERS) else cards} cards the" if cards else "The"
            said.append([f"{'the' if bids and said else first} {called.seat(seat)} ", *done(called, kind, list(group))])
        if bids:
            yield [part for n, one in enumerate(said) for part in (*([", "] if n else []), *one)] + ["."]
        else:
            yield from ([*one, "."] for one in said)


def done(called: Called, kind: str, steps: list[Step]) -> list[Child]:
    """Return what one player did of one kind, after his name."""
    if kind in _DONE:
        return _DONE[kind](called, steps)
    return [f"{kind} {listed(action.what for _, action in steps)}".strip()]


def _cards(steps: list[Step]) -> list[int]:
    """Return the cards that were acted with."""
    return [state.table.place[action.what] for state, action in steps if action.what in state.table.place]


def _named(words: str, section: str) -> Callable[[Called, list[Step]], list[Child]]:
    """Return what tells acts that name things of a section of the rules."""
    return lambda called, steps: [words, *joined(called.named(section, action.what) for _, action in steps)]


def _sorted(words: str, after: str = "") -> Callable[[Called, list[Step]], list[Child]]:
    """Return what tells what is done with cards, whichever came first."""
    return lambda called, steps: [words, *called.tiles(sorted(_cards(steps))), *([after] if after else [])]


def _tiles(words: str) -> Callable[[Called, list[Step]], list[Child]]:
    """Return what tells which cards are named."""
    return lambda called, steps: [words, *called.tiles(_cards(steps))]


def _words(words: str) -> Callable[[Called, list[Step]], list[Child]]:
    """Return what tells an act that needs nothing more."""
    return lambda called, steps: [words]


def _take(called: Called, steps: list[Step]) -> list[Child]:
    state, what = steps[0][0], steps[0][1].what
    if state.phase == "refuse":
        return ["takes the card that is offered"]
    if not what:
        return ["takes what he has seen of the talon"]
    chosen = int(what) - 1
    if state.phase == "choose":
        return ["looks at all the hands, and keeps ", *called.cards(state.packets[chosen])]
    mine, use = state.packets[chosen], state.talon_use
    halves = use is not None and use.of_half
    others = [state.setting.talon & ~mine] if halves else [one for one in state.packets if one != mine]
    left = [E("span", called.cards(bits)) for bits in others]
    return ["takes ", *called.cards(mine), " from the talon, and leaves ", *joined(left, "; ")]


def _custom(action: Action) -> str:
    """Return the id of the custom by which a card is called for, on whatever condition."""
    return action.what.removesuffix("-if")


def _discard(called: Called, steps: list[Step]) -> list[Child]:
    return _sorted("changes " if steps[0][0].phase == "exchange" else "discards ")(called, steps)


def _give(called: Called, steps: list[Step]) -> list[Child]:
    asking = steps[0][0].setting.asking
    if asking is None:
        return _sorted("lays ", " face down for what is asked for")(called, steps)
    return ["gives ", *called.tiles(_cards(steps)), f" to the {called.seat(asking.giver)} for it"]


def _pass(called: Called, steps: list[Step]) -> list[Child]:
    bids, seat = steps[0][0].setting.auction, steps[0][0].player
    return ["waits" if bids is not None and seat is not None and bids.awaits(seat) else "passes"]


def _bid(called: Called, steps: list[Step]) -> list[Child]:
    """A bid, or a bid of another that is held."""
    state, action = steps[0]
    held = state.setting.auction is not None and state.setting.auction.is_held(action.what)
    return _named("holds " if held else "bids ", "bids")(called, steps)


def _throw_in(called: Called, steps: list[Step]) -> list[Child]:
    return ["wants the hands thrown in" if _pauses(steps[0]) else "throws the hands in"]


def _refuse(called: Called, steps: list[Step]) -> list[Child]:
    state, action = steps[0]
    if state.phase == "decline":
        return ["stays out of ", called.named("feats", action.what)]
    told = {"talon": "refuses a card of the talon", "first": "lets the others exchange first", "last-trick": "refuses"}
    return [told.get(action.what, "refuses, and plays on as declarer")]


def _said_of_points(does: str, steps: list[Step]) -> str:
    """What is said of points in a pause of the deal; nothing where something else is."""
    what = steps[-1][1].what
    return f"{does} {what} point{'' if what == '1' else 's'}" if steps[-1][0].phase == "bargain" else ""


def _concede(called: Called, steps: list[Step]) -> list[Child]:
    ways = steps[0][0].plan.scoring.concessions
    leaves = all(ways[action.what].alone for _, action in steps if action.what in ways)
    return ["leaves the hand: " if leaves else "concedes: ", *_named("", "concessions")(called, steps)]


def _double(called: Called, steps: list[Step]) -> list[Child]:
    whats = [action.what for _, action in steps]
    return ["doubles ", *("the hand" if what == "score" else called.named("feats", what) for what in whats)]


def _declared(called: Called, state: State, action: Action) -> list[Child]:
    """A declaration with the cards of each set for which it is made, where they are few enough to be looked at."""
    who = (action.what, state.player)
    made = [one for one in called.result.declared if (one.declaration, one.seat) == who and not one.won]
    before = sum(one.id == action.what and one.seat == state.player for one in state.setting.declared)
    # where something is declared again, each time is an act of its own
    sets = [one.cards for one in (made[before : before + 1] if called.plan.declaring.again else made)]
    shown = [E("span", joined(map(tile, cards), " ")) for cards in sets if 0 < len(cards) <= 8]
    number = [f" {often(len(sets))}"] if len(sets) > 1 else []
    return [
        called.named("declarations", action.what),
        *number,
        *([" (", *joined(shown, "; "), ")"] if shown else []),
    ]


def _offer(called: Called, steps: list[Step]) -> list[Child]:
    """An offer to be the declarer's partner, or to sell or buy what is left of the pack."""
    if points := _said_of_points("offers", steps):
        return [points]
    what = steps[0][1].what
    sold = {
        "partner": "offers to be the partner",
        "talon": "drops out and sells what is left of the pack",
        "last-trick": "proposes that the last trick count more",
    }
    return [sold.get(what, f"bids {what} more for it")]


_AT_DONE = {Tell.name: "tells nothing", Announce.name: "stops, and the hand is over"}
"""What one does who has nothing to say, by phase."""
_DONE: dict[str, Callable[[Called, list[Step]], list[Child]]] = {
    "pass": _pass,
    "throw-in": _throw_in,
    "done": lambda called, steps: [_AT_DONE.get(steps[0][0].phase, "wants to play on")],
    "wait": _words("waits"),
    "bid": _bid,
    "case": _named("asks for ", "cases"),
    "contract": _named("plays ", "bids"),
    "look": _words("leaves what he has seen of the talon, and looks at the next"),
    "take": _take,
    "keep": _sorted("keeps ", " and lays the other cards aside"),
    "discard": _discard,
    "trumps": lambda called, steps: [f"makes {steps[0][1].what.capitalize()} trumps"],
    "ask": _tiles("asks for "),
    "give": _give,
    "call": _tiles("calls "),
    "declare": lambda called, steps: ["declares ", *joined(E("span", _declared(called, *step)) for step in steps)],
    "announce": _named("announces ", "feats"),
    "double": _double,
    "refuse": _refuse,
    "concede": _concede,
    "demand": lambda called, steps: [_said_of_points("asks for", steps) or "demands the Fool"],
    "offer": _offer,
    "claim": lambda called, steps: [
        "makes use of ",
        *joined(called.named("customs", _custom(one)) for _, one in steps),
    ],
    "take-back": _tiles("takes back "),
    "tell": _words("tells of good cards"),
    "yield": _words("leaves it to his partner to tell of cards"),
    "arrange": _tiles("puts in order "),
    "name": lambda called, steps: [f"names {steps[0][1].what}"],
}
"""How each kind of act is told."""


def _pauses(step: Step) -> bool:
    """Whether players are asked, in a pause of the deal, if it is to go on."""
    return step[0].phase in (Bargain.name, Tell.name) or (step[0].phase == ThrowIn.name and step[0].setting.at == PAUSE)


def _stops(step: Step) -> bool:
    """Whether a player ends the hand in play by announcing nothing more."""
    return step[0].phase == Announce.name and step[0].do(step[1]).over


def _round(step: Step) -> tuple[bool, int]:
    """Whether something is a bid, or no bid; and on how many cards it is said, in a pause of the deal, else 0."""
    return step[1].kind in BIDS, step[0].setting.on_cards
