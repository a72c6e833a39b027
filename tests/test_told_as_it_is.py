"""What the machine says of who may do a thing, of what it costs, and of whose something is, agrees with what is played."""

from __future__ import annotations

import random

import pytest

from tarotref import play
from tarotref.cli.terminal import show
from tarotref.computed.columns import cell
from tarotref.computed.corpus import ComputedCorpus
from tarotref.model import rules
from tarotref.model.types import Facts
from tarotref.pages.beside import told_instead
from tarotref.pages.elements import E, text_of
from tarotref.pages.game import GamePage
from tarotref.pages.wording import Labels
from tarotref.play.deal import start
from tarotref.play.players import random_player
from tarotref.words.clauses import PHRASES
from tarotref.words.phrases import many
from tarotref.words.sentences import about
from tests.test_said_truly import rows, said


@pytest.fixture(scope="module")
def labels(computed: ComputedCorpus) -> Labels:
    """The words for all facts of the corpus."""
    return Labels(computed)


def facts(computed: ComputedCorpus, id: str, section: str = "Facts") -> list[str]:
    """Return the rows of a section of a page."""
    page = GamePage(computed, id)
    return [row for one in page.after(section) for row in rows(one)]


def the_row(computed: ComputedCorpus, id: str, start: str, section: str = "Facts") -> str:
    """Return the row of a section of a page that begins so."""
    return next(row for row in facts(computed, id, section) if row.startswith(start))


def test_a_bid_barred_to_the_first_player_is_his_if_he_chooses_after_all_have_passed(computed: ComputedCorpus) -> None:
    assert "may not bid it, but may choose it if everyone passes." in the_row(computed, "19.15", "Solodreier")


def test_a_bonus_that_fails_with_the_hand_is_not_said_to_count_only_with_it(computed: ComputedCorpus) -> None:
    told = the_row(computed, "7.5", "Super Mord")
    assert "wins the hand too, and fails otherwise" in told and "counts only for a player who wins" not in told


def test_for_a_card_put_in_any_numeral_of_the_trick_is_taken_and_called_by_who_wins_it(
    computed: ComputedCorpus,
) -> None:
    assert "a numeral card that another has played" in the_row(computed, "5.1", "King and Jack together")
    assert "the side that wins the trick" in the_row(computed, "5.1", "calling the Jack")
    alone = the_row(computed, "5.4", "calling the Jack")
    assert "the player who wins the trick may call" in alone and "side" not in alone


@pytest.mark.parametrize(
    "id, told", [("8.13", "the card points are rounded"), ("11.1", "part of a step does not count")]
)
def test_it_is_told_what_is_rounded(computed: ComputedCorpus, id: str, told: str) -> None:
    assert told in the_row(computed, id, "Rounding")


@pytest.mark.parametrize("id, told", [("8.35", "the loser "), ("8.42", "the loser "), ("8.36", "the losers ")])
def test_a_rubber_that_one_player_pays_has_one_loser(computed: ComputedCorpus, id: str, told: str) -> None:
    assert told in the_row(computed, id, "Rubber paid by")


@pytest.mark.parametrize(
    "id, bid, worth", [("8.16", "Giuoco sciolto", "1"), ("19.16", "Povinost", "2"), ("19.17", "Ze Ruky", "4"), ("9.19", "Pousse", ""), ("16.15", "Zweiblatt", "× 2")]
)  # fmt: skip
def test_a_bid_is_worth_what_its_own_rules_make_it(computed: ComputedCorpus, id: str, bid: str, worth: str) -> None:
    assert the_row(computed, id, bid).rpartition(" | ")[2] == worth


def test_a_name_of_the_game_does_not_bear_the_mark_of_another(computed: ComputedCorpus) -> None:
    told = next(row for row in facts(computed, "8.15", "Names") if "Quintilio" in row)
    assert "8.13" not in told.partition(" | ")[0] and "Quintilio ·" in told and told.endswith(" 8.13")


def test_a_payment_names_each_cause_once(computed: ComputedCorpus) -> None:
    told = next(
        row for row in facts(computed, "2.1", "A hand played out") if "Qui n'a le sien" in row and "Declaration" in row
    )
    assert told.count("Qui n'a le sien") == 1


