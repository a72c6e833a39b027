"""A hand of a game played out as its rules have it: the deal, what is said, trick by trick, the count, the payments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tarotref.cards.counting import Line
from tarotref.model.rules import SECTIONS, entries, shape
from tarotref.notation import exact
from tarotref.pages.elements import Child, E, El, joined, row, table, text_of
from tarotref.pages.played_moves import Step, moves
from tarotref.pages.played_names import Called
from tarotref.pages.rulesets import Page
from tarotref.pages.wording import tile
from tarotref.play.compiled import Plan
from tarotref.play.events import Swapped, Took
from tarotref.play.settle.amounts import feat_price
from tarotref.play.settle.reached import leader
from tarotref.play.state import State
from tarotref.play.tricks import Trick, draws
from tarotref.words.phrases import NUMBERS, counted, figure, small

if TYPE_CHECKING:
    from tarotref.model.shared import PlayedHand

PLAYERS: dict[str, tuple[Child, ...]] = {
    "simple": (
        "by players who follow ",
        E("a", "a few rules of thumb", href="../../docs/play.html#what-simple-players-do"),
        ", and shows the rules at work, not skill. ",
    ),
    "editors": (
        "by players who follow ",
        E("a", "a few rules of thumb", href="../../docs/play.html#what-simple-players-do"),
        ", but for what the editors chose in their place. It shows the rules at work and no skill. ",
    ),
    "random": ("by players who do whatever is allowed, so that it shows the rules at work and no sense. ",),
}
"""How a hand was played, by kind of player."""
DRAWN = {
    "to-hand": "The winner draws the first card from the stock, and the others follow in turn. ",
    "to-trick": "The winner adds a card from the stock. ",
}
"""What is said of the cards drawn after a trick, by who draws them."""


class Telling:
    """One hand, while it is told."""

    def __init__(self, page: Page, hand: PlayedHand, states: list[State]):
        self.page, self.hand = page, hand
        self.called = Called(page, states)
        self.plan, self.seats, self.hands = self.called.plan, self.called.seats, self.called.hands
        self.start, self.end, self.result = states[0], states[-1], self.called.result
        self.steps: list[Step] = [(before, after.actions[-1]) for before, after in pairwise(states)]
        self.swaps: dict[int, list[Swapped]] = {}
        """Cards put into a trick that was over, by its number."""
        for before, after in pairwise(states):
            for event in after.events[len(before.events) :]:
                if isinstance(event, Swapped):
                    self.swaps.setdefault(len(after.tricks), []).append(event)

    def told(self) -> Iterator[El]:
        yield self.opening()  # the signs of the suits stand with what beats what
        yield E("details", E("summary", "The hand, trick by trick"), *self.played(), cls="plain played")

    def played(self) -> Iterator[El]:
        """Yield the deal, what is said, the tricks, the count and the payment."""
        yield E("h3", "The deal")
        yield self.deal()
        before = [
            step for step in self.steps if step[1].kind != "play" and not step[0].tricks and not step[0].trick.cards
        ]
        if done := [*self.robbed(), *moves(self.called, before)]:
            yield E("h3", "Before play")
            yield E("ul", *(E("li", move) for move in done), cls="moves")
        if self.end.tricks:
            yield E("h3", "The tricks")
            yield self.tricks()
        if self.result.counts:
            yield E("h3", "The count")
            yield self.count()
        yield E("h3", "The payment")
        yield from self.payment()

    def opening(self) -> El:
        """How the hand came about, and what can be seen in it."""
        shown = [self.page.link(*path.split("."), bare=True) for path in self.hand.shows]
        return E(
            "p",
            f"A hand for {NUMBERS[self.hand.players]} by the main rules, dealt at random. It is played ",
            PLAYERS[self.hand.by],
            ["What to look for: ", *joined(shown, ", "), ". "] if shown else "",
            ["What is assumed in it stands ", E("a", "below", href="#what-the-source-leaves-open"), "."]
            if self.page.openness.gaps
            else "",
            " ",
            E("a", "Step through it at the table", href=f"../../docs/table.html?game={self.page.id}&hand=page"),
            " and take over wherever you like.",
        )

    def deal(self) -> El:
        dealt = self.start.setting
        rows: list[El] = []
        for seat, bits in enumerate(dealt.dealt):
            rows.append(
                E(
                    "div",
                    E("dt", self.called.seat(seat).capitalize(), self.called.small(seat)),
                    E("dd", self.called.cards(bits)),
                )
            )
            rows += self.stacks(seat)
        stock, dead = self.plan.bits(dealt.stock), "Dead hand" if len(self.hands) > len(self.seats) else "Not in play"
        for name, bits in (("Talon", dealt.talon), ("Stock", stock), (dead, dealt.dead)):
            if bits:
                rows.append(E("div", E("dt", name), E("dd", self.called.cards(bits))))
        if dealt.upturned:
            last = ((seat, bits & dealt.upturned) for seat, bits in enumerate(dealt.dealt))
            open_ = [
                E("span", *self.called.cards(card), f" to the {self.called.seat(seat)}") for seat, card in last if card
            ]
            rows.append(E("div", E("dt", "Turned up last"), E("dd", joined(open_, ", "))))
        if dealt.plan.trump_suit:
            rows.append(
                E("div", E("dt", "Turned up"), E("dd", self.called.cards(dealt.shown), ", which makes its suit trumps"))
            )
        return E("dl", *rows, cls="hands")

    def robbed(self) -> Iterator[list[Child]]:
        """Yield what players take of the cards left over when all are dealt, before anybody is asked."""
        robbing = self.plan.deal.robbed_by
        for took in (event for event in self.start.events if isinstance(event, Took)):
            does, after = ("robs ", "") if took.open and robbing else ("takes ", " from the talon")
            yield [f"The {self.called.seat(took.seat)} {does}", *self.called.cards(took.cards), f"{after}."]

    def stacks(self, seat: int) -> Iterator[El]:
        """A row with a player's stacks, where he has any."""
        if stacks := self.start.setting.stacks:
            lie = joined((E("span", self.called.tiles(stack), cls="nowrap") for stack in stacks[seat]), "; ")
            yield E(
                "div", E("dt", f"Stacks of the {self.called.seat(seat)}", E("small", " from the top")), E("dd", lie)
            )

    def tricks(self) -> El:
        heads: list[Any] = [E("span", "Trick", cls="visually-hidden")]
        heads += [E("span", self.called.seat(seat).capitalize(), self.called.small(seat)) for seat in self.hands]
        between: dict[int, list[Step]] = {}
        for state, action in self.steps:
            if action.kind != "play" and (state.tricks or state.trick.cards):
                between.setdefault(len(state.tricks), []).append((state, action))
        rows = []
        wide = str(len(self.hands) + 1 + self.pointed + bool(self.plan.deal.each_trick))
        for n, trick in enumerate(self.end.tricks):
            done = (step for step in between.get(n, []) if step[1].kind != "take-back")
            for move in [*moves(self.called, list(done)), *self.swapped(n)]:
                rows.append(E("tr", E("td", move, colspan=wide), cls="said"))
            rows.append(self.trick(n + 1, self.as_played(n + 1, trick)))
        for move in moves(self.called, between.get(len(self.end.tricks), [])):
            rows.append(E("tr", E("td", move, colspan=wide), cls="said"))
        heads += ["Drawn"] if self.plan.deal.each_trick else []
        note = "The player marked ▸ leads. The card in a frame wins. "
        note += DRAWN.get("to-trick" if self.plan.talon_to_tricks else self.plan.deal.drawn or "", "")
        if self.pointed:
            note += "The last column has the points of the counting cards in the trick."
            heads.append(("Worth", "num"))
        return table(heads, rows, cls="tricks sticky-off", caption=note)

    def as_played(self, number: int, trick: Trick) -> Trick:
        """A trick before cards were put into it in exchange for others."""
        for swap in reversed(self.swaps.get(number, [])):
            trick = trick._replace(cards=tuple(swap.taken if card == swap.card else card for card in trick.cards))
        return trick

    def swapped(self, number: int) -> Iterator[list[Child]]:
        """Yield what was put into a trick that is over and taken out of it, and what it is then worth."""
        for swap in self.swaps.get(number, []):
            worth = self.worth(self.end.tricks[number - 1].cards)
            told = [
                f"The {self.called.seat(swap.seat)} takes ",
                *self.called.tiles([swap.taken]),
                " out of the trick and puts ",
            ]
            yield [*told, *self.called.tiles([swap.card]), f" in, so that it is worth {figure(worth)}."]

    def worth(self, cards: Iterable[int]) -> Any:
        """What cards count in points."""
        return sum(self.plan.values.get(self.plan.cards[place], 0) for place in cards)

    @property
    def pointed(self) -> bool:
        """Whether cards have points; where tricks alone are counted none has."""
        return any(self.plan.values.values())

    def trick(self, number: int, trick: Trick) -> El:
        cells: list[El] = []
        for seat in self.hands:
            if seat in trick.out:
                cells.append(E("td", None))
                continue
            place = trick.cards[trick.place(seat, self.plan.circle)]
            marks = [name for name, at in (("led", trick.leader), ("won", trick.winner)) if at == seat]
            said = {"led": "leads ", "won": " wins"}
            cells.append(
                E(
                    "td",
                    E("span", said["led"], cls="visually-hidden") if "led" in marks else None,
                    tile(self.plan.cards[place]),
                    E("span", said["won"], cls="visually-hidden") if "won" in marks else None,
                    cls=" ".join(marks) or None,
                )
            )
        taken = [card for n, _, card in draws(self.plan, self.end.setting.stock, self.end.tricks) if n == number - 1]
        if self.plan.deal.each_trick:
            cells.append(E("td", self.called.tiles(taken)))
        brought = trick.cards if self.plan.deal.drawn == "to-hand" else (*trick.cards, *taken)
        worth = self.worth(brought)
        if self.pointed:
            cells.append(E("td", figure(worth) if worth else "–", cls="num"))
        return row([str(number), *cells])

    def count(self) -> El:
        rows = []
        for side, found in self.result.counts.items():
            tricks = sum(self.result.piles.tricks[seat] for seat in self.seats if self.result.sides[seat] == side)
            lines = [self.line(line) for line in found.working if dear(line, self.plan)]
            cheap = [line for line in found.working if not dear(line, self.plan)]
            counting = self.plan.counting
            size = counting.group(self.plan.players)[0] if counting.in_sets else None
            as_set = (
                counting.discard == "set" and self.result.of_side[side].laid
            )  # it comes last, and is short of cards
            sets = [line for line in found.working if not line.what][: -1 if as_set else None]
            over = [line for line in cheap if size and len(line.cards) < size and line in sets]
            cheap = [line for line in cheap if line not in over]
            if cheap:
                singly = self.plan.counting.by == "1"
                number = sum(len(line.cards) for line in cheap) if singly else len(cheap)
                what = counted(number, "empty card") if singly else f"{counted(number, 'set')} of empty cards"
                lines.append(E("span", f"{what} {figure(exact(sum(line.points for line in cheap)))}"))
            for line in over:
                lines.append(E("span", f"{counted(len(line.cards), 'empty card')} left over {figure(line.points)}"))
            working = E("td", joined(lines, ", "), cls="working")
            rows.append(
                [
                    self.called.side(side),
                    E("td", str(tricks), cls="num"),
                    working,
                    E("td", figure(found.total), cls="num"),
                ]
            )
        return table(
            ["", ("Tricks", "num"), "Counting cards" if self.pointed else "Counted", ("Points", "num")],
            rows,
            cls="wrap",
        )

    def line(self, line: Line) -> El:
        """A step of a count: the counting cards in it, how they add up, what they make."""
        cards = [card for card in line.cards if self.plan.values.get(card)]
        bare = line.sum == str(line.points)
        made = figure(line.points) if bare else f"{line.sum.replace('-', '−')} = {figure(line.points)}"
        return E("span", joined((tile(card) for card in cards), " ") if cards else line.what, f" {made}", cls="nowrap")

    def facts(self, paths: Sequence[tuple[str, ...]]) -> Iterator[Child]:
        """Yield the facts by which something is paid; several that tell how the score is reckoned once, as the score; what a bid
        pays for each point as that, however it is settled."""
        points = [path for path in paths if path[0] == "bids" and path[2:] == ("each",)]
        scored = [path for path in paths if path[0] == "score" and not (points and path == ("score", "settle"))]
        told: set[str] = set()
        for path in paths:
            if path[0] == "score" and path not in scored[:1]:
                continue
            if told and path[0] in ("declaring", "declarations") and path[-1] == "settle":
                continue  # what is declared pays, whoever pays it
            link = self.page.link(*path, paid=True)
            if len(scored) > 1 and path in scored and isinstance(link, El):
                link = link._replace(children=(SECTIONS["score"].title,))
            if told and shape(path[0]) != "things":  # a name keeps its capital, and a title within the row does not
                link = link._replace(children=(small(text_of(link)),)) if isinstance(link, El) else small(str(link))
            if (said := small(text_of(link))) not in told:
                alone = path in points and not any(other[:2] == path[:2] and other != path for other in paths)
                yield E("span", link, ", each card point") if alone else link
            told.add(said)

    def added(self) -> El:
        """What declarations and bonuses add to the card points, side by side; where that is not the whole of it, the totals alone."""
        result, sides = self.result, list(self.result.totals)
        held = leader(self.plan.scoring.win, result.totals) if self.plan.scoring.declaring.settle == "winners" else None
        found: dict[tuple[str, str], dict[int, Fraction]] = {}
        for made in result.declared:
            if made.counts and made.worth is not None:
                to = result.sides[made.seat] if made.won or held is None else held
                adds = found.setdefault(("declarations", made.declaration), dict.fromkeys(sides, Fraction(0)))
                adds[to] += made.worth
        for done in result.feats:
            price = feat_price(feat := self.plan.feats[done.feat], done.announced, done.won, done.trick)
            if feat.counts and isinstance(price, int | Fraction):
                adds = found.setdefault(("feats", done.feat), dict.fromkeys(sides, Fraction(0)))
                adds[result.sides[done.seat]] += price
        total = {side: sum((own[side] for own in found.values()), Fraction(result.points[side])) for side in sides}
        if total != result.totals:
            totals = [f"{self.called.of_side(side)} {{}}{figure(total)}" for side, total in result.totals.items()]
            have = "have" if result.sides.count(sides[0]) > 1 else "has"
            told = [totals[0].format(f"{have} ") + " points", *(one.format("") for one in totals[1:])]
            left = not found and sum(result.totals.values()) - sum(result.points.values()) == self.plan.scoring.left_out
            more = (
                "the points of the cards left out"
                if left
                else "declarations and whatever else adds points before payment"
            )
            return E("p", f"With {more}, {', '.join(told)}.")
        rows: list[Any] = [["Cards", *(E("td", figure(result.points[side]), cls="num") for side in sides)]]
        rows += [
            [
                self.called.named(*what),
                *(E("td", figure(exact(own[side])) if own[side] else "–", cls="num") for side in sides),
            ]
            for what, own in found.items()
        ]
        sums = (E("td", figure(result.totals[side]), cls="num") for side in sides)
        rows.append(E("tr", E("th", "In all", scope="row"), *sums, cls="sum"))
        heads = [(self.called.side(side), "num") for side in sides]
        return table(["", *heads], rows, cls="wrap payments added", caption="What adds to the points of the cards")

    def payment(self) -> Iterator[El]:
        result = self.result
        declarer, contract = self.end.setting.declarer, self.end.setting.contract
        if declarer is not None and contract:
            outcome = {True: "wins", False: "loses", None: "neither wins nor loses"}[result.won]
            yield E("p", f"The {self.called.seat(declarer)} {outcome} ", self.called.named("bids", contract), ".")
        if result.totals != result.points:
            yield self.added()
        if result.transfers is None:
            yield E(
                "p", "What it pays is not known, for want of ", *joined(self.page.link(*p) for p in result.missing), "."
            )
            return
        if result.transfers:
            heads = [(self.called.seat(seat).capitalize(), "num") for seat in self.seats]
            rows: list[Any] = []
            for by in dict.fromkeys(one.by for one in result.transfers):
                paid = [one.pays for one in result.transfers if one.by == by]
                level = len(paid) > 1 and not any(exact(sum(points)) for points in zip(*paid, strict=True))
                times = ", paid both ways" if level else f", {len(paid)} times" if len(paid) > 1 else ""
                why = [*joined(self.facts(by), ", "), times]
                rows.append(
                    [why, *(E("td", signed(exact(sum(points))), cls="num") for points in zip(*paid, strict=True))]
                )
            total = result.total or ()
            rows.append(
                E("tr", E("th", "In all", scope="row"), *(E("td", signed(p), cls="num") for p in total), cls="sum")
            )
            marked = any(one.marked for one in result.transfers)
            caption = (
                "What each player marks, and by which fact"
                if marked
                else "What each player receives or pays, and by which fact"
            )
            yield table(["", *heads], rows, cls="wrap payments", caption=caption)
        else:
            yield E("p", "Nothing is paid.")
        assert self.page.main is not None
        if any(entries(self.page.main.rules.pots)):
            yield E(
                "p", "What players put into pots, and take out of them, goes from hand to hand and is left out here."
            )
        if result.missing:
            yield E(
                "p",
                "No source gives a payment for these, so nothing is paid: ",
                *joined(self.page.link(*p[:2]) for p in result.missing),
                ".",
            )


def dear(line: Line, plan: Plan) -> bool:
    """Whether a step of a count has a counting card in it, or is no set of cards at all."""
    return bool(line.what) or any(plan.values.get(card) for card in line.cards)


def signed(points: Any) -> str:
    """What a player receives, with its sign."""
    return f"+{figure(points)}" if points > 0 else figure(points)
