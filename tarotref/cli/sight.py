"""A hand as a page shows it to whoever sits at the table: plain values, in the words of the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tarotref.cards.counting import Points
from tarotref.cli.choices import asks_to_go_on, beside
from tarotref.cli.meanings import meaning
from tarotref.cli.telling import Told, signed
from tarotref.model.rules import SECTIONS
from tarotref.pages.drawings.playing import shape
from tarotref.pages.wording import shape_of
from tarotref.play import Action, Result, State
from tarotref.play.pile import Pile
from tarotref.play.rubber import Rubber, added
from tarotref.play.table import CARD_ACTIONS
from tarotref.play.tricks import Trick
from tarotref.words.phrases import figure, first_up, listed, ordinal

if TYPE_CHECKING:
    from tarotref.cli.sitting import Sitting

SAYING = (
    "bid",
    "pass",
    "wait",
    "contract",
    "declare",
    "announce",
    "double",
    "concede",
    "refuse",
    "case",
    "trumps",
    "name",
    "demand",
    "offer",
    "throw-in",
    "ask",
    "call",
    "claim",
    "take-back",
    "tell",
    "yield",
)
"""Kinds of action that are shown beside a player when he has done them."""
SORTED = "trumps spades hearts clubs diamonds others"
"""How suits are sorted in the hand, black and red in turn; those of other packs as they rank."""
PATH = re.compile(r" \(([a-z_]+)(?:\.[\w-]+)*\)$")
"""The path of the rule at the end of a reason."""
DOUBLED = ("Doubled", "Redoubled", "Doubled three times", "Doubled four times")


def table(told: Told) -> dict[str, Any]:
    """What does not change while one sits at a table."""
    plan = told.plan
    return {
        "title": told.words.title("game", told.ruleset.id),
        "ruleset": told.ruleset.id,
        "game": told.ruleset.game,
        "players": plan.players,
        "clockwise": plan.seats.clockwise,
        "seats": [seat_name(seat, plan.players) for seat in range(plan.players)],
        "cards": {str(card): shape(**shape_of(card)) for card in plan.cards},
        "how_far": [plainly(line) for line in told.how_far()],
        "assumed": [plainly(line.strip()) for line in told.assumed()],
    }


def seat_name(seat: int, players: int) -> str:
    """What a seat is called, as on the pages of games."""
    return "dealer" if seat == players - 1 else f"{ordinal(seat + 1)} hand" if seat else "eldest hand"


def look(here: Sitting, since: int, all_open: bool) -> dict[str, Any]:
    """The hand at the moment that a person looks at, from his seat; what has been done since a state; with `all_open` also what
    the others hold."""
    state, told = here.state, here.told
    view = state.view(here.me)
    seats = range(told.plan.players)
    mine = state.player == here.me
    legal = state.legal() if mine else ()
    stacks = [[(None if card is None else str(card), below) for card, below in own] for own in view["table"]]
    lies_open = [card for card, _ in stacks[here.me] if card] if stacks else []
    dead = mine and view["dead_hand_plays"]
    cards = [*in_order(state, state.plan.held(view["dead_hand"] if dead else view["hand"])), *lies_open]
    may = {action.what: action.kind for action in legal if action.kind in CARD_ACTIONS}
    result = state.result() if state.over else None
    return {
        "number": here.hands,
        "seed": str(here.seed),
        "seat": here.me,
        "now": here.now,
        "last_moment": len(here.states) - 1,
        "over": state.over,
        "phase": state.phase,
        "turn": state.player,
        "me": here.me,
        "dealer": told.plan.dealer,
        "names": [told.player(seat) for seat in seats],
        "roles": [_role(seat, view) for seat in seats],
        "said": _said(here),
        "held": list(view["cards_held"]),
        "won": [sum(trick.winner == seat for trick in state.tricks) for seat in seats],
        "points": [str(_points(state, seat)) for seat in seats],
        "hand": [{"card": card, "may": may.get(card, ""), "suit": _suit(state, card)} for card in cards],
        "all_hands": [in_order(state, state.hands[seat]) for seat in seats] if all_open else [],
        "dead_hand_plays": bool(view["dead_hand_plays"]),
        "plays_for": None if view["plays_for"] in (state.player, None) or dead else view["plays_for"],
        "others": [{"do": f"{kind} {card}", "card": card} for card, kind in may.items() if card not in cards],
        "choices": [_offered(told, action, asks_to_go_on(state)) for action in legal if action.kind not in CARD_ACTIONS],
        "kind": next(iter(may.values()), ""),
        "talon": view["talon"],
        "stock": view["stock"],
        "laid": list(map(str, view["laid"])),
        "open": _open(state, view),
        "stacks": stacks,
        "contract": first_up(told.words.named("bid", view["contract"])) if view["contract"] else "",
        "known": list(_known(told, view)),
        "trick": _trick(state, state.trick),
        "tricks": [{"cards": _trick(state, trick), "winner": trick.winner} for trick in state.tricks],
        "moves": [_move(here, n) for n in range(max(1, since), here.now + 1)],
        "acts": here.acts if here.linked else None,
        "result": _result(here, state, result) if result else None,
        "score": _score(here, result),
    }  # fmt: skip


def plainly(line: str) -> str:
    """A line without paths of facts, and the Knight not as a letter that one takes for a club."""
    return re.sub(r"\bC(?=[♠♣♥♦])", "Kn", Told.plainly(line))


def refused(why: str) -> dict[str, str]:
    """The reason of a refusal as a sentence, and the section of the game's page that tells the rule."""
    words = re.sub(r" of pack [\w-]+", " of this pack", why.partition(": ")[2] or why)
    path = PATH.search(words)
    return {
        "say": plainly(first_up(PATH.sub("", words))) + "." if words else "",
        "rule": where(path[1]) if path else "",
    }