def test_two_things_of_one_name_are_told_apart_by_it(computed: ComputedCorpus, labels: Labels) -> None:
    words = labels.within(computed.ruleset("2.1"))
    assert words.field(("declarations", "imperiale-of-rank")) == "Declaration Impériale of rank"


def test_a_card_left_over_is_no_set_and_the_discard_is_one(computed: ComputedCorpus) -> None:
    told = "\n".join(facts(computed, "5.8", "A hand played out"))
    assert (
        "1 empty card left over 0" in told and "1 set of empty cards 1" in told and "1 set of empty cards 0" not in told
    )


def test_a_set_that_is_declared_again_is_shown_with_its_new_card(computed: ComputedCorpus) -> None:
    told = [
        row for row in facts(computed, "11.9", "A hand played out") if "sequence of Moors" in row and "declares" in row
    ]
    assert "moor-d" in told[-1]


def test_a_declarer_without_a_partner_is_not_said_to_have_one(computed: ComputedCorpus) -> None:
    assert "or with a partner" not in the_row(computed, "15.22", "Aufgenommenes Spiel")


@pytest.mark.parametrize(
    "id, bonus, told",
    [
        ("15.22", "Rostopschin", "Win tricks in a row with the XVII and the XVIII."),
        ("14.11", "vanto colla carta designata", "Win the last trick with a certain card."),
    ],
)
def test_a_bonus_says_with_which_cards(computed: ComputedCorpus, id: str, bonus: str, told: str) -> None:
    assert told in the_row(computed, id, bonus)


def test_it_is_told_whose_points_the_losers_pay_by(computed: ComputedCorpus) -> None:
    assert "2 for 0 to 25 points of the loser, 1 for 26 to 34" in the_row(computed, "15.22", "Einfaches Spiel")


def test_a_reading_that_says_nothing_of_card_points_is_not_said_to_have_them(computed: ComputedCorpus) -> None:
    silent = show(computed, computed.ruleset("15.23/jordan-n"))
    assert "Card points of tarot games in general" in silent
    assert "Card points; all" in show(computed, computed.ruleset("15.23"))


@pytest.mark.parametrize("id, bonus", [("12.4", "death of an Aria"), ("12.5", "death of an Aria"), ("4.1", "Pagat")])
def test_it_is_told_to_whom_a_loss_is_paid(computed: ComputedCorpus, id: str, bonus: str) -> None:
    assert "Whoever loses it pays all other players." in next(
        row for row in facts(computed, id) if row.startswith(bonus) and "Lose " in row
    )


def test_the_cards_of_a_pack_that_is_not_known_are_those_that_are_stated(computed: ComputedCorpus) -> None:
    ruleset = computed.ruleset("C13")
    assert cell("pack_cards", ruleset, computed.figures(ruleset)).value == 70


@pytest.mark.parametrize("id", ["8.1", "8.37", "14.4", "14.4/dealer-speaks", "14.6/pagat-sicily", "14.8"])
def test_nothing_of_what_is_said_in_pauses_of_the_deal_is_left_out(computed: ComputedCorpus, id: str) -> None:
    assert not any(path[:2] == ("deal", "annul") for path in play.openness(id, computed).left_out)


def test_a_bonus_without_a_figure_is_paid_in_place_of_nothing(computed: ComputedCorpus) -> None:
    """11.6: nobody says what a player without a trick pays; the hand is then paid as any other."""
    table, found = play.table("11.6", computed=computed), 0
    for seed in range(40):
        state, player = start(table, seed=seed), random_player(random.Random(seed))
        while not state.over:
            state = state.do(player(state))
        result = state.result()
        if any(done.feat == "no-tricks" for done in result.feats):
            assert result.total is not None and any(result.total)
            found += 1
    assert found > 3


def test_conditions_of_a_bonus_are_told_where_a_pot_hangs_on_it(computed: ComputedCorpus) -> None:
    assert "all for the announced last trick | doubled by a player who loses the announced last trick" in the_row(
        computed, "14.5", "plate"
    )


