"""Rules that stood in the facts, or were told in words alone, and that play now keeps."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.cards.names import parse_cards
from tarotref.computed.corpus import ComputedCorpus
from tarotref.model import rules
from tarotref.play import Gap, IllegalAction
from tarotref.play.compiled.reading import section
from tarotref.play.deal import start
from tarotref.play.discards import may_lay
from tarotref.play.gaps import openness
from tarotref.play.settle.amounts import in_band
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

    assert "feats.hundred.text" in left_out("11.18/mattazza-cento")
    assert "bids.solo.talon.text" in left_out("15.3/talon-shared-in-solo")
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


def test_a_direction_that_nobody_tells_is_told_as_assumed(computed: ComputedCorpus) -> None:
    """19.15 was played counter-clockwise, and nothing said that its source has no direction; two players need none."""
    gap = Gap(("deal", "direction"), "deal.direction")
    assert gap in openness(computed, computed.ruleset("19.15")).gaps
    assert not play.table("19.15", computed=computed).plan.seats.clockwise
    for id, ruleset in computed.corpus.rulesets.items():
        told = {section(ruleset.rules.play, rules.Play).direction, section(ruleset.rules.deal, rules.Deal).direction}
        if gap in openness(computed, ruleset).gaps:
            assert not told & {"clockwise", "counterclockwise"} and (ruleset.rules.players or ()) != (2,), id


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


def test_the_declarer_wins_unless_the_opponents_have_their_figure(computed: ComputedCorpus) -> None:
    """R11: with seven players each side may have an odd card, and 78 points are made in all: 39 to 39 is won by the declarer, who is
    paid as if he had a point more."""
    table, seen = play.table("R11", 7, computed), 0
    bands = table.plan.scoring.score.bands
    assert bands is not None
    for state in hands(table, range(60), bidding("dappen")):
        result = state.result()
        if state.setting.contract != "dappen" or result.void or not state.tricks or result.feats:
            continue
        own, theirs = result.totals[0], result.totals[1]
        seen += own + theirs == 78
        assert result.won is (theirs < 40)
        score = sum(one.pays[0] for one in result.transfers or () if one.by[0][0] == "score" or one.by[0][0] == "bids")
        assert abs(score) == 6 * in_band(bands, 79 - theirs if result.won else own)
    assert seen > 5


@pytest.mark.parametrize(
    ("ruleset", "cards", "payer"),
    [
        ("R11", "fool, 21, 20, 19, 18, 17, 16", True),
        ("R11", "fool, 21, I, K of hearts, K of diamonds, K of clubs, K of spades", True),
        ("R11/shared-seven", "fool, 21, I, K of hearts, K of diamonds, K of clubs, K of spades", False),
        ("R11/half-marsch", "fool, 21, 20, 19, 18, 17, 16", None),
        ("R11/half-marsch", "fool, 21, I, K of hearts, K of diamonds, K of clubs, K of spades", None),
        ("R11/schmitt-waldau", "fool, 21, 20, 19, 18, 17, 16", True),
    ],
)
def test_the_other_bidder_pays_for_all(computed: ComputedCorpus, ruleset: str, cards: str, payer: bool | None) -> None:
    """R11: if two had bid and the declarer wins all tricks, or shows all seven cards of 5 points. Or (None) half of it for all."""
    others = "15, I, K of hearts, K of diamonds, K of clubs, K of spades" if "20" in cards else "15, 14"
    state = dealt(play.table(ruleset, 6, computed), {1: cards, 0: others})
    mine = state.hands[1]
    for said in (*["pass"] * 6, "bid dappen", "bid strecken"):
        state = state.do(said)
    while state.player is not None:
        legal = [action for action in state.legal() if str(action) in ("pass", "done")] or list(state.legal())
        kept = [one for one in legal if one.kind == "discard" and not mine >> state.table.place[one.what] & 1]
        state = state.do((kept or legal)[0])
    result = state.result()
    assert state.setting.declarer == 1 and result.total is not None
    paid = {True: (-400, 0), False: (-80, -80), None: (-240, -40)}[payer]
    assert result.total == (paid[0], 400, *[paid[1]] * 4)


def test_an_ulti_is_for_the_trick_before_those_announced_with_it(computed: ComputedCorpus) -> None:
    """R11: the 2 is to win the last trick, or with the 1 besides the last but one; the 3 the trick before theirs."""
    table = play.table("R11", 6, computed)
    mine = "I, II, III, 21, 20, 19, fool"
    others = "15, K of hearts, K of diamonds, K of clubs, K of spades"
    for said, tricks in (
        (["ulti-2"], {"ulti-2": 1}),
        (["ulti-2", "pagat-last"], {"ulti-2": 2, "pagat-last": 1}),
        (["ulti-3", "pagat-last", "ulti-2"], {"ulti-3": 3, "ulti-2": 2, "pagat-last": 1}),
        (["ulti-3", "pagat-last"], {"ulti-3": 2, "pagat-last": 1}),
    ):
        state, left = dealt(table, {1: mine, 0: others}), list(said)
        own = state.hands[1]
        for one in (*["pass"] * 6, "pass", "bid dappen"):
            state = state.do(one)
        while state.player is not None:
            legal = list(state.legal())
            kept = [one for one in legal if one.kind == "discard" and not own >> state.table.place[one.what] & 1]
            texts = [str(one) for one in legal]
            ask = f"announce {left[0]}" if left else ""
            choice = (
                ask
                if ask in texts
                else next((one for one in ("pass", "done") if one in texts), str((kept or legal)[-1]))
            )
            left = left[1:] if choice == ask and ask else left
            state = state.do(choice)
        won = {one.feat: one.won for one in state.result().feats if one.announced}
        assert not left and set(won) == set(tricks)
        for feat, at in tricks.items():
            trick = state.tricks[-at]
            card = state.plan.cards[trick.cards[trick.place(trick.winner, state.plan.circle)]]
            name = {"pagat-last": "I", "ulti-2": "II", "ulti-3": "III"}[feat]
            assert won[feat] is (trick.winner == 1 and str(card) == name), (said, feat)
