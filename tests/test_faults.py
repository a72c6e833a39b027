"""Faults seeded into the real corpus, a few of each kind that scripts/fault_injection.py knows; the script seeds a thousand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import kit

CHECKOUT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def script():
    return kit.script("fault_injection")


@pytest.mark.prove
def test_a_sample_of_seeded_faults_is_told_where_it_is(script, tmp_path):
    sample = script.sample_of(CHECKOUT, 0)
    bench = script.Bench(sample, tmp_path)
    results = [bench.try_(fault) for fault in list(script.faults(sample, 1))[::4]]
    bad = [f"{r.fault.kind}: {r.fault.path}:{r.fault.line}: {r.fault.what}: {r.faults}" for r in results if r.faults]
    assert not [r for r in results if r.crash or r.hang], bad
    assert len(results) > 30 and len(bad) <= len(results) / 10, bad


def test_the_same_faults_are_seeded_every_time(script):
    sample = script.sample_of(CHECKOUT, 0)
    one, other = ([(f.kind, f.path, f.what) for f in script.faults(sample, 2, "headings")] for _ in range(2))
    assert one == other and len(one) > 5


def test_every_fault_breaks_something(script, tmp_path):
    sample = script.sample_of(CHECKOUT, 0)
    bench = script.Bench(sample, tmp_path)
    for fault in script.faults(sample, 1, "text"):
        fault.seed(tmp_path)
        assert any((tmp_path / path).read_bytes() != text.encode() for path, text in sample.files.items()), fault.what
        bench.write()
