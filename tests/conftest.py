"""What many tests share: the corpus of the checkout, read once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from tarotref.book import Book
from tarotref.reading import read

CHECKOUT = Path(__file__).parent.parent
# Speed is measured in benchmarks; a loaded machine is no failure.
settings.register_profile("tarotref", deadline=None)
settings.load_profile("tarotref")


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder that holds `corpus/`, `docs/` and the package."""
    return CHECKOUT


@pytest.fixture(scope="session")
def book() -> Book:
    """The corpus, read from its files, with all that is computed from it. Not to be changed."""
    return Book(read(CHECKOUT))
