"""A true miniature of the corpus: some twenty real records with what they name, cut out of the files of today.

It has a record of every kind that the site treats differently, so that what one change does to other pages can be tried on it in
seconds. What is not cut out with it, other games above all, its texts still name: such links lead nowhere, and a build says so.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Collection
from pathlib import Path

from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.records import ROOT
from tarotref.model.references import references

CHECKOUT = Path(__file__).parent.parent
GAMES = {
    "2.4": "a base of others",
    "2.5": "is like it, and has text of its own",
    "2.6": "is like it too",
    "4.1": "of another tradition",
    "8.7": "a main witness, a reading, a variant",
    "8.11": "a base of others, with readings",
    "8.13": "bids, readings of two witnesses",
    "8.14": "is like a game that is a base",
    "8.23": "of the tradition with the most readings",
    "11.1": "like a game that is like another",
    "11.2": "like a game",
    "11.13": "at the end of three",
    "11.14": "variants, pages of the web among its sources",
    "15.1": "observed, with readings",
    "R1": "a relative that the catalogue lacks",
    "C4": "of the catalogue's last chapter, listed by name",
    "R10": "listed by name, of a tradition with hardly any rules",
}
"""The games, and what each is there for; what they are like comes along."""
SHELVES = {"place": "places", "pack": "packs", "order": "trump-orders", "subject": "subjects", "term": "glossary"}
ROLES = {"place": "place", "pack": "pack", "order": "order", "term": "term", "witness": "source", "source": "source"}
ENTRY = re.compile(r"^(?=[\"\w][^\n]*:)", re.M)
"""Where an entry of a shared file begins: at the left edge, with a key."""


def games(computed: ComputedCorpus) -> list[str]:
    """Return the ids of the games that are cut out: those named above, and all that they are like."""
    found: list[str] = []
    waiting = [*GAMES]
    while waiting:
        id = waiting.pop(0)
        if id in found or id not in computed.corpus.games:
            continue
        found.append(id)
        for r in computed.corpus.of_game(id):
            waiting += [r.base.partition("/")[0], *(origin.layer.partition("/")[0] for origin in r.origin.values())]
    return found


def cut(root: Path, computed: ComputedCorpus) -> Path:
    """Write the miniature, with the pages and the theme of the site, into a folder."""
    corpus, kept = computed.corpus, games(computed)
    traditions = dict.fromkeys([ROOT, *(corpus.games[id].facts.tradition for id in kept)])
    for above in [corpus.traditions[t].facts.parent for t in traditions]:
        traditions |= {above: None} if above else {}
    records = [*(corpus.games[id] for id in kept), *(corpus.traditions[t] for t in traditions)]
    for record in records:
        target = root / record.source.path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CHECKOUT / record.source.path, target)
    shutil.copytree(CHECKOUT / "docs", root / "docs")
    shutil.copy(CHECKOUT / "CONTRIBUTING.md", root)
    whole = named(computed, kept, traditions, records)
    for file in sorted((CHECKOUT / "corpus").glob("*.yaml")):
        text = file.read_text(encoding="utf-8")
        wanted = whole.get(file.stem)
        (root / "corpus" / file.name).write_text(
            entries(text, wanted) if wanted is not None else text, encoding="utf-8"
        )
    bibliography = (CHECKOUT / "corpus/sources.bib").read_text(encoding="utf-8")
    (root / "corpus/sources.bib").write_text(cited(bibliography, whole["sources"]), encoding="utf-8")
    return root


def named(computed: ComputedCorpus, kept: list[str], traditions: Collection[str], records: list) -> dict[str, set[str]]:
    """Return, for each shared file that is cut, the ids that records name, that these name again, and the evidence of what is there."""
    corpus = computed.corpus
    wanted: dict[str, set[str]] = {shelf: set() for shelf in SHELVES.values()} | {"sources": set()}
    wanted |= {name: set(kept) for name in ("catalogue", "hands", "second-coding")} | {"attestations": set()}
    waiting = [record.facts for record in records]

    def want(kind: str, id: str) -> None:
        shelf = SHELVES.get(kind, "sources" if kind in ("source", "own-witness") else "")
        if shelf and id not in wanted[shelf]:
            wanted[shelf].add(id)
            if entry := corpus.shared.get(shelf, {}).get(id):
                waiting.append(entry)

    texts = [(CHECKOUT / record.source.path).read_text(encoding="utf-8") for record in records]
    texts += [file.read_text(encoding="utf-8") for file in sorted((CHECKOUT / "docs").rglob("*.md"))]
    for role, id in re.findall(r"\{(\w+)\}`(?:[^`<]*<)?([^`<>]+)>?`", "\n".join(texts)):
        if role in ROLES:
            want(ROLES[role], id)
    there = {*kept, *traditions}
    for id, entry in corpus.shared["attestations"].items():
        named = [name for _, names, name in references(entry) if names.kind in ("number", "tradition")]
        about = {name.partition("/")[0] for name in named}
        if about and about <= there:
            wanted["attestations"].add(id)
            waiting.append(entry)
    wanted["subjects"] |= set(corpus.shared["subjects"])
    for id, entry in corpus.shared["glossary"].items():
        if entry.tradition in (None, *traditions):
            want("term", id)
    while waiting:
        for _, names, id in references(waiting.pop()):
            want(names.kind, id)
    return wanted


def entries(
    text: str, wanted: Collection[str], key: Callable[[str], str] = lambda e: e.split(":")[0].strip('"')
) -> str:
    """Return the entries of a YAML file that are wanted, as they stand."""
    first, *others = ENTRY.split(text)
    return first + "".join(entry for entry in others if key(entry) in wanted)


def cited(text: str, wanted: Collection[str]) -> str:
    """Return the entries of a bibliography that are wanted, as they stand."""
    first, *others = re.split(r"^(?=@)", text, flags=re.M)
    return first + "".join(entry for entry in others if entry.partition("{")[2].partition(",")[0].strip() in wanted)
