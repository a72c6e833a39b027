"""What is computed of a corpus is made once, and kept for as long as what it is made of."""

from __future__ import annotations

import pickle

from tarotref.computed.memo import Memo


class Asked:
    """Something that is made, and how often it was."""

    def __init__(self):
        self.times = 0

    def __call__(self):
        self.times += 1
        return [self.times]


def test_a_thing_is_made_once_and_each_look_has_what_is_made_of_all(computed):
    one, other = computed.ruleset("8.13"), computed.ruleset("8.11")
    memo, of_one, of_all, lasting = Memo(), Asked(), Asked(), Asked()
    assert memo.once("a", of_one, one) is memo.once("a", of_one, one) and of_one.times == 1
    assert memo.once("a", of_one, other) == [2]
    assert memo.once("a", of_all) is memo.once("a", of_all) and of_all.times == 1
    look = memo.seen_by(lambda name, make: memo.once(name, make, lasting=True), {"known": "already"})
    assert look.once("a", of_one, one) == [1]
    assert look.once("a", of_all) == [2]
    assert look.once("known", of_all) == "already"
    assert look.once("b", lasting, lasting=True) is memo.once("b", lasting, lasting=True) and lasting.times == 1


def test_what_lasts_is_asked_of_who_keeps_it():
    memo = Memo(lambda name, make: (name, make()))
    assert memo.once("a", list, lasting=True) == ("a", [])
    assert memo.once("b", list) == []


def test_what_is_made_of_rulesets_alone_goes_elsewhere(computed):
    one, memo = computed.ruleset("8.13"), Memo()
    memo.once("a", lambda: 1, one)
    memo.once("a", lambda: 2)
    again = pickle.loads(pickle.dumps(memo))
    assert again.made() == memo.made() == {("a", "8.13/main"): 1}
    assert again.once("a", lambda: 3) == 3
    other = Memo()
    other.take(memo.made() | {("a", "no such"): 1}, computed.corpus.rulesets)
    assert other.made() == {("a", "8.13/main"): 1}
