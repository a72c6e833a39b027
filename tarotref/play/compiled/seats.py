"""Who sits where and plays with whom: seats are numbered in turn from the player after the dealer, who has the last number."""

from __future__ import annotations

from dataclasses import dataclass

from tarotref.model.rules import Deal, Play, Rules, Seating
from tarotref.model.types import given
from tarotref.play.compiled.reading import Filled, section


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a table and the sides on which they are."""

    players: int
    sides: str
    """`individual`, `partners`, `pairs` or `alliance`."""
    clockwise: bool
    """Which way round the game is played."""
    teams: int
    """How many fixed sides there are, a player by himself being one; 0 where sides change from hand to hand."""
    beside: int
    """How many partners sit side by side, where they do; else 0."""
    circle: tuple[int, ...]
    """The seats that play to a trick, in turn from the player after the dealer. A dead hand that takes part comes after the
    numbers of the players, and sits where it was dealt."""
    after: tuple[int, ...]
    """Who plays after each seat."""

    @property
    def dealer(self) -> int:
        return self.players - 1

    def turned(self, dealer: int) -> int:
        """How many of the dealer's partners sit after him, when a player deals: 0 where the last player does, nor where
        partners do not sit side by side."""
        return -(dealer + 1) % self.beside if self.beside else 0

    def side(self, seat: int, declarer: int | None = None, partner: int | None = None, turned: int = 0) -> int:
        """The number of the side that a seat is on: its own, its partnership, or 0 for the declarer's and 1 for the others'.

        Partners sit apart by as many places as there are sides, or side by side, `turned` of them after the dealer. Of two players
        who play for themselves the one is declarer, when there is one, and the other his opponent.
        """
        if self.players == 2 and declarer is not None:
            return int(seat != declarer)
        if self.sides == "individual" or (self.sides == "alliance" and declarer is None):
            return seat
        if self.sides == "alliance":
            return 0 if seat in (declarer, partner) else 1
        if declarer is not None:
            return int(self.side(seat, turned=turned) != self.side(declarer, turned=turned))
        return (seat - turned) % self.players // self.beside if self.beside else seat % self.teams

    def seat(self, name: str | None, declarer: int | None = None, first: int | None = None) -> int | None:
        """The seat that a term of the list `seat` means; None where it means none."""
        near = -1 if self.clockwise else 1
        match name:
            case "declarer":
                return declarer
            case "right-of-declarer":
                return None if declarer is None else (declarer + near) % self.players
            case "left-of-declarer":
                return None if declarer is None else (declarer - near) % self.players
            case "first-bidder":
                return first
        return about_dealer(name, self.players, self.clockwise)


def about_dealer(name: str | None, seats: int, clockwise: bool) -> int | None:
    """The place among so many seats, the dealer's being the last, that a term says by where the dealer sits."""
    near = -1 if clockwise else 1
    steps = {"dealer": 0, "right-of-dealer": near, "left-of-dealer": -near, "opposite-dealer": seats // 2}
    return None if name not in steps else (seats - 1 + steps[name]) % seats


def seats(rules: Rules, players: int, filled: Filled) -> Seats:
    """Compile who sits where; with two players no direction tells them apart."""
    play, sides = section(rules.play, Play), given(rules.sides) or "individual"
    direction = given(play.direction) or given(section(rules.deal, Deal).direction)
    if direction is None and players > 2:
        filled.note(("deal", "direction"))
    clockwise = direction == "clockwise"
    teams = {"individual": players, "partners": 2, "pairs": players // 2}.get(sides, 0)
    beside = sides in ("partners", "pairs") and given(section(rules.seating, Seating).partners) == "beside"
    ring = list(range(players))
    if given(play.dead_hand) is not None:
        at = about_dealer(given(play.dead_hand_at), players + 1, clockwise)
        ring.insert(players - 1 if at is None else at, players)
    after = tuple(ring[(ring.index(seat) + 1) % len(ring)] for seat in range(len(ring)))
    return Seats(players, sides, clockwise, teams, players // teams if beside else 0, tuple(ring), after)
