"""Faults seeded into a cut of the real corpus, each kind once and each form of file in every way; scripts/fault_injection.py seeds a thousand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest

from tarotref.model.types import Edtf, Facts, Names, Term, Text, Whole
from tests import faults, kit

CHECKOUT = Path(__file__).parent.parent
TYPES = {
    *(
        "choice-misspelt",
        "digits-full-width",
        "list-for-mapping",
        "mapping-for-text",
        "reference-place",
        "term-misspelt",
    ),
    *("text-for-mapping", "wrong-edtf", "wrong-formal", "wrong-id", "wrong-number", "wrong-whole", "wrong-yes"),
}
"""Some of the kinds of faults that follow from the types of the model."""


@pytest.fixture(scope="module")
def script():
    return kit.script("fault_injection")


@pytest.fixture(scope="module")
def files(script):
    return script.sample_of(CHECKOUT, 3)


@pytest.mark.prove
def test_a_sample_of_seeded_faults_is_told_where_it_is(script, files, tmp_path):
    seeded = script.chosen(files, 1)
    results = list(script.Bench(files, tmp_path).results(seeded))
    bad = [f"{r.fault.kind}: {r.fault.path}:{r.fault.line}: {r.fault.way}: {r.wrong}" for r in results if r.wrong]
    assert {r.fault for r in results} == {*seeded} and {f.kind for f in seeded} >= TYPES
    assert not [r for r in results if r.crash], bad
    assert len(bad) <= len(results) / 20, bad


def test_faults_seeded_together_are_told_as_if_each_were_alone(script, files, tmp_path):
    bench = script.Bench(files, tmp_path)
    paths = sorted(bench.apart & {*files})[:3]
    several = [next(f for f in faults.of_model(p, files[p]) if f.kind == "key-misspelt") for p in paths]
    readings = []
    bench.read = lambda read=bench.read: readings.append(1) or read()
    together = {r.fault: r.problems for r in bench.results(several)}
    assert len(several) == 3 and len(readings) == 1
    assert together == {r.fault: r.problems for fault in several for r in bench.results([fault])}


def test_the_same_faults_are_seeded_every_time_and_each_breaks_something(script, files):
    some = {path: text for path, text in files.items() if "/games/" in path or "/traditions/" in path}
    one, other = (script.chosen(some, 2) for _ in range(2))
    assert [(f.kind, f.path, f.way, f.new) for f in one] == [(f.kind, f.path, f.way, f.new) for f in other]
    assert len(one) > 100
    assert [f for f in one if not f.seed and f.content(files[f.path]) == files[f.path].encode()] == []


def test_what_is_declared_gets_its_faults(monkeypatch):
    class Found(Facts):
        where: Annotated[str, Names("place")]
        kind: Annotated[str, Term("place-kind")] | None = None
        dated: Edtf
        cards: Whole = 1
        text: Text | None = None

    monkeypatch.setitem(faults.SHARED, "finds", Found)
    text = "one: {where: turin, kind: town, dated: 1750, cards: 3, text: Words.}\n"
    told: dict[str, set[str]] = {}
    for fault in faults.of_model("corpus/finds.yaml", text):
        told.setdefault(fault.way, set()).add(fault.kind)
        told.setdefault("", set()).add(fault.kind)
    assert "reference-place" in told["Found.where"] and "term-misspelt" in told["Found.kind"]
    assert "wrong-edtf" in told["Found.dated"] and "wrong-whole" in told["Found.cards"]
    assert told["Found.text"] & TYPES == {"mapping-for-text"} and "required-key-deleted" in told[""]


def test_of_every_function_that_reads_a_value_it_is_known_what_it_refuses(files):
    read = {
        mark
        for path, text in files.items()
        if path.endswith((".md", ".yaml"))
        for spot in faults.spots(path, text)
        for mark in spot.marks
        if callable(mark)
    }
    unknown = {mark.__qualname__ for mark in read if hasattr(mark, "__qualname__") and not faults.wrong_values(mark)}
    assert unknown <= faults.OPEN, "tests/faults.py says in WRONG what a new type refuses"
