"""What is computed of rules: kept by what it follows from, and never more of it than can be computed."""

from __future__ import annotations

import random

import pytest

from tarotref.cards.holdings import HoldingError, Wild, best, parse_holding
from tarotref.cards.odds import Intractable
from tarotref.cards.packs import pack_from_rule
from tarotref.cards.sums import divisions
from tarotref.computed.corpus import ComputedCorpus
from tarotref.computed.figures import PREMISES, Figures, Reckoner
from tarotref.corpus.reader import read
from tarotref.model.rules import Rules
from tests import kit

GAME = "games/08.13-permesso.md"


# --- What is kept --------------------------------------------------------------------------------------------------


def test_two_corpora_in_one_process_have_each_their_own_odds(tmp_path):
    """The same names of pack, order and groups mean other cards."""
    one, other = kit.make(tmp_path / "one"), kit.make(tmp_path / "other")
    packs = other / "corpus" / "packs.yaml"
    text = packs.read_text(encoding="utf-8")
    head, entry, tail = text.partition("\ntarot-78-italian:")
    assert entry
    smaller = tail.replace("    of: tarot-78\n", "    of: tarot-78\n    without: {suit-cards: [2..5]}\n", 1)
    packs.write_text(head + entry + smaller, encoding="utf-8")
    found = [ComputedCorpus(read(root)) for root in (one, other)]
    sizes = [len(computed.packs["tarot-78-italian"]) for computed in found]
    odds = [computed.odds(computed.ruleset("8.13"), "kings") for computed in found]
    assert sizes == [78, 62] and odds[0] < odds[1]


def test_figures_follow_from_nothing_but_their_premises(computed):
    seen: list[Rules] = []

    class Watched(Reckoner):
        def _reckon(self, rules: Rules) -> Figures:
            seen.append(rules)
            return super()._reckon(rules)

    reckoner = Watched(computed.packs, computed.orders, {})
    rules = computed.ruleset("8.13").rules
    first = reckoner.figures(rules)
    assert first.total == 91
    others = [name for name in Rules.model_fields if name not in PREMISES]
    assert {"win", "score", "feats"} <= set(others) and all(getattr(seen[0], name) is None for name in others)
    assert reckoner.figures(rules.model_copy(update=dict.fromkeys(others))) is first
    for name in ("counting", "values", "pack", "players"):
        assert reckoner.figures(rules.model_copy(update={name: None})) is not first, name


def test_rulesets_of_the_same_premises_share_their_figures(computed):
    figures = {id(computed.figures(ruleset)) for ruleset in computed.corpus.rulesets.values()}
    assert len(figures) < 3 / 4 * len(computed.corpus.rulesets)


# --- Bounds --------------------------------------------------------------------------------------------------------


def test_many_players_with_small_hands_are_no_matter(tmp_path):
    change = (GAME, "players: 3\n  sides: alliance\n  deal: {packets: free, hand: 25, extra: {dealer: 3}}",
              "players: 25\n  sides: individual\n  deal: {packets: free, hand: 3, extra: {dealer: 1, next-player: 1, next-but-one: 1}}")  # fmt: skip
    computed = ComputedCorpus(read(kit.make(tmp_path, change=change)))
    figures = computed.figures(computed.ruleset("8.13"))
    assert figures.bounds[25].constant and figures.faults == ()


@pytest.mark.parametrize(
    ("cards", "players", "spare"), [(400, 10, [5] * 20), (500, 20, [10, 9, 8, 7, 6, 5, 4, 3, 2, 6]), (600, 10, 0)]
)
def test_too_many_divisions_are_told(cards, players, spare):
    with pytest.raises(ValueError, match="can be divided in more than 200,000 ways"):
        list(divisions(cards, players, 24, spare, "kept"))


@pytest.mark.parametrize("trumps", ["5000000", ["1..999999999"]])
def test_no_pack_has_millions_of_trumps(trumps):
    with pytest.raises(ValueError, match="expected numbers of trumps up to 100"):
        pack_from_rule("huge", {"suits": "italian", "ranks": ["A..K"], "trumps": trumps}, {})


def test_a_holding_beyond_computing_is_told_at_its_place(tmp_path):
    chance = random.Random(1)
    suits, ranks = ("swords", "batons", "cups", "coins"), ("K", "Q", "C", "J", "A", *map(str, range(2, 11)))
    cards = [f"{rank} of {suit}" for suit in suits for rank in ranks]
    parts = [f"{{of: [{', '.join(chance.sample(cards, 12))}], at_least: 9}}" for _ in range(24)]
    change = (GAME, "holding: {of: kings, exactly: 4}", f"holding: {{any: [{', '.join(parts)}]}}")
    root = kit.make(tmp_path, change=change)
    computed = ComputedCorpus(read(root))
    assert isinstance(computed.tried_odds(computed.ruleset("8.13"), "kings"), Intractable)
    assert computed.odds(computed.ruleset("8.13"), "kings") is None
    [found] = [p for p in kit.problems(root) if p.code == "holding-fits"]
    assert (found.line, found.field) == (20, "rules.declarations.kings.holding") and "too many ways" in found.message


def test_wild_cards_without_number_are_told(computed):
    figures = computed.figures(computed.ruleset("8.13"))
    holding = parse_holding({"run": "trumps", "at_least": "3", "wild": {"of": "numerals"}})
    assert holding.wild == Wild(("numerals",))
    hand = [card for card in figures.pack.cards if card.kind == "suit"]
    with pytest.raises(ValueError, match="could stand in more than 200,000 ways"):
        best(hand, holding, figures.names)


def test_holdings_are_not_nested_without_end():
    data: object = "fool"
    for _ in range(300):
        data = {"all": [data]}
    with pytest.raises(HoldingError, match="more than 8 deep"):
        parse_holding(data)
