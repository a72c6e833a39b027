"""What a page is made from: noted while it is made, so that it need not be made again before some of that has changed.

Shared files stand for themselves: when one of them changes, every page is made again. Of records, rulesets and sources, and of
what is computed from them all, it is noted which a page asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from tarotref.pages.advice import advised, all_instead
from tarotref.pages.beside import NEAREST
from tarotref.pages.wording import Labels
from tarotref.store.cache import digest

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Corpus, Record

ALL = "*"
"""Stands for all keys of a mapping."""
OF_RECORDS = ("games", "traditions", "rulesets", "of_game", "bibliography")
"""Mappings of records, rulesets and sources, of which two states of the corpus are laid side by side."""
OF_ALL: dict[str, Callable[[ComputedCorpus], Mapping[Any, Any]]] = {
    "common": attrgetter("common"),
    "nearest": lambda computed: {game: near[:NEAREST] for game, near in computed.nearest.items()},
    "distances": attrgetter("distances"),
    "pointing": attrgetter("pointing"),
    "advice": advised,
    "instead": all_instead,
    "names in claims": lambda computed: Labels(computed).names_in_claims,
}
"""Mappings that are computed from all records: of these, digests of the values are noted. Of the games near one a page sees
those that it shows, so that what is far away may change."""

Reads: TypeAlias = "tuple[tuple[str, Any, str], ...]"
"""What was read: mapping, key, and a digest of the value where it is computed from all records."""


class Watched(Mapping[Any, Any]):
    """A mapping that notes which of its keys are asked for."""

    def __init__(self, of: Mapping[Any, Any], note: Callable[[Any], None]):
        self._of, self._note = of, note

    def __getitem__(self, key: Any) -> Any:
        self._note(key)
        return self._of[key]

    def __contains__(self, key: object) -> bool:
        self._note(key)
        return key in self._of

    def __iter__(self) -> Iterator[Any]:
        self._note(ALL)
        return iter(self._of)

    def __len__(self) -> int:
        self._note(ALL)
        return len(self._of)


class Watch:
    """Gives looks at a corpus, and knows what was read by each."""

    def __init__(self, computed: ComputedCorpus):
        self.computed = computed
        self._digests: dict[tuple[str, Any], str] = {}

    @cached_property
    def _of_records(self) -> dict[str, Mapping[Any, Any]]:
        return {name: _of_records(self.computed.corpus, name) for name in OF_RECORDS}

    def look(self) -> tuple[ComputedCorpus, set[tuple[str, Any]]]:
        """Return the corpus as one page sees it, and what is read of it, which grows with the page."""
        reads: set[tuple[str, Any]] = set()

        def watched(name: str, of: Mapping[Any, Any]) -> Watched:
            return Watched(of, lambda key: reads.add((name, key)))

        def keep(name: str, make: Callable[[], Any]) -> Any:
            reads.add((name, ALL))
            return self.computed.memo.once(name, make, lasting=True)

        records: dict[str, Any] = {name: watched(name, of) for name, of in self._of_records.items()}
        by_game = records.pop("of_game")
        corpus = replace(self.computed.corpus, **records)
        corpus.__dict__["_by_game"] = by_game
        of_all = {name: watched(name, self.of_all(name)) for name in OF_ALL}
        return self.computed.seen_by(corpus, keep, of_all), reads

    def of_all(self, name: str) -> Mapping[Any, Any]:
        """Return a mapping that is computed from all records."""
        return self.computed.memo.once(f"{name}, as pages see them", lambda: OF_ALL[name](self.computed))

    def digest(self, name: str, key: Any) -> str:
        """Return a digest of a value that is computed from all records, or of all values."""
        if (name, key) not in self._digests:
            mapping = self.of_all(name)
            self._digests[name, key] = digest(list(mapping.items()) if key == ALL else mapping.get(key))
        return self._digests[name, key]

    def noted(self, reads: Iterable[tuple[str, Any]]) -> Reads:
        """Return what was read as it is kept."""
        return tuple((name, key, self.digest(name, key) if name in OF_ALL else "") for name, key in reads)


class Changes:
    """How a corpus differs from an earlier state of it that the same code has made."""

    def __init__(self, before: ComputedCorpus, watch: Watch):
        self.before, self.watch = before.corpus, watch
        self.now = watch.computed.corpus
        self._known: dict[tuple[str, Any], bool] = {}

    @cached_property
    def shared(self) -> bool:
        """Whether anything but records and sources has changed."""
        names = ("shared", "vocabulary", "faults", "lost")
        return any(getattr(self.before, name) != getattr(self.now, name) for name in names)

    def touch(self, reads: Reads) -> bool:
        """Say whether anything has changed that was read."""
        return self.shared or any(self._touches(*read) for read in reads)

    def _touches(self, name: str, key: Any, was: str) -> bool:
        if name in OF_ALL:
            return self.watch.digest(name, key) != was
        if name not in OF_RECORDS:
            return True
        return self.changed(name, key)

    def changed(self, name: str, key: Any) -> bool:
        """Say whether a record, a ruleset, or all that a game has of these are not what they were."""
        if (name, key) not in self._known:
            if key == ALL:
                keys = list(_of_records(self.before, name))
                found = keys != list(_of_records(self.now, name)) or any(self.changed(name, k) for k in keys)
            else:
                found = _plain(self.before, name, key) != _plain(self.now, name, key)
            self._known[name, key] = found
        return self._known[name, key]


def _of_records(corpus: Corpus, name: str) -> Mapping[Any, Any]:
    if name != "of_game":
        return getattr(corpus, name)  # type: ignore[no-any-return]
    found: dict[str, list[str]] = {game: [] for game in corpus.games}
    for id in corpus.rulesets:
        found.setdefault(id.partition("/")[0], []).append(id)
    return found


def _plain(corpus: Corpus, name: str, key: Any) -> Any:
    """Return what is compared of a record: all but its text, on which nothing depends that is made of facts; of others, all."""
    if name == "of_game":
        return corpus.of_game(key)
    found = getattr(corpus, name).get(key)
    return _of_facts(found) if name in ("games", "traditions") and found is not None else found


def _of_facts(record: Record) -> tuple[Any, ...]:
    source = record.source
    return record.facts, source.path, source.data, source.lines, source.body_line
