"""What a holding is: a set of cards that pays when it is declared or won, read from plain data and written back to it.

Which cards the names mean is left to `held`, what it pays to `worth`. A holding is the name of a card or group alone
(all its cards), or a mapping with one of these keys and its modifiers; every scalar is text:

    {all: [HOLDING, ..]}                                    every one of them; the cards are counted together, each once
    {any: [HOLDING, ..]}                                    one of them: the greatest
    {of: NAMES, at_least | at_most | exactly: n}            so many of the cards
    {run: NAMES, at_least: n, from: top | bottom | ends}    so many in unbroken sequence, anywhere if `from` is not said
    {chain: [PART, ..], at_least: n}                        parts in sequence (see `Holding.parts`)
    {kind: KIND, at_least | at_most | exactly: n}           so many declarations of a kind
    {text: WORDS}                                           not formal

Modifiers: `same: suit | rank` all cards of one suit or rank; `each: suit | rank` again for every suit or rank; `wild`,
`genuine`, `leap`, `annex`: see the fields of `Holding`. NAMES is a name, a range `high..low`, or a list of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Literal, cast

from tarotref.problem import nearest

Form = Literal["card", "all", "any", "of", "run", "chain", "kind", "text"]
FAMILIES = ("suit", "rank")


class HoldingError(ValueError):
    """A holding or worth that cannot be read: `problems` lists every (path, message), a path being text: `all.1.of`."""

    def __init__(self, problems: list[tuple[str, str]]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{path}: {message}" if path else message for path, message in problems))


@dataclass(frozen=True, slots=True)
class Wild:
    """Cards that stand for missing ones, each for one: Bologna's contatori (dm2004 ch. 11, "Special combinations").

    They stand for no card of `not_for`; if they stand `apart`, no two of them come next to each other in the sequence.
    """

    of: tuple[str, ...]
    not_for: tuple[str, ...] = ()
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Leap:
    """A run may leap over a missing card if the next one is there: the leaping Scüs (dm2004 ch. 4, conventions; 4.6).

    `gaps` is how often, None for any number; the cards leapt over are not counted unless `counted`.
    """

    gaps: int | None = 1
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Holding:
    """A holding as the grammar above has it. `names` are those of card, of and run; `text` the words, or the kind."""

    form: Form
    names: tuple[str, ...] = ()
    parts: tuple[Holding, ...] = ()
    """Of all, any and chain. In a chain: names, `{all: NAMES}`, `{of: NAMES, at_least}` or `{run: NAMES, at_least}`;
    without the number any number will do. A run goes down from its top, and where it breaks off the chain ends; a card
    that an earlier part has named is passed over. Grande and Matadors are chains."""
    text: str = ""
    at_least: int | None = None
    at_most: int | None = None
    exactly: int | None = None
    start: str = ""
    """`from` in data: top, bottom, ends (both ends, counted together), or nothing."""
    leap: Leap | None = None
    same: str = ""
    each: str = ""
    wild: Wild | None = None
    genuine: int = 0
    """How many of the cards must be their own selves, not wild: two in Bologna's sequences of Aces and of Moors."""
    annex: tuple[str, ...] = ()
    """Cards added to the holding if they are there and not yet in it: Minchiate's Matto, Bologna's spare contatori."""

    @property
    def formal(self) -> bool:
        """Whether a hand alone decides it: no words, and no number of declarations."""
        return self.form not in ("kind", "text") and all(part.formal for part in self.parts)

    def named(self) -> Iterator[str]:
        """Every card and group that it names, the ends of ranges one by one."""
        wild = (*self.wild.of, *self.wild.not_for) if self.wild else ()
        for name in (*self.names, *self.annex, *wild):
            yield from name.split("..")
        for part in self.parts:
            yield from part.named()

    def kinds(self) -> Iterator[str]:
        """Every kind of declarations that it counts."""
        if self.form == "kind":
            yield self.text
        for part in self.parts:
            yield from part.kinds()

    def allows(self, number: int) -> bool:
        """Whether a number is within the bounds."""
        if self.exactly is not None:
            return number == self.exactly
        return number >= (self.at_least or 0) and (self.at_most is None or number <= self.at_most)


