"""Whole builds of the real site beside the one that all tests look at: alone, and after a change (`make prove`)."""

from __future__ import annotations

import os

import pytest

from tests.sites import TEMPLATES, build, change, copy, pages, written
from tests.test_living import INDEX
from tests.test_site import OTTOCENTO, PERMESSO

pytestmark = pytest.mark.prove


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    """A site built in as many processes as that of all tests was not: in one, or on a machine with one core in two."""
    root = copy(tmp_path_factory.mktemp("other"))
    build(root, "-E", "-j", "1" if (os.cpu_count() or 1) > 1 else "2")
    return root


@pytest.fixture(scope="module")
def digests(other):
    """What each page was before a test changed anything."""
    return pages(other), (other / "build/site/objects.inv").read_bytes()


def test_two_processes_make_the_same_pages(site, digests):
    made, inventory = digests
    assert [page for page in made.keys() | pages(site).keys() if made.get(page) != pages(site).get(page)] == []
    assert (site / "build/site/objects.inv").read_bytes() == inventory


def test_the_real_site_lives_as_its_miniature_does(other, digests):
    """Nothing changed writes nothing, a word its page, a title all that show it; taken back, all is as it was.

    As drafts: what becomes of the data is asked of the miniature.
    """

    def rebuilt():
        before = written(other)
        build(other, "-j", "2", "-D", "tarotref_data=0")
        return {page for page, when in written(other).items() if before.get(page) != when} - TEMPLATES

    assert rebuilt() == set()
    change(other, f"{PERMESSO}.md", "One player, the *ombra*,", "One player, the solitary *ombra*,")
    assert rebuilt() - INDEX == {f"{PERMESSO}.html"}
    change(other, "corpus/places.yaml", "title: Piedmont", "title: Old Piedmont")
    done = rebuilt()
    assert {f"{PERMESSO}.html", "docs/places.html"} <= done and f"{OTTOCENTO}.html" not in done
    change(other, f"{PERMESSO}.md", "the solitary *ombra*,", "the *ombra*,")
    change(other, "corpus/places.yaml", "title: Old Piedmont", "title: Piedmont")
    rebuilt()
    now = pages(other)
    assert [page for page in now if now[page] != digests[0].get(page)] == []
