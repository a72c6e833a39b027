"""Reading the corpus: files into sources, sources into records and rulesets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from tarotref import catalogue_number
from tarotref.corpus.bibliography import Reference, read_bibliography
from tarotref.corpus.files import BIBLIOGRAPHY, NEEDED, VOCABULARY, survey
from tarotref.corpus.layers import bare
from tarotref.corpus.records import Corpus, Record
from tarotref.corpus.resolver import resolve
from tarotref.corpus.shorthand import write_out_rest
from tarotref.corpus.source import Source, Tree, Unread
from tarotref.corpus.validation import mended, validate
from tarotref.model.record import Game, Tradition
from tarotref.model.shared import SHARED, VocabularyTerm
from tarotref.problem import CorpusError, Problem, editing


def parse_files(files: Mapping[str, str]) -> dict[str, Source]:
    """Return the parsed source of every record and YAML file."""
    with editing():
        from tarotref.corpus.source_file import read_record, read_yaml

    return {
        path: read_record(path, text) if path.endswith(".md") else read_yaml(path, text)
        for path, text in files.items()
        if path.endswith((".md", ".yaml"))
    }


def parse_bibliography(
    files: Mapping[str, str], sources: Mapping[str, Source]
) -> tuple[dict[str, Reference], list[Problem]]:
    """Return the entries of the bibliography by key, and what is wrong with it; any key is in one that cannot be read."""
    text, vocabulary = files.get(BIBLIOGRAPHY), sources.get(VOCABULARY)
    languages = vocabulary.data.get("language") if vocabulary else None
    return (Unread(), []) if text is None else read_bibliography(BIBLIOGRAPHY, text, languages or ())


def build(
    sources: Mapping[str, Source],
    bibliography: Mapping[str, Reference],
    problems: Iterable[Problem] = (),
    strays: Iterable[Problem] = (),
) -> Corpus:
    """Return the corpus of parsed files; what is wrong with them is in `problems`.

    Of a faulty entry what is sound is kept, so that all that is wrong is found in one run and nothing twice. `problems` are
    those already found in the bibliography, `strays` those of files that could not be read at all.
    """
    strays = list(strays)
    corpus = Corpus(
        problems=[*strays, *problems],
        bibliography=bibliography if isinstance(bibliography, Unread) else dict(bibliography),
        known_ids={_id_of(problem.path) for problem in strays if problem.path.endswith(".md")},
    )
    sources = {path: replace(source, faults=set(source.faults)) for path, source in sources.items()}
    for source in sources.values():
        corpus.problems += source.problems
    _vocabulary(corpus, sources)
    for name in SHARED:
        _shared(corpus, name, sources.get(f"corpus/{name}.yaml"))
    paths = sorted(sources, key=lambda p: (p.startswith("corpus/games/"), p))
    for path in paths:
        if path.endswith(".md"):
            read_record(corpus, sources[path])
    corpus.games = dict(sorted(corpus.games.items(), key=lambda kv: catalogue_number.place(kv[0])))
    corpus.faults = {path: frozenset(source.faults) for path, source in sources.items() if source.faults}
    corpus.lost = " ".join(source.lost for source in sources.values() if source.lost)
    resolve(corpus)
    return corpus


def _vocabulary(corpus: Corpus, sources: Mapping[str, Source]) -> None:
    source = sources.get(VOCABULARY)
    if source is None:
        return
    corpus.shared_sources["vocabulary"] = source
    if not source.data and not source.problems:
        corpus.problems.append(source.problem((), "holds nothing", "file"))
    for name, terms in source.data.items():
        corpus.vocabulary[name] = {}
        if not isinstance(terms, dict):
            corpus.problems.append(source.problem((name,), "expected a mapping of terms", "bad-value"))
        for term in terms if isinstance(terms, dict) else ():
            entry = _entry(corpus, VocabularyTerm, source, (name, term))
            corpus.vocabulary[name][term] = entry or VocabularyTerm(label=term, definition=term)


def read_shared(corpus: Corpus, source: Source) -> None:
    """Add the entries of a shared file, and what is wrong with them, to a corpus that has the vocabulary."""
    _shared(corpus, source.path.removeprefix("corpus/").removesuffix(".yaml"), source)


def _shared(corpus: Corpus, name: str, source: Source | None) -> None:
    needed = f"corpus/{name}.yaml" in NEEDED
    if source is not None and needed and not source.data and not source.problems:
        corpus.problems.append(source.problem((), "holds nothing", "file"))
    unread = needed and (source is None or not source.data)
    corpus.shared[name] = Unread() if unread else {}
    if source is None:
        return
    corpus.shared_sources[name] = source
    for key in dict.fromkeys([*source.data, *(str(path[0]) for path in source.faults if path)]):
        entry = _entry(corpus, SHARED[name], source, (key,), {"vocabulary": corpus.vocabulary})
        if entry is not None:
            corpus.shared[name][key] = entry


def _entry(corpus: Corpus, model: type[Any], source: Source, at: tuple[str, ...], context: Any = None) -> Any:
    """Return what a shared file says at a path, or what is left of it."""
    tree: Tree = source.data
    for step in at:
        tree = tree.get(step, {}) if isinstance(tree, dict) else {}
    entry, problems = validate(model, tree, source, at, context)
    corpus.problems += problems
    return mended(model, source, at, context) if entry is None else entry


def read_record(corpus: Corpus, source: Source) -> None:
    """Add a record, and what is wrong with it, to a corpus that has the vocabulary."""
    model: type[Game] | type[Tradition] = Game if "/games/" in source.path else Tradition
    id = source.data.get("id")
    is_game = isinstance(id, str) and catalogue_number.is_number(id)
    if is_game != (model is Game) and isinstance(id, str) and ("tradition" in source.data) == is_game:
        kind, folder = ("game", "games") if is_game else ("tradition", "traditions")
        message = f"this is the record of a {kind}; expected it in corpus/{folder}/"
        corpus.problems.append(source.problem((), message, "file-name"))
        corpus.known_ids.add(id)
        return
    write_out_rest(source)
    context = {"vocabulary": corpus.vocabulary}
    facts: Any
    facts, problems = validate(model, _typed(source.data), source, (), context)
    if () not in source.faults:
        corpus.problems += problems
    if any(p.field == "id" for p in problems) or not isinstance(id, str):
        source.data = {**source.data, "id": _id_of(source.path)}
        source.faults.add(("id",))
    if facts is None:
        facts = mended(model, source, (), context, _typed)
    if facts is None:
        corpus.known_ids.add(_id_of(source.path))
        return
    if facts.id in corpus.known_ids:
        message = f"{facts.id!r} is the id of another record too"
        corpus.problems.append(source.problem(("id",), message, "duplicate-id"))
        return
    corpus.known_ids.add(facts.id)
    records = corpus.games if model is Game else corpus.traditions
    records[facts.id] = Record(facts, source, source.sections())


def _typed(data: Tree) -> Tree:
    """Return a record's data without what only the laying of layers needs, as the model takes it."""
    clean = {k: v for k, v in data.items() if v is not None}
    for name in ("readings", "variants"):
        if isinstance(clean.get(name), dict):
            clean[name] = {
                k: ({**v, "rules": bare(v["rules"])} if isinstance(v, dict) and "rules" in v else v)
                for k, v in clean[name].items()
            }
    if "rules" in clean:
        clean["rules"] = bare(clean["rules"])
    return clean


def _id_of(path: str) -> str:
    """Return the id that the name of a record's file gives it: `08.07-mitigati` is that of 8.7."""
    stem = path.rpartition("/")[2].removesuffix(".md")
    if "/traditions/" in path:
        return stem
    number = re.match(r"(\d+)\.(\d+)-", stem)
    return f"{int(number[1])}.{int(number[2])}" if number else stem.partition("-")[0]


def read(root: FilePath) -> Corpus:
    """Read a corpus from its files, resolved; faults are in `problems`."""
    files, strays = survey(root)
    sources = parse_files(files)
    return build(sources, *parse_bibliography(files, sources), strays)


def must(corpus: Corpus) -> Corpus:
    """Return the corpus, or raise CorpusError with everything that is wrong with it."""
    if corpus.problems:
        raise CorpusError(corpus.problems)
    return corpus
