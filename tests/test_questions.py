"""The page of questions: short, without parsing text, and answered as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

from tests import kit
from tests.test_docs import blocks

CHECKOUT = Path(__file__).parent.parent
TEXT = (CHECKOUT / "docs" / "questions.md").read_text(encoding="utf-8")
START, *ANSWERED = blocks(TEXT, "python")


@pytest.fixture(scope="module")
def questions():
    return kit.script("questions")


def test_twelve_questions_each_of_five_lines_that_take_no_text_apart():
    assert len(ANSWERED) == 12 == TEXT.count("\n## ")
    for code in ANSWERED:
        assert len(code.splitlines()) <= 5, code
        assert not re.search(r"\.str\b|split|\bre\.|extract|json", code), code


def test_the_page_has_the_answers_of_today(questions):
    assert questions.page(TEXT) == TEXT, "the corpus or the page has changed: make questions"


def test_the_pictures_are_those_of_the_answers(questions):
    drawn = questions.pictures(TEXT)
    kept = {f.name: f.read_text(encoding="utf-8") for f in (CHECKOUT / "docs" / "questions").iterdir()}
    assert set(kept) == set(drawn) and len(drawn) > 10
    assert [name for name in drawn if f"](questions/{name})" not in TEXT] == []
    assert [name for name in drawn if drawn[name] != kept[name]] == [], (
        "the corpus or matplotlib has changed: make questions"
    )


def test_another_answer_is_another_page_and_picture(questions):
    other = TEXT.replace("players == 3", "players == 4", 1)
    assert questions.page(other) != other
    one, two = (questions.picture(pd.DataFrame({"n": [1, n]}), {"kind": "bar"}) for n in (2, 3))
    assert one != two and one == questions.picture(pd.DataFrame({"n": [1, 2]}), {"kind": "bar"})
