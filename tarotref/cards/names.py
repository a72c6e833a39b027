"""What cards are called: the card, or the class of cards, that a text names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from tarotref.cards.card import COURTS, ITALIAN, TWIN, Card, Pack, Ranking, listed
from tarotref.notation import arabic, folded
from tarotref.problem import nearest

_NO_GROUPS: Mapping[str, Iterable[Card]] = MappingProxyType({})

_RANK_WORDS = {
    "K": "king re roi konig", "Q": "queen dame regina reine", "C": "n knight cavalier cavallo chevalier reiter",
    "J": "jack knave page valet fante maid bube", "A": "1 ace asso as", "2": "two", "3": "three", "4": "four",
    "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten",
}  # fmt: skip
_SUIT_WORDS = {
    "swords": "s sword spades spade ♠ pique pik", "batons": "b baton clubs club ♣ bastoni trefle kreuz",
    "cups": "h cup hearts heart ♥ coppe coeur herz", "coins": "d coin diamonds diamond ♦ denari carreau karo",
}  # fmt: skip
_SMALL_WORDS = frozenset({"of", "the", "trump", "di", "de", "il", "la", "le", "der", "die", "das"})
_OTHER_NAMES = {
    "fool": ("excuse", "skus", "skys", "skis", "matto", "mat", "math", "scusa"),
    "pagat": ("bagatto", "bagatt", "bagat", "begato", "bagattino", "petit", "bateleur", "magician"),
    "21": ("mond", "monde", "mondo"), "world": ("mond", "monde", "mondo"), "angel": ("judgement", "judgment"),
    "old man": ("hermit",), "fortitude": ("strength",), "love": ("lovers",),
}  # fmt: skip


def parse_card(text: str, pack: Pack | Ranking) -> Card:
    """The card of a pack that a text names: `K♠`, `KS`, `K of swords`, `king of spades`, `XXI`, `21`, `XVIIII`, `fool`,
    `sküs`, a subject, a role. The top trump is a matter of the order, so `top` needs a Ranking. ValueError says what
    name comes near."""
    return _card(text, pack, ())


def parse_cards(text: str, pack: Pack | Ranking) -> tuple[Card, ...]:
    """The cards that a text lists, parted by commas, semicolons, lines or mere spaces; the name of a class stands for
    all its cards (`kings, XXI, fool`). ValueError if a name is unknown or a card comes twice."""
    cards: list[Card] = []
    for part in re.split(r"[,;\n]", text):
        words = part.split()
        while words:
            for size in range(min(len(words), 5), 0, -1):
                try:
                    cards += find(" ".join(words[:size]), pack)
                except ValueError:
                    if size == 1:
                        raise
                else:
                    words = words[size:]
                    break
    if twice := [card for card in cards if cards.count(card) > 1]:
        raise ValueError(f"named twice: {listed(twice)}")
    return tuple(cards)


def find(text: str, pack: Pack | Ranking, groups: Mapping[str, Iterable[Card]] = _NO_GROUPS) -> tuple[Card, ...]:
    """The cards that a record's CARD or GROUP means, in the order of the pack: a group of the game, a class (`kings`,
    `honours`), a rank of court or Ace (`K`), or a card. ValueError if it is none of these."""
    base = pack.pack if isinstance(pack, Ranking) else pack
    classes: dict[str, Iterable[Card]] = {**pack.classes, **groups}
    name = text.strip()
    if name in classes or name.lower() in classes:
        return base.sorted(classes.get(name) or classes.get(name.lower(), ()))
    if name in {*COURTS, "A"}:
        return tuple(card for card in base.cards if card.rank == name)
    return (_card(name, pack, classes),)


def _card(text: str, pack: Pack | Ranking, more: Iterable[str]) -> Card:
    """The card that a text names; `more` are names that would also have done."""
    order, pack = (pack, pack.pack) if isinstance(pack, Ranking) else (None, pack)
    key, names = _key(text), _names(pack)
    if key in names:
        return names[key]
    if key == "top" and order:
        return order.role("top")
    if key in {"top", "honours", "trump honours"}:
        raise ValueError(f"{text!r} depends on which trump is highest: it takes an order of trumps")
    if pack.system == "either" and re.fullmatch(r".+ c|[akqcjn]c", key):
        raise ValueError(f"{text!r}: C may be cups or clubs; write out the suit")
    raise ValueError(f"{text!r} is no card of pack {pack.id}{nearest(text, [*names, *more])}")


def _key(text: str) -> str:
    """A name as compared: lower case, no accents, brackets or small words; suit signs are words, numbers Arabic."""
    words = re.findall(r"[a-z]+|[0-9]+|[♠♣♥♦]", folded(text))
    return " ".join(str(arabic(word) or word) for word in words if word not in _SMALL_WORDS)


@cache
def _names(pack: Pack) -> dict[str, Card]:
    """Every name by which a card of the pack is understood, as `_key` writes it."""
    names: dict[str, Card] = {}
    letter_c = {"french": "batons", "italian": "cups", "portuguese": "cups"}.get(pack.system)
    trumps: dict[str, list[str]] = {}
    for name, of in (*((card.trump, card.trump) for card in pack.trumps if card.copy == 1), *pack.names):
        trumps.setdefault(of, []).append(_key(name))
    for card in pack.cards:
        mine = ["fool"]
        if card.kind == "suit":
            suit = card.suit if card.suit in ITALIAN else TWIN[card.suit]
            signs = [suit, *_SUIT_WORDS[suit].split(), *(["c"] if suit == letter_c else [])]
            ranks = [card.rank.lower(), *_RANK_WORDS[card.rank].split()]
            mine = [f"{rank} {sign}" for rank in ranks for sign in signs]
            mine += [rank + sign for rank in ranks for sign in signs if len(rank + sign) == 2 and rank.isalpha()]
        elif card.kind == "trump":
            mine = trumps[card.trump] + (["pagat"] if card in pack.classes["pagat"] else [])
            mine += [f"{one} {other}" for one in mine if one.isdecimal() for other in mine if other != one]
        mine += [other for name in mine for other in _OTHER_NAMES.get(name, ())]
        names |= {name if card.copy == 1 else f"{name} bis": card for name in mine}
    return names
