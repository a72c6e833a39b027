"""What the sentences of a page say of a fact: those that name the thing that it is of, its figure, or a year."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tarotref.corpus.passages import Passage, passages
from tarotref.corpus.records import Corpus, Record
from tarotref.corpus.source import Path, Section
from tarotref.model.record import Game
from tarotref.model.rules import entries
from tarotref.notation import folded

LAYERS = ("readings", "variants")
TOLD_IN = {
    "deal": "Deal and discard",
    "discard": "Deal and discard",
    "cards": "Cards and terms",
    "bidding": "Bidding",
    "bids": "Bidding",
    "cases": "Bidding",
    "declaring": "Declarations",
    "declarations": "Declarations",
    "kinds": "Declarations",
    "play": "Play",
    "fool": "Play",
    "signals": "Signals",
    "talk": "Signals",
    "penalties": "Penalties",
}
"""Sections of the text that tell of a section of rules; of others the scoring or the cards tell."""
WORDS = (
    "none no",
    "one once",
    "two twice",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
COMMON = frozenset(word for words in WORDS for word in words.split())
"""Words that name a bid only where they are in italics."""
ELSEWHERE = ("History", "Tactics")
"""Sections that tell of no rule."""


def of_fact(corpus: Corpus, record: Record, path: Path, was: str | None) -> list[tuple[str, int, str]]:
    """Return the sentences of a record's page that name the thing that a fact is of, or what the fact was: file, line, words.

    Where some say both, only these; none where all rules of a version came or went at once.
    """
    at = path.index("rules") if "rules" in path else 0
    rules = path[at + 1 :]
    if not rules:
        return []
    title = TOLD_IN.get(str(rules[0]), "Scoring")
    names, figure = _names(corpus, record, rules), _figure(was)
    words = "" if names or figure else _words(rules, was)
    sure, likely = [], []
    for place, owner, section in sections(corpus, record):
        if place in ELSEWHERE:
            continue
        for line, sentence in sentences(section, _speaks(corpus, record, path, rules)):
            marked = folded(re.sub(r"\{\w+\}`|`", "", sentence))
            plain = re.sub(r"[*_]", "", marked)
            named = any(re.search(name, marked if name.startswith(r"\*") else plain) for name in names)
            said = bool(figure and re.search(figure, plain))
            found = owner, line, sentence
            if said and (named or (not names and place == title)):
                sure.append(found)
            elif (named and (not figure or place == title)) or (words and place == title and re.search(words, plain)):
                likely.append(found)
    return sure or likely


def of_words(corpus: Corpus, record: Record, words: set[str]) -> list[tuple[str, int, str]]:
    """Return the sentences of a record's page that have one of some words, but for the ids of links: file, line, the sentence."""
    pattern = rf"\b(?:{'|'.join(map(re.escape, sorted(words)))})\b"
    return [
        (owner, line, sentence)
        for _, owner, section in sections(corpus, record)
        for line, sentence in sentences(section, lambda _: True)
        if words and re.search(pattern, re.sub(r"\{\w+\}`[^`]*`", "", sentence))
    ]


def sections(corpus: Corpus, record: Record) -> Iterator[tuple[str, str, Section]]:
    """Yield the sections of a record's page: title, file, section; of a game those too that it takes from others."""
    facts = record.facts
    if isinstance(facts, Game):
        for title, (owner, section) in corpus.text(facts.id).items():
            yield title, corpus.record(owner).source.path, section
    else:
        for title, section in record.sections.items():
            yield title, record.source.path, section


def sentences(section: Section, wanted: Callable[[Passage], bool]) -> Iterator[tuple[int, str]]:
    """Yield the sentences of the passages that are wanted, each with its line; a row of a table is one, and so is an item of a list."""
    for passage in passages(section.body):
        first = section.line + 2 + passage.row
        text = re.sub(r"^ *(?:\d+\.|[-*]) ", lambda mark: " " * len(mark[0]), passage.text, flags=re.M)
        for part in re.finditer(r"^\|[^\n]*|[^\n]+(?:\n[^\n|][^\n]*)*", text, re.M) if wanted(passage) else ():
            whole = part[0].startswith("|")
            if re.fullmatch(r"[|\s:-]*", part[0]):
                continue
            for one in re.finditer(r"\S.*\Z" if whole else r"\S.*?(?:[.;:!?](?=\s)|\Z)", part[0], re.S):
                yield first + text.count("\n", 0, part.start() + one.start()), " ".join(one[0].split())


def _speaks(corpus: Corpus, record: Record, path: Path, rules: Path) -> Callable[[Passage], bool]:
    """Return what tells whether a passage speaks of the layer in which a fact stands; of a fact of the main rules those speak too
    whose version has the same."""
    if path[0] in LAYERS:
        return lambda passage: path[1] in passage.versions
    id = record.facts.id
    main = corpus.rulesets.get(f"{id}/main")

    def same(key: str) -> bool:
        other = corpus.rulesets.get(f"{id}/{key}")
        return other is None or main is None or other.at(rules) == main.at(rules)

    return lambda passage: not passage.versions or any(map(same, passage.versions))


def _names(corpus: Corpus, record: Record, rules: Path) -> list[str]:
    """Return patterns of what players call the thing that a fact is of; nothing where it is of no named thing."""
    main = corpus.rulesets.get(f"{record.facts.id}/main")
    entry = dict(entries(main.at((rules[0],)))).get(str(rules[1])) if main is not None and len(rules) > 1 else None
    found = [getattr(entry, "name", None), *(getattr(entry, "said", None) or ())] if entry is not None else []
    names = [folded(name) for name in found if isinstance(name, str)]
    names = names or ([folded(str(rules[1]).replace("-", " "))] if entry is not None else [])
    return [rf"\*{re.escape(name)}\*" if name in COMMON else rf"\b{re.escape(name)}\b" for name in names]


def _figure(was: str | None) -> str:
    """Return a pattern of a number in figures or words, or an empty text where a value is none."""
    if was is None or not was.isdecimal():
        return ""
    words = WORDS[int(was)].split() if int(was) < len(WORDS) else []
    return rf"\b(?:{'|'.join([was, *words])})\b"


def _words(rules: Path, was: str | None) -> str:
    """Return a pattern of the words of a field and of the term that stood there: `trump` and `never`."""
    told = [str(step).rstrip("s") for step in rules[1:]] + re.findall(r"[a-z]{4,}", was or "")
    found = [re.escape(word) for step in told for word in re.findall(r"[a-z]{4,}", step)]
    return rf"\b(?:{'|'.join(found)})" if found else ""
