"""What the machine says is said of those alone of whom it holds: of a player, of a version, of a game."""

from __future__ import annotations

import pytest

from tarotref.computed.corpus import ComputedCorpus
from tarotref.model.rules import Condition, entries
from tarotref.model.types import given
from tarotref.pages.wording import Labels


@pytest.fixture(scope="module")
def labels(computed: ComputedCorpus) -> Labels:
    """The words for all facts of the corpus."""
    return Labels(computed)


def test_a_condition_that_concerns_one_player_is_told_of_him_alone(computed: ComputedCorpus, labels: Labels) -> None:
    found = 0
    for ruleset in computed.corpus.rulesets.values():
        words = labels.within(ruleset)
        for section in ("declarations", "feats"):
            for id, thing in entries(getattr(ruleset.rules, section)):
                for field in ("only_if", "unless"):
                    condition = given(getattr(thing, field))
                    if isinstance(condition, Condition) and condition.concerns:
                        told = words.thing((section, id), thing, [field])
                        assert told.startswith("If ") and " makes it, it " in told, f"{ruleset.id}: {told}"
                        found += 1
    assert found > 10
    ruleset = computed.ruleset("3.5/later-declarations")
    declared = ruleset.rules.declarations["three-of-a-rank-fool"]
    told = labels.within(ruleset).thing(("declarations", "three-of-a-rank-fool"), declared)
    assert "If the player on the dealer's right makes it, it counts only for" in told
    assert "If the other player makes it, it does not count if" in told
