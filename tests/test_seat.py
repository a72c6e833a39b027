"""A place at the table: what a page is told, and what it may ask."""

from __future__ import annotations

import json
import re

import pytest

import tarotref.play
from tarotref.cli.seat import Seat, asked
from tarotref.cli.telling import signed
from tarotref.model.rules import SECTIONS

GAMES = [("18.10", 4), ("8.13", 3), ("9.13", 4), ("17.3", 3), ("20.4", 4), ("11.14", 4), ("9.22", 2), ("8.6", 2)]


def played(game: str, players: int, seed: int = 3, seat: int = 0) -> Seat:
    """A hand played to its end by what a careful player would do."""
    here = Seat(game, players, seed, seat)
    while not here.state.over:
        assert here.do(here.advice()["do"]) == ""
    return here


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_hand_at_the_table_is_that_of_the_package(game, players):
    here = played(game, players)
    again = tarotref.play.replay(here.state.transcript()).result()
    told = here.look()["result"]
    assert here.state.result().total == again.total
    if again.total is None:
        assert told["rows"] == [] and "Not paid" in told["lines"][-1]
    else:
        assert [signed(amount) for amount in again.total] == told["rows"][-1][:-1]
    assert here.state.result().points == again.points


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_whoever_sits_there_is_shown_no_card_that_is_hidden(game, players):
    here = Seat(game, players, 5, players - 1)
    while not here.state.over:
        view = here.state.view(here.me)
        piles = [view[pile] for pile in ("hand", "laid", "shown", "looking", "dead_hand", "trick")]
        piles += [cards for _, cards, _ in view["tricks"]] + [*view["packets"]]
        piles += [[card for card, _ in stacks if card] for stacks in view["table"]]
        look = here.look(1)
        told = [[one["card"] for one in look[part]] for part in ("hand", "trick")]
        told += [[one["card"] for one in trick["cards"]] for trick in look["tricks"]]
        told += [pile["cards"] for pile in look["open"]] + [look["laid"]]
        told += [[one["card"] for one in move["trick"]] for move in look["moves"]]
        told += [[card for card, _ in stacks if card] for stacks in look["stacks"]]
        assert {card for pile in told for card in pile} <= {str(card) for pile in piles for card in pile}
        here.do(here.advice()["do"])


def test_what_is_taken_back_is_as_it_was():
    here = Seat("18.10", 4, 7)
    before = here.look(1)
    assert here.do("pass") == "" and here.look(1) != before
    here.undo()
    assert here.look(1) == before
    here.undo()  # nothing is left to take back
    assert here.look(1) == before


def test_what_is_not_allowed_is_refused_with_a_reason_and_changes_nothing():
    here = Seat("18.10", 4, 7)
    before = here.look(1)
    assert "no card" in (why := here.do("play K♠")) or why
    assert here.why_not("play K♠") == why and here.why_not("pass") == "" and here.look(1) == before


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_refusal_is_a_sentence_that_leads_to_a_section_of_the_page(game, players):
    here, places = Seat(game, players, 2), {section.page.lower().replace(" ", "-") for section in SECTIONS.values()}
    refusals = []
    while not here.state.over or not refusals:
        if here.state.over:
            here.next_hand()
        look = here.look(here.now + 1)
        refusals += [
            here.refused(f"{look['kind']} {one['card']}") for one in look["hand"] if look["kind"] and not one["may"]
        ]
        here.do(here.advice()["do"])
    for told in refusals:
        assert told["rule"] in places and re.fullmatch(r"[A-Z][^:(]+(: [^:(]+)?\.", told["say"]), told


def test_a_rubber_that_is_over_is_told_and_another_begins():
    here = Seat("6.1", 4, 4)
    while not here.look()["over"] or not (here.look()["score"] or {}).get("over"):
        here.play_out() if not here.state.over else here.next_hand()
    hands = here.hands
    rows = here.look()["score"]["rows"]
    assert rows[hands][-1].endswith("so far") and len(rows) > hands + 1
    here.next_hand()
    assert here.look()["score"]["rows"][-1][-1] == "rubber 1" and not here.before


