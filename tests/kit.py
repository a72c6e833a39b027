"""A corpus of a few records in a temporary folder, to be broken on purpose."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from tarotref.cards.card import Pack
from tarotref.cards.packs import pack_from_rule
from tarotref.checks import check
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.problem import Problem

CHECKOUT = Path(__file__).parent.parent
SHARED = ("vocabulary.yaml", "packs.yaml", "subjects.yaml", "catalogue.yaml")

ORDERS = """\
marseille: {pack: tarot-78-italian, source: {dm2004: ch. 2}, order: [21 world, 20 angel, 19 sun, 18 moon, 17 star, 16 tower, 15 devil, 14 temperance, 13 death,
  12 hanged-man, 11 fortitude, 10 wheel, 9 old-man, 8 justice, 7 chariot, 6 love, 5 pope, 4 emperor, 3 empress, 2 popess, 1 bagatto]}
piedmont: {pack: tarot-78-italian, source: {dm2004: ch. 8}, like: marseille, swap: [[world, angel]]}
"""
PLACES = "piedmont: {title: Piedmont, kind: region}\nturin: {title: Turin, kind: town}\n"
BIB = """\
@book{dm2004, author = {Dummett, Michael}, title = {A History}, year = {2004}, keywords = {authority}}
@book{dm2009, author = {Dummett, Michael}, title = {Supplement}, year = {2009}, keywords = {authority}}
@book{PE-1787, title = {Primi Elementi}, year = {1787}, siglum = {PE}, keywords = {witness}}
@book{RI-1830, title = {Regole inalterabili}, year = {1830}, siglum = {RI}, keywords = {witness}}
"""
FAMILY = """\
---
id: family
title: The whole family
part: root
source: {dm2004: ch. 1}
rules:
  suit_order: original
  values: {top: 5, pagat: 5, fool: 5, K: 5, Q: 4, C: 3, J: 2}
  fool: {role: excuse, lost: no-tricks}
  deal: {direction: counterclockwise}
  play: {must_follow: yes, must_overtrump: no}
---
## Cards and terms

Trumps beat suits.

## Deal and discard

All cards are dealt.

## Play

Follow suit.

## Scoring

Count the cards.
"""
TRADITION = """\
---
id: piedmont-savoy
title: Piedmont and Savoy
parent: family
source: {dm2004: ch. 8}
witnesses: [PE-1787, RI-1830]
rules:
  pack: tarot-78-italian
  trump_order: piedmont
  groups: {honours: [top, pagat, fool, kings]}
  fool: {exchange: with}
  discard: {by: dealer, honours: never}
  feats: {slam: {do: all-tricks, won: agreed}}
readings:
  PE-1787: {rules: {discard: {pagat: only-trump}}}
notes:
  - {at: rules.feats.slam, kind: comment, by: dm2004 ch. 8, text: Usually agreed.}
---
## In brief

Games of Piedmont.
"""
ONE = """\
---
id: "8.13"
title: Permesso
tradition: piedmont-savoy
places: [piedmont]
played: 1750~/1850~
evidence: described
source: {dm2004: game 8.13}
witnesses: [PE-1787, RI-1830]
main: PE-1787
rules:
  players: 3
  sides: alliance
  deal: {packets: free, hand: 25, extra: {dealer: 3}}
  bids:
    a-tre: {said: Permesso, base: 2}
    a-due: {said: A due, base: 3}
    solo: {said: Solo, base: 5, rules: {win: {at_least: 50}}}
  declarations:
    kings: {holding: {of: kings, exactly: 4}, worth: 10}
  counting: {by: 2, odd: {1: 1/2}}
  win: {aim: points, at_least: 46}
  score: {base: bid, each: 1, start: 45, step: 5, round: half-down}
stated: {points: 91}
readings:
  RI-1830:
    rules: {bids: {a-tre: {base: 0}, solo: null}, discard: {trumps: never}}
variants:
  short: {title: Short, use: some, rules: {bids: {ad-una: {said: Ad una, base: 4, before: solo}}}}
notes:
  - {at: rules.win.at_least, kind: inference, by: dm2004 game 8.13, text: It follows.}
examples:
  - {at: p. 1, bid: a-due, points: 53, pays: 5}
---
## In brief

One against two.
"""
TWO = """\
---
id: "8.14"
title: Four-handed Permesso
tradition: piedmont-savoy
like: "8.13"
places: [piedmont]
played: 1750~/1850~
evidence: described
source: {dm2004: game 8.14}
witnesses: [PE-1787, RI-1830]
main: PE-1787
rules:
  players: 4
  deal: {hand: 19, extra: {dealer: 2}}
