"""How everything is called and every value put into words: one way for pages, tables, the terminal and scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tarotref.cards.holdings import Holding, Wild, Worth, describe, describe_wild, describe_worth
from tarotref.computed.columns import Cell, Feature
from tarotref.corpus.records import Corpus
from tarotref.model import rules
from tarotref.model.references import mark
from tarotref.model.rules import SECTIONS, fields_of
from tarotref.model.types import INSIDE, Absence, Facts, Names, Term, given
from tarotref.notation import roman

ABSENT = {
    Absence.UNSTATED: "unstated",
    Absence.NONE: "none",
    Absence.AGREED: "agreed by the players",
    Absence.AS_TAKEN: "follows from play",
}
STATUS = {"missing": "not recorded", "not-computable": "not known", "as-taken": "follows from play"}
"""Words for a cell without a value; other reasons are words themselves."""
SHELVES = {
    "pack": "packs",
    "order": "trump-orders",
    "place": "places",
    "attestation": "attestations",
    "subject": "subjects",
}
_COUNTING = {
    "1": "single cards",
    "2": "twos",
    "3": "threes",
    "4": "fours",
    "trick": "tricks (the original method)",
    "players": "sets of as many as players",
    "values": "valuable cards only",
    "threes-minus-one": "threes, one off",
}
_CARDS = {
    "top": "the top trump",
    "pagat": "the lowest trump (Pagat)",
    "fool": "the Fool",
    "kings": "Kings",
    "queens": "Queens",
    "knights": "Knights",
    "jacks": "Jacks",
    "courts": "court cards",
    "trumps": "trumps",
    "honours": "honours",
    "numerals": "numeral cards",
    "K": "Kings",
    "Q": "Queens",
    "C": "Knights",
    "J": "Jacks",
}
_NONE = {"partner": "alone", "talon": "no talon", "asks": "asks for no card"}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in prose: `a, b and c`; parted by semicolons where they have commas of their own."""
    found = [word for word in words if word]
    comma = "; " if any(", " in word for word in found) else ", "
    return found[0] if len(found) == 1 else f"{comma.join(found[:-1])} {last} {found[-1]}" if found else ""


def counted(number: Any, what: str, several: str = "") -> str:
    """A number of things: `one card`, `3 cards`."""
    return f"{number} {what if number == 1 else several or what + 's'}"


