"""The page of questions: short, without parsing text, and answered as it says."""

from __future__ import annotations

import ast
import copy
import re
import sys
import warnings
from pathlib import Path

import nbclient
import nbformat
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


def test_twice_twelve_questions_each_of_five_statements_that_take_no_text_apart():
    assert len(ANSWERED) == 24 and TEXT.count("\n### ") == 12
    for code in ANSWERED:
        assert len(ast.parse(code).body) <= 5, code
        assert not re.search(r"\.str\b|split|\bre\.|extract|json", code), code


def test_the_page_has_the_answers_of_today(questions, monkeypatch):
    """With pandas alone: what pandas would ask scipy for is not there."""
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    assert questions.page(TEXT) == TEXT, "the corpus or the page has changed: make questions"


def shown(svg: str) -> tuple[list[str], list[str], list[float]]:
    """Return what a picture shows: its words, its shapes, and where these stand and end, in points."""
    words = re.findall(r"<text[^>]*>([^<]*)<", svg)
    shapes = re.findall(r"<(path|use|text|rect|g id=\"[a-z_]+)", svg)
    places = re.findall(r"(?:[ML]| [xy]=\") ?(-?[\d.]+)(?: (-?[\d.]+))?", svg)
    return words, shapes, [float(n) for place in places for n in place if n]


def alike(one: str, other: str) -> bool:
    """Say whether two pictures show the same; other fonts and libraries move things by a little."""
    (*what, places), (*what_other, others) = shown(one), shown(other)
    return what == what_other and places == pytest.approx(others, abs=3)


def without_pictures(notebook):
    """Return a notebook without its pictures, and these."""
    bare, found = copy.deepcopy(notebook), []
    for cell in bare.cells:
        for output in cell.get("outputs", ()):
            if "image/svg+xml" in output.get("data", {}):
                found.append("".join(output.data.pop("image/svg+xml")))
    return bare, found


def test_the_pictures_are_those_of_the_answers(questions):
    drawn = questions.pictures(TEXT)
    kept = {f.name: f.read_text(encoding="utf-8") for f in (CHECKOUT / "docs" / "questions").glob("*.svg")}
    assert set(kept) == set(drawn) and len(drawn) > 10
    assert [name for name in drawn if f"](questions/{name})" not in TEXT] == []
    assert [name for name in drawn if not alike(drawn[name], kept[name])] == [], (
        "the corpus or matplotlib has changed: make questions"
    )


def test_another_answer_is_another_page_and_picture(questions):
    other = TEXT.replace("players == 3", "players == 4", 1)
    assert questions.page(other) != other
    one, two = (questions.picture(pd.DataFrame({"n": [1, n]}), {"kind": "bar"}) for n in (2, 3))
    assert not alike(one, two) and alike(one, questions.picture(pd.DataFrame({"n": [1, 2]}), {"kind": "bar"}))


@pytest.fixture(scope="module")
def kept():
    return nbformat.read(CHECKOUT / "docs" / "questions" / "questions.ipynb", as_version=4)


def test_the_notebook_is_the_page(questions, kept):
    nbformat.validate(kept)
    made = nbformat.reads(questions.as_file(questions.notebook(TEXT)), as_version=4)
    (bare, pictures), (bare_made, drawn) = without_pictures(kept), without_pictures(made)
    assert bare == bare_made, "the corpus or the page has changed: make questions"
    assert len(pictures) == len(drawn) > 10 and all(map(alike, pictures, drawn))
    headings = re.findall(r"^#+ .*", "\n".join(c.source for c in kept.cells if c.cell_type == "markdown"), re.M)
    assert headings == re.findall(r"^#+ .*", TEXT, re.M)
    assert not re.search(r"% answer|\.md\)|\.ipynb", "\n".join(c.source for c in kept.cells))


def test_a_notebook_with_other_addresses_is_made_anew(questions, monkeypatch):
    assert questions.as_told(TEXT)
    monkeypatch.setattr(questions.release, "SITE", f"{questions.release.SITE}https://elsewhere.test")
    assert not questions.as_told(TEXT)


@pytest.mark.prove
def test_the_notebook_runs_and_answers_as_it_says(questions, kept, monkeypatch, tmp_path):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    run = copy.deepcopy(kept)
    for cell in run.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    with warnings.catch_warnings():
        warnings.simplefilter("default")  # what the programs that run notebooks warn of is not ours
        nbclient.NotebookClient(run, timeout=300, kernel_name="python3").execute()
    said = [output.data["text/html"] for cell in kept.cells for output in told(cell, "execute_result")]
    found = [output.data["text/html"] for cell in run.cells for output in told(cell, "execute_result")]
    assert len(found) >= 12
    assert [html for html in found if "<table" in html] == said == [a._repr_html_() for a in questions.answers(TEXT)]
    drawn = [cell for cell in run.cells if "answer.apply" in cell.source]
    assert len(drawn) == TEXT.count("![") and all(told(cell, "display_data") for cell in drawn)


def told(cell, kind):
    outputs = cell.get("outputs", ())
    return [o for o in outputs if o.output_type == kind and ("text/html" in o.data or kind == "display_data")]
