"""What a snapshot holds, made of the files of a corpus: all of it, or only what has changed since an earlier one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tarotref.corpus.files import BIBLIOGRAPHY, VOCABULARY
from tarotref.corpus.reader import build, must, parse_bibliography, parse_files, read_record, read_shared
from tarotref.corpus.records import Corpus, Record, Ruleset
from tarotref.corpus.resolver import Resolver
from tarotref.corpus.source import Source, Tree
from tarotref.problem import Problem
from tarotref.store.codec import encode
from tarotref.store.snapshot import Damaged, Parts, Snapshot, digest_of_code

FEW = 40
"""How many files may have changed that it is worth while to look at them one by one."""


def compiled_parts(
    files: Mapping[str, str], strays: Sequence[Problem] = (), before: Snapshot | None = None
) -> tuple[Corpus | None, Parts]:
    """Return what a snapshot of a corpus's files holds; what has not changed is taken from one made before.

    The corpus, where all of it was read. Raises CorpusError where the files have faults.
    """
    try:
        renewed = None if before is None or strays else _renewed(files, before)
    except Damaged:
        renewed = None
    if renewed is not None:
        return None, renewed
    sources = parse_files(files)
    corpus = must(build(sources, *parse_bibliography(files, sources), strays))
    records = {**corpus.traditions, **corpus.games}
    texts = dict(
        _texts(
            records,
            {game: corpus.of_game(game) for game in corpus.games},
            {
                name: (entries, corpus.shared_sources.get(name))
                for name, entries in {**corpus.shared, "vocabulary": corpus.vocabulary}.items()
            },
        )
    )
    texts["corpus/bibliography.json"] = encode(dict(corpus.bibliography)).encode()
    index = {
        "rulesets": {game: [ruleset.key for ruleset in corpus.of_game(game)] for game in corpus.games},
        "listed": {game: listed(record, corpus.of_game(game)) for game, record in corpus.games.items()},
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
    return corpus, Parts(index, made_of, texts, _columns())


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


def _renewed(files: Mapping[str, str], before: Snapshot) -> Parts | None:
    """Return what a snapshot holds where a few records or shared files have changed, and are without fault; None otherwise."""
    known = before.made_of()
    if known["code"] != digest_of_code() or known["texts"].keys() != files.keys():
        return None
    now = {path: _digest(text) for path, text in files.items()}
    changed = [path for path in files if now[path] != known["texts"][path]]
    if len(changed) > FEW or not {VOCABULARY, BIBLIOGRAPHY}.isdisjoint(changed):
        return None
    old, texts = before.corpus(), before.parts()
    read = Corpus(vocabulary=old.vocabulary)
    sources = parse_files({path: files[path] for path in changed})
    for path, source in sources.items():
        read_record(read, source) if path.endswith(".md") else read_shared(read, source)
    records = {**read.traditions, **read.games}
    ids = {record.source.path: id for id, record in records.items()}
    if read.problems or any(source.problems or source.faults for source in sources.values()):
        return None
    if any(known["ids"].get(path) != ids.get(path) for path in changed):
        return None
    otherwise = {id for id, record in records.items() if not _same_facts(record, old.record(id))}
    for id, record in records.items():
        (old.games if id in old.games else old.traditions)[id] = record
    named = {**known["named"], **{id: _named(record, known["named"]) for id, record in records.items()}}
    rulesets = _resolved(old, [game for game in old.games if otherwise & _closure(game, named)])
    if rulesets is None:
        return None
    shared = {source.path.removeprefix("corpus/").removesuffix(".yaml"): source for source in sources.values()}
    texts |= _texts(
        records, rulesets, {name: (read.shared[name], s) for name, s in shared.items() if name in read.shared}
    )
    index = before.index()
    index = {
        **index,
        "rulesets": {**index["rulesets"], **{game: [r.key for r in rs] for game, rs in rulesets.items()}},
        "listed": {
            **index["listed"],
            **{g: listed(old.games[g], rulesets.get(g) or old.of_game(g)) for g in (*read.games, *rulesets)},
        },
    }
    return Parts(index, {**known, "texts": now, "named": named}, texts, before.columns())


def _same_facts(one: Record, other: Record) -> bool:
    return one.source.data == other.source.data and one.source.lines == other.source.lines


def _resolved(corpus: Corpus, games: Sequence[str]) -> dict[str, list[Ruleset]] | None:
    """Return the rulesets of some games; None where something is wrong with them."""
    resolver = Resolver(corpus)
    if not all(corpus.whole(game) for game in games):
        return None
    found = {game: list(resolver.rulesets(game)) for game in games}
    return None if resolver.problems else found


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


def _closure(id: str, named: Mapping[str, Sequence[str]]) -> set[str]:
    """Return a record with all of which its rules may be made."""
    found, waiting = {id}, [id]
    while waiting:
        new = [other for other in named.get(waiting.pop(), ()) if other not in found]
        found.update(new)
        waiting += new
    return found