def test_it_is_told_that_nobody_is_known_to_be_asked(computed: ComputedCorpus) -> None:
    assert "Who is asked whether to go on is not said." in next(
        row for row in facts(computed, "11.3") if "La tengo" in row and "Win the hand" in row
    )
    assert not any("Who is asked whether" in row for row in facts(computed, "11.2"))


def test_where_nobody_bids_nothing_is_asked_for_before_the_bidding(computed: ComputedCorpus) -> None:
    told = the_row(computed, "11.18", "Case alla matta", "Variants")
    assert "It is asked for before play." in told and "bidding" not in told
    assert "before the bidding" in the_row(computed, "8.20", "Chiamare il re")


def test_every_field_that_may_be_open_has_words_for_it() -> None:
    named = [
        f"{name}.{field}"
        for name in dir(rules)
        for kind in [getattr(rules, name)]
        if isinstance(kind, type) and issubclass(kind, Facts) and kind not in {Facts, *PHRASES, rules.Rules}
        for field in kind.model_fields
        if "anything of" in about(name, field, "a title")
    ]
    named += [
        f"{section}.{field}" for section in rules.SECTIONS for field in rules.fields_of(section) if "anything of" in about(section, field, "a title")
    ]  # fmt: skip
    assert named == []


def test_one_of_several_is_another_and_not_each(computed: ComputedCorpus) -> None:
    told = "\n".join(facts(computed, "18.10", "Readings"))
    assert "if another player makes more than 35 points" in told and "if each other player makes" not in told


def test_a_note_on_what_a_witness_says_comes_down_with_it(computed: ComputedCorpus) -> None:
    told = "".join(text_of(one) for one in GamePage(computed, "9.16").notes("Scoring"))
    assert "Sim. states the tenth trick for the game of five" in told


def test_the_others_pay_a_bonus_where_the_card_points_bring_nothing(computed: ComputedCorpus) -> None:
    told = the_row(computed, "18.10", "Trischaken")
    assert told.count("All other players pay it.") == 2 and "player alone marks" not in told
    assert "The player alone marks it." in the_row(computed, "16.15", "Pagat ultimo")


def test_what_one_side_pays_for_a_bonus_is_not_marked(computed: ComputedCorpus) -> None:
    """3.7: card points are marked, and two opponents pay the two winners for the Pagat ultimo."""
    told = the_row(computed, "3.7", "Bonus Pagat ultimo", "A hand played out").split(" | ")
    assert sorted(told[1:]) == ["+15", "+15", "−15", "−15"]


@pytest.mark.parametrize("id, contract", [("R12", "Räuber"), ("18.11", "Fahren")])
def test_where_each_plays_for_himself_no_side_is_said_to_double(
    computed: ComputedCorpus, id: str, contract: str
) -> None:
    told = the_row(computed, id, contract)
    assert "Any player may double first." in told and "declarer's side may raise" not in told
    assert "between that player and the declarer" not in told and "Without a declarer" not in told


def test_a_contract_that_has_a_declarer_is_not_told_of_one_without(computed: ComputedCorpus) -> None:
    told = next(row for row in facts(computed, "18.10", "Readings") if row.startswith("Bid Piccolo "))
    assert "doubles alone what passes between that player and the declarer" in told and "Without a declarer" not in told


def test_what_a_case_brings_is_told_of_who_asks_for_it(computed: ComputedCorpus) -> None:
    told = next(row for row in facts(computed, "19.13", "Readings") if row.startswith("Case Austarockieren "))
    assert "If the dealer does best, the dealer gets 6" in told and "the declarer" not in told


def test_no_odds_are_given_of_what_hangs_on_more_than_the_cards_of_a_declaration(computed: ComputedCorpus) -> None:
    assert the_row(computed, "11.1", "no trumps, but one or two in the discard").endswith(
        " | "
    )  # on what was dealt beside
    assert not any("how rare they are" in row for row in said(E("div", *GamePage(computed, "11.18").after("Facts"))))
    assert computed.odds(computed.ruleset("11.18"), "cricca-tarocchi") is None  # among the tricks
    assert computed.odds(computed.ruleset("11.1"), "cricca-tarocchi") is not None