_ANYWHERE = ("same", "each", "annex")
_KEYS: dict[str, tuple[str, ...]] = {
    "all": _ANYWHERE,
    "any": _ANYWHERE,
    "of": ("at_least", "at_most", "exactly", "wild", "genuine", *_ANYWHERE),
    "run": ("at_least", "from", "leap", "wild", "genuine", *_ANYWHERE),
    "chain": ("at_least", "wild", "genuine", *_ANYWHERE),
    "kind": ("at_least", "at_most", "exactly"),
    "text": (),
}
_LINK_KEYS = {"all": (), "of": ("at_least",), "run": ("at_least", "from", "leap")}
MOST_PARTS, DEEPEST = 24, 8
"""Bounds of what a record may ask for: holdings in one list, and lists within lists."""
_FIELD = {"from": "start"}
_PLAIN = Holding("text")
_LEAST = {"at_least": 1, "at_most": 0, "exactly": 0, "genuine": 1, "gaps": 1}


def parse_holding(data: Any, vocabulary: Collection[str] | None = None) -> Holding:
    """Read a holding from plain data; names must be in `vocabulary` if there is one. HoldingError lists all faults."""
    reading = Reading(vocabulary)
    holding = reading.holding(data, "")
    if reading.problems:
        raise HoldingError(reading.problems)
    return holding


def parse_wild(data: Any) -> Wild:
    """Read wild cards from plain data (`{of: contatori, apart: yes}`). HoldingError lists all faults."""
    reading = Reading(None)
    wild = reading.modifier("wild", data, "")
    if reading.problems:
        raise HoldingError(reading.problems)
    return cast(Wild, wild)


def to_data(holding: Holding) -> Any:
    """The plain data of a holding; `parse_holding` reads it back to an equal one."""
    if holding.form == "card":
        return holding.names[0]
    parts = [to_data(part) for part in holding.parts]
    data: dict[str, Any] = {holding.form: holding.text or parts or _written(holding.names)}
    for key in _KEYS[holding.form]:
        if (value := getattr(holding, _FIELD.get(key, key))) != getattr(_PLAIN, _FIELD.get(key, key)):
            data[key] = _written(value)
    return data


def _written(value: Any) -> Any:
    if isinstance(value, Wild):
        told = {"of": value.of, "not_for": value.not_for, "apart": "yes" if value.apart else ()}
        return {key: _written(part) for key, part in told.items() if part}
    if isinstance(value, Leap):
        return {"gaps": str(value.gaps or "any")} | ({"counted": "yes"} if value.counted else {})
    if isinstance(value, tuple):
        return value[0] if len(value) == 1 else list(value)
    return str(value)


