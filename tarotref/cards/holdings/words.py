"""Holdings and worths in plain English, for pages and messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from tarotref.cards.holdings.grammar import Holding, Wild
from tarotref.cards.holdings.worth import OTHERS, Worth

_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_ONE = {"kings": "the King", "queens": "the Queen", "knights": "the Knight", "jacks": "the Jack", "aces": "Ace"}
"""What the groups come to within one suit."""
_FOUR = ("Kings", "Queens", "Knights", "Jacks")
"""Classes of which a pack has one in each suit."""
_START = {"top": "the top", "bottom": "the bottom", "ends": "either end, or both"}

Label = Callable[[str], str]


def describe(holding: Holding, label: Label = str, plural: Label = lambda name: "") -> str:
    """A holding in a short phrase: "ten or more trumps". `label` turns the name of a card or group into words, `plural` that of
    a kind of declarations into what several are called, where there is a word for it."""
    if holding.form == "text":
        return holding.text
    if holding.form == "kind":
        one = (holding.at_least, holding.at_most) == (1, 1) or holding.exactly == 1
        if not one and (several := plural(holding.text)):
            return f"{_number(holding)} {several}"
        return f"{_number(holding)} declaration{'' if one else 's'} of the kind {label(holding.text)}"
    family = holding.same or holding.each
    if family:
        words = _family(holding, label if family != "suit" else lambda name: _ONE.get(name) or label(name))
    else:
        words = _FORMS[holding.form](holding, label)
    if holding.genuine:
        words += f", at least {_count(holding.genuine)} of them genuine"
    if holding.leap:
        gaps = "any single gaps" if holding.leap.gaps is None else f"{_count(holding.leap.gaps)} missing"
        words += f", leaping over {gaps}" + (", which count too" if holding.leap.counted else "")
    if holding.wild:
        words += f"; {describe_wild(holding.wild, label)}"
    named = {name for part in (holding, *holding.parts) for name in part.names}
    if annex := [label(name) for name in holding.annex if name not in named]:
        words += f", with {_list(annex, 'and')} added"
    return words


def describe_wild(wild: Wild, label: Label = str) -> str:
    """Wild cards in a short phrase: "contatori for any missing except angel, never two side by side"."""
    cards, never = ([label(name) for name in names] for names in (wild.of, wild.not_for))
    words = f"{_list(cards, 'or')} for any missing" + (f" except {_list(never, 'and')}" if never else "")
    return words + (", never two side by side" if wild.apart else "")


def describe_worth(
    worth: Worth, least: int = 0, what: str = "card", unit: Label = lambda name: "", label: Label = str
) -> str:
    """A worth in a short phrase: "10 for three, 5 more for each further card"; `least` is the number that a base stands for,
    `unit` turns the name of a unit into what several are called, `what` is that of which there may be more."""
    if worth.absent:
        return {"none": "nothing", "unstated": "not stated", "agreed": "as agreed"}[worth.absent]
    if worth.units:
        return _list(
            [_in_unit(describe_worth(inner, least, what), name, inner, unit) for name, inner in worth.units], "and"
        )
    if worth.sum:
        others = [f"{name} as {other}" for name, other in worth.others]
        told = f"the {worth.sum} of its cards" + (f", {_list(others, 'and')}" if others else "")
        return f"{told}{_multiplied(worth, label)}"
    if worth.flat is not None:
        return str(worth.flat)
    sizes = [(least if size is None else size, paid) for size, paid in worth.steps]
    words = [f"{paid} for {_count(size) if size else 'the fewest'}" for size, paid in sizes]
    words += [f"{worth.each} more for each further {what}"] if worth.each else []
    told = _list(words, "and")
    return f"{told}, {_times(worth.times)} for each further {what}" if worth.times != 1 else told


def _multiplied(worth: Worth, label: Label) -> str:
    """By what a sum is multiplied: ", multiplied by the sum of 1 for each of arie and 1 if there are others"."""
    named = ((label(name), by) for name, by in worth.multiplied if by and name != OTHERS)
    told = [f"{by} for {'' if name.startswith('the ') else 'each of '}{name}" for name, by in named]
    without = [label(name) for name, by in worth.multiplied if not by]
    besides = f" besides {_list(without, 'and')}" if without else ""
    told += [f"{by} for any other cards{besides}" for name, by in worth.multiplied if by and name == OTHERS]
    return f"; multiplied by the sum of {_list(told, 'and')}" if told else ""


def _in_unit(amount: str, name: str, worth: Worth, unit: Label) -> str:
    """An amount with its unit: "20 partite", "10 for three, 20 for four, in partite"; "6 (large block)" without a plural."""
    several = "" if worth.absent or worth.flat == 1 else unit(name)
    if not several:
        return f"{amount} ({name.replace('-', ' ')})"
    return f"{amount} {several}" if worth.flat is not None else f"{amount}, in {several}"


def _family(holding: Holding, label: Label) -> str:
    """Cards of one suit or rank: "exactly four Queens, Knights or Jacks of one rank (each rank counts) and the Fool"."""
    family = holding.same or holding.each
    more = f" of one {family}" + (f" (each {family} counts)" if holding.each else "")
    parts = holding.parts if holding.form == "all" else (holding,)
    alike = [part for part in parts if len(part.names) > 1 or part.names[:1] == ("courts",)]
    if len(alike) != 1 or alike[0].form != "of" or any(part.form == "any" for part in parts):
        return f"{_FORMS[holding.form](holding, label)}, all{more}"
    if family == "rank":
        told = f"{_number(alike[0])} {_list([label(name) for name in alike[0].names], 'or')}{more}"
    elif len(parts) > 1 and any(part.names[:1] in (("kings",), ("K",)) for part in parts):
        return f"{_FORMS[holding.form](holding, label)}, all{more}"
    else:
        told = f"{_of(alike[0], label)}{more}"
    return _with([told, *(describe(part, label) for part in parts if part is not alike[0])])


def _card(holding: Holding, label: Label) -> str:
    word = label(holding.names[0])
    if word in _FOUR:
        return f"all four {word}"
    return f"all {word}" if re.fullmatch(r"[a-z][a-z -]+s", word) else word


def _all(holding: Holding, label: Label) -> str:
    """Every part; trumps in a number that a named trump belongs to are the others: "the Pagat and exactly two other trumps"."""
    named = sum(
        part.form == "card" and (part.names[0] in ("pagat", "top") or part.names[0].isdecimal())
        for part in holding.parts
    )
    words = [
        _others(others, part.names)
        if named and part.form == "of" and part.names in _TRUMPS and (others := (part.exactly or 0) - named) >= 0
        else describe(part, label)
        for part in holding.parts
    ]
    return _with(words)


_TRUMPS = ("trumps",), ("trumps", "fool")
"""The trumps in holdings, the class that the lowest and the highest belong to, alone and with a Fool that counts as one."""


def _others(number: int, names: Sequence[str]) -> str:
    """So many more trumps: "exactly one other trump", "no other trump (the Fool counts as one)"."""
    told = f"exactly {_count(number)} other {'trump' if number == 1 else 'trumps'}" if number else "no other trump"
    return f"{told} (the Fool counts as one)" if names[1:] else told


def _with(words: Sequence[str]) -> str:
    """What is held together, then what may not be there: "all four Kings, without the Fool"."""
    there = [word for word in words if not word.startswith("not ")]
    missing = [f"without {word.removeprefix('not ')}" for word in words if word.startswith("not ")]
    if missing and there and all(word.startswith("no ") for word in there):  # nothing is held: of each, none
        barred = [word.split(" ", 1)[1] for word in words]
        return f"neither {barred[0]} nor {barred[1]}" if len(barred) == 2 else f"none of {_list(barred, 'and')}"
    if not there or not missing:
        return _list(words, "and")
    return f"{_list(there, 'and')}{',' if len(there) > 1 else ''} {' and '.join(missing)}"


def _any(holding: Holding, label: Label) -> str:
    words = [describe(part, label) for part in holding.parts]
    sets = [tuple(describe(one, label) for one in part.parts) for part in holding.parts if part.form == "all"]
    pool = tuple(dict.fromkeys(one for several in sets for one in several))
    size = len(sets[0]) if sets else 0
    if len(words) == len(sets) > 3 and set(map(frozenset, sets)) == set(map(frozenset, combinations(pool, size))):
        return f"any {_count(size)} of these: {_list(pool, 'and')}"
    return ", or ".join(words) if any(" and " in word for word in words) and len(words) == 2 else _list(words, "or")


def _of(holding: Holding, label: Label) -> str:
    number, cards = _number(holding), _cards(holding.names, label)
    words = [label(name) for name in holding.names]
    if len({word.startswith("the ") for word in words}) > 1:  # a class and single cards
        if number == "no" and len(words) == 2:
            return f"neither {words[0]} nor {words[1]}"
        if len(words) == 2 and holding.names[1] == "fool":
            one = words[0].removesuffix("s") if number == "exactly one" else words[0]
            return f"{number} {one} ({words[1]} counts as one)"
        cards = f"from among {cards.removeprefix('of ')}" if number != "no" else cards
    if number == "no" and len(words) == 1 and words[0].startswith("the "):
        return f"not {words[0]}"
    if number == "no" and cards.startswith("of "):
        return f"none {cards}" if words[0].startswith("the ") else " and ".join(f"no {word}" for word in words)
    if number == "any" and cards == "of Ace":
        return "any Ace"
    return f"{number} {cards.removesuffix('s') if number == 'exactly one' and len(holding.names) == 1 else cards}"


def _run(holding: Holding, label: Label) -> str:
    return _of(holding, label) + (f" unbroken from {_START[holding.start]}" if holding.start else " in sequence")


def _chain(holding: Holding, label: Label) -> str:
    words = ", then ".join(_link(part, label) for part in holding.parts)
    return f"{words} ({_number(holding)} in all)" if holding.at_least else words


def _link(part: Holding, label: Label) -> str:
    """A part of a chain: a run goes from the top, and a number may be missing."""
    return describe(replace(part, start=part.start or "top") if part.form == "run" else part, label)


_FORMS: dict[str, Callable[[Holding, Label], str]] = {
    "card": _card, "all": _all, "any": _any, "of": _of, "run": _run, "chain": _chain,
}  # fmt: skip


def _cards(names: Sequence[str], label: Label) -> str:
    """Cards after a number: "trumps", but "of star, moon and sun"; a name in lower case is taken for a plural."""
    words = _list([label(name).replace("..", " to ") for name in names], "and")
    return words if len(names) == 1 and re.fullmatch(r"[a-z][a-z -]+", names[0]) else f"of {words}"


def _number(holding: Holding) -> str:
    low, high = holding.at_least or 0, holding.at_most
    if holding.exactly is not None:
        return f"exactly {_count(holding.exactly)}" if holding.exactly else "no"
    if high is None:
        return f"{_count(low)} or more" if low else "any"
    if not low:
        return f"at most {_count(high)}" if high else "no"
    if low == high:
        return f"exactly {_count(low)}"
    return f"{_count(low)} {'or' if high == low + 1 else 'to'} {_count(high)}"


def _count(number: int) -> str:
    return _NUMBERS[number] if 0 < number < len(_NUMBERS) else str(number)


def _times(factor: Fraction) -> str:
    return {2: "doubled", 3: "trebled"}.get(int(factor) if factor.denominator == 1 else 0, f"multiplied by {factor}")


def _list(words: Sequence[str], last: str) -> str:
    """ "a, b and c"; with semicolons where the words have commas of their own."""
    comma, before = ("; ", ";") if any(", " in word for word in words[:-1]) and words[2:] else (", ", "")
    long = [", " in word for word in (words[0], words[-1])] if words[1:] and not before else []
    before = ";" if long and all(long) else "," if any(long) else before
    return f"{before} {last} ".join([comma.join(words[:-1]), words[-1]] if words[1:] else words)
