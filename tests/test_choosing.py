"""What a run says of itself: what was left out, and of a page that is wrong, the page and the place."""

from __future__ import annotations

import pytest

from tests.sites import Html, pytest_assertrepr_compare

pytest_plugins = ["pytester"]
CONFTEST = 'pytest_plugins = ["tests.browsing", "tests.choosing"]\n'
SETTINGS = "[pytest]\nmarkers =\n    prove: long\n    browser: pages\n"
TESTS = """
import pytest

@pytest.mark.browser
def test_opens_a_page(chromium): pass

@pytest.mark.prove
def test_takes_long(): pass

def test_is_short(): pass
"""


@pytest.fixture
def run(pytester, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    pytester.makeconftest(CONFTEST)
    pytester.makeini(SETTINGS)
    pytester.makepyfile(TESTS)
    return lambda *options: pytester.runpytest_inprocess("-p", "no:cacheprovider", *options)


def test_what_was_left_out_is_said_with_the_command_that_runs_it(run):
    done = run("-m", "not prove and not browser")
    done.assert_outcomes(passed=1, deselected=2)
    said = [line for line in done.outlines if line.startswith("Not run: ")]
    assert len(said) == 2 and all("1 tests" in line and "`make prove` runs them" in line for line in said)


def test_without_a_browser_it_is_said_how_to_get_one(run):
    done = run("-m", "prove or browser")
    done.assert_outcomes(passed=1, skipped=1, deselected=1)
    assert [line for line in done.outlines if "apt-get install chromium && make prove` runs them" in line]


def test_where_nothing_is_left_out_nothing_is_said(run):
    done = run("-k", "short or long or page")
    done.assert_outcomes(passed=2, skipped=1)
    assert len([line for line in done.outlines if line.startswith("Not run: ")]) == 1  # the browser that is not there


def test_a_failing_page_test_shows_the_page_and_the_place(tmp_path):
    file = tmp_path / "build/site/docs/long.html"
    file.parent.mkdir(parents=True)
    file.write_text("<p>" * 50_000 + "<em>The Fool is led</em>" + "</p>" * 50_000, encoding="utf-8")
    page = Html(file)
    for op, text in (("in", "<em>The Fool is laid"), ("not in", "The Fool is led")):
        told = "\n".join(pytest_assertrepr_compare(op, text, page))
        assert len(told) < 600
        assert "docs/long.html" in told and text in told and "<em>The Fool is led</em>" in told
    assert pytest_assertrepr_compare("in", "x", "short") is None