class Reading:
    """One reading of plain data, which gathers the faults it meets and goes on."""

    def __init__(self, vocabulary: Collection[str] | None) -> None:
        self.vocabulary = vocabulary
        self.problems: list[tuple[str, str]] = []
        self.depth = 0

    def wrong(self, path: str, message: str) -> None:
        self.problems.append((path, message))

    def holding(self, data: Any, path: str, linked: bool = False) -> Holding:
        """Any holding, or (`linked`) one that can be a part of a chain."""
        if isinstance(data, str):
            return Holding("card", self.names(data, path))
        found = [key for key in _KEYS if key in data] if isinstance(data, dict) else []
        if len(found) != 1:
            what = f"{' and '.join(found)} together" if found else f"found {data!r}" if data else "nothing here"
            self.wrong(path, f"{what}; expected a name, or one of {', '.join(_KEYS)}")
            return Holding("text", text="?")
        form = found[0]
        allowed = _LINK_KEYS.get(form) if linked else _KEYS[form]
        if allowed is None:
            self.wrong(path, f"{form} is no part of a chain; expected a name, all, of or run")
            return Holding("text", text="?")
        fields: dict[str, Any] = {"form": form}
        for key, value in data.items():
            at = f"{path}.{key}" if path else str(key)
            if key == form:
                fields |= self.subject(form, value, at)
            elif key in allowed:
                fields[_FIELD.get(key, key)] = self.modifier(key, value, at)
            else:
                where = "a part of a chain" if linked else form
                self.wrong(at, f"{where} takes no {key!r}; it takes {', '.join(allowed) or 'nothing else'}")
        holding = Holding(**fields)
        self.problems += [(path, message) for message in faults(holding, linked)]
        return holding

    def subject(self, form: str, value: Any, path: str) -> dict[str, Any]:
        """What stands at the key that gives the form."""
        if form in ("of", "run"):
            return {"names": self.names(value, path)}
        if form in ("kind", "text"):
            if not isinstance(value, str) or not value:
                self.wrong(path, f"found {value!r}; expected text")
            return {"text": str(value)}
        if not isinstance(value, list) or not value or len(value) > MOST_PARTS:
            what = f"{len(value)} of them" if isinstance(value, list) else repr(value)
            self.wrong(path, f"found {what}; expected a list of 1 to {MOST_PARTS} holdings")
            return {"parts": ()}
        if self.depth == DEEPEST:
            self.wrong(path, f"a holding within a holding, more than {DEEPEST} deep")
            return {"parts": ()}
        self.depth += 1
        parts = tuple(self.holding(part, f"{path}.{n}", form == "chain") for n, part in enumerate(value))
        self.depth -= 1
        return {"parts": parts}

    def modifier(self, key: str, value: Any, path: str) -> Any:
        """The value of any other key."""
        if key in _LEAST:
            return self.whole(value, path, _LEAST[key])
        if key in ("same", "each", "from"):
            return self.choice(value, path, ("top", "bottom", "ends") if key == "from" else FAMILIES)
        if key == "annex":
            return self.names(value, path)
        allowed = ("of", "not_for", "apart") if key == "wild" else ("gaps", "counted")
        if not isinstance(value, dict) or (key == "wild" and "of" not in value):
            self.wrong(path, f"found {value!r}; expected a mapping with {', '.join(allowed)}")
            return None
        for strange in [k for k in value if k not in allowed]:
            self.wrong(f"{path}.{strange}", f"{key} takes no {strange!r}; it takes {', '.join(allowed)}")
        known = {k: self.inner(k, v, f"{path}.{k}") for k, v in value.items() if k in allowed}
        return Wild(**known) if key == "wild" else Leap(**known)

    def inner(self, key: str, value: Any, path: str) -> Any:
        """A value inside wild or leap."""
        if key in ("apart", "counted"):
            return self.choice(value, path, ("yes", "no")) == "yes"
        if key == "gaps":
            return None if value == "any" else self.whole(value, path, 1)
        return self.names(value, path)

    def names(self, value: Any, path: str) -> tuple[str, ...]:
        listed = value if isinstance(value, list) else [value]
        for name in listed:
            if not isinstance(name, str) or not name:
                self.wrong(path, f"found {name!r}; expected the name of a card or group")
            elif self.vocabulary is not None:
                for end in name.split(".."):
                    if end not in self.vocabulary:
                        self.wrong(path, f"{end!r} is no known card or group{nearest(end, sorted(self.vocabulary))}")
        if not listed:
            self.wrong(path, "no name; expected the name of a card or group")
        return tuple(str(name) for name in listed)

    def whole(self, value: Any, path: str, least: int) -> int:
        if isinstance(value, str) and value.isdecimal() and int(value) >= least:
            return int(value)
        self.wrong(path, f"found {value!r}; expected a whole number from {least}")
        return least

    def choice(self, value: Any, path: str, terms: tuple[str, ...]) -> str:
        if value not in terms:
            self.wrong(path, f"found {value!r}; expected {' or '.join(terms)}")
            return ""
        return cast(str, value)


def faults(holding: Holding, linked: bool) -> Iterator[str]:
    """What is wrong with a holding whose single values are right; `linked` if it is a part of a chain."""
    low, high, exactly = holding.at_least, holding.at_most, holding.exactly
    if not linked and holding.form in ("of", "kind") and (low, high, exactly) == (None, None, None):
        yield "how many? expected at_least, at_most or exactly"
    if not linked and holding.form == "run" and low is None:
        yield "how many? expected at_least"
    if linked and any(part.form != "card" for part in holding.parts):
        yield "in a chain only names can stand under all"
    if exactly is not None and (low, high) != (None, None):
        yield "exactly stands alone, without at_least and at_most"
    if low is not None and high is not None and low > high:
        yield f"at_least {low} is more than at_most {high}"
    if holding.same and holding.each:
        yield "same and each exclude each other"
    if holding.leap and holding.start not in (("", "top", "bottom") if linked else ("top", "bottom")):
        yield "a run with leap goes from: top or from: bottom"
    if (holding.wild or holding.genuine) and any(part.leap for part in (holding, *holding.parts)):
        yield "leap and wild cards exclude each other"
    if (holding.wild or holding.genuine) and (high, exactly) != (None, None):
        yield "with wild or genuine cards only at_least can be said"
    if holding.wild and (holding.start == "ends" or any(part.start in ("bottom", "ends") for part in holding.parts)):
        yield "with wild cards a chain goes down from the top, and a run not from both ends"
    if holding.form == "chain" and any(part.start in ("bottom", "ends") or part.leap for part in holding.parts[:-1]):
        yield "a run from bottom or ends, or with leap, can only end a chain"