def where(key: str) -> str:
    """The place on the page of a game where a section of its rules is told."""
    return SECTIONS[key].page.lower().replace(" ", "-") if key in SECTIONS else ""


def would(told: Told, action: Action) -> str:
    """What one would do, in words."""
    if action.kind in CARD_ACTIONS:
        return f"{action.kind} {called(told, action.what)}"
    return choice(told, action)


def called(told: Told, card: str) -> str:
    """A card in words, within a sentence."""
    name: str = shape(**shape_of(told.plan.cards[told.table.place[card]]))["name"]
    return f"the {name.removeprefix('trump ')}"


def choice(told: Told, action: Action, pause: bool = False) -> str:
    """What may be done, as one would say it; `pause`: where players say if a deal is to go on."""
    if action.kind in ("bid", "contract"):
        return first_up(told.words.named("bid", action.what))
    if action.kind in CARD_ACTIONS:
        return first_up(f"{action.kind} {called(told, action.what)}")
    if action.kind == "done":
        return first_up(beside(action, pause))
    if action.kind in ("announce", "declare"):
        return first_up(told.words.named("feat" if action.kind == "announce" else "declaration", action.what))
    if action.kind == "double":
        return first_up(f"double {told.words.named('payment', action.what)}")
    return first_up(plainly(told.choice(action)))


def _offered(told: Told, action: Action, pause: bool) -> dict[str, str]:
    return {"do": str(action), "say": choice(told, action, pause), "means": plainly(meaning(told, action))}


def in_order(state: State, cards: int) -> list[str]:
    """Cards as one sorts them: trumps, then suit by suit, black and red in turn, the highest first, the Fool at the end."""
    plan, found = state.plan, []
    suits = sorted(zip(plan.suits, plan.of_suit, strict=True), key=lambda one: SORTED.find(one[0]) % len(SORTED))
    for suit in [*(bits for _, bits in suits), plan.fool]:
        found += [str(plan.cards[n]) for n in range(len(plan.cards) - 1, -1, -1) if cards & suit & 1 << n]
    return found


def _suit(state: State, card: str) -> int:
    place = state.table.place[card]
    return -1 if state.plan.fool >> place & 1 else state.plan.suit[place]


def _points(state: State, seat: int) -> Any:
    """What the tricks that a player has won count so far."""
    won = [trick for trick in state.tricks if trick.winner == seat]
    cards = state.plan.bits(card for trick in won for card in trick.cards)
    last = state.over and bool(won) and state.tricks[-1].winner == seat
    return Pile(cards, len(won), last, 0).points(state.plan) if won else 0


def _open(state: State, view: dict[str, Any]) -> list[dict[str, Any]]:
    """Cards that lie open for the person before play: the packets of a talon, what is looked at, else what all have seen."""
    if state.tricks or state.phase == "play":
        return []
    piles = [(f"packet {n}", packet) for n, packet in enumerate(view["packets"], 1)]
    piles = piles or [("talon", view["looking"] or view["shown"])]
    return [{"name": name, "cards": list(map(str, cards))} for name, cards in piles if cards]


def _known(told: Told, view: dict[str, Any]) -> Iterator[str]:
    """What all know of the hand: who plays what with whom, what was announced, declared and doubled."""
    words = told.words
    if view["contract"] and view["declarer"] is not None:
        yield f"{first_up(words.named('bid', view['contract']))}: {told.player(view['declarer'])}"
    if view["sold"] and view["left"]:
        yield f"Buyer of what is left of the pack: {told.player(view['sold'][0])}, for {figure(view['sold'][1])}"
    if view["stake"]:
        worth, by, asked, _ = view["stake"]
        more = f"; {told.player(by)} proposes more" if asked else ""
        yield f"The last trick counts {figure(worth)}{more}"
    if view["called"] is not None:
        partner = "" if view["partner"] is None else f", {told.player(view['partner'])}"
        yield f"Partner: whoever has {called(told, str(view['called']))}{partner}"
    if view["partners"]:
        yield f"You play with {listed(map(told.player, view['partners']))}"
    if view["trump_suit"]:
        yield f"Trumps: {view['trump_suit']}"
    for one in view["announced"]:
        yield f"{first_up(words.named('feat', one.id))} announced: {told.player(one.seat)}"
    for id, (level, who) in view["doubled"].items():
        yield f"{DOUBLED[min(level, len(DOUBLED)) - 1]}: {words.named('payment', id)}, by {told.player(who)}"
    for one in view["declared"]:
        yield f"{first_up(words.named('declaration', one.id))}: {told.player(one.seat)}"


