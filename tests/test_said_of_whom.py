"""What the machine says is said of those alone of whom it holds: of a player, of a version, of a game."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import pytest

from tarotref.computed.columns import cell
from tarotref.computed.corpus import ComputedCorpus
from tarotref.model.rules import Condition, entries
from tarotref.model.types import given
from tarotref.pages.elements import E, text_of
from tarotref.pages.game import PLAYED, GamePage
from tarotref.pages.game_head import followed, whence, where_and_when
from tarotref.pages.voices import voice
from tarotref.pages.wording import Labels
from tarotref.play import new
from tarotref.play.gaps import openness
from tests.test_said_truly import rows


@pytest.fixture(scope="module")
def labels(computed: ComputedCorpus) -> Labels:
    """The words for all facts of the corpus."""
    return Labels(computed)


def test_a_condition_that_concerns_one_player_is_told_of_him_alone(computed: ComputedCorpus, labels: Labels) -> None:
    found = 0
    for ruleset in computed.corpus.rulesets.values():
        words = labels.within(ruleset)
        for section in ("declarations", "feats"):
            for id, thing in entries(getattr(ruleset.rules, section)):
                for field in ("only_if", "unless"):
                    condition = given(getattr(thing, field))
                    if isinstance(condition, Condition) and condition.concerns:
                        told = words.thing((section, id), thing, [field])
                        assert told.startswith("If ") and " makes it, it " in told, f"{ruleset.id}: {told}"
                        found += 1
    assert found > 10
    ruleset = computed.ruleset("3.5/later-declarations")
    declared = ruleset.rules.declarations["three-of-a-rank-fool"]
    told = labels.within(ruleset).thing(("declarations", "three-of-a-rank-fool"), declared)
    assert "If the player on the dealer's right makes it, it counts only for" in told
    assert "If the other player makes it, it does not count if" in told


def head(computed: ComputedCorpus, id: str) -> str:
    """What stands under the title of a ruleset: where and when it was played, and who tells it."""
    page = GamePage(computed, id.partition("/")[0])
    page.main = computed.corpus.rulesets[id]
    return text_of(whence(page))


def test_a_version_follows_who_reports_it_and_not_the_main_witness(computed: ComputedCorpus) -> None:
    told = partial(head, computed)
    assert "after Martin 2023" in told("2.3/dealt-in-threes")
    assert "after Paris" not in told("11.2/alle-oche") and "Pedini" in told("11.2/alle-oche")
    assert "after Copenhagen, 1899" in told("4.7/losses-spared-in-nolo")
    assert "after Leipzig, 1840 (NS)" in told("3.5/NS-1840")  # a reading follows its own witness
    assert "after Berlin, 1800 (NSa)" in told("3.5/main")
    for id, ruleset in computed.corpus.rulesets.items():
        if ruleset.kind == "variant" and (by := ruleset.witness):
            page = GamePage(computed, ruleset.game)
            page.main = ruleset
            assert followed(page) == by, id


def test_a_date_that_is_doubted_is_told_with_its_doubt(computed: ComputedCorpus, labels: Labels) -> None:
    found = 0
    for key, reference in computed.corpus.bibliography.items():
        name = voice(labels, computed.corpus.game("2.1"), key)
        year = str(reference.year or "")
        if reference.dated.endswith(("?", "~")) and "/" not in reference.dated and year in name and year:
            doubted = "probably " if reference.dated.endswith("?") else "c. "
            assert doubted in name or reference.label == name, f"{key}: {name}"
            found += doubted in name
    assert found > 5
    assert voice(labels, computed.corpus.game("2.1"), "RT-1637") == "Nevers, probably 1637 (RT)"


def test_where_nothing_is_declared_nobody_is_said_to_declare_first(computed: ComputedCorpus) -> None:
    found = 0
    for id in computed.corpus.games:
        ruleset = computed.corpus.rulesets.get(f"{id}/main")
        if ruleset is None or given(ruleset.rules.declarations):
            continue
        told = computed.comparison.of(ruleset).get(("declaring", "first"))
        assert told is None or told.set_by != ("family",), id
        found += 1
    assert found > 100
    told = " ".join(text_of(one) for one in GamePage(computed, "7.3").after("Relations"))
    assert "Differs from 7.1" in told and "player on the dealer's right" not in told
    kinds = {row.path: row.kind for row in computed.comparison.rows([computed.comparable(id) for id in ("7.2", "7.3")])}
    assert kinds["declaring", "first"] == "open"


def test_steps_are_of_tricks_where_no_card_points_are_counted(computed: ComputedCorpus, labels: Labels) -> None:
    for id in ("R4", "R5"):
        told = " ".join(text_of(one) for one in GamePage(computed, id).after("Facts"))
        assert "Tricks in a step" in told and "Card points in a step" not in told
    assert labels.within(computed.ruleset("8.13")).field(("score", "step")) == "Card points in a step"


def test_of_a_source_that_nobody_has_read_it_is_not_known_whether_players_talk(computed: ComputedCorpus) -> None:
    for id in ("C5", "C6", "C7"):
        ruleset = computed.ruleset(id)
        assert cell("talk", ruleset, computed.figures(ruleset)).status == "not-recorded"
    alone = computed.ruleset("C8")  # its source was read, and says nothing of it
    assert cell("talk", alone, computed.figures(alone)).status == "not-applicable"


def test_where_the_fool_is_not_known_one_would_need_to_know_it(computed: ComputedCorpus) -> None:
    def told(id: str) -> str:
        return " ".join(text_of(one) for one in GamePage(computed, id).after("What the source leaves open"))

    assert "need to know which bids there are and what sort of card the Fool is." in told("5.7")
    assert "what sort of card the Fool is" in told("C1")
    for id in ("2.4", "15.5", "C13"):  # it is known, or the pack is not known
        assert "would need to know" in told(id) and "the Fool is" not in told(id), id


def test_of_several_without_a_trick_is_told_what_the_source_says_and_of_one_who_pays(
    computed: ComputedCorpus, labels: Labels
) -> None:
    found = {}
    for ruleset in computed.corpus.rulesets.values():
        for made in (ruleset, *ruleset.cases.values()):
            score = given(made.rules.score)
            if score is not None and (losing := given(score.losing)) is not None:
                told = labels.within(made).facts(losing)
                assert "veryone pays" not in told
                open_ = losing.bare == "all" and losing.bare_least is None
                assert ("we assume that several share it" in told) is open_, f"{ruleset.id}: {told}"
                found[ruleset.id] = told
    assert "gets all of it, and several share it. Several players" in " ".join(found.values())
    assert "The loser pays twice as much if one has no trick." in found["17.4/mueller-ichenheim"]
    assert "we assume that several share it" in found["19.15/main"]


def test_a_note_stays_with_the_games_of_which_it_is_true(computed: ComputedCorpus) -> None:
    def noted(id: str) -> str:
        return " ".join(note.text for _, _, note in computed.corpus.notes(computed.ruleset(id)))

    announced, bowl = "What an announced Sweep costs that fails is not stated.", "The bowl holds one side's lead"
    assert announced in noted("18.14") and announced in noted("18.16")
    assert announced not in noted("18.17")  # where no Sweep may be announced
    assert bowl in noted("11.1")
    assert bowl not in noted("11.2") and bowl not in noted("11.13")  # where each side has a bowl


SEVERAL = ("each opponent", "the losers", "the winners", "each other player", "the opponents pay")
"""Words for several, where there is one."""


def test_of_two_players_one_is_the_opponent_of_the_other(computed: ComputedCorpus) -> None:
    two = [id for id in computed.corpus.games if computed.ruleset(id) and computed.ruleset(id).rules.players == (2,)]
    assert len(two) > 20
    for id in two:
        page = GamePage(computed, id)
        told = [one for title in ("Facts", "Penalties") for part in page.after(title) for one in rows(part)]
        assert not [line for line in told if any(word in line.lower() for word in SEVERAL)], id
    assert "The loser pays the winner." in " ".join(rows(E("div", *GamePage(computed, "15.22").after("Facts"))))


def test_one_figure_of_a_whole_side_is_not_told_of_each_in_it(computed: ComputedCorpus) -> None:
    def told(id: str) -> str:
        return " ".join(line for part in GamePage(computed, id).after("Facts") for line in rows(part))

    for id in ("5.9", "14.1", "14.3", "14.8"):
        assert "for the other side" in told(id) and "54 for each opponent" not in told(id), id
    assert "55 for the dealer's side and 54 for the other side" in told("14.8")
    assert "27 for the dealer and 25 for each other player" in told("5.4")  # each plays for himself
    assert "pays the other what is lacking" in told("4.6")


def test_of_a_bid_that_is_never_played_nothing_is_assumed(computed: ComputedCorpus) -> None:
    found = 0
    for id, ruleset in computed.corpus.rulesets.items():
        unplayed = [bid for bid, one in entries(ruleset.rules.bids) if given(one.played) is False]
        gaps = {gap.path[:3] for gap in openness(computed, ruleset).gaps}
        assert not [bid for bid in unplayed if ("bids", bid, "talon") in gaps], id
        found += bool(unplayed)
    assert found > 1


def test_where_there_is_always_a_declarer_doubling_is_told_of_no_other_hand(computed: ComputedCorpus) -> None:
    for id in ("9.15", "9.16"):
        told = " ".join(line for part in GamePage(computed, id).after("Variants") for line in rows(part))
        assert "Each opponent doubles alone" in told and "Without a declarer" not in told, id


def test_a_version_has_the_names_of_whoever_reports_it(computed: ComputedCorpus, labels: Labels) -> None:
    def called(id: str, card: str) -> str:
        return labels.within(computed.corpus.rulesets[id]).cards(card)

    assert called("9.1/main", "pagat") == "the Paguet"
    assert called("9.1/en-dedans", "pagat") == called("9.1/JT-1927", "pagat") == "the Petit"
    assert called("9.1/price-of-the-bete", "pagat") == "the Petit"
    assert called("4.4/main", "pagat") == called("4.4/kings-pay", "pagat") == "the Pagato"
    assert called("4.4/kings-pay-nb", "pagat") == "the Pagat"
    for id, ruleset in computed.corpus.rulesets.items():
        if ruleset.kind != "variant" or not ruleset.witness:
            continue
        first: dict[str, tuple[str, ...]] = {}
        for name in labels.said(ruleset):
            first.setdefault(name.of, name.by or ())
        own = {name.of for name in labels.said(ruleset) if ruleset.witness in (name.by or ())}
        assert all(ruleset.witness in first[of] for of in own), id


def test_a_condition_of_a_case_says_who_announces_and_of_all_tricks_which_side(
    computed: ComputedCorpus, labels: Labels
) -> None:
    found = 0
    for id, ruleset in computed.corpus.rulesets.items():
        words = labels.within(ruleset)
        for case, one in entries(ruleset.rules.cases):
            told = words.thing(("cases", case), one)
            if isinstance(condition := given(one.only_if), Condition) and isinstance(condition.announced, tuple):
                assert "The hand is played this way only if the player has" not in told, id
                assert not told.startswith("The player has announced"), f"{id}: {told}"
                found += 1
    assert found > 20
    ruleset = computed.corpus.rulesets["9.13/FFT-2012"]
    words = labels.within(ruleset)
    case = ruleset.rules.cases["chelem-announced"]
    assert "only if the declarer has announced Chelem" in words.thing(("cases", "chelem-announced"), case, ["only_if"])
    assert words.facts(ruleset.rules.fool.lost_unless) == "either side makes Chelem"
    each = computed.corpus.rulesets["4.3/main"]  # nobody has a partner there
    assert "any player makes" in labels.within(each).facts(each.rules.feats["pagat-last"].lost_unless)


def test_what_the_holder_of_cards_announces_is_told_of_the_cards_that_he_has_then(
    computed: ComputedCorpus, labels: Labels
) -> None:
    ruleset = computed.ruleset("14.11")
    told = labels.within(ruleset).thing(("feats", "scommessa"), ruleset.rules.feats["scommessa"])
    assert "A player may announce it only if the player then has" in told and "was dealt" not in told
    paused = computed.ruleset("14.5")  # it is announced there in a pause of the deal
    feat = paused.rules.feats["scommessa-di-quindici"]
    assert "was dealt" in labels.within(paused).thing(("feats", "scommessa-di-quindici"), feat)


def test_where_a_lead_is_paid_at_once_a_bonus_doubles_the_score_alone(computed: ComputedCorpus, labels: Labels) -> None:
    for id in ("12.1/RMS-1798", "12.1/pagat-minchiate"):
        ruleset = computed.corpus.rulesets[id]
        told = labels.within(ruleset).thing(("feats", "slam"), ruleset.rules.feats["slam"])
        assert "The score counts twice." in told and "The hand is paid" not in told


def test_who_has_passed_in_a_pause_of_the_deal_may_offer_and_not_ask(computed: ComputedCorpus, labels: Labels) -> None:
    for id in ("8.37", "8.39"):
        ruleset = computed.ruleset(id)
        told = labels.within(ruleset).value(("deal", "annul"), ruleset.rules.deal.annul)
        assert "A player who has passed may still offer points, but not ask for any." in told, id


def test_suit_signs_of_a_pack_are_known_though_its_cards_are_not(computed: ComputedCorpus) -> None:
    for id, suits in (("R7", "italian"), ("C13", "french")):
        ruleset = computed.ruleset(id)
        figures = computed.figures(ruleset)
        assert figures.pack is None
        assert (cell("suits", ruleset, figures).value, cell("suits", ruleset, figures).status) == (suits, "computed")
    assert "62 cards, Italian suits" in text_of(E("div", *GamePage(computed, "R7").head()))


def test_where_a_card_in_the_discard_is_not_given_that_is_no_assumption(
    computed: ComputedCorpus, labels: Labels
) -> None:
    ruleset = computed.ruleset("9.4")
    assert "bids.asks" not in openness(computed, ruleset).assumed
    told = labels.within(ruleset).thing(("bids", "achat"), ruleset.rules.bids["achat"])
    assert "If the card lies in a discard, the declarer does not get it" in told
    silent = computed.corpus.rulesets["9.4/talon-left"]  # of this form the source does not say it
    assert "bids.asks" in openness(computed, silent).assumed


def test_of_a_version_that_another_tells_nobody_reads_places_and_years_of_the_main_rules(
    computed: ComputedCorpus,
) -> None:
    told = partial(head, computed)
    assert "Florence, Tuscany, Rome, 1728 to 1900s" in told("12.1/main")
    assert "1728" not in told("12.1/RMS-1798") and "after Dresden, 1798 (RMS)" in told("12.1/RMS-1798")
    assert "Ragusa in Sicily." in told("14.6/ragusa")  # a variant with places of its own
    for id, ruleset in computed.corpus.rulesets.items():
        if ruleset.kind == "reading":
            page = GamePage(computed, ruleset.game)
            page.main = ruleset
            assert where_and_when(page) is None, id


def test_a_bid_that_is_held_is_told_as_held_and_nobody_is_asked_when_none_may_bid(computed: ComputedCorpus) -> None:
    told = " ".join(text_of(part) for part in GamePage(computed, "R11").after(PLAYED))
    assert "the fourth player bids Strecken, the second player holds Strecken.The second player discards" in told
    found = 0
    for id in ("R11/main", "17.3/main", "16.10/main", "18.10/main"):
        ruleset = computed.corpus.rulesets.get(id)
        if ruleset is None or not openness(computed, ruleset).runs:
            continue
        for seed in range(20):
            state = new(id, seed=seed, computed=computed)
            rng = random.Random(seed)
            while not state.over and state.phase == "bid":
                bids = state.setting.auction
                assert bids is not None
                if bids.holder is not None and not bids.rounds:
                    others = set(range(bids.players)) - bids.passed - {bids.holder}
                    assert any(n >= 0 for seat in others for n in replace(bids, turn=seat).legal()), id
                    found += 1
                state = state.do(rng.choice(state.legal()))
    assert found > 20