stated: {points: 91}
---
## In brief

One against three.
"""
CODING = '"8.13":\n  cells:\n    players: "3"\n'
HANDS = """\
"8.13":
  players: 3
  seed: 16
  by: simple
  shows: [declarations.kings]
  facts: "980f481cd82b"
  actions: >-
    discard 10♦, discard 8♦, discard 4♦, bid a-tre, pass, pass, declare kings, III, VI, I, K♠, Q♠, 4♠, K♣, Q♣, A♣, K♥,
    Q♥, A♥, K♦, 2♦, 9♦, C♠, A♠, 5♠, J♠, 8♠, IV, V, Fool, X, C♣, 5♣, 6♣, C♥, VII, 10♥, VIII, XIX, II, J♥, 9♥, IX, XI, XX,
    XV, 2♠, 9♠, XII, XIII, 3♠, XVII, 2♥, XIV, 8♥, XVI, 6♠, XXI, 2♣, J♣, 7♣, Q♦, A♦, 3♣, 9♣, 10♣, 4♣, C♦, 7♥, 7♦, J♦, 6♥,
    6♦, 5♥, 4♥, XVIII, 3♦, 7♠, 8♣, 5♦, 3♥, 10♠
"""
EVIDENCE = """\
a-pack: {kind: pack, title: A pack, dated: 1750, place: turin, source: {dm2004: ch. 8}, shows: [{what: pack, of: tarot-78-italian}]}
"""
GOOD = {
    "traditions/family.md": FAMILY,
    "traditions/piedmont-savoy.md": TRADITION,
    "games/08.13-permesso.md": ONE,
    "games/08.14-four-handed-permesso.md": TWO,
    "trump-orders.yaml": ORDERS,
    "places.yaml": PLACES,
    "sources.bib": BIB,
    "second-coding.yaml": CODING,
    "attestations.yaml": EVIDENCE,
}

BESIDE = {"hands.yaml": HANDS}
"""Files that a good corpus may have and the small one lacks until one of them is changed: what they say follows from the rest."""


def make(root: Path, **changes: tuple[str, str, str]) -> Path:
    """Write the good corpus under a folder; each change replaces a text by another in one file and must find it."""
    files = dict(GOOD)
    for path, old, new in changes.values():
        if path in SHARED:
            files.setdefault(path, (CHECKOUT / "corpus" / path).read_text(encoding="utf-8"))
        if path in BESIDE:
            files.setdefault(path, BESIDE[path])
        assert old in files[path], f"{old!r} is not in {path}"
        files[path] = files[path].replace(old, new, 1)
    return write(root, files)


def write(root: Path, files: dict[str, str]) -> Path:
    """Write files of a corpus, with the real shared ones."""
    corpus = root / "corpus"
    for name in SHARED:
        if (CHECKOUT / "corpus" / name).exists():
            corpus.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / "corpus" / name, corpus / name)
    for path, text in files.items():
        (corpus / path).parent.mkdir(parents=True, exist_ok=True)
        (corpus / path).write_text(text, encoding="utf-8", errors="surrogateescape")
    return root


def problems(root: Path) -> list[Problem]:
    """Return what is wrong with a corpus, leaving out what the shared files refer to and the small corpus lacks."""
    return [p for p in everything(root) if replace(p, line=0) not in lacking()]


def everything(root: Path) -> list[Problem]:
    """Return all that is wrong with a corpus."""
    corpus = read(root)
    return sorted({*corpus.problems, *check(ComputedCorpus(corpus))})


@cache
def lacking() -> frozenset[Problem]:
    """Return what the good corpus lacks, wherever it stands."""
    with TemporaryDirectory() as folder:
        return frozenset(replace(p, line=0) for p in everything(make(Path(folder))))


def script(name: str) -> ModuleType:
    """Return a file of `scripts/` as a module."""
    path = CHECKOUT / "scripts" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def packs_from_rules(rules: Mapping[str, Mapping[str, Any]]) -> dict[str, Pack]:
    """Return the packs of a table of rules, in its order, whichever is made of which."""
    known: dict[str, Pack] = {}
    waiting = {id: {**entry, **entry.get("rule", {})} for id, entry in rules.items()}
    while ready := [id for id, rule in waiting.items() if rule.get("of") not in waiting]:
        known |= {id: pack_from_rule(id, waiting.pop(id), known) for id in ready}
    return {id: known[id] for id in rules}
