"""Packs are the right size and exact, every card's name is read back, every order of play is a total preorder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tarotref.cards.card import FOOL, Card, Pack, Ranking
from tarotref.cards.names import find, parse_card, parse_cards
from tarotref.cards.packs import pack_from_rule, ranking, ranks_of
from tarotref.notation import arabic, roman
from tests.kit import packs_from_rules

ENTRIES: dict[str, Any] = yaml.load(
    (Path(__file__).parents[1] / "corpus" / "packs.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader
)
PACKS = packs_from_rules({id: entry for id, entry in ENTRIES.items() if "rule" in entry})
FULL, FRENCH, BOLOGNA = PACKS["tarot-78-italian"], PACKS["tarot-78-french"], PACKS["tarocchino-62"]
PIEDMONT = ["20", "21", *(str(n) for n in range(19, 0, -1))]
MOORS = [
    "angel", "world", "sun", "moon", *(str(n) for n in range(16, 4, -1)),
    ["moor-a", "moor-b", "moor-c", "moor-d"], "bagatto",
]  # fmt: skip

packs = st.sampled_from(sorted(PACKS)).map(PACKS.__getitem__)


@st.composite
def orders(draw: st.DrawFn) -> Ranking:
    """Any order of play: any order of suits, the trumps shuffled and tied at will, the Fool wherever it may be."""
    pack = draw(packs)
    shuffled = draw(st.permutations([str(card) for card in pack.trumps if card.copy == 1]))
    cuts = draw(st.lists(st.booleans(), min_size=len(shuffled), max_size=len(shuffled)))
    tiers: list[list[str]] = []
    for name, cut in zip(shuffled, cuts, strict=True):
        if cut or not tiers:
            tiers.append([name])
        else:
            tiers[-1].append(name)
    suits = draw(st.sampled_from(["original", "uniform", "ace-after-jack"]))
    return ranking(pack, suits, tiers, draw(st.sampled_from(["excuse", "highest-trump", "lowest-trump"])))


@pytest.mark.parametrize("id", PACKS)
def test_a_pack_has_as_many_cards_as_its_source_says(id: str) -> None:
    assert len(PACKS[id]) == int(ENTRIES[id]["cards"]) == len(set(PACKS[id].cards))


@pytest.mark.parametrize("id", ENTRIES)
def test_what_no_source_tells_is_marked(id: str) -> None:
    assert "rule" in ENTRIES[id] or "doubtful" in ENTRIES[id]
    assert ENTRIES[id]["source"] and all(ENTRIES[id]["source"].values())


@pytest.mark.parametrize("id", PACKS)
def test_the_name_of_every_card_is_read_back(id: str) -> None:
    assert [parse_card(str(card), PACKS[id]) for card in PACKS[id].cards] == list(PACKS[id].cards)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("K♠", "K of spades"), ("KS", "K of spades"), ("K of swords", "K of spades"), ("king of spades", "K of spades"),
        ("the King of Swords", "K of spades"), ("KC", "K of clubs"), ("cc", "C of clubs"), ("ace of ♥", "A of hearts"),
        ("Cavalier of cups", "C of hearts"), ("10 of coins", "10 of diamonds"), ("10d", "10 of diamonds"),
        ("1 of batons", "A of clubs"),
        ("XXI", "21"), ("xviiii", "19"), ("XIX", "19"), ("trump 7", "7"), ("IIII", "4"), ("Mond", "21"), ("pagat", "1"),
        ("le Petit", "1"), ("Sküs", "fool"), ("l'Excuse", "fool"), ("Skys", "fool"),
    ],
)  # fmt: skip
def test_cards_are_read_in_many_notations(text: str, card: str) -> None:
    named = dict(
        zip((f"{c.rank} of {c.suit}" if c.suit else c.trump or "fool" for c in FRENCH.cards), FRENCH.cards, strict=True)
    )
    assert parse_card(text.removeprefix("l'"), FRENCH) == named[card]


def test_a_letter_means_the_suit_of_the_pack() -> None:
    assert parse_card("KC", FULL).suit == "cups"
    assert parse_card("KC", FRENCH).suit == "clubs"
    assert parse_card("KH", FULL).suit == "cups"
    with pytest.raises(ValueError, match="C may be cups or clubs"):
        parse_card("KC", PACKS["tarot-78"])


def test_trumps_are_read_by_subject_and_by_the_number_they_lack() -> None:
    assert parse_card("the World", FULL) == parse_card("21 world", FULL) == parse_card("XXI", FULL)
    assert parse_card("Star", BOLOGNA) == parse_card("16", BOLOGNA)
    assert parse_card("40", PACKS["minchiate-97"]) == parse_card("(40) angel", PACKS["minchiate-97"])
    assert str(parse_card("Trombe", PACKS["minchiate-97"])) == "angel"
    assert FULL.subject(parse_card("20", FULL)) == "angel"
    assert FRENCH.subject(parse_card("20", FRENCH)) == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("quen of hearts", "did you mean 'queen hearts'"), ("22", "no card of pack"), ("", "is no card"),
        ("top", "takes an order of trumps"), ("honours", "takes an order of trumps"), ("kinks", "did you mean 'kings'"),
    ],
)  # fmt: skip
def test_what_is_no_card_is_told_with_the_nearest_name(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        find(text, FRENCH)


def test_lists_of_cards() -> None:
    assert [str(card) for card in parse_cards("K♠ Q of hearts XXI, fool; 10♥", FRENCH)] == [
        "K♠",
        "Q♥",
        "XXI",
        "Fool",
        "10♥",
    ]
    assert len(parse_cards("kings, XXI fool", FRENCH)) == 6
    assert parse_cards("", FRENCH) == ()
    for wrong in ("K♠ KS", "kings, K♥"):
        with pytest.raises(ValueError, match="named twice"):
            parse_cards(wrong, FRENCH)


def test_groups_of_a_game_come_before_classes_and_cards() -> None:
    bouts = {"bouts": frozenset(parse_cards("I XXI fool", FRENCH))}
    assert [str(card) for card in find("bouts", FRENCH, bouts)] == ["I", "XXI", "Fool"]
    assert find("K", FRENCH) == find("kings", FRENCH)
    assert find("swords", FRENCH) == find("spades", FRENCH)
    assert len(find("honours", ranking(FRENCH))) == 7


def test_the_top_trump_is_a_matter_of_the_order() -> None:
    assert str(ranking(FULL).role("top")) == "XXI"
    assert (
        str(ranking(FULL, trump_order=PIEDMONT).role("top"))
        == str(parse_card("top", ranking(FULL, trump_order=PIEDMONT)))
        == "XX"
    )
    assert str(ranking(FULL, fool="highest-trump").role("top")) == "XXI"
    assert str(ranking(BOLOGNA, trump_order=MOORS).role("top")) == "angel"
    assert str(ranking(PACKS["munich-103-kw"]).role("top")) == "XXI"
    assert str(ranking(PACKS["tarocco-siciliano-63"]).role("pagat")) == "I"
    with pytest.raises(ValueError, match="no single card of pack lucca-69"):
        ranking(PACKS["lucca-69"]).role("pagat")


@pytest.mark.parametrize(
    ("order", "swords", "cups"),
    [
        ("original", "K Q C J 10 9 8 7 6 A", "K Q C J A 6 7 8 9 10"),
        ("uniform", "K Q C J 10 9 8 7 6 A", "K Q C J 10 9 8 7 6 A"),
        ("ace-after-jack", "K Q C J A 10 9 8 7 6", "K Q C J A 10 9 8 7 6"),
    ],
)  # fmt: skip
def test_orders_of_suits(order: str, swords: str, cups: str) -> None:
    rows = ranking(BOLOGNA, order).suits
    assert [" ".join(card.rank for card in row) for row in (rows[0], rows[2])] == [swords, cups]


def test_an_order_of_one_s_own() -> None:
    red = ["K..J", "A", "4..2"]  # 19.17
    order = ranking(PACKS["tarock-54-french"], {"spades": ["K..7"], "batons": ["K..7"], "cups": red, "diamonds": red})
    assert "".join(card.rank for card in order.suits[3]) == "KQCJA432"


def test_tricks() -> None:
    order = ranking(FULL, trump_order=PIEDMONT)

    def won(text: str, order: Ranking = order) -> str:
        trick = [parse_card(name, order) for name in text.split(", ")]
        return str(trick[order.winner(trick)])

    assert won("7 of cups, 8 of cups, K of coins") == "7 of cups"
    assert won("7 of swords, 8 of swords, K of coins") == "8 of swords"
    assert won("K of cups, I, Q of cups") == "I"
    assert won("XXI, XX, XIX") == "XX"
    assert won("K of cups, fool, Q of cups") == "K of cups"
    assert won("fool, 2 of coins, K of cups") == "2 of coins"
    assert won("XXI, fool, XX", ranking(FULL, fool="highest-trump")) == "Fool"
    assert won("fool, I, K of cups", ranking(FULL, fool="lowest-trump")) == "I"
    assert won("moor-c, moor-a, bagatto", ranking(BOLOGNA, trump_order=MOORS)) == "moor-a"
    with pytest.raises(ValueError, match="no card that can take"):
        order.winner([FOOL])


@given(orders(), st.data())
def test_every_order_is_a_total_preorder(order: Ranking, data: st.DataObject) -> None:
    one, two, three = (data.draw(st.sampled_from(order.pack.cards)) for _ in range(3))
    assert set(order.height) == set(order.pack.cards)
    rivals = [
        c
        for c in order.pack.cards
        if c.suit == one.suit and order.is_trump(c) == order.is_trump(one) and order.height[c]
    ]
    for card in rivals:
        assert order.beats(card, one) or order.beats(one, card) or not order.height[one]
    if order.beats(three, two) and order.beats(two, one):
        assert order.beats(three, one)
    placed = [card for row in (*order.suits, *order.trumps) for card in row]
    assert len(placed) == len(set(placed)) and set(placed) | {FOOL} == {card.first for card in order.pack.cards} | {
        FOOL
    }


@given(orders(), st.data())
def test_a_card_beats_itself_only_as_an_equal(order: Ranking, data: st.DataObject) -> None:
    one, two = (data.draw(st.sampled_from(order.pack.cards)) for _ in range(2))
    both = order.beats(one, two) and order.beats(two, one)
    same = order.height[one] == order.height[two] > 0 and order.is_trump(one) == order.is_trump(two)
    assert both == (same and (order.is_trump(one) or one.suit == two.suit))


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"trump_order": ["21", "21", "20"]}, "trumps: twice in the order: XXI"),
        ({"trump_order": ["21"]}, "trumps: without a place: I, II, III"),
        ({"trump_order": ["K of cups"]}, "'K of cups' is no trump"),
        ({"suit_order": "downwards"}, "'downwards' is no order of suits"),
        ({"suit_order": {"swords": ["K..2"]}}, "swords: without a place: A of swords"),
    ],
)
def test_faults_of_an_order_are_told(order: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ranking(FULL, **order)


@pytest.mark.parametrize(
    ("rule", "messages"),
    [
        ({"of": "tarot"}, ["no pack has the id 'tarot'"]),
        ({"suits": "swiss", "ranks": ["A..11"]}, ["'swiss' is none of italian", "'A..11' is no rank"]),
        (
            {"of": "tarot-78", "without": {"bells": ["7"], "trumps": ["22"]}},
            ["bells: expected a suit", "XXII is not in the pack"],
        ),
        (
            {"of": "tarot-78", "with": {"cups": ["K"]}, "twice": {"trumps": ["(40)"]}},
            ["K of cups is already", "no trump nor range"],
        ),
    ],
)
def test_every_fault_of_a_rule_is_told(rule: dict[str, Any], messages: list[str]) -> None:
    with pytest.raises(ValueError) as error:
        pack_from_rule("mine", rule, PACKS)
    assert all(message in str(error.value) for message in messages)


def test_no_card_stands_twice_in_a_pack() -> None:
    with pytest.raises(ValueError, match="twice in it: Fool"):
        Pack("mine", "Mine", "italian", (FOOL, FOOL))


def test_second_copies_stand_beside_the_first() -> None:
    munich = PACKS["munich-103-kw"]
    assert [str(card) for card in munich.cards[-2:]] == ["Fool", "Fool bis"]
    order = ranking(munich)
    king, second = parse_card("K♥", munich), parse_card("K♥ bis", munich)
    assert order.height[king] == order.height[second] and order.beats(second, king) and second.first == king
    assert len(munich.classes["kings"]) == 5


@given(packs, st.data())
def test_what_is_taken_from_a_pack_and_put_back_makes_the_pack(pack: Pack, data: st.DataObject) -> None:
    suited = {str(card.suit) for card in pack.cards if card.suit}
    if not suited or any(card.copy == 2 for card in pack.cards):
        return
    suit = data.draw(st.sampled_from(sorted(suited)))
    ranks = [card.rank for card in pack.cards if card.suit == suit]
    some = data.draw(st.lists(st.sampled_from(ranks), unique=True))
    known = {"it": pack}
    known["less"] = pack_from_rule("less", {"of": "it", "without": {suit: some}}, known)
    assert len(known["less"]) == len(pack) - len(some)
    assert pack_from_rule("again", {"of": "less", "with": {suit: some}}, known).cards == pack.cards


@given(st.integers(1, 49))
def test_roman_figures_are_read_as_written(n: int) -> None:
    assert arabic(roman(n)) == n == arabic("x" * (n // 10) + "v" * (n % 10 // 5) + "i" * (n % 5))


def test_ranges_of_ranks() -> None:
    assert ranks_of(["A..3", "K..J", "10"]) == ["A", "2", "3", "K", "Q", "C", "J", "10"]
    assert arabic("cups") is None and arabic("") is None


def test_classes_of_the_full_pack() -> None:
    sizes = {name: len(cards) for name, cards in FULL.classes.items()}
    assert sizes["trumps"] == 21 and sizes["courts"] == 16 and sizes["numerals"] == 40 and sizes["suit-cards"] == 56
    assert sizes["long"] == sizes["round"] == 28 and sizes["hearts"] == 14 and sizes["fool"] == sizes["pagat"] == 1
    assert FULL.sorted(reversed(FULL.cards)) == FULL.cards
    with pytest.raises(ValueError, match="not in pack"):
        FULL.sorted([Card("trump", trump="22")])
