"""What a snapshot holds, made of the files of a corpus: all of it, or only what has changed since an earlier one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from tarotref.corpus.files import BIBLIOGRAPHY, VOCABULARY
from tarotref.corpus.reader import build, parse_bibliography, parse_files, read_record, read_shared
from tarotref.corpus.records import Corpus, Record, Ruleset
from tarotref.corpus.resolver import resolve
from tarotref.corpus.source import Source, Tree
from tarotref.problem import Problem
from tarotref.store.cache import unsearched
from tarotref.store.codec import encode
from tarotref.store.snapshot import Damaged, Parts, Snapshot, digest_of_code

FEW = 40
"""How many files may have changed that it is worth while to look at them one by one."""


class Reading:
    """A corpus as it was read from its files, faults included, and what a snapshot of it holds."""

    def __init__(self, corpus: Corpus, parts: Callable[[], Parts]):
        self.corpus, self._parts = corpus, parts

    @cached_property
    def parts(self) -> Parts:
        """What a snapshot of it holds."""
        return self._parts()


def read(files: Mapping[str, str], strays: Sequence[Problem] = (), before: Snapshot | None = None) -> Reading:
    """Return the corpus of files; what has not changed is taken from a snapshot made before."""
    with unsearched():
        try:
            renewed = None if before is None or strays else _renewed(files, before)
        except Damaged:
            renewed = None
        return renewed or _read(files, strays)


def _read(files: Mapping[str, str], strays: Sequence[Problem]) -> Reading:
    sources = parse_files(files)
    corpus = build(sources, *parse_bibliography(files, sources), strays)
    return Reading(corpus, lambda: parts_of(files, corpus))


def parts_of(files: Mapping[str, str], corpus: Corpus) -> Parts:
    """Return what a snapshot holds of a corpus that was read from files."""
    records = {**corpus.traditions, **corpus.games}
    rulesets = {game: corpus.of_game(game) for game in corpus.games}
    shared = {
        name: (entries, corpus.shared_sources.get(name))
        for name, entries in {**corpus.shared, "vocabulary": corpus.vocabulary}.items()
    }
    texts = dict(_texts(records, rulesets, shared))
    texts["corpus/bibliography.json"] = encode(dict(corpus.bibliography)).encode()
    index = {
        "rulesets": {game: [ruleset.key for ruleset in found] for game, found in rulesets.items()},
        "listed": {game: listed(record, rulesets[game]) for game, record in corpus.games.items()},
        "traditions": list(corpus.traditions),
        "shared": list(corpus.shared),
        "sources": list(corpus.shared_sources),
        "vocabulary": list(corpus.vocabulary),
        "bibliography": list(corpus.bibliography),
        "parts": list(texts),
    }
    made_of = {
        "code": digest_of_code(),
        "texts": {path: _digest(text) for path, text in files.items()},
        "ids": {record.source.path: id for id, record in records.items()},
        "named": {id: _named(record, records) for id, record in records.items()},
    }
    return Parts(index, made_of, texts, _columns())


def listed(record: Record, rulesets: Sequence[Ruleset]) -> dict[str, Any]:
    """Return what a list of games says of one."""
    g: Any = record.facts
    main = next((r for r in rulesets if r.key == "main"), None)
    return {
        "title": g.title,
        "aka": g.aka,
        "tradition": g.tradition,
        "places": g.places,
        "played": g.played,
        "players": main.rules.players if main and isinstance(main.rules.players, tuple) else (),
    }


def _columns() -> dict[str, list[tuple[str, str]]]:
    from tarotref.tables import TABLES

    return {name: [(column.name, column.dtype) for column in table.columns] for name, table in TABLES.items()}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()[:20]


def _texts(
    records: Mapping[str, Record],
    rulesets: Mapping[str, Sequence[Ruleset]],
    shared: Mapping[str, tuple[Any, Source | None]],
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the text of each part."""
    parts: tuple[tuple[str, Mapping[str, Any]], ...]
    parts = ("records", records), ("rulesets", rulesets), ("shared", shared)
    for folder, found in parts:
        for id, value in found.items():
            yield f"corpus/{folder}/{id}.json", encode(value).encode()


def _renewed(files: Mapping[str, str], before: Snapshot) -> Reading | None:
    """Return a corpus of which a few records or shared files have changed since a snapshot was made; None where more has."""
    known = before.made_of()
    if known["code"] != digest_of_code() or known["texts"].keys() != files.keys():
        return None
    now = {path: _digest(text) for path, text in files.items()}
    changed = {path: files[path] for path in files if now[path] != known["texts"][path]}
    if len(changed) > FEW or not {VOCABULARY, BIBLIOGRAPHY}.isdisjoint(changed):
        return None
    corpus, texts = before.corpus(), before.parts()
    new = Corpus(vocabulary=corpus.vocabulary)
    sources = parse_files(changed)
    for path, source in sources.items():
        new.problems += source.problems
        read_record(new, source) if path.endswith(".md") else read_shared(new, source)
    records = {**new.traditions, **new.games}
    ids = {record.source.path: id for id, record in records.items()}
    if any(known["ids"].get(path) != ids.get(path) for path in changed):
        return None
    otherwise = {
        id
        for id, record in records.items()
        if (record.source.data, record.source.lines) != ((was := corpus.record(id).source).data, was.lines)
    }
    for id, record in records.items():
        (corpus.games if id in corpus.games else corpus.traditions)[id] = record
    shared = {name: (entries, new.shared_sources.get(name)) for name, entries in new.shared.items()}
    for name, (entries, origin) in shared.items():
        corpus.shared[name] = entries
        if origin is not None:
            corpus.shared_sources[name] = origin
    named = {**known["named"], **{id: _named(record, known["named"]) for id, record in records.items()}}
    games = [game for game in corpus.games if otherwise & (closure(game, known["named"]) | closure(game, named))]
    corpus.problems = new.problems
    corpus.faults = {path: frozenset(source.faults) for path, source in sources.items() if source.faults}
    corpus.lost = " ".join(source.lost for source in sources.values() if source.lost)
    resolve(corpus, games)

    def parts() -> Parts:
        rulesets = {game: corpus.of_game(game) for game in games}
        index = before.index()
        index["rulesets"] |= {game: [r.key for r in found] for game, found in rulesets.items()}
        index["listed"] |= {g: listed(corpus.games[g], corpus.of_game(g)) for g in {*new.games, *games}}
        made_of = {**known, "texts": now, "named": named}
        return Parts(index, made_of, {**texts, **dict(_texts(records, rulesets, shared))}, before.columns())

    return Reading(corpus, parts)


def _named(record: Record, known: Iterable[str]) -> list[str]:
    """Return the ids of the other records of which the rules of a record may be made."""
    facts: Any = record.facts
    found = [getattr(facts, "tradition", None), getattr(facts, "parent", None), *_likes(record.source.data)]
    ids = {like.partition("/")[0] for like in found if isinstance(like, str)}
    return [id for id in known if id in ids and id != facts.id]


def _likes(tree: Tree) -> Iterator[Tree]:
    """Yield whatever stands at a key `like`."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if key == "like":
                yield value
            yield from _likes(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _likes(value)


def closure(id: str, named: Mapping[str, Sequence[str]]) -> set[str]:
    """Return a record with all of which its rules may be made."""
    found, waiting = {id}, [id]
    while waiting:
        new = [other for other in named.get(waiting.pop(), ()) if other not in found]
        found.update(new)
        waiting += new
    return found
