"""What the machine says of a fact is true of it, in every ruleset of the corpus."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tarotref.corpus.records import Ruleset
from tarotref.model.rules import entries
from tarotref.model.types import given
from tarotref.pages.wording import Labels
from tarotref.words.naming import Naming


@pytest.fixture(scope="module")
def labels(computed) -> Labels:
    """The words for all facts of the corpus."""
    return Labels(computed)


def every(computed) -> Iterator[Ruleset]:
    """Yield every ruleset, and what each bid and case makes of it."""
    for ruleset in computed.corpus.rulesets.values():
        yield ruleset
        yield from ruleset.cases.values()


def test_nobody_may_give_up_a_hand_that_always_is(computed, labels):
    found = 0
    for ruleset in every(computed):
        words: Naming = labels.within(ruleset)
        for id, concession in entries(ruleset.rules.concessions):
            if given(concession.must):
                told = words.thing(("concessions", id), concession)
                assert " may " not in told and "always gives up" in told, f"{ruleset.id}: {told}"
                found += 1
    assert found > 5
