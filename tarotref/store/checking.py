"""What is wrong with a corpus, as it was found at an earlier look where nothing has changed since.

Kept beside the corpus is the outcome of the last look and, of each ruleset and each record, which rules it does not break
and a digest of all that these read. What cannot be read back, or is of other code, is as good as none.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tarotref.corpus.files import survey
from tarotref.corpus.records import Corpus
from tarotref.problem import Problem, editing
from tarotref.store import snapshot
from tarotref.store.cache import digest, unsearched
from tarotref.store.loading import of_files

FILE = "checked.json"
READ = ("packs", "trump-orders", "subjects")
"""Shared files that rules about single rulesets and records read; of the hands played out each reads that of its game."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found wrong with a corpus, sorted, and how much of it there is."""

    problems: tuple[Problem, ...]
    games: int
    rulesets: int
    waiting: tuple[Problem, ...] = ()
    """What follows from records and has not followed yet; not looked for where there are problems."""


class Reckoned(NamedTuple):
    """What has been made of the rulesets of a corpus already."""

    files: Mapping[str, str]
    """The files that it was made of."""
    made: Mapping[tuple[str, str], Any]
    """What was made (`Memo.made`)."""


def checked(folder: Path, reckoned: Reckoned | None = None) -> Outcome:
    """Return what is wrong with the corpus under a folder; only what has changed since an earlier look is looked at, and what
    has been reckoned of the same files is not reckoned again."""
    files, strays = survey(folder)
    state = digest(snapshot.digest(files), strays)
    place = folder / ".tarotref" / FILE
    known = _known(place)
    if known.get("state") == state:
        kept = (tuple(Problem(*one) for one in known[name]) for name in ("problems", "waiting"))
        return Outcome(next(kept), known["games"], known["rulesets"], next(kept))
    with unsearched():
        with editing():
            from tarotref.checks import check
            from tarotref.checks.waiting import waiting
        from tarotref.computed.corpus import ComputedCorpus
        from tarotref.store.compiling import closure

        made, reading = of_files(folder, files, strays)
        if reading is not None:
            corpus, texts, made_of = reading.corpus, reading.parts.texts, reading.parts.made_of
        else:
            assert made is not None
            corpus, texts, made_of = made.corpus(), made.parts(), made.made_of()
        sound = Sound(corpus, texts, lambda id: closure(id, made_of["named"]), known)
        computed = ComputedCorpus(corpus)
        if reckoned is not None and reckoned.files == files:
            computed.take(reckoned.made)
        problems = sorted({*corpus.problems, *check(computed, sound=sound)})
        late = [] if problems else sorted(waiting(computed, sound))
    found = Outcome(tuple(problems), len(corpus.games), len(corpus.rulesets), tuple(late))
    told: dict[str, Any] = {"problems": [astuple(one) for one in problems], "waiting": [astuple(one) for one in late]}
    told |= {"games": found.games, "rulesets": found.rulesets}
    with suppress(OSError):
        _keep(place, {"state": state, **told, "read": sound.read, "ids": sound.ids, "sound": sound.told})
    return found


class Sound:
    """Of what it is known that it breaks no rule (`tarotref.checks.registry.Sound`)."""

    def __init__(
        self,
        corpus: Corpus,
        texts: Mapping[str, bytes],
        reads: Callable[[str], Iterable[str]],
        before: Mapping[str, Any],
    ):
        """`texts` are the parts of a snapshot of the corpus, `reads` says of which records the rules of one may be made, and `before`
        is what an earlier look has kept: by what it is, a digest and names of rules; what all rules read; which ids there were."""
        self.texts, self.reads = texts, reads
        self.told: dict[str, tuple[str, list[str]]] = {}
        self.digests: dict[str, str] = {}
        self.learns = not corpus.problems
        """Whether what breaks no rule is noted: with what is at fault out of the way, a rule may have had too little to read."""
        self.hands = corpus.shared["hands"]
        self.read = digest(snapshot.digest_of_code(), [self._sum(f"corpus/shared/{name}.json") for name in READ])
        shelves = {**corpus.shared, "sources": corpus.bibliography}
        self.ids = {"records": sorted(corpus.known_ids), "rulesets": [*corpus.rulesets]}
        self.ids |= {name: [*entries] for name, entries in shelves.items()}
        self.ids |= {f"vocabulary of {name}": [*terms] for name, terms in corpus.vocabulary.items()}
        self.known = before.get("sound", {}) if self._holds(before) else {}

    def _holds(self, before: Mapping[str, Any]) -> bool:
        """Say whether what was known earlier is known still. Where nothing was wrong, every id that is named was there, so that
        there may be more of them now."""
        if before.get("read") != self.read:
            return False
        were = before["ids"]
        if before["problems"] or were.keys() != self.ids.keys():
            return bool(were == self.ids)
        return all({*were[name]} <= {*ids} for name, ids in self.ids.items())

    def _sum(self, part: str) -> str:
        return hashlib.sha256(self.texts.get(part, b"")).hexdigest()

    def knows(self, rule: str, id: str) -> bool:
        """Say whether a ruleset, or a record, is known not to break a rule."""
        before = self.known.get(id)
        if before is None or before[0] != self._digest(id) or rule not in before[1]:
            return False
        self._tell(rule, id)
        return True

    def note(self, rule: str, id: str) -> None:
        """Note that one does not."""
        if self.learns:
            self._tell(rule, id)

    def _tell(self, rule: str, id: str) -> None:
        self.told.setdefault(id, (self._digest(id), []))[1].append(rule)

    def _digest(self, id: str) -> str:
        """Return a digest of all that a rule reads of a ruleset; of a record, of all that one reads of it."""
        if id not in self.digests:
            owner, ruleset, _ = id.partition("/")
            parts, hand = [f"corpus/rulesets/{owner}.json"], self.hands.get(owner)
            if not ruleset:
                read = sorted(self.reads(owner))
                parts = [f"corpus/{shelf}/{one}.json" for shelf in ("records", "rulesets") for one in read]
            self.digests[id] = digest([self._sum(part) for part in parts], repr(hand))
        return self.digests[id]


def _known(place: Path) -> Mapping[str, Any]:
    """Return what an earlier look has kept; nothing where it cannot be read, or is not as it was written."""
    try:
        return json.loads(snapshot.opened(place))  # type: ignore[no-any-return]
    except snapshot.Damaged:
        return {}


def _keep(place: Path, found: Any) -> None:
    place.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=snapshot.UNFINISHED) as work:
        (new := Path(work) / "new").write_bytes(snapshot.sealed(json.dumps(found, ensure_ascii=False).encode()))
        new.replace(place)
