"""Faults seeded into the real corpus, a few of each kind that scripts/fault_injection.py knows; the script seeds a thousand."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
SCRIPT = CHECKOUT / "scripts/fault_injection.py"


@pytest.fixture(scope="module")
def script():
    """The script as a module."""
    spec = importlib.util.spec_from_file_location(SCRIPT.stem, SCRIPT)
    assert spec and spec.loader
    module = sys.modules[SCRIPT.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
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
