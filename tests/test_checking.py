"""What is wrong with a corpus is found out once: what has not changed since is not checked again, and nothing is missed for it."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from tarotref.checks import CHECKS, check
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.files import survey
from tarotref.corpus.reader import read
from tarotref.store import checking, loading
from tests.keeping import GAME, LIKE_IT, NEW, TRADITION, add, alter, change, empty, shorten


@pytest.fixture
def asked(monkeypatch):
    """The ids of the rulesets of which the deal is checked."""
    ids: list[str] = []
    rule = CHECKS["deal-sum"]

    def asking(computed, r):
        ids.append(r.id)
        return rule.each(computed, r)

    monkeypatch.setitem(CHECKS, "deal-sum", replace(rule, each=asking))
    return ids


def looked_at(root):
    return sorted({*read(root).problems, *check(ComputedCorpus(read(root)))})


def test_what_has_not_changed_is_not_checked_again(root, asked):
    first = checking.checked(root)
    assert list(first.problems) == looked_at(root)
    asked.clear()
    assert checking.checked(root) == first and asked == []
    change(root, LIKE_IT, "hand: 19", "hand: 18")
    found = checking.checked(root)
    assert {id.partition("/")[0] for id in asked} == {"8.14"}
    assert "deal-sum" in {problem.code for problem in found.problems} and list(found.problems) == looked_at(root)
    change(root, LIKE_IT, "hand: 18", "hand: 19")
    assert checking.checked(root) == first


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (GAME, "One against two.", "One against {game}`8.99`."),
        (GAME, "One against two.", "# One\n\nagainst two."),
        (GAME, "players: 3", "players: three"),
        (GAME, "hand: 25, extra: {dealer: 3}", "hand: 24, extra: {dealer: 3}"),
        (GAME, "of: kings, exactly: 4", "of: kinks, exactly: 4"),
        (TRADITION, "honours: [top, pagat, fool, kings]", "honours: [top, pagat, foul, kings]"),
        (TRADITION, "trump_order: piedmont", "trump_order: piedmount"),
        ("corpus/packs.yaml", "tarot-78-italian:", "tarot-77-italian:"),
        ("corpus/places.yaml", "turin:", "torino:"),
        ("corpus/sources.bib", "@book{RI-1830", "@book{RI-1831"),
    ],
)
def test_a_fault_is_found_as_by_one_who_checks_everything(root, path, old, new):
    first = checking.checked(root)
    change(root, path, old, new)
    found = checking.checked(root)
    assert {*found.problems} > {*first.problems} and list(found.problems) == looked_at(root)
    change(root, path, new, old)
    assert checking.checked(root) == first


def test_one_change_after_another_is_found_as_by_one_who_checks_everything(root):
    for path, old, new in (
        (GAME, "One against two.", "One against the other two."),  # a word
        (GAME, "stated: {points: 91}", "stated: {points: 90}"),  # a fact that is wrong
        (GAME, "## In brief", "## In short"),  # a text that is wrong
        (GAME, "points: 90}", "points: 91}"),
        ("corpus/places.yaml", "title: Turin, kind: town", "title: Turin, kind: twon"),
        (GAME, "id: ", "# a line more\nid: "),  # all that follows stands a line lower
    ):
        change(root, path, old, new)
        assert list(checking.checked(root).problems) == looked_at(root)
        assert list(checking.checked(root).problems) == looked_at(root)  # from what was kept
    assert looked_at(root)


def test_a_new_game_with_its_source_is_looked_at_by_itself(root, asked):
    """Where nothing was wrong, every id that is named was there: more of them break nothing."""
    sources = (root / "corpus/sources.bib").read_text(encoding="utf-8")
    missing = {p.message.split("'")[1] for p in checking.checked(root).problems if "no source" in p.message}
    like = "@misc{%s, title = {A work}, dated = {2000}, year = {2000}, keywords = {literature}}\n"
    (root / "corpus/sources.bib").write_text(sources + "".join(like % key for key in missing), encoding="utf-8")
    assert not checking.checked(root).problems
    asked.clear()
    add(root)
    assert not checking.checked(root).problems
    assert {id.partition("/")[0] for id in asked} == {"R4321"}
    assert looked_at(root) == []
    asked.clear()
    (root / "corpus/games/R4321-permesso-of-moncalieri.md").write_text(NEW.replace("19", "18"), encoding="utf-8")
    found = checking.checked(root)
    assert {id.partition("/")[0] for id in asked} == {"R4321"} and {p.code for p in found.problems} == {"deal-sum"}


def test_a_name_that_was_wrong_is_looked_at_again_when_there_is_such_a_thing(root):
    change(root, GAME, "One against two.", "One against {game}`R4321`, as {source}`our-table` has it.")
    before = checking.checked(root)
    assert "text-reference" in {p.code for p in before.problems}
    add(root)
    assert list(checking.checked(root).problems) == looked_at(root)
    assert "text-reference" not in {p.code for p in checking.checked(root).problems}


@pytest.mark.parametrize("damage", [shorten, alter, empty, Path.unlink, lambda file: file.write_bytes(b"[]")])
def test_what_is_kept_of_a_check_is_trusted_whole_or_not_at_all(root, asked, damage):
    first = checking.checked(root)
    damage(root / ".tarotref" / checking.FILE)
    asked.clear()
    assert checking.checked(root) == first and asked


def test_a_check_needs_no_place_to_keep_what_it_finds(root):
    (root / ".tarotref").write_text("in the way", encoding="utf-8")
    with pytest.warns(RuntimeWarning, match="kept for this run alone"):
        assert list(checking.checked(root).problems) == looked_at(root)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it is said once, and nothing is compiled again in the same run
        made, reading = loading.of_files(root, *survey(root))
        assert made is not None and reading is None
