"""What play comes to is what it came to when it was frozen: hands, rubbers, gaps, kept hands, worked examples."""

from __future__ import annotations

import pytest

from tests import kit

PARTS = 8


@pytest.mark.prove
@pytest.mark.parametrize("part", range(1, PARTS + 1))
def test_hands_come_to_what_they_came_to(computed, part):
    """A rebuild changes no hand; where a rule was mended, `make freeze` writes anew, and its diff says which hands changed."""
    script = kit.script("freeze")
    assert list(script.changed(script.rows(computed, part=f"{part}/{PARTS}"))) == []


def test_every_ruleset_is_frozen(computed):
    known = {ruleset for ruleset, _ in kit.script("freeze").frozen()}
    assert set(computed.corpus.rulesets) <= known, "run `make freeze`"
