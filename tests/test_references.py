"""Every reference of every kind, broken once, is reported where it stands."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

import pytest

from tarotref import problem
from tarotref.checks import CHECKS, faults
from tarotref.checks.claims import claim_subject
from tarotref.checks.references import FOUND, WITHIN
from tarotref.checks.registry import Fault, caused
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.files import read_files
from tarotref.corpus.reader import build, parse_bibliography, parse_files
from tarotref.model.record import Game, Tradition
from tarotref.model.references import references
from tarotref.model.shared import SHARED
from tests.conftest import CHECKOUT

WRONG = "no-such-thing"


@pytest.fixture(scope="module")
def files():
    return read_files(CHECKOUT)


def places(corpus):
    """One reference of each kind in each field: (what is broken, file, path in it, key of a mapping or value).

    Where several records have it, that which the fewest rulesets inherit is taken: a fault is looked for in each of them.
    """
    found = {}
    heirs = Counter(owner for r in corpus.rulesets.values() for owner in {r.game, r.base.partition("/")[0]})
    records = sorted(corpus.games.values(), key=lambda record: heirs[record.facts.id])
    parts = [(record.source, (), record.facts) for record in (*records, *corpus.traditions.values())]
    parts += [(corpus.shared_sources[s], (id,), e) for s, entries in corpus.shared.items() for id, e in entries.items()]
    for source, at, value in parts:
        for path, names, text in references(value):
            field = ".".join(step for step in map(str, path) if step in FIELDS)
            listed = found.get((type(value).__name__, "witnesses", "source"))
            if names.kind == "own-witness" and listed and listed[0] == source.path:
                continue  # one fault, one report: where a witness listed is unknown, the witness named may be that one
            found.setdefault((type(value).__name__, field, names.kind), (source.path, (*at, *path), text))
    return found


FIELDS = {
    name
    for model in (Game, Tradition, *SHARED.values())
    for name in (*model.model_fields, "by", "to", "pack", "trump_order", "ruleset", "of", "places", "like")
}


@pytest.mark.prove
@pytest.mark.parametrize("kinds", [FOUND, WITHIN], ids=["corpus", "ruleset"])
def test_every_broken_reference_is_reported(files, computed, kinds, monkeypatch):
    # Most of the time would go into what might have been meant, which other tests ask about.
    monkeypatch.setattr(problem, "near", lambda word, known: None)
    sources = deepcopy(parse_files(files))
    known = {what: where for what, where in places(computed.corpus).items() if what[2] in kinds}
    assert {kind for _, _, kind in known} == set(kinds)
    broken = sorted(
        enumerate(known.values()), key=lambda one: one[1][1][-1] == one[1][2]
    )  # keys that others stand under come last
    for n, (path, at, text) in broken:
        parent = sources[path].data
        for step in at[:-1]:
            parent = parent[step]
        if isinstance(parent, dict) and at[-1] == text:  # the key itself is the reference
            parent[f"{WRONG}-{n}"] = parent.pop(text)
        else:
            parent[at[-1]] = f"{WRONG}-{n}"
    corpus = build(sources, *parse_bibliography(files, sources))
    found = list(faults(ComputedCorpus(corpus), CHECKS["dangling"]))
    problems = [p for p in found if not isinstance(p, Fault)]
    problems += caused(corpus, "dangling", [p for p in found if isinstance(p, Fault)])
    told = {(p.path, word) for p in (*corpus.problems, *problems) for word in p.message.split("'")}
    assert [what for n, (what, (path, _, _)) in enumerate(known.items()) if (path, f"{WRONG}-{n}") not in told] == []


def test_a_claim_names_a_pack_or_order_of_the_corpus(files):
    sources = deepcopy(parse_files(files))
    entries = sources["corpus/attestations.yaml"].data
    claims = [(id, n, claim) for id, entry in entries.items() for n, claim in enumerate(entry["shows"])]
    for what in ("pack", "trump-order"):
        next(claim for _, _, claim in claims if claim["what"] == what)["of"] = f"{WRONG}-{what}"
    corpus = build(sources, *parse_bibliography(files, sources))
    found = [problem.message for problem in claim_subject(ComputedCorpus(corpus))]
    assert len(found) == 2 and all(WRONG in message for message in found)
