"""What a record says once: entries and changes like another, bonuses that count double, the rest unstated."""

from __future__ import annotations

import pytest

from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.corpus.shorthand import REST, change_on, of_what_is_there, without_spent, write_out_times
from tests import kit
from tests.test_records import GAME


def bids(root, written: str, reading: str = ""):
    """Return the corpus of which 8.13 has these bids too, and its second witness these."""
    changes = [
        (
            GAME,
            "  bids:\n",
            f"  bids:\n    base: {{said: Piccolo, base: 2, rules: {{discard: none, win: {{aim: tricks}}}}}}\n{written}",
        )
    ]
    if reading:
        changes.append((GAME, "{a-tre: {", f"{{{reading}, a-tre: {{"))
    return ComputedCorpus(read(kit.make(root, **{f"c{n}": change for n, change in enumerate(changes)})))


def test_an_entry_has_all_of_the_entry_that_it_is_like_but_for_its_own(tmp_path):
    made = bids(tmp_path, "    more: {like: base, said: Zwiccolo, rules: {win: {tricks: 2}}}\n").ruleset("8.13")
    assert made.tree["bids"]["more"] == {
        "said": "Zwiccolo", "base": "2", "rules": {"discard": "none", "win": {"aim": "tricks", "tricks": "2"}},
    }  # fmt: skip
    assert made.origin["bids", "more", "base"].layer == "8.13"
    assert made.cases["bids.more"].rules.win.tricks == 2


def test_a_reading_changes_the_change_that_it_inherits(tmp_path):
    computed = bids(tmp_path, "", "base: {rules: {like: base, win: {tricks: 1}}}")
    change = {"discard": "none", "win": {"aim": "tricks", "tricks": "1"}}
    assert computed.ruleset("8.13/RI-1830").tree["bids"]["base"]["rules"] == change
    assert computed.ruleset("8.13").tree["bids"]["base"]["rules"] == {"discard": "none", "win": {"aim": "tricks"}}


def test_a_change_is_laid_on_the_one_that_it_inherits_field_by_field(tmp_path):
    computed = bids(tmp_path, "", "base: {rules: {win: {tricks: 1}, discard: null}}")
    made = computed.ruleset("8.13/RI-1830")
    assert made.tree["bids"]["base"]["rules"] == {"win": {"aim": "tricks", "tricks": "1"}}
    assert made.cases["bids.base"].rules.win.aim == "tricks"


def test_what_a_change_withdraws_is_spent_where_another_layer_has_withdrawn_it():
    change = {"bids": {"solo": None, "tre": {"base": None, "times": "2"}}, "cases": {"odd": None}, "win": None}
    tree = {"bids": {"tre": {"times": "1"}}, "win": {"aim": "tricks"}, "cases": {"klop": {"rules": change}}}
    without_spent(tree, lambda path: path[-1] == "odd")
    assert tree["cases"]["klop"]["rules"] == {"bids": {"tre": {"times": "2"}}, "cases": {"odd": None}, "win": None}
    without_spent(tree, lambda _: False)
    assert tree["cases"]["klop"]["rules"] == {"bids": {"tre": {"times": "2"}}, "win": None}


def test_the_rules_that_readings_had_lost_under_a_case_stand_again(computed):
    assert computed.ruleset("18.16").cases["cases.twelves"].rules.deal.packets == (12,)
    for id in ("9.15/simpkins-1975", "9.15/lower-chelems"):
        chelem = computed.ruleset(id).cases["cases.chelem-announced"].rules
        assert chelem.fool.lost == ("last-trick",) and "an opponent keeps his" in chelem.fool.text
        assert chelem.play.leads == computed.ruleset(id).rules.play.leads  # it may be announced up to the tenth trick
    partner = computed.ruleset("9.1/RJT-1862").cases["cases.chelem-with-partner"].cases["bids.chelem"]
    assert partner.rules.score.settle == "sides"


def test_null_takes_out_what_the_other_has(tmp_path):
    made = bids(tmp_path, "    more: {like: base, base: null, rules: {discard: null}}\n").ruleset("8.13")
    assert made.tree["bids"]["more"] == {"said": "Piccolo", "rules": {"win": {"aim": "tricks"}}}
    assert ("bids", "more", "base") not in made.withdrawn
    assert change_on({"feats": {"pagat": None}}, {"feats": {"slam": None}}) == {"feats": {"pagat": None, "slam": None}}


@pytest.mark.parametrize(("like", "code"), [("below", "dangling"), ("more", "dangling"), ("[base]", "bad-value")])
def test_what_an_entry_is_like_stands_above_it(tmp_path, like, code):
    computed = bids(tmp_path, f"    more: {{like: {like}, said: Zwiccolo}}\n    below: {{said: Drei}}\n")
    (fault,) = computed.corpus.problems
    assert fault.field == "rules.bids.more.like" and fault.code == code


def test_bonuses_that_count_double_are_written_out():
    feats = {
        "pagat": {"won": "1", "lost": "-1/2", "announced": {"deadline": "1", "won": "2", "lost": {"1": "-4"}}},
        "slam": {"won": "4", "lost": "unstated"}, "trull": {"won": "1"}, "text": "so",
    }  # fmt: skip
    tree = {"feats": feats, "bids": {"solo": {"rules": {"feats": {"times": "2", "slam": {"won": "9"}, "trull": None}}}}}
    assert list(write_out_times(tree)) == []
    assert tree["bids"]["solo"]["rules"]["feats"] == {
        "pagat": {"won": "2", "lost": "-1", "announced": {"deadline": "1", "won": "4", "lost": {"1": "-8"}}},
        "slam": {"won": "9"}, "trull": None,
    }  # fmt: skip
    tree["cases"] = {"odd": {"rules": {"feats": {"times": "twice"}}}}
    assert list(write_out_times(tree)) == [("cases", "odd", "twice")]


def test_the_rest_is_unstated_but_for_what_is_said(tmp_path):
    made = ComputedCorpus(
        read(kit.make(tmp_path, c=(GAME, "  sides: alliance", "  sides: alliance\n  rest: unstated")))
    )
    tree = made.ruleset("8.13").tree
    assert made.corpus.problems == [] and tree["sides"] == "alliance" and tree["talk"] == tree["pots"] == "unstated"
    assert set(REST) <= set(tree)
    assert tree["suit_order"] == "original"  # what the whole family shares is no silence of one game


def test_a_contract_by_the_rules_of_a_case_has_no_dearer_bonus_that_the_case_has_not():
    change = {
        "feats": {"pagat": {"won": "2"}, "slam": {"do": "all-tricks", "won": "4"}, "trull": None},
        "sides": "alliance",
    }
    left = {"slam": {"do": "all-tricks", "won": "4"}, "trull": None}
    assert of_what_is_there(change, {"feats": {"trull": {}}}) == {"sides": "alliance", "feats": left}
    assert of_what_is_there(change, {"feats": {"pagat": {"won": "1"}, "trull": {}}}) == change
    assert of_what_is_there({"feats": {"pagat": {"won": "2"}}}, {"feats": "none"}) == {}


def test_contracts_in_cases_of_the_corpus_have_bonuses_that_say_what_is_done(computed):
    solo = computed.corpus.rulesets["19.13/GM-2006"].cases["cases.trischaken"].cases["bids.solo"]
    assert solo.tree["feats"] == computed.corpus.rulesets["19.13/GM-2006"].cases["cases.trischaken"].tree["feats"]
