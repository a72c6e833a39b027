"""A ruleset that is played, and its hands, in words for a terminal."""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from tarotref.cli.columns import columns
from tarotref.notation import folded
from tarotref.words.phrases import first_up, listed, often

if TYPE_CHECKING:
    from tarotref.corpus.records import Ruleset
    from tarotref.play import Action, Openness, Plan, Result, State, Table
    from tarotref.play.hand import Event, Raised
    from tarotref.play.rubber import Rubber
    from tarotref.play.tricks import Trick
    from tarotref.words.wording import Wording

AWAY = ("keep", "discard", "give", "arrange", "done")
"""Kinds of action that the others do not see."""
VERBS = frozenset(
    "play keep discard ask give call bid pass contract declare announce double concede name demand offer take look throw-in trumps claim take-back arrange tell yield done".split()
)
"""Kinds of action: where a text begins with one, it is that which is meant."""


class Told:
    """A ruleset that is played, in words."""

    def __init__(self, ruleset: Ruleset, table: Table, words: Wording, openness: Openness, seed: int | str):
        self.ruleset, self.table, self.openness, self.seed = ruleset, table, openness, seed
        self.words = words.within(ruleset)
        self.me: int | None = None
        """The seat of the person who plays."""
        self.rubber: Rubber | None = None
        """The hands before this one, where there may be any: players keep their numbers, and the deal goes round."""

    @classmethod
    def of(cls, args: argparse.Namespace) -> Told:
        """What the arguments ask for; errors as `tarotref.play.table`."""
        from tarotref import load, play
        from tarotref.words.wording import Wording

        computed = load()
        ruleset = computed.ruleset(args.id)
        seed = random.SystemRandom().randrange(10**6) if args.seed is None else args.seed
        table = play.table(args.id, args.players, computed)
        return cls(ruleset, table, Wording(computed.corpus), play.openness(args.id, computed), seed)

    @cached_property
    def plan(self) -> Plan:
        return self.table.plan

    def start(self) -> State:
        """Deal the hand of the seed, as `tarotref.play.new` does."""
        from tarotref.play.deal import start

        return start(self.table, self.seed)

    def head(self) -> str:
        """What is played, by how many, from which seed."""
        key = "" if self.ruleset.key == "main" else f" ({self.ruleset.id})"
        return f"{self.words.title('game', self.ruleset.id)}{key}, {self.plan.players} players, seed {self.seed}"

    def player(self, seat: int) -> str:
        if seat == self.plan.players:
            return "the dead hand"
        number = seat if self.rubber is None else self.rubber.player(seat)
        return "you" if seat == self.me else f"player {number + 1}"

    def side(self, result: Result, side: int) -> str:
        """The players of a side."""
        return listed(self.player(seat) for seat, own in enumerate(result.sides) if own == side)

    def by_suit(self, cards: int, legal: int = 0, plan: Plan | None = None) -> list[tuple[str, str]]:
        """Cards by suit, the highest first, with the trumps of the hand where a suit is made trumps; those in brackets may be
        played."""
        rows = []
        plan = plan or self.plan
        for name, suit in [*zip(plan.suits, plan.of_suit, strict=True), ("", plan.fool)]:
            held = [n for n in range(len(self.plan.cards) - 1, -1, -1) if cards & suit & 1 << n]
            if held:
                texts = [f"[{self._short(n)}]" if legal >> n & 1 else self._short(n) for n in held]
                rows.append((f"  {name}", " ".join(texts)))
        return rows

    def _short(self, place: int) -> str:
        card = self.plan.cards[place]
        return f"{card.rank}{' bis' if card.copy > 1 else ''}" if card.kind == "suit" else str(card)

    def named(self, kind: str, id: str) -> str:
        """A bid, feat or declaration by its id, and what it is called where that is something else."""
        name = self.words.named(kind, id)
        return id if folded(name) == id.replace("-", " ") else f"{id} ({name})"

    def choice(self, action: Action, pause: bool = False) -> str:
        """What may be done, as it is typed, and what it is called; `pause`: where players say if a deal is to go on."""
        from tarotref.cli.choices import NAMED, beside

        if action.kind in NAMED:
            return f"{action.kind} {self.named(NAMED[action.kind], action.what)}"
        return f"{action} ({more})" if (more := beside(action, pause)) else str(action)

    def turn(self, state: State) -> Iterator[str]:
        """What the player in turn has before him."""
        from tarotref.cli.choices import asks_to_go_on
        from tarotref.play.table import CARD_ACTIONS

        hand, legal = state.hands[state.turn], state.legal()
        own = state.turn == state.player
        cards = self.plan.bits(self.table.place[a.what] for a in legal if a.kind in CARD_ACTIONS)
        if state.phase == "play":
            trick = state.trick
            yield f"Trick {len(state.tricks) + 1}: {self.trick(trick) or 'you lead'}"
        yield from self.stacks(state)
        marked = {
            "play": "[ ] may be played",
            "keep": "[ ] may be kept",
            "discard": "[ ] may be discarded",
            "exchange": "[ ] may be exchanged",
            "give": "[ ] may be given",
        }
        if own and (dead := state.view(state.player or 0)["dead_hand"]):
            yield "The dead hand:"
            yield from columns(self.by_suit(self.plan.held(dead), plan=state.plan))
        whose = "Your" if own else "The dead" if state.turn >= self.plan.players else "The open"
        yield f"{whose} hand ({marked.get(state.phase) or counted(hand.bit_count())}):"
        yield from columns(self.by_suit(hand, cards & hand, state.plan))
        if cards & ~hand or state.phase in ("call", "ask", "arrange"):
            yield f"You may {state.phase}:"
            yield from columns(self.by_suit(cards))
        yield from self.packets(state)
        if others := [action for action in legal if action.kind not in CARD_ACTIONS]:
            numbered = len(others) == len(legal) > 1
            told = [f"{n} " * numbered + self.choice(one, asks_to_go_on(state)) for n, one in enumerate(others, 1)]
            one_line = f"You may: {', '.join(told)}"
            yield from [one_line] if len(one_line) <= 100 else ["You may:", *(f"  {one}" for one in told)]

    def packets(self, state: State) -> Iterator[str]:
        """The packets of the talon that the player in turn sees, and the one that he looks at."""
        view = state.view(state.player or 0)
        for n, packet in enumerate(view["packets"], 1):
            yield f"Packet {n}: {' '.join(map(str, packet))}"
        if view["looking"]:
            yield f"You look at: {' '.join(map(str, view['looking']))}"

    def stacks(self, state: State) -> Iterator[str]:
        """What lies in stacks before each player."""
        for seat, stacks in enumerate(state.view(state.player or 0)["table"]):
            lie = [f"{card or 'nothing'} over {below}" if card or below else "an empty place" for card, below in stacks]
            who = "you" if seat == self.me else self.player(seat)
            yield f"Before {who}: {', '.join(lie)}"

    def trick(self, trick: Trick) -> str:
        """Who has played what to a trick."""
        cards = ((self.player(trick.seat(n, self.plan.circle)), card) for n, card in enumerate(trick.cards))
        return ", ".join(f"{who} {self.plan.cards[card]}" for who, card in cards)

    def understood(self, state: State, text: str) -> Action:
        """The action that a text means now; IllegalAction where it means none."""
        from tarotref.play.table import CARD_ACTIONS, IllegalAction

        def plain(words: str) -> str:
            return folded(words).replace("-", " ")

        legal = state.legal()
        if text.isdecimal() and not any(action.kind in CARD_ACTIONS for action in legal):
            if not 0 < int(text) <= len(legal):
                raise IllegalAction(f"found {text}; expected a number from 1 to {len(legal)}")
            return legal[int(text) - 1]
        for action in legal:
            if plain(text) in (plain(str(action)), plain(action.what or action.kind), plain(self.choice(action))):
                return action
        kind = next((action.kind for action in legal if action.kind in CARD_ACTIONS), "")
        if kind and text.partition(" ")[0].lower() not in VERBS:
            return state.read(f"{kind} {text}")
        return state.read(text)

    def seen(self, state: State, action: Action, now: State) -> Iterator[str]:
        """What the person sees of an action."""
        from tarotref.play.events import Drew

        seat = state.player or 0
        who = self.player(seat)
        if seat != self.me:
            if state.phase == "exchange":
                if action.kind == "done":
                    yield f"{who}: exchanges {counted(state.plan.deal.in_hand - state.hands[seat].bit_count())}"
            elif action.kind == "discard" and (now.phase, now.player) != ("discard", seat):
                yield f"{who}: lays cards aside"
            elif action.kind not in (*AWAY, "play", "contract"):
                yield f"{who}: {self.choice(action)}"
        yield from self._settled(state, now)
        yield from self._exchanged(state, now)
        if len(now.tricks) > len(state.tricks):
            trick = now.tricks[-1]
            yield f"Trick {len(now.tricks)} to {self.player(trick.winner)}: {self.trick(trick)}"
            for event in self.events(state, now):
                if isinstance(event, Drew):
                    left = now.view(self.me or 0)["stock"]
                    draws = "draw" if event.seat == self.me else "draws"
                    card = "a card" if event.card < 0 else self.plan.cards[event.card]
                    yield f"  {self.player(event.seat)} {draws} {card}, {left} left in the stock"

    def events(self, state: State, now: State) -> list[Event]:
        """What has happened between two states, as the person has seen it."""
        return [event.seen(now, self.me or 0) for event in now.events[len(state.events) :]]

    def _settled(self, state: State, now: State) -> Iterator[str]:
        """The contract, once it is known, and the partner as soon as the person knows him."""
        from tarotref.play.views import partner

        if now.setting.contract and not state.setting.contract and now.setting.declarer is not None:
            plays = "play" if now.setting.declarer == self.me else "plays"
            yield f"{first_up(self.player(now.setting.declarer))} {plays} {self.words.named('bid', now.setting.contract)}"
        if self.me is not None:
            before, after = partner(state, self.me), partner(now, self.me)
            if after is not None and before is None:
                does = "are" if after == self.me else "is"
                yield f"{first_up(self.player(after))} {does} the partner of {self.player(now.setting.declarer or 0)}"

    def _exchanged(self, state: State, now: State) -> Iterator[str]:
        """The cards laid open, and those that were asked for and given."""
        from tarotref.play.events import Did, Gave, Swapped

        cards, events = self.plan.cards, self.events(state, now)
        if shown := now.setting.shown & ~state.setting.shown:
            yield f"Shown to all: {' '.join(map(str, self.plan.list(shown)))}"
        given = [event for event in events if isinstance(event, Gave)]
        asked = [event.what for event in events if isinstance(event, Did) and event.what.kind == "ask"]
        if asked and not given:
            yield f"Nobody has {asked[0].what}"
        for swap in (event for event in events if isinstance(event, Swapped)):
            yield f"{first_up(self.player(swap.seat))}: {cards[swap.card]} into the trick for {cards[swap.taken]}"
        for event in given:
            if event.asked:
                have = "have" if event.seat == self.me else "has"
                yield f"{first_up(self.player(event.seat))} {have} {cards[event.card]}, and must give it"
            elif self.me in (event.seat, event.to):
                giver, card = now.setting.bought[-1]
                if self.me == giver:
                    yield f"For {cards[card]} you get {cards[event.card]}"
                else:
                    yield f"You get {cards[card]} from {self.player(giver)}"

    # -- what it came to

    def result(self, state: State) -> Iterator[str]:
        """The count with its working, what was done and declared, and the payments with the facts that cause them."""
        result = state.result()
        yield from self.account(state, result)
        if not result.void:
            yield from self._payments(result)
            yield from self.from_pots(result)

    def account(self, state: State, result: Result) -> Iterator[str]:
        """The count with its working, and what was done and declared."""
        setting = state.setting
        if result.void:
            yield f"The hand is not played: {result.void.replace('-', ' ')}."
            return
        if setting.contract is not None and setting.declarer is not None:
            outcome = {True: " and won", False: " and lost", None: ""}[result.won]
            who = first_up(self.player(setting.declarer))
            yield f"{who} played {self.words.named('bid', setting.contract)}{outcome}"
        if setting.conceded is not None:
            yield f"Conceded by {self.player(setting.conceded.seat)}: {setting.conceded.id}"
        for side, count in result.counts.items():
            yield f"{first_up(self.side(result, side))}: {count.total} card points"
            yield from (f"  {line}" for line in count.working)
        for feat in result.feats:
            how = f"{'announced and ' if feat.announced else ''}{'won' if feat.won else 'lost'}"
            yield f"{first_up(self.words.named('feat', feat.feat))}: {how} by {self.player(feat.seat)}"
        for made in result.declared:
            cards = " ".join(map(str, self.plan.ranking.pack.sorted(made.cards)))
            yield f"{first_up(self.words.named('declaration', made.declaration))}: {self.player(made.seat)} ({cards})"
        if result.totals != result.points:
            totals = (f"{total} for {self.side(result, side)}" for side, total in result.totals.items())
            yield f"Points with what counts beside the cards: {', '.join(totals)}"

    def from_pots(self, result: Result) -> Iterator[str]:
        """What players take from pots, or add to them."""
        for part in result.from_pots:
            seat = next(seat for seat, amount in enumerate(part.pays) if amount)
            amount = part.pays[seat]
            does = ("take" if amount > 0 else "add") + ("" if seat == self.me else "s")
            yield f"{first_up(self.player(seat))} {does} {abs(amount)}: {self.pot(part.by[0][1])}"

    def pot(self, id: str) -> str:
        """What a pot is called."""
        return self.words.named("pot", id)

    def deals(self) -> str:
        """That a player deals, after his name, and what lies in the pots."""
        lies = [f"{self.pot(id)} {amount}" for id, amount in (self.rubber.pots if self.rubber else {}).items()]
        more = "".join(self._raised(one) for one in self._due())
        return f"deal{'' if self.me == self.plan.dealer else 's'}.{' In the pots: ' + ', '.join(lies) + '.' if lies else ''}{more}"

    def _due(self) -> tuple[Raised, ...]:
        """What multiplies the payments of the hand."""
        from tarotref.play.earlier import raised

        rubber, seats = self.rubber, range(self.plan.players)
        return () if rubber is None else raised(rubber.plan, rubber.due, [rubber.player(seat) for seat in seats])

    def _raised(self, one: Raised) -> str:
        """That the payments of the hand are multiplied, or those of players who have a mark."""
        much, case = f"{often(one.times)} as much", self.words.named("case", one.case)
        if not one.marked:
            return f" All is paid {much} ({case})."
        have = listed(self.player(seat) for seat, has in enumerate(one.marked) if has)
        return f" What is scored with a mark is {much} ({case}): {have}."

    def standing(self, rubber: Rubber, me: int, n: int) -> Iterator[str]:
        """What each player has after some hands of a rubber, and what it pays when it is over."""
        from tarotref.play.rubber import added

        names = ["You" if player == me else f"Player {player + 1}" for player in range(self.plan.players)]
        pots = added(*(part.pays for part in rubber.from_pots)) if rubber.from_pots else None
        yield ""
        rows = [[*map(signed, rubber.totals), "marked" if rubber.pays else "by hands"]]
        rows += [[*map(signed, pots), "from pots, stakes taken off"]] if pots else []
        yield from columns([[*names, f"after {n} hand{'s' if n > 1 else ''}"], *rows])
        if rubber.over:
            yield "The rubber is over."
            try:
                for paid in rubber.settled():
                    yield from columns(
                        [[*names, "for"], [*map(signed, paid.pays), "; ".join(map(self._fact, paid.by))]]
                    )
            except ValueError as error:
                yield f"What it pays is not known: {error}."

    def _payments(self, result: Result) -> Iterator[str]:
        if result.transfers is not None:
            marked = any(transfer.marked for transfer in result.transfers)
            yield ""
            heads = [first_up(self.player(seat)) for seat in range(self.plan.players)]
            rows = [
                [*map(signed, transfer.pays), "; ".join(map(self._fact, transfer.by))]
                for transfer in result.transfers
                if any(transfer.pays)
            ]
            total = [*map(signed, result.total or ()), "in all"]
            yield from columns([[*heads, "marked for" if marked else "paid for"], *rows, total])
        for path in result.missing:
            yield f"Not paid, because the source does not say it: {self._fact(path)}"

    def _fact(self, path: Iterable[str]) -> str:
        """A fact in words, and where it stands."""
        steps = tuple(path)
        return f"{self.words.field(steps)} [{'.'.join(steps)}]"

    def how_far(self) -> Iterator[str]:
        """How far the rules are played, in sentences, before a hand is dealt."""
        from tarotref.model.rules import SECTIONS
        from tarotref.play.gaps import WORDS

        left_out, assumed = self.openness.left_out, [one for one in self.openness.assumed if one != WORDS]
        missing = dict.fromkeys(map(self.words.field, self.openness.missing))
        if not left_out and not assumed and not missing:
            yield "Every rule is played, and nothing is assumed."
        if missing:
            yield f"The cards are counted but nothing is paid, because no source at hand says what: {listed(missing)}."
        if left_out:
            parts = dict.fromkeys(SECTIONS[path[0]].title.lower() for path in left_out)
            yield f"What is told in words alone is not played; see on the page: {listed(parts)}."
        if assumed:
            number = len(assumed)
            yield f"Where the source is silent, {number} thing{'s are' if number > 1 else ' is'} assumed."

    @staticmethod
    def plainly(line: str) -> str:
        """A line without the paths of facts, for those who read no records."""
        return re.sub(r" \[[^\]]*\]", "", line)

    def assumed(self) -> Iterator[str]:
        """The assumptions that take the place of facts, with the paths of these."""
        from tarotref.play import ASSUMPTIONS

        for name in self.openness.assumed:
            paths = [".".join(gap.path) for gap in self.openness.gaps if gap.assumption == name]
            yield f"  {ASSUMPTIONS[name].rule} [{', '.join(paths)}]"


def counted(n: int) -> str:
    return f"{n} card{'s' if n != 1 else ''}"


def signed(amount: int | Fraction) -> str:
    return f"+{amount}" if amount > 0 else str(amount).replace("-", "−")
