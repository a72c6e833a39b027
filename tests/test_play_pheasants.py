"""High Tarokk (20.5): what is won or lost in the first trick, and three cards of one suit in the last tricks."""

from __future__ import annotations

import pytest

from tarotref import play
from tests.test_play_stakes import states


def of(state, *cards):
    return state.plan.named(cards)


def test_a_pheasant_falls_to_the_first_trick(computed):
    """Unannounced it costs 10 if an opponent takes it, and pays 10 if it wins; a brace is the XXI with one of an opponent in it."""
    table, seen = play.table("20.5", 4, computed), set()
    plan = table.plan
    birds = {"pagat-pheasant": plan.named(["pagat"]), "eagle-pheasant": plan.named(["eagle"])}
    top = plan.named(["top"])

    def lead_high(state, legal):
        if state.phase in ("announce", "double"):
            return "done" if "done" in legal else None
        if state.phase == "play" and not state.tricks:
            cards = {f"play {card}" for card in plan.list(top | plan.named(["pagat", "eagle"]))}
            return next((one for one in legal if one in cards), None)
        return None

    for seed in range(150):
        *_, state = states(table, seed, lead_high)
        if not state.tricks or state.setting.conceded:
            continue
        first, side = state.tricks[0], state.setting.side
        winner = first.cards[first.place(first.winner, plan.circle)]
        by = {card: first.seat(n, plan.circle) for n, card in enumerate(first.cards)}
        done = {(one.feat, one.seat, one.won) for one in state.result().feats if not one.announced}
        for id, bird in birds.items():
            for card, seat in by.items():
                if bird >> card & 1 and id not in {one.id for one in state.setting.announced}:
                    lost = side(first.winner) != side(seat)
                    assert ((id, seat, False) in done) is lost and ((id, seat, True) in done) is (card == winner)
                    seen.add((id, lost))
        if top >> winner & 1 and "pheasants" not in {one.id for one in state.setting.announced}:
            theirs = any(
                bird >> card & 1 and side(seat) != side(first.winner)
                for card, seat in by.items()
                for bird in birds.values()
            )
            assert (("pheasants", first.winner, True) in done) is theirs
            seen.add(("pheasants", theirs))
    assert seen >= {("pagat-pheasant", True), ("eagle-pheasant", True), ("pheasants", True), ("pheasants", False)}


def test_a_brace_of_pheasants_is_announced_against_the_leader(computed):
    table, seen = play.table("20.5", 4, computed), set()
    for seed in range(60):
        for state in states(table, seed, lambda state, legal: None):
            if state.phase == "double" and state.player is not None:
                may = "announce pheasants" in map(str, state.legal())
                against = state.setting.side(state.player) != state.setting.side(0)  # the first player leads
                if may:
                    assert against and state.own & state.plan.named(["top"])
                    seen.add(state.player)
    assert seen


def test_a_suit_family_wins_the_last_three_tricks_with_cards_of_one_suit(computed):
    plan = play.table("20.5", 4, computed).plan
    families = [one for id, one in plan.feats.items() if id.startswith("suit-family")]
    assert len(families) == 4 and all(one.cards.bit_count() == 5 and one.tricks == 3 for one in families)
    whole = 0
    for one in families:
        assert not whole & one.cards
        whole |= one.cards
    assert whole == plan.whole & ~plan.named(["trumps", "fool"])


def test_the_suit_of_an_announced_king_is_named(computed):
    """20.4: who announces a King names its suit, and that King alone does it."""
    table, seen, done = play.table("20.4", 4, computed), 0, set()
    plan = table.plan

    def kings(state, legal):
        return next((one for one in legal if one == "announce king-last"), None)

    for seed in range(120):
        for state in states(table, seed, kings):
            if state.phase != "name-card":
                continue
            suits = {str(action).removeprefix("name ") for action in state.legal()}
            held = {suit for n, suit in enumerate(plan.suits) if plan.of_suit[n] & plan.named(["kings"]) & state.own}
            assert suits and suits <= held
            if missing := [suit for suit in plan.suits[1:] if suit not in held]:
                assert "do not hold" in state.why(play.Action("name", missing[0]))
            seen += 1
        setting = state.setting
        said = next((one for one in setting.announced if one.id == "king-last"), None)
        if said is None or not state.tricks or setting.conceded:
            continue
        king = plan.named(["kings"]) & plan.of_suit[dict(setting.named)["king-last"]]
        last = state.tricks[-1]
        won = king >> last.cards[last.place(last.winner, plan.circle)] & 1
        found = [one.won for one in state.result().feats if one.feat == "king-last" and one.announced]
        assert found == [bool(won and setting.side(last.winner) == setting.side(said.seat))]
        done |= set(found)
    assert seen and done == {True, False}


@pytest.mark.parametrize("ruleset", ["20.3/kegl-tarokk", "20.4/three-and-trull"])
def test_three_with_nothing_but_the_trull_is_not_played(computed, ruleset):
    """The declarer's side wins 3 where it has announced the trull in a game of three, and nothing else was said."""
    table, seen = play.table(ruleset, 4, computed), set()

    def meek(state, legal):
        if state.phase == "double":
            said = state.setting.announced
            if not said and "announce trull" in legal:
                return "announce trull"
            return "done" if "done" in legal else None
        return "bid three" if "bid three" in legal else "pass" if "pass" in legal else None

    for seed in range(80):
        *_, state = states(table, seed, meek)
        setting = state.setting
        said = [one.id for one in setting.announced]
        if setting.contract != "three" or setting.void or (setting.conceded and setting.conceded.id == "trial-three"):
            continue
        ours = said == ["trull"] and setting.side(setting.announced[0].seat) == 0
        unplayed = ours and not setting.declared and not setting.doubled
        assert (setting.conceded is not None) is unplayed and bool(state.tricks) is not unplayed
        if unplayed:
            mine = [seat for seat in range(4) if setting.side(seat) == 0]
            assert [state.result().total[seat] for seat in mine] == [3 if len(mine) == 2 else 9] * len(mine)
        seen.add(unplayed)
    assert seen == {True, False}
