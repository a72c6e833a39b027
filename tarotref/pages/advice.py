"""Which games to advise to people who want to play: complete ones first, then those still played, then the best known ones."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tarotref.computed.columns import cell
from tarotref.dates import bounds
from tarotref.model.rules import entries
from tarotref.model.types import given
from tarotref.notation import folded
from tarotref.pages.elements import prose, text_of
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Ruleset

KNOWN = frozenset(("described", "reported", "observed", "reconstructed"))
"""Evidence of games whose rules somebody tells so that they can be played."""
NAMED = ("bids", "declarations", "feats", "pots")
"""Sections whose entries have to be learnt one by one before a first hand; who knows no signals gives none."""
NOT_PLAYABLE = ("rules not known", "incomplete")
"""How it begins what is lacking of a game that cannot be played."""
MOST = 3
"""As many games are named that may be played instead."""
MAINSTAYS = (
    "9.13",
    "18.10",
    "20.3",
    "11.14",
    "9.14",
    "15.16",
    "9.17",
    "17.4",
    "5.1",
    "18.8",
    "19.9",
    "14.6",
    "4.7",
    "17.3",
)
"""The games that stand for the countries where tarot cards are still played, the most played first; the order is our judgement."""
EASY, HARD = 8, 18
"""A game with no more bids, declarations and bonuses than these is easy to learn; one with more than those is hard."""
PACE, START = 4, 90
"""Seconds that we reckon for each card played, and for the deal and what comes before play."""
_PRONOUN = re.compile(
    r"(?:It|This|They|He|She|These|That|Those|His|Their|Its|But|So|Here|Both|Such|Then|There)\b|.*\bof them\b"
)
_NO_PROSE = ("-", "|", "#", "<", ":::", "```")
_END = re.compile(r"(?:(?<=\w\w[.!?])|(?<=\w\)[.!?]))\s+(?=[A-Z\"'“‘*])")


class Advice(NamedTuple):
    """How soon a game is advised (lowest first), and what is not known of it, in words."""

    rank: tuple[bool, bool, int, int]
    """Whether something is lacking, whether it is no longer played, its place among the mainstays, fewer and fewer versions."""
    lacking: str
    things: int
    """How many bids, declarations, bonuses and the like have to be learnt one by one."""

    @property
    def main(self) -> bool:
        """Whether it is one of the mainstays."""
        return self.rank[2] < len(MAINSTAYS)

    @property
    def alive(self) -> bool:
        """Whether it is still played."""
        return not self.rank[1]

    @property
    def difficulty(self) -> str:
        """How hard it is to learn, in words."""
        return (
            "easy to learn" if self.things <= EASY else "hard to learn" if self.things > HARD else "takes some learning"
        )


def advised(computed: ComputedCorpus) -> dict[str, Advice]:
    """Return what is said of each game to those who ask what to play, best first."""
    return computed.memo.once("advice", lambda: _all(computed), lasting=True)


def _all(computed: ComputedCorpus) -> dict[str, Advice]:
    labels = Labels(computed)
    found = {r.game: advice(computed, r, labels) for r in computed.corpus.rulesets.values() if r.key == "main"}
    return dict(sorted(found.items(), key=lambda told: told[1].rank))


def advice(computed: ComputedCorpus, r: Ruleset, labels: Labels) -> Advice:
    """Return what is said of a main ruleset to those who ask what to play."""
    from tarotref.play.gaps import openness

    game, found = computed.corpus.game(r.game), openness(computed, r)
    lacking = ""
    if found.status == "cannot be played" and not found.unplayed:
        fields = dict.fromkeys(labels.field(path).lower() for path in found.missing)
        unknown, incomplete = NOT_PLAYABLE
        lacking = unknown if game.evidence == "listed" else f"{incomplete}: {', '.join(fields)} not known"
    elif game.evidence not in KNOWN:
        lacking = "told incompletely"
    elif (pack := computed.packs.get(str(r.rules.pack))) and not pack.trumps:
        lacking = "not played with tarot cards"
    alive = game.seen is not None or bounds(game.played)[1] is None
    things = sum(1 for name in NAMED for _ in entries(getattr(r.rules, name)))
    main = MAINSTAYS.index(r.game) if r.game in MAINSTAYS else len(MAINSTAYS)
    return Advice((bool(lacking), not alive, main, -len(computed.corpus.of_game(r.game))), lacking, things)


def minutes(computed: ComputedCorpus, r: Ruleset) -> dict[int, int]:
    """Return about how many minutes a hand takes, by number of players: an estimate of ours, from the cards that are played."""
    cells = cell("hand", r, computed.figures(r)).value
    if not isinstance(r.rules.players, tuple) or not cells:
        return {}
    by = dict(part.split(":") for part in str(cells).split(";")) if ":" in str(cells) else {}
    hands = {n: by.get(str(n), "" if by else str(cells)) for n in r.rules.players}
    return {n: max(2, round((int(h) * n * PACE + START) / 60)) for n, h in hands.items() if h.isdecimal()}


class Instead(NamedTuple):
    """The games that those may play who cannot play a game: with its pack, and of its family with another pack."""

    same_pack: tuple[str, ...] = ()
    family: tuple[str, ...] = ()


def instead(computed: ComputedCorpus, game: str) -> Instead:
    """Return the games that those may play who cannot play a game, as its rules are not known: first those with the same pack,
    of its own tradition and for as many players before others, then those of its tradition. None if it can be played."""
    return all_instead(computed).get(game, Instead())


def all_instead(computed: ComputedCorpus) -> dict[str, Instead]:
    """Return for every game those that may be played `instead`."""
    return computed.memo.once("instead", lambda: {game: _instead(computed, game) for game in computed.corpus.games})


def _instead(computed: ComputedCorpus, game: str) -> Instead:
    told, corpus = advised(computed), computed.corpus
    if game not in told or not told[game].lacking.startswith(NOT_PLAYABLE):
        return Instead()
    mine, family = corpus.rulesets[f"{game}/main"].rules, corpus.game(game).tradition

    def far(other: str) -> bool:
        return corpus.game(other).tradition != family

    def other_players(other: str) -> bool:
        players = given(corpus.rulesets[f"{other}/main"].rules.players) or ()
        return set(players).isdisjoint(given(mine.players) or ())

    complete = [id for id, one in told.items() if not one.lacking]
    pack = given(mine.pack)
    with_it = {id for id in complete if pack is not None and corpus.rulesets[f"{id}/main"].rules.pack == pack}
    near = sorted((id for id in complete if not far(id) and id not in with_it), key=other_players)
    same = sorted(with_it, key=lambda id: (far(id), other_players(id), complete.index(id)))
    same = [
        id for n, id in enumerate(same[:MOST]) if not (near and far(id) and n == MOST - 1)
    ]  # one place for its family
    return Instead(tuple(same), tuple(near[: MOST - len(same)]))


def sentences(labels: Labels, computed: ComputedCorpus, game: str) -> list[str]:
    """Return the sentences of what a game's page tells in brief, without marks; those of lists and tables are left out."""
    brief = computed.corpus.text(game).get("In brief")
    found: list[str] = []
    for paragraph in brief[1].body.strip().split("\n\n") if brief else ():
        if not paragraph.startswith(_NO_PROSE):
            text = re.sub(r"\{lang\}`[^:`]*: *([^`]*)`", r"\1", " ".join(paragraph.split()))
            found += _END.split("".join(map(text_of, prose(text, labels.title))))
    return found


def own_sentences(computed: ComputedCorpus) -> dict[str, str]:
    """Return for each game the sentence of what it is in brief that has most words which few other games have there."""
    return computed.memo.once("own sentences", lambda: _own_sentences(computed))


def _own_sentences(computed: ComputedCorpus) -> dict[str, str]:
    labels = Labels(computed)
    told = {game: sentences(labels, computed, game) for game in computed.corpus.games}
    having = Counter(word for said in told.values() for word in {w for s in said for w in _words(s)})

    def weight(sentence: str) -> float:
        words = set(_words(sentence))
        own = sum(math.log(len(told) / having[w]) for w in words) / math.sqrt(len(words) + 6)
        alone = 0.6 if _PRONOUN.match(sentence) else 1  # what it speaks of stands in the sentence before
        return own * alone * (1 if 45 <= len(sentence) <= 170 else 0.55)

    return {game: max(said, key=weight) for game, said in told.items() if said}


def _words(sentence: str) -> list[str]:
    return re.findall(r"[^\W\d]{3,}", folded(sentence))
