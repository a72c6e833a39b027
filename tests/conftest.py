"""What many tests share: the corpus of the checkout, read once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

import tarotref
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.tables import Row, rows
from tests.keeping import root  # noqa: F401  (a fixture)

pytest_plugins = ["tests.browsing", "tests.choosing", "tests.sites"]
CHECKOUT = Path(__file__).parent.parent
# Speed is measured in benchmarks; a loaded machine is no failure. Every run draws the same examples, so that a failure is
# never chance; `make search` draws new ones, and many more.
settings.register_profile("tarotref", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=5000, print_blob=True)
os.environ.pop("COLUMNS", None)  # how wide a terminal is, is no matter but where a test says so
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "tarotref"))


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder that holds `corpus/`, `docs/` and the package."""
    return CHECKOUT


@pytest.fixture(scope="session")
def computed() -> ComputedCorpus:
    """The corpus, read from its files, with all that is computed from it. Not to be changed."""
    return ComputedCorpus(read(CHECKOUT))


@pytest.fixture(scope="session")
def data(computed: ComputedCorpus) -> dict[str, list[Row]]:
    """The rows of every table of the corpus. Not to be changed."""
    return rows(computed)


@pytest.fixture
def unrecorded(monkeypatch) -> str:
    """A number of the catalogue whose record is taken away, for the package as for the command."""
    monkeypatch.delitem(tarotref.load().corpus.games, "C9")
    return "C9"
