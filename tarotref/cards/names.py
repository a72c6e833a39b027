"""What cards are called: the card, or the class of cards, that a text names."""

from __future__ import annotations

import re
from collections import ChainMap
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
    "swords": "s sword spades spade ♠ pique pik epee", "batons": "b baton clubs club ♣ bastoni trefle kreuz",
    "cups": "h cup hearts heart ♥ coppe coeur herz coupe", "coins": "d coin diamonds diamond ♦ denari carreau karo denier",
}  # fmt: skip
_FRENCH = {"r": "k", "d": "q", "v": "j"}
"""Roi, Dame and Valet by their letters; Cavalier has ours."""
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


class Unclear(ValueError):
    """A name that could mean more than one card."""


def parse_cards(text: str, pack: Pack | Ranking, french: bool = False) -> tuple[Card, ...]:
    """The cards that a text lists, parted by commas, semicolons, lines or mere spaces; the name of a class stands for
    all its cards (`kings, XXI, fool`), but a mere rank does not. In `french` also R, D and V (Roi, Dame, Valet) with
    the sign or name of a suit. ValueError if a name is unknown or unclear, or a card comes twice."""
    cards: list[Card] = []
    for part in re.split(r"[,;\n]", text):
        words = re.findall(r"\S+(?:\s+(?:of|de|di)\s+\S+)?", part)
        while words:
            fault: ValueError | None = None
            for size in range(min(len(words), 5), 0, -1):
                try:
                    cards += find(_clear(" ".join(words[:size]), pack, french), pack)
                except ValueError as error:
                    fault = fault if isinstance(fault, Unclear) else error
                else:
                    words = words[size:]
                    break
            else:
                raise fault or ValueError(text)
    if twice := [card for card in cards if cards.count(card) > 1]:
        raise ValueError(f"named twice: {listed(twice)}")
    return tuple(cards)


def find(text: str, pack: Pack | Ranking, groups: Mapping[str, Iterable[Card]] = _NO_GROUPS) -> tuple[Card, ...]:
    """The cards that a record's CARD or GROUP means, in the order of the pack: a group of the game, a class (`kings`,
    `honours`), a rank of court or Ace (`K`), or a card. ValueError if it is none of these."""
    base = pack.pack if isinstance(pack, Ranking) else pack
    classes: Mapping[str, Iterable[Card]] = ChainMap(groups, pack.classes) if groups else pack.classes  # type: ignore[arg-type]  # both are only read
    name = text.strip()
    if name in classes or name.lower() in classes:
        return base.sorted(classes.get(name) or classes.get(name.lower(), ()))
    if name in {*COURTS, "A"}:
        return tuple(card for card in base.cards if card.rank == name)
    return (_card(name, pack, classes),)


def kind(text: str, pack: Pack) -> str:
    """Say what a record's CARD or GROUP names in a pack: `card`, `class`, or nothing."""
    name = text.strip()
    if name in pack.classes or name.lower() in pack.classes or name in RANKS:
        return "class"
    return "card" if name == "top" or _key(name) in _names(pack) else ""


RANKS = ("K", "Q", "C", "J", "A")
"""Ranks of which a record names all cards at once."""


def _clear(text: str, pack: Pack | Ranking, french: bool) -> str:
    """The text that names a card, with our letters for French ones. Unclear if it is a mere rank, or if the language
    would have to be guessed: R is a Roi but also a Regina or a Reiter, and of a letter C nobody knows whether it is
    cœur or clubs."""
    rank, *signs = _words(text) or [""]
    if not signs and len(rank) == 2 and rank[0] in {*_FRENCH, "c"}:
        rank, signs = rank[0], [rank[1]]
    suit = " ".join(signs)
    letters = {**{letter: letter for letter in "kqcja"}, **(_FRENCH if french else {})}
    if not suit and rank in letters and rank != "v":  # V alone is the trump
        base = pack.pack if isinstance(pack, Ranking) else pack
        mine = [str(card) for card in base.cards if card.rank.lower() == letters[rank]]
        raise Unclear(f"{text!r} could be any of {', '.join(mine) or 'four cards'}; say which")
    known = {sign for names in _SUIT_WORDS.values() for sign in names.split()} | set(TWIN)
    if rank in _FRENCH and suit in known | {"c"}:
        if not french:
            raise Unclear(
                f"{text!r}: R, D and V are understood where the players are French; write {_FRENCH[rank].upper()}"
            )
        if len(suit) == 1 and suit.isascii():
            raise Unclear(f"{text!r}: beside R, D and V write the sign or the name of the suit; C is cœur and clubs")
        return f"{_FRENCH[rank]} {suit}"
    if french and (rank, suit) == ("c", "c"):
        raise Unclear(f"{text!r} could be the Cavalier de cœur or the Knight of clubs; write out the suit")
    return text


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
    return " ".join(str(arabic(word) or word) for word in _words(text))


def _words(text: str) -> list[str]:
    """The words and signs of a name, in lower case, without accents, brackets and small words."""
    return [word for word in re.findall(r"[a-z]+|[0-9]+|[♠♣♥♦]", folded(text)) if word not in _SMALL_WORDS]


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