def figure(value: Any) -> str:
    """A number or text for readers: a true minus sign, mixed fractions (`4 1/2`), `yes` and `no`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction) and abs(value) > 1 and value.denominator > 1:
        whole, part = divmod(abs(value), 1)
        return f"{'−' if value < 0 else ''}{whole} {part}"
    text = str(value)
    return "−" + text[1:] if isinstance(value, int | Fraction) and text.startswith("-") else text


def span(text: str) -> str:
    """A range of figures: `16..20` as `16 to 20`."""
    return text.replace("..", " to ")


class Wording:
    """Names for everything a corpus mentions, and words for every value of its rules."""

    def __init__(self, corpus: Corpus):
        self.corpus = corpus

    # -- names

    def title(self, kind: str, id: str) -> str:
        """Return the name of an object, or its id where nobody knows it."""
        if kind in ("game", "number"):
            return self._game(id)
        if kind == "tradition":
            return self.corpus.traditions[id].facts.title if id in self.corpus.traditions else id
        if kind == "source":
            return self.corpus.bibliography[id].label if id in self.corpus.bibliography else id
        if kind == "card":
            return self.cards(id)
        if kind in INSIDE:
            return id.replace("-", " ")
        if kind == "term":
            entry = self.corpus.shared["glossary"].get(id)
            return entry.term if entry else id
        entry = self.corpus.shared[SHELVES[kind]].get(id) if kind in SHELVES else None
        return (entry.title or id) if entry else id

    def _game(self, id: str) -> str:
        game = id.partition("/")[0]
        if id in self.corpus.rulesets:
            return f"{game} {self.corpus.rulesets[id].title}"
        if game in self.corpus.games:
            return f"{game} {self.corpus.games[game].facts.title}"
        entry = self.corpus.shared["catalogue"].get(game)
        return f"{game} {entry.title}" if entry and entry.title != "unstated" else id

    def term(self, list_: str, term: str) -> str:
        """Return the label of a term of the vocabulary."""
        entry = self.corpus.vocabulary.get(list_, {}).get(term)
        return entry.label if entry else term.replace("-", " ")

    def field(self, path: tuple[str, ...]) -> str:
        """Return what a field of the rules is called."""
        section = SECTIONS.get(path[0])
        if section is None:
            return plain(path[-1])
        if len(path) == 1:
            return section.title
        if section.entry:
            name = self.cards(path[1]) if path[0] == "groups" else path[1].replace("-", " ")
            facet = f" ({self.facet(path[0], path[2]).lower()})" if len(path) > 2 else ""
            return f"{section.entry} {name}{facet}"
        if path[0] == "values":
            return f"Card points of {self.cards(path[1])}"
        if path[0] == "discard" and path[1] not in fields_of("discard"):
            return f"Discarding {self.cards(path[1])}"
        return self.facet(*path[:2])

    def facet(self, section: str, name: str) -> str:
        """Return what a field of a named thing is called."""
        found = fields_of(section).get(name)
        return (found.title if found else None) or plain(name)

    def cards(self, name: str) -> str:
        """Return a card, role or class of cards in words."""
        if name.isdecimal() and 0 < int(name) < 42:
            return f"the {roman(int(name))}"
        return _CARDS.get(name, name.replace("-", " "))

    def who(self, who: str) -> str:
        """Return a player or players in words: `the dealer`, `each other player`."""
        return self.term("who", who)

    # -- values

    def value(self, path: tuple[str | int, ...], value: Any) -> str:
        """Return a value that stands at a path of the rules in words for readers."""
        if value is None:
            return STATUS["missing"]
        if isinstance(value, Absence):
            return ABSENT[value]
        steps = tuple(map(str, path))
        named = mark(steps) if path else None
        if isinstance(value, str):
            if isinstance(named, Names):
                return self.title(named.kind, value)
            if path == ("counting", "by"):
                return _COUNTING[value]
            return self.term(named.vocabulary, value) if isinstance(named, Term) else value
        if isinstance(value, Holding):
            return describe(value, self.cards)
        if isinstance(value, Wild):
            return describe_wild(value, self.cards)
        if isinstance(value, Worth):
            return describe_worth(value)
        if isinstance(value, tuple):
            return (
                listed((self.value(path, v) for v in value), "and")
                if named
                else ", ".join(self.value(path, v) for v in value)
            )
        if isinstance(value, dict):
            return self._mapping(steps, value)
        if isinstance(value, Facts):
            return self.facts(value)
        return figure(value)

    def told(self, path: tuple[str, ...], value: Any) -> str:
        """Return a value in words; nothing where it is absent, unless its being absent is worth a word."""
        if value is None or isinstance(value, Absence):
            return _NONE.get(path[-1], "") if value is Absence.NONE else ""
        return self.value(path, value)

    def _mapping(self, path: tuple[str, ...], value: Mapping[Any, Any]) -> str:
        """Return a mapping in words, by what its keys are."""
        if value and all(isinstance(key, int) for key in value):
            return self._by_players(path, value)
        last = path[-1]
        if last == "rules":
            return f"other rules of {listed(SECTIONS[key].title.lower() for key in value if key in SECTIONS)}"
        if last == "odd":
            return listed(
                f"{_NUMBERS[int(k)]} card{'s' if k != '1' else ''} left over count{'s' if k == '1' else ''} {figure(v)}"
                for k, v in value.items()
            )
        if last == "bands":
            return ", ".join(f"{figure(v)} for {span(k)}" for k, v in value.items())
        if last == "multiply":
            return listed(f"{k} or more count {figure(v)} times" for k, v in value.items())
        if last == "annul":
            return "; ".join(
                self.facts(entry) if isinstance(entry, Facts) else ABSENT[entry] for entry in value.values()
            )
        if path == ("suit_order",):
            return self._suit_order(value)
        by = {"extra": "to", "takes": "by", "cards": "by", "par": "for"}.get(last, "for")
        return listed(f"{self.value(path, v)} {by} {self.who(k)}" for k, v in value.items())

    def _by_players(self, path: tuple[str, ...], value: Mapping[int, Any]) -> str:
        """Return a value by number of players, equal ones told once: `25 with 2 or 3 players, 19 with 4`."""
        found: dict[str, list[int]] = {}
        for n, one in value.items():
            found.setdefault(self.value(path, one), []).append(n)
        if len(found) == 1:
            return next(iter(found))
        told = [f"{words} with {listed(map(str, ns), 'or')}" for words, ns in found.items()]
        return "; ".join([f"{told[0]} players", *told[1:]])

    def _suit_order(self, value: Mapping[str, Any]) -> str:
        found: dict[str, list[str]] = {}
        for suit, ranks in value.items():
            found.setdefault(", ".join(span(rank) for rank in ranks), []).append(suit.capitalize())
        if len(found) == 1 and len(value) == 4:
            return f"{next(iter(found))} in all suits"
        return "; ".join(f"{ranks} in {listed(suits)}" for ranks, suits in found.items())

    def cell(self, feature: Feature, cell: Cell) -> str:
        """Return a cell of comparison in words, or why it has no value."""
        if cell.value is None:
            return STATUS.get(cell.status, cell.status)
        text = str(cell.value)
        if feature.names or feature.terms:
            return self.title(feature.names, text) if feature.names else self.term(feature.terms, text)
        if isinstance(cell.value, str) and ":" in text:
            parts = [part.partition(":") for part in text.split(";")]
            return ", ".join(f"{value} with {players}" for players, _, value in parts)
        return ", ".join(text.split(";")) if isinstance(cell.value, str) else figure(cell.value)

    def facts(self, value: Facts) -> str:
        """Return a small group of facts as a sentence without its full stop."""
        told = _TELL[type(value)](self, value)
        return listed_clauses([*told, given(getattr(value, "text", None)) or ""])

    def talon(self, t: rules.TalonUse) -> Iterable[str]:
        """What a contract does with the talon."""
        for who, n in (given(t.takes) or {}).items():
            yield f"{self.who(who)} takes {n} from the talon"
        if t.takes is Absence.NONE:
            yield "nobody takes cards from the talon"
        if (stages := given(t.stages)) is not None:
            yield f"in {counted(stages, 'stage')}"
        if (shown := given(t.shown)) is not None:
            yield "shown to all" if shown else "unseen by the others"
        if (rest := given(t.rest)) is not None:
            yield f"what nobody takes goes to {'the opponents' if rest == 'opponents' else self.who(rest)}"
        if given(t.may_refuse):
            yield "which may be refused"

    def asks(self, a: rules.Asks) -> Iterable[str]:
        """Cards that the declarer asks of the others."""
        if (n := given(a.cards)) is not None:
            yield f"asks for {counted(n, 'card')}"

    def partner(self, p: rules.Partner) -> Iterable[str]:
        """How a contract gives the declarer a partner."""
        if calls := given(p.calls):
            yield f"partner by calling {listed(map(self._called, calls), 'or')}"
        if given(p.own) is False:
            yield "not one in his own hand"
        if given(p.secret):
            yield "unknown to the others"

    def _called(self, name: str) -> str:
        word = "any card" if name == "all" else self.cards(name)
        return f"a {word.removesuffix('s')}" if name in _CARDS and name not in ("top", "pagat", "fool") else word

    def marcio(self, m: rules.Marcio) -> Iterable[str]:
        """A heavy defeat."""
        below, times = given(m.below), given(m.times)
        if below is not None:
            yield f"below {figure(below)} of what is needed the payment is multiplied by {figure(times) if times is not None else '?'}"
        elif times is not None:
            yield f"the payment is multiplied by {figure(times)}"

    def announced(self, a: rules.Announced) -> Iterable[str]:
        """What a feat pays when it was announced."""
        if (when := given(a.when)) is not None:
            yield f"announced {when}"
        if (won := given(a.won)) is not None:
            yield f"{figure(won)} won"
        if (lost := given(a.lost)) is not None:
            yield f"{figure(lost)} lost"

    def annulment(self, a: rules.Annulment) -> Iterable[str]:
        """A deal that may or must be thrown in."""
        holding = given(a.holding)
        who = given(a.by)
        yield "the hand is thrown in" if a.must else "the hand may be thrown in"
        if who:
            yield f"by {'agreement of all' if who == 'all' else self.who(who)}"
        if (when := given(a.when)) is not None:
            yield when
        if holding is not None:
            yield f"with {describe(holding, self.cards)}"
        if (redeal := given(a.redeal)) is not None:
            yield f"and dealt again {self.term('redeal', redeal)}"


_TELL: dict[type[Facts], Any] = {
    rules.TalonUse: Wording.talon,
    rules.Asks: Wording.asks,
    rules.Partner: Wording.partner,
    rules.Marcio: Wording.marcio,
    rules.Announced: Wording.announced,
    rules.Annulment: Wording.annulment,
}
"""How each kind of small group of facts is told."""


def listed_clauses(clauses: Iterable[str]) -> str:
    """Clauses one after another; a semicolon before one that has commas of its own."""
    found = ""
    for clause in clauses:
        if clause:
            found += ("; " if ", " in clause else ", ") + clause if found else clause
    return found


def plain(name: str) -> str:
    """A name of the format as words."""
    text = name.replace("_", " ").replace("-", " ")
    return text[:1].upper() + text[1:]
