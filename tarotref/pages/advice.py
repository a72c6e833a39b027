"""Which games to advise to people who want to play: complete ones first, then those still played, then the simple ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tarotref.dates import bounds
from tarotref.model.rules import entries
from tarotref.model.types import given
from tarotref.pages.elements import prose, text_of
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Ruleset

KNOWN = frozenset(("described", "reported", "observed", "reconstructed"))
"""Evidence of games whose rules somebody tells so that they can be played."""
NAMED = ("bids", "declarations", "feats", "penalties", "signals", "pots")
"""Sections whose entries have to be learnt one by one."""
NOT_PLAYABLE = ("rules not known", "incomplete")
"""How it begins what is lacking of a game that cannot be played."""
MOST = 3
"""As many games are named that may be played instead."""
_END = re.compile(r"(?:(?<=\w\w[.!?])|(?<=\w\)[.!?]))\s+(?=[A-Z\"'“‘*])")


class Advice(NamedTuple):
    """How soon a game is advised (lowest first), and what is not known of it, in words."""

    rank: tuple[bool, bool, int]
    lacking: str


def advised(computed: ComputedCorpus) -> dict[str, Advice]:
    """Return what is said of each game to those who ask what to play, best first."""
    found: dict[str, Advice] = computed.remembered("advice", lambda: _all(computed))
    return found


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
    return Advice((bool(lacking), not alive, things), lacking)


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
    return computed.of_all("instead", lambda: {game: _instead(computed, game) for game in computed.corpus.games})


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


def first_sentence(labels: Labels, computed: ComputedCorpus, game: str) -> str:
    """Return the first sentence of what a game's page tells in brief, without its marks."""
    brief = computed.corpus.text(game).get("In brief")
    if brief is None:
        return ""
    paragraph = " ".join(brief[1].body.strip().split("\n\n")[0].split())
    plain = "".join(map(text_of, prose(re.sub(r"\{lang\}`[^:`]*: *([^`]*)`", r"\1", paragraph), labels.title)))
    return _END.split(plain, maxsplit=1)[0]
