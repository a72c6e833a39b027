"""Reading the corpus: files into sources, sources into records and rulesets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path as FilePath

from tarotref import catalogue_number
from tarotref.corpus.bibliography import Reference, read_bibliography
from tarotref.corpus.layers import bare
from tarotref.corpus.records import Corpus, Record
from tarotref.corpus.resolver import resolve
from tarotref.corpus.source import Source
from tarotref.corpus.validation import validate
from tarotref.model.record import Game, Tradition
from tarotref.model.shared import SHARED, VocabularyTerm
from tarotref.model.types import Facts
from tarotref.problem import CorpusError, Problem


def read_files(root: FilePath) -> dict[str, str]:
    """Return the text of every file of a corpus by its path relative to the folder that holds `corpus/`."""
    found = {}
    for pattern in ("games/*.md", "traditions/*.md", "*.yaml", "*.bib"):
        for file in sorted((root / "corpus").glob(pattern)):
            found[file.relative_to(root).as_posix()] = file.read_bytes().decode("utf-8", "replace")
    return found


def parse_files(files: Mapping[str, str]) -> dict[str, Source]:
    """Return the parsed source of every record and YAML file."""
    from tarotref.corpus.source_file import read_record, read_yaml

    return {
        path: read_record(path, text) if path.endswith(".md") else read_yaml(path, text)
        for path, text in files.items()
        if path.endswith((".md", ".yaml"))
    }


def parse_bibliography(files: Mapping[str, str]) -> tuple[dict[str, Reference], list[Problem]]:
    """Return the entries of the bibliography by key, and what is wrong with it."""
    return read_bibliography("corpus/sources.bib", files.get("corpus/sources.bib", ""))


def build(
    sources: Mapping[str, Source], bibliography: Mapping[str, Reference], problems: Iterable[Problem] = ()
) -> Corpus:
    """Return the corpus of parsed files; what is wrong with them is in `problems`, and faulty records are left out.

    `problems` are those already found in the bibliography.
    """
    corpus = Corpus(problems=list(problems))
    for source in sources.values():
        corpus.problems += source.problems
    corpus.bibliography = dict(bibliography)
    _vocabulary(corpus, sources)
    for name, model in SHARED.items():
        _shared(corpus, name, model, sources.get(f"corpus/{name}.yaml"))
    paths = sorted(sources, key=lambda p: (p.startswith("corpus/games/"), p))
    for path in paths:
        if path.endswith(".md"):
            _record(corpus, sources[path], Game if "/games/" in path else Tradition)
    corpus.games = dict(sorted(corpus.games.items(), key=lambda kv: catalogue_number.place(kv[0])))
    resolve(corpus)
    return corpus


def _vocabulary(corpus: Corpus, sources: Mapping[str, Source]) -> None:
    source = sources.get("corpus/vocabulary.yaml")
    if source is None:
        return
    corpus.shared_sources["vocabulary"] = source
    for name, terms in source.data.items():
        corpus.vocabulary[name] = {}
        for term, tree in terms.items() if isinstance(terms, dict) else ():
            entry, problems = validate(VocabularyTerm, tree, source, (name, term))
            corpus.problems += problems
            corpus.vocabulary[name][term] = entry or VocabularyTerm(label=term, definition=term)


def _shared(corpus: Corpus, name: str, model: type[Facts], source: Source | None) -> None:
    corpus.shared[name] = {}
    if source is None:
        return
    corpus.shared_sources[name] = source
    for key, tree in source.data.items():
        entry, problems = validate(model, tree, source, (key,), {"vocabulary": corpus.vocabulary})
        corpus.problems += problems
        if entry is not None:
            corpus.shared[name][key] = entry


def _record(corpus: Corpus, source: Source, model: type[Game] | type[Tradition]) -> None:
    id = source.data.get("id")
    if isinstance(id, str):
        if id in corpus.known_ids:
            corpus.problems.append(source.problem(("id",), f"{id!r} is the id of another record too", "duplicate-id"))
            return
        corpus.known_ids.add(id)
    if source.problems and not source.data:
        return
    clean = {k: v for k, v in source.data.items() if v is not None}
    for name in ("readings", "variants"):
        if isinstance(clean.get(name), dict):
            clean[name] = {
                k: ({**v, "rules": bare(v["rules"])} if isinstance(v, dict) and "rules" in v else v)
                for k, v in clean[name].items()
            }
    if "rules" in clean:
        clean["rules"] = bare(clean["rules"])
    facts, problems = validate(model, clean, source, (), {"vocabulary": corpus.vocabulary})
    corpus.problems += problems
    if facts is not None:
        records = corpus.games if model is Game else corpus.traditions
        records[facts.id] = Record(facts, source, source.sections())


def read(root: FilePath) -> Corpus:
    """Read a corpus from its files, resolved; faults are in `problems`."""
    files = read_files(root)
    return build(parse_files(files), *parse_bibliography(files))


def must(corpus: Corpus) -> Corpus:
    """Return the corpus, or raise CorpusError with everything that is wrong with it."""
    if corpus.problems:
        raise CorpusError(corpus.problems)
    return corpus