def _result(here: Sitting, state: State, result: Result) -> dict[str, Any]:
    """What the hand came to: lines of text, what each seat gets, and the same by player, item by item."""
    told, by_player = here.told, here.rubber.by_player
    paid = [transfer for transfer in result.transfers or () if any(transfer.pays)]
    rows = [[*map(signed, by_player(t.pays)), "; ".join(told.words.field(tuple(path)) for path in t.by)] for t in paid]
    rules = [where(transfer.by[0][0]) for transfer in paid]
    total = [*map(signed, by_player(result.total or ())), "in all"]
    lines = [plainly(line) for line in (*told.account(state, result), *told.from_pots(result))]
    lines += [
        f"Not paid, because the source does not say it: {told.words.field(tuple(path))}" for path in result.missing
    ]
    return {
        "lines": lines,
        "paid": [signed(amount) for amount in result.total or [0] * told.plan.players]
        if paid
        else [""] * told.plan.players,
        "heads": _players(here),
        "rows": [*rows, total] if result.transfers is not None else [],
        "rules": rules,
    }


def _score(here: Sitting, result: Result | None) -> dict[str, Any] | None:
    """The score of the evening, hand by hand of this rubber, with what it pays when it is over; nothing before a hand is played."""
    rubbers = [*here.before, here.rubber, *([here.rubber.add(result, more=False)] if result else [])]
    if len(rubbers) == 1 and not here.earlier:
        return None
    now, first = rubbers[-1], here.hands - len(here.before)
    rows = [
        [*map(signed, (b - a for a, b in zip(one.totals, next_.totals, strict=True))), f"hand {n}"]
        for n, (one, next_) in enumerate(pairwise(rubbers), first)
    ]
    rows.append([*map(signed, now.totals), "marked so far" if now.pays else "so far"])
    if now.from_pots:
        rows.append([*map(signed, added(*(part.pays for part in now.from_pots))), "from pots, stakes taken off"])
    rows += _settled(here, now) if now.over else []
    for n, one in enumerate(here.earlier, 1):
        paid = added(one.standing, *_paid_by(one))
        rows.append([*map(signed, paid), f"rubber {n}"])
    return {"heads": _players(here), "rows": rows, "over": bool(now.over)}


def _players(here: Sitting) -> list[str]:
    return ["You" if player == here.at else f"Player {player + 1}" for player in range(here.told.plan.players)]


def _paid_by(rubber: Rubber) -> list[tuple[Points, ...]]:
    """What a rubber that is over pays, as far as that is known."""
    try:
        return [transfer.pays for transfer in rubber.settled()]
    except ValueError:
        return []


def _settled(here: Sitting, rubber: Rubber) -> Iterator[list[str]]:
    words = here.told.words
    try:
        for paid in rubber.settled():
            yield [*map(signed, paid.pays), first_up("; ".join(words.field(tuple(path)) for path in paid.by))]
    except ValueError:
        yield [*("?" for _ in range(here.told.plan.players)), "what the rubber pays is not known"]


def _role(seat: int, view: dict[str, Any]) -> str:
    if seat == view["declarer"]:
        return "declarer"
    if view["partner"] is not None and seat == view["partner"]:
        return "partner"
    return "your partner" if seat in view["partners"] else ""


def _said(here: Sitting) -> list[str]:
    """What each player has said last."""
    last = {event.seat: event.action for event in here.state.events if event.action and event.action.kind in SAYING}
    return [choice(here.told, last[seat]) if seat in last else "" for seat in range(here.told.plan.players)]


def _trick(state: State, trick: Trick) -> list[dict[str, Any]]:
    circle, cards = state.plan.circle, state.plan.cards
    return [{"seat": trick.seat(n, circle), "card": str(cards[card])} for n, card in enumerate(trick.cards)]


def _move(here: Sitting, n: int) -> dict[str, Any]:
    """What happened from one state to the next, as the person sees it."""
    before, after = here.states[n - 1], here.states[n]
    action = after.actions[-1]
    took = len(after.tricks) > len(before.tricks)
    trick = after.tricks[-1] if took else after.trick
    return {
        "seat": before.player,
        "kind": action.kind,
        "card": action.what if action.kind == "play" else "",
        "say": choice(here.told, action) if action.kind in SAYING else "",
        "trick": _trick(after, trick) if action.kind == "play" else [],
        "taken": trick.winner if took else None,
        "lines": [plainly(line) for line in here.told.seen(before, action, after)],
    }
