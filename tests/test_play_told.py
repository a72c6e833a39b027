"""Rules that stood in the facts, or were told in words alone, and that play now keeps."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.cards.names import parse_cards
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction
from tarotref.play.deal import start
from tarotref.play.discards import may_lay
from tarotref.play.gaps import openness
from tarotref.play.settle.piles import piles
from tarotref.play.settle.points import Standing, by_points
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

    assert "feats.slam.announced.text" in left_out("9.2/main")
    assert "deal.text" in left_out("8.27/main")
    assert "deal.text" not in left_out("12.1/main")
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


def test_the_player_who_chose_is_marked_double(computed: ComputedCorpus) -> None:
    """11.18: alla buona or alla matta, he has two marks where another has one, with most points as without a trick."""
    table = play.table("11.18/buona-o-matta", computed=computed)
    seen = set()
    for seed in range(150):
        result = played(table, seed).result()
        losers = {seat: marks for seat, marks in enumerate(result.total) if marks}
        assert all(marks == (-1 if seat else -2) for seat, marks in losers.items()), (seed, losers)
        seen |= {(seat == 0, bool(result.feats)) for seat in losers}
    assert seen == {(True, True), (True, False), (False, True), (False, False)}


def test_matadors_are_completed_among_the_cards_won(computed: ComputedCorpus) -> None:
    """7.4: dealt XXI and Fool, a declarer who captures the Pagat has 10 of each, and 5 for each trump that makes the row longer."""
    table = play.table("7.4", computed=computed)
    paid = {}
    for seed in range(10):
        state = dealt(table, {0: "21, fool, 20, 19, 18, 17, 16, 15, 14", 1: "I, K of hearts"}, seed)
        while state.player is not None:
            legal = [str(action) for action in state.legal()]
            solo = ["bid solo"] if state.player == 0 and "bid solo" in legal else []
            state = state.do(next((one for one in (*solo, "done", "pass") if one in legal), legal[seed % len(legal)]))
        if state.setting.contract != "solo":
            continue
        made = [one for one in state.result().declared if one.declaration == "matadors-completed"]
        won = piles(state).cards[0]
        assert bool(made) == all(state.plan.named([name]) & won for name in ("top", "pagat", "fool"))
        assert all(one.seat == 0 for one in made)
        paid |= {one.size: one.worth for one in made}
    assert paid and all(worth == 10 + 5 * (size - 3) for size, worth in paid.items()), paid


def test_what_is_doubled_was_announced_by_one_who_is_known_to_be_of_the_other_side(computed: ComputedCorpus) -> None:
    """18.8: an opponent does not know whether another announces as the declarer's partner; the partner himself knows, and so do all
    once he has said something that shows it."""
    table = play.table("18.8", computed=computed)
    state = dealt(table, {0: "K of hearts, K of clubs, K of diamonds", 1: "K of spades", 2: "I, II, III"})

    def by_seat(shown: bool) -> set[int]:
        now, may = state, dict[int, bool]()
        while now.phase != "play":
            legal = [str(action) for action in now.legal()]
            wanted = ["contract two", "call K of spades", *(["announce trula"] if now.player == 2 else [])]
            wanted += ["announce called-king-last"] if shown and now.player == 1 else []
            if now.phase == "double" and "trula" in {one.id for one in now.setting.announced}:
                may.setdefault(now.player or 0, "double trula" in legal)
                if now.player == 3 and not shown:
                    with pytest.raises(IllegalAction, match="you do not know for certain"):
                        now.do("double trula")
            now = now.do(next((one for one in (*wanted, "pass", "done") if one in legal), legal[0]))
        return {seat for seat, double in may.items() if double}

    assert by_seat(False) == {1}
    assert by_seat(True) == {0, 1}


def test_the_hand_of_an_open_beggar_lies_open_before_the_second_lead(computed: ComputedCorpus) -> None:
    """18.8: when the first trick has been won, and not when a card has been led to the second."""
    state = play.new("18.8", seed=4, computed=computed)
    while state.phase != "play":
        legal = [str(action) for action in state.legal()]
        wanted = ["bid open-beggar"] if state.player == 0 else []
        state = state.do(
            next((one for one in (*wanted, "contract open-beggar", "pass", "done") if one in legal), legal[0])
        )
    assert state.setting.contract == "open-beggar" and not state.view(1)["open"]
    while not state.tricks:
        state = state.do(state.legal()[0])
    assert set(state.view(1)["open"]) == {state.declarer}


def test_a_povinnost_is_thrown_in_and_declarations_are_paid(computed: ComputedCorpus) -> None:
    """19.9: if nothing has been doubled, and neither Pagát nor Valát announced; a tenth for the declarer and his partner."""
    table = play.table("19.9", computed=computed)
    for seed in range(12):
        state, doubles = start(table, seed), seed % 2
        while state.player is not None and state.phase != "play":
            legal = [str(action) for action in state.legal()]
            declared = next((one for one in legal if one.startswith("declare")), None)
            wanted = [declared, "double score" if doubles else None, "concede unplayed", "pass", "done"]
            said = next((one for one in wanted if one in legal), legal[0])
            assert said != "concede unplayed" or not state.setting.doubled
            state = state.do(said)
        if state.setting.doubled or state.setting.contract != "povinnost":
            continue
        result = state.result()
        assert not state.tricks
        paths = {transfer.by[0] for transfer in result.transfers or ()}
        made = {("declarations", one.declaration, "worth") for one in result.declared}
        assert paths == {("concessions", "unplayed", "pays"), *made}


def test_a_player_without_a_trick_gets_twice_as_much_from_the_loser(computed: ComputedCorpus) -> None:
    """19.9: in a Varšava the loser pays 1, 2 or 4 to each of the others, and twice that to one who has no trick."""
    rules = play.table("19.9", computed=computed).plan.cases["cases.varsava"].scoring
    paid = by_points(Standing(rules, (35, 20, 15, 0), tricks=(6, 4, 2, 0)))
    assert paid.pays == (-8, 2, 2, 4)
    assert by_points(Standing(rules, (35, 35, 0, 0), tricks=(6, 6, 0, 0))).pays == (-4, -4, 4, 4)
    assert by_points(Standing(rules, (25, 20, 15, 10), tricks=(4, 3, 3, 2))).pays == (-3, 1, 1, 1)