def test_acts_lead_to_the_same_hand():
    here = played("20.4", 4, seed=11, seat=2)
    assert Seat("20.4", 4, 11, 2, here.acts).look(1) == here.look(1)
    broken = Seat("20.4", 4, 11, 2, "pass, bid slam")
    assert broken.broken.startswith("bid slam: ") and len(broken.states[0].actions) == 0


def test_one_looks_back_and_plays_on_from_any_moment_in_any_seat():
    here = played("18.10", 4)
    whole = here.states
    here.look_at(30)
    assert here.look(31)["now"] == 30 and here.look(31)["last_moment"] == len(whole) - 1 and not here.look(31)["over"]
    other = (here.me + 2) % 4
    here.take_over(other)
    assert here.me == here.look(1)["me"] == other and here.states[:31] == whole[:31]
    assert here.state.over or here.state.player == other
    here.play_out()
    assert here.look(1)["over"] and here.look(1)["result"]["rows"]


def test_the_hand_of_a_game_page_is_a_table_that_one_may_take_over():
    here = Seat("18.10", acts="page", at=0)
    assert here.now == 0 and here.states[-1].over
    shown = here.look(1, True)["all_hands"]
    assert [len(cards) for cards in shown] == [12] * 4 and set(shown[here.me]) == {
        one["card"] for one in here.look(1)["hand"]
    }


def test_a_hand_saved_as_text_is_the_same_hand():
    here = Seat("9.13", 4, 5, 1)
    here.do(here.advice()["do"])
    again = Seat.saved(here.save())
    assert again.look(1) == here.look(1) and again.linked
    other = json.loads(here.save()) | {"seed": "6"}
    assert not Seat.saved(json.dumps(other)).linked
    with pytest.raises(ValueError, match="no whole hand"):
        Seat.saved("{}")
    with pytest.raises(ValueError, match="no hand saved"):
        Seat.saved("XXI")


def test_the_deal_goes_round_and_the_score_adds_up():
    here = played("8.13", 3)
    first, dealer = here.state.result().total, here.rubber.dealer
    here.next_hand()
    score = here.look()["score"]
    assert here.hands == 2 and here.rubber.dealer != dealer and score["heads"][here.at] == "You"
    assert [row[-1] for row in score["rows"]] == ["hand 1", "so far"] and score["rows"][0][:3] == score["rows"][1][:3]
    assert sorted(score["rows"][0][:3]) == sorted(map(signed, first))


def test_what_is_asked_is_answered_as_json():
    here = Seat("18.10", 4, 7)
    table = json.loads(asked(here, "table"))
    assert table["title"].startswith("18.10 ") and len(table["cards"]) == 54
    assert all(re.match(r"<svg", card["face"]) and card["name"] for card in table["cards"].values())
    assert json.loads(asked(here, "advice"))["do"] in {
        choice["do"] for choice in json.loads(asked(here, "look"))["choices"]
    }


@pytest.mark.parametrize("game", ["16.16", "20.7", "C8", "18.10"])
def test_before_the_first_card_one_is_told_that_nothing_is_paid(game, computed):
    missing = tarotref.play.openness(game, computed).missing
    told = " ".join(Seat(game).table()["how_far"])
    assert ("nothing is paid" in told) is bool(missing)


def test_a_seat_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="seat: found 4; expected a number from 0 to 3"):
        Seat("18.10", 4, 1, 4)


def test_in_a_pause_of_the_deal_it_is_said_that_the_deal_goes_on() -> None:
    said = [choice["say"] for choice in Seat("14.6/pagat-sicily", 3, 3, 0).look()["choices"]]
    assert said[:2] == ["Pass", "Have the deal go on"]
    assert [choice["say"] for choice in Seat("14.4", 4, 3, 0).look()["choices"]] == [
        "Tell (of good cards)",
        "Nothing more",
    ]
