"""Rules that stood in the facts, or were told in words alone, and that play now keeps."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.cards.names import parse_cards
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction
from tarotref.play.discards import may_lay
from tarotref.play.gaps import openness
from tarotref.play.settle.piles import piles
from tarotref.play.tricks import Trick, playable, why_not
from tests.test_play_payments import dealt
from tests.test_played_as_told import bidding, hands, played


@pytest.mark.parametrize("ruleset", ["5.1/AGM-1968", "5.1/deplazes1987"])
def test_two_honours_are_discarded_together_and_one_is_not(computed: ComputedCorpus, ruleset: str) -> None:
    """An honour went with a plain card, before or after it."""
    table = play.table(ruleset, computed=computed)
    plan, honours = table.plan, table.plan.named(["honours"])
    state = dealt(table, {table.plan.dealer: "K of swords, K of cups, 2 of swords, 2 of cups"})
    while state.phase != "discard":
        state = state.do(state.legal()[-1])
    king, plain = (next(str(one) for one in state.legal() if str(one) == f"discard {card}") for card in
                   ("K of swords", "2 of swords"))  # fmt: skip
    after = state.do(plain)
    assert not may_lay(plan, after.hands[plan.dealer], after.setting.laid[plan.dealer], 1) & honours
    with pytest.raises(IllegalAction, match="one alone is not discarded"):
        after.do("discard K of cups")
    after = state.do(king)
    with pytest.raises(IllegalAction, match="goes another of the kind"):
        after.do(plain)
    assert after.do("discard K of cups").phase == "play"
    one = plan.held(parse_cards("K of swords, 2 of swords, 2 of cups", plan.ranking))
    assert not may_lay(plan, one, 0, 2) & honours


def test_a_talon_of_which_nothing_is_told_is_the_opponents(computed: ComputedCorpus) -> None:
    """9.15/laurent-1975: the source does not say what becomes of the chien at a Chelem; the declarer got it, and no gap said so."""
    ruleset = computed.ruleset("9.15/laurent-1975")
    assert any(gap.path == ("bids", "chelem", "talon", "rest") for gap in openness(computed, ruleset).gaps)
    table = play.table("9.15/laurent-1975", computed=computed)
    state = next(one for one in hands(table, range(9), bidding("chelem")) if one.setting.contract == "chelem")
    assert state.setting.talon and not piles(state).laid[state.declarer] & state.setting.talon


def test_the_talon_of_the_swiss_five_is_the_dealers(computed: ComputedCorpus) -> None:
    """5.9: it lies open, nobody takes it, and it counts with the dealer's tricks."""
    for bid in ("call", "alone"):
        state = played(play.table("5.9", computed=computed), 3, bidding(bid))
        assert state.setting.talon and piles(state).laid[state.plan.dealer] == state.setting.talon


def test_words_of_the_deal_and_of_what_is_announced_are_told_as_left_out(computed: ComputedCorpus) -> None:
    """Nobody looked at them, so that rules such as these were neither played nor told as left out."""

    def left_out(ruleset: str) -> set[str]:
        return {".".join(path) for path in openness(computed, computed.ruleset(ruleset)).left_out}

    assert "feats.last-trick.announced.text" in left_out("14.6/pagat-sicily")
    assert "deal.text" in left_out("8.27/main")
    assert "deal.exposed" in left_out("5.1/main")
    assert not {"deal.text", "deal.exposed"} & left_out("12.1/main")
    assert "feats.slam.announced.text" not in left_out("9.13/main")


def test_who_cannot_follow_plays_a_trump_or_a_secondary_trump(computed: ComputedCorpus) -> None:
    """2.6: to Cups a trump or a Sword as he likes, to Swords a trump, to trumps without one any card."""
    plan = play.table("2.6/otherwise-as-second-version", computed=computed).plan

    def bits(names: str) -> int:
        return plan.held(parse_cards(names, plan.ranking))

    def to(names: str) -> Trick:
        return Trick(0, (bits(names).bit_length() - 1,))

    hand = bits("9, 8 of swords, K of coins")
    assert playable(plan, hand, to("K of cups")) == bits("9, 8 of swords")
    assert playable(plan, bits("8 of swords, K of coins"), to("K of cups")) == bits("8 of swords")
    assert playable(plan, bits("9, K of coins"), to("K of swords")) == bits("9")
    assert playable(plan, bits("8 of swords, K of coins"), to("9")) == bits("8 of swords, K of coins")
    said = why_not(plan, hand, to("K of cups"), bits("K of coins").bit_length() - 1)
    assert said == "if you cannot follow suit, you must play a trump or one of the secondary trumps (play.must_trump)"


def test_a_set_smaller_than_the_discard_goes_whole(computed: ComputedCorpus) -> None:
    """15.1: of four Kings one went by itself, and all seven cards of 5 points could not go at all."""
    plan = play.table("15.1", 6, computed).plan
    kings, plain = (
        plan.named(["kings"]),
        plan.held(parse_cards("7 of swords, 8 of swords, 6 of coins, 9, 10", plan.ranking)),
    )
    four = kings | plain
    assert may_lay(plan, four, 0, 8) == four and may_lay(plan, four & ~kings, 0, 8) & kings == 0
    assert may_lay(plan, four, 0, 3) == plain  # there is no room for all of them
    one = kings & -kings
    assert may_lay(plan, four & ~one, one, 7) == kings & ~one
    assert not may_lay(plan, four & ~one, 0, 8) & kings
    seven = play.table("15.1/players-st-niklaus", 6, computed).plan
    five_pointers = seven.named(["five-pointers"])
    assert may_lay(seven, five_pointers | plain, 0, 8) & five_pointers == five_pointers
    assert not may_lay(seven, kings | plain, 0, 8) & kings