def test_games_that_belong_to_no_family_are_not_said_to_be_of_one(computed: ComputedCorpus) -> None:
    for id, kin in (("C3", "of the same group"), ("C13", "of the same group"), ("14.11", "of its family")):
        assert f"You can play these games {kin}" in "".join(map(text_of, told_instead(GamePage(computed, id)))), id


def test_of_what_is_denied_nothing_is_to_be_known(computed: ComputedCorpus) -> None:
    told = "".join(map(text_of, GamePage(computed, "R6").after("What the source leaves open")))
    assert "no hand is shown" in told and "how the cards are counted" not in told


def test_a_case_of_so_many_players_is_no_matter_of_bidding(computed: ComputedCorpus) -> None:
    page = GamePage(computed, "C13")
    assert page.tables("Cards and terms") and not page.tables("Bidding")
    assert GamePage(computed, "8.20").tables("Bidding")


def test_what_an_offence_puts_into_a_pot_is_not_lost(computed: ComputedCorpus) -> None:
    told = the_row(computed, "4.7", "Pagat pot")
    assert "5 when a player loses the Pagat and 20 for the Scus led to voids" in told


def test_where_nobody_takes_of_the_talon_it_counts_whole(computed: ComputedCorpus) -> None:
    assert "The talon counts for the declarer." in the_row(computed, "7.5", "Super")
    assert "The rest counts for nobody." in " ".join(facts(computed, "R2"))


def test_bounds_and_names_are_written_as_players_write_them(computed: ComputedCorpus) -> None:
    told = "\n".join(facts(computed, "18.10", "Readings"))
    assert "0 to 35⅓ points" in told and "106/3" not in told
    assert "the contract is Rufer mit Spatz or Rufer mit Uhu" in the_row(computed, "18.11", "schleifen")


def test_the_hand_says_by_what_it_is_paid(computed: ComputedCorpus) -> None:
    told = "".join(map(text_of, GamePage(computed, "17.3").after("A hand played out")))
    assert "With the points of the cards left out, " in told and "With declarations and whatever" not in told
    rows_of_15_3 = facts(computed, "15.3", "A hand played out")
    assert any(row.startswith("Bid Solo, each card point") for row in rows_of_15_3)


def test_a_side_may_arrange_its_cards_and_need_not(computed: ComputedCorpus) -> None:
    told = "".join(map(text_of, GamePage(computed, "5.1").after("Facts")))
    assert "may put its cards of the last hand into the pack" in told and "asked for it puts" not in told


def test_a_talon_of_which_nobody_knows_who_takes_it_is_not_enough_to_count(computed: ComputedCorpus) -> None:
    told = "".join(map(text_of, GamePage(computed, "20.7").after("What the source leaves open")))
    assert "It is not known who takes cards of the talon" in told and "play and count" not in told
    told = "".join(map(text_of, GamePage(computed, "16.16").after("What the source leaves open")))
    assert "enough to deal, play and count a hand" in told


def test_a_title_within_a_row_of_the_payment_has_no_capital(computed: ComputedCorpus) -> None:
    told = facts(computed, "16.15", "A hand played out")
    assert any(row.startswith("Bonus Pagat ultimo, announced, multiplied if said before the talon") for row in told)
    assert any(row.startswith("Declaration Tarocktrull, Bid Einblatt, ") for row in told)  # names keep theirs


def test_what_a_number_of_players_changes_is_told_at_the_head_of_the_page(computed):
    """Le Cold-Poker has another pack for two, Centini partners for four."""
    for id, told in (
        ("C13", "70 cards, French suits; 42 cards with 2 players"),
        ("11.11", "each for himself; fixed partners with 4 players"),
    ):
        assert told in " ".join(text_of(part) for part in GamePage(computed, id).head())


def test_several_of_a_unit_of_several_words_are_told_by_its_first_noun(computed: ComputedCorpus) -> None:
    """6.1 had 2 payment of the rubbers."""
    assert [many(unit) for unit in ("chip", "game point", "payment of the rubber")] == [
        "chips",
        "game points",
        "payments of the rubber",
    ]
    row = the_row(computed, "6.1", "cappotto")
    assert "2 game points" in row and "with the payment of the rubber" in row
