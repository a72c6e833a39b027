"""What a run begins with, and what it leaves out, said in its last lines (a plugin of `conftest.py`)."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest

from tests.browsing import NO_BROWSER

LEFT_OUT = {
    "browser": "that open pages in a browser",
    "prove": "that take long: builds compared, wheel, cluster, notebook, seeded faults",
}
"""What tests with a marker are, as somebody is told who has not run them."""
FIRST = ("test_builds", "test_living", "test_site")
"""Files whose tests take longest: they come first, so that meanwhile another process runs the rest."""
LAST = ("test_documents", "test_imports", "test_interchange", "test_search_index", "test_length")
"""Files that look at the site: they come last, when it is built."""
COUNTED = pytest.StashKey[Counter[str]]()
"""How many tests were left out, by marker: told by each process, which all collect the same."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, and end with what others prepare."""
    order = {name: n - len(FIRST) for n, name in enumerate(FIRST)} | dict.fromkeys(LAST, 1)
    items.sort(key=lambda item: order.get(item.path.stem, 0))


def pytest_configure(config: pytest.Config) -> None:
    """Begin to count."""
    config.stash[COUNTED] = Counter()


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Count what a run leaves out."""
    for item in items:
        item.config.stash[COUNTED].update(name for name in LEFT_OUT if item.get_closest_marker(name))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that reports what this one has left out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(session.config.stash[COUNTED])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take what a process has left out."""
    node.config.stash[COUNTED] |= Counter(getattr(node, "workeroutput", {}).get("left_out", {}))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say what was not run, and the one command that would run it."""
    skipped = sum(NO_BROWSER in str(report.longrepr) for report in terminalreporter.stats.get("skipped", ()))
    for name, number in config.stash[COUNTED].items():
        terminalreporter.line(f"Not run: {number} tests {LEFT_OUT[name]}; `make prove` runs them.")
    if skipped:
        install = "" if os.geteuid() == 0 else "sudo "
        terminalreporter.line(
            f"Not run: {skipped} tests {LEFT_OUT['browser']}, since there is none; "
            f"`{install}apt-get install chromium && make prove` runs them."
        )
