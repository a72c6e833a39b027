"""How everything is called and every value put into words: one way for pages, tables, the terminal and scripts."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, Self

from tarotref.cards.holdings import Holding, Wild, Worth, describe, describe_wild, describe_worth
from tarotref.corpus.records import Corpus, Ruleset
from tarotref.model.references import mark
from tarotref.model.rules import SECTIONS, Annulment, Asks, Bid, TalonUse, fields_of
from tarotref.model.types import INSIDE, Absence, Facts, Names, Term, given, told
from tarotref.notation import roman
from tarotref.words import bonuses as _bonuses  # noqa: F401  (it registers what it tells)
from tarotref.words import clauses_of_score as _clauses  # noqa: F401  (it registers what it tells)
from tarotref.words.clauses import PHRASES, TELL, by_feat, by_number, by_trick, conditions, lying, shares
from tarotref.words.contracts import changed, left_open, thing
from tarotref.words.phrases import figure, listed, listed_clauses, number, often, plain, span
from tarotref.words.sentences import sentences

ABSENT = {
    Absence.UNSTATED: "unstated",
    Absence.NONE: "none",
    Absence.AGREED: "agreed by the players",
    Absence.AS_TAKEN: "follows from play",
    Absence.NOT_RECORDED: "not recorded",
    Absence.NOT_APPLICABLE: "does not apply",
}
STATUS = {
    "missing": "not recorded",
    "not-recorded": "not recorded",
    "not-applicable": "does not apply",
    "not-computable": "not known",
    "as-taken": "follows from play",
}
"""Words for a cell without a value; other reasons are words themselves."""
AS_TAKEN = {("discard", "as-taken"): "as many as are taken"}
"""The same of one column."""
SHELVES = {
    "pack": "packs",
    "order": "trump-orders",
    "place": "places",
    "attestation": "attestations",
    "subject": "subjects",
}
_PAYMENTS = {"score": "the hand", "silent": "whatever was not announced", "declarations": "declarations"}
_COUNTING = {
    "1": "single cards",
    "2": "twos",
    "3": "threes",
    "4": "fours",
    "trick": "tricks (the old method)",
    "players": "sets of as many as players",
    "values": "valuable cards only",
    "threes-minus-one": "threes, one off",
}
_KEYWORDS = {
    ("packets", "free"): "any size",
    ("where", "both"): "hand and tricks",
    ("base", "bid"): "what the bid says",
    ("times", "bid"): "the figure of the bid",
    ("times", "base"): "what the contract is worth",
    ("lost_to", "anyone"): "anyone, the partner too",
    ("lost_to", "opponents"): "the opponents alone",
}
"""What fields say that may have one of a few words, and these are of no list of terms."""
_CARDS = {
    "called": "the called card",
    "top": "the top trump",
    "pagat": "the lowest trump",
    "fool": "the Fool",
    "kings": "Kings",
    "queens": "Queens",
    "knights": "Knights",
    "jacks": "Jacks",
    "courts": "court cards",
    "trumps": "trumps",
    "honours": "honours",
    "suit-cards": "suit cards",
    "numerals": "numeral cards",
    "K": "Kings",
    "Q": "Queens",
    "C": "Knights",
    "J": "Jacks",
}
_ARTICLE = re.compile(r"^(?:(?:le|la|il|lo|i|el|der|die|das|den) |l['’])")
"""The article of a name in the players' language, which goes where ours stands."""
_USUAL = {"pagat-last": "Pagat ultimo", "king-last": "King ultimo", "called-king-last": "King ultimo"}
"""What bonuses are called of which a ruleset says nothing."""
_RANKS = {"K": "King", "Q": "Queen", "C": "Knight", "J": "Jack", "A": "Ace"}
_WITHOUT_ARTICLE = frozenset(
    "love justice fortitude death temperance hope prudence faith charity constancy miseria fire water earth air libra virgo scorpio "
    "aries capricorn sagittarius cancer pisces aquarius leo taurus gemini juno jupiter bacchus atlas".split()
)
"""Subjects of trumps that are named as powers and persons are; all others as things: the Sun, the Old Man."""
_NONE = {
    "partner": "The declarer plays alone.",
    "talon": "There is no talon.",
    "asks": "The declarer asks for no card.",
}


class Column(Protocol):
    """A column of comparison, as far as words for its values need it."""

    @property
    def name(self) -> str: ...
    @property
    def terms(self) -> str: ...
    @property
    def names(self) -> str: ...


class Valued(Protocol):
    """A cell of it: a value, or why there is none."""

    @property
    def value(self) -> Any: ...
    @property
    def status(self) -> str: ...


class Wording:
    """Names for everything a corpus mentions, and words for every value of its rules."""

    def __init__(self, corpus: Corpus):
        self.corpus = corpus
        self.ruleset: Ruleset | None = None
        self.pagat = ""
        """What the players of the ruleset call the lowest trump."""
        self._pagats: dict[str, str] = {}

    def within(self, ruleset: Ruleset, *, compared: bool = False) -> Self:
        """Return the same wording for one ruleset: what it names of its own has the names that it gives. Where rulesets are
        `compared`, cards that all have are called alike."""
        words = copy.copy(self)
        words.ruleset, words.pagat = ruleset, "" if compared else self._pagat(ruleset.game)
        return words

    def _pagat(self, game: str) -> str:
        """Return what the players of a game call the lowest trump: the first of the names that they give it."""
        if game not in self._pagats:
            named = self.corpus.names(game) if game in self.corpus.games else ()
            said = next((n.name for _, n, here in named if here and n.of == "pagat" and not n.use), "")
            self._pagats[game] = f"the {_ARTICLE.sub('', said)}" if said else ""
        return self._pagats[game]

    # -- names

    def read(self, markdown: str) -> str:
        """Return Markdown with what a role names in place of the role: for `{game}`8.7`` what that game is called."""

        def named(role: re.Match[str]) -> str:
            kind, shown, id = role[1], role[2].strip(), role[3]
            if id or kind in ("lang", "card"):
                return re.sub(r"^[a-z]{2,3}: ", "", shown) if kind == "lang" else shown
            return self.title({"witness": "source"}.get(kind, kind), shown)

        return re.sub(r"\{([a-z]+)\}`([^`<]*?)(?:\s*<([^>]+)>)?`", named, markdown)

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
            return self.named(kind, id)
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

    def whose(self, bid: Bid) -> Iterator[str]:
        """Yield who may not make a bid, on what condition another may, who plays it if all pass, and what it obliges to."""
        if (barred := given(bid.barred)) is not None:
            yield f"it may not be bid by {listed(map(self.who, barred), 'or')}"
        if (who := given(bid.if_all_pass)) is not None:
            cards = given(bid.holder_of) or ()
            player = (
                f"the holder of {listed(map(self.cards, cards), 'or else of')}"
                if who == "holder" and cards
                else self.who(who)
            )
            yield f"{player} plays it if everyone passes"
        yield from conditions(self, bid)
        if feats := given(bid.announces):
            yield f"the declarer must announce {listed((self.named('feat', id) for id in feats), 'or')} with it"

    def field(self, path: tuple[str, ...]) -> str:
        """Return what a field of the rules is called; of a named thing the name that the ruleset gives it, if no other has the same."""
        section = SECTIONS.get(path[0])
        if section is None:
            return plain(path[-1])
        if len(path) == 1:
            return section.title
        if section.entry:
            name = (
                self.cards(path[1])
                if path[0] == "groups"
                else self._only_name(path) or _USUAL.get(path[1]) or path[1].replace("-", " ")
            )
            facet = f" ({self.facet(path[0], path[2]).lower()})" if len(path) > 2 else ""
            return f"{section.entry} {name}{facet}"
        if path[0] == "values":
            return f"Card points of {self.cards(path[1])}"
        if path[0] == "discard" and path[1] not in fields_of("discard"):
            return f"Discarding {self.cards(path[1])}"
        return self.facet(*path[:2])

    def _only_name(self, path: tuple[str, ...]) -> str:
        """Return the name of a thing of the ruleset; nothing where it has none, or shares it with another."""
        things = (given(getattr(self.ruleset.rules, path[0])) or {}) if self.ruleset else {}
        names = {id: told(one, "name") if hasattr(one, "name") else None for id, one in things.items()}
        name = names.get(path[1])
        return str(name) if name and list(names.values()).count(name) == 1 else ""

    def facet(self, section: str, name: str) -> str:
        """Return what a field of a named thing is called."""
        found = fields_of(section).get(name)
        return (found.title if found else None) or plain(name)

    def named(self, kind: str, id: str) -> str:
        """Return what a bid, feat, declaration or kind of the ruleset is called; a payment without a name by its cards."""
        paid = kind in ("payment", "replaced")
        if paid and id in _PAYMENTS:
            return _PAYMENTS[id]
        section = getattr(self.ruleset.rules, "feats" if paid else f"{kind}s") if self.ruleset else None
        entry = (given(section) or {}).get(id)
        if name := told(entry, "name"):
            return str(name)
        if paid and (cards := told(entry, "cards")):
            last = " in the last trick" if str(told(entry, "do")).endswith("last") else ""
            return listed(map(self.cards, cards)) + last
        return id.replace("-", " ")

    def one_of(self, name: str) -> str:
        """Return one card of a class in words: `a King`, `one of the tarots`; a card or role as it is."""
        word = self.cards(name)
        if name == "all":
            return "any card"
        if name in _CARDS and name not in ("top", "pagat", "fool", "called"):
            return f"a {word.removesuffix('s')}"
        return f"one of the {word}" if self._is_group(name) else word

    def _is_group(self, name: str) -> bool:
        groups = given(self.ruleset.rules.groups) if self.ruleset else None
        return name in (groups or ())

    def cards(self, name: str) -> str:
        """Return a card, role or class of cards in words."""
        if name.isdecimal() and 0 < int(name) < 42:
            return f"the {roman(int(name))}"
        if run := re.fullmatch(r"(\d+)\.\.(\d+)", name):
            return f"the {roman(int(run[1]))} to {roman(int(run[2]))}"
        if re.fullmatch(r"[IVXL]+", name):
            return f"the {name}"
        if ".." in name:
            first, _, last = name.partition("..")
            return f"{self.cards(first)} to {self.cards(last)}"
        if name in self.corpus.shared["subjects"] and name not in _CARDS:
            title = self.title("subject", name)
            if twin := re.fullmatch(r"(.+) \((.+)\)", title):  # one of four Moors
                title = f"{twin[2]} {twin[1]}"
            return title if name in _WITHOUT_ARTICLE else f"the {title}"
        if card := re.fullmatch(rf"({'|'.join(_RANKS)}|\d+) of ([a-z]+)", name):
            suit = card[2] if card[2] == "trumps" else card[2].capitalize()
            return f"the {_RANKS.get(card[1], card[1])} of {suit}"
        if name == "pagat" and self.pagat:
            return self.pagat
        return _CARDS.get(name, name.replace("-", " "))

    def members(self, name: str) -> str:
        """Return the cards of a group of the ruleset in words; a card, role or class as it is."""
        groups = (given(self.ruleset.rules.groups) if self.ruleset else None) or {}
        return listed(map(self.cards, runs(groups[name]))) if name in groups else self.cards(name)

    def card_or_kind(self, name: str) -> str:
        """Return what a holding names in words: cards, or a kind of declarations by the name that the ruleset gives it."""
        kinds = (given(self.ruleset.rules.kinds) if self.ruleset else None) or {}
        return self.named("kind", name) if name in kinds and not self._is_group(name) else self.cards(name)

    def several(self, name: str) -> str:
        """Return what several of a unit or kind are called, as the glossary has it: `partite`; nothing where it has no word."""
        entry = self.corpus.shared["glossary"].get(name)
        return (entry.plural or "") if entry else ""

    def who(self, who: str) -> str:
        """Return a player or players in words: `the dealer`, `each other player`; the eldest hand by where it sits."""
        deal = given(self.ruleset.rules.deal) if who == "eldest" and self.ruleset else None
        way = given(deal.direction) if deal else None
        return self.term(
            "who", {"clockwise": "left-of-dealer", "counterclockwise": "right-of-dealer"}.get(way or "", who)
        )

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
            if isinstance(named, Term):
                return self.term(named.vocabulary, value)
            return _KEYWORDS.get((steps[-1], value), value) if steps else value
        if isinstance(value, Holding):
            return describe(value, self.card_or_kind, self.several)
        if isinstance(value, Wild):
            return describe_wild(value, self.cards)
        if isinstance(value, Worth):
            return describe_worth(value, unit=self.several)
        if isinstance(value, tuple) and value and isinstance(value[0], Holding):
            return listed((describe(v, self.card_or_kind, self.several) for v in value), "or")
        if isinstance(value, tuple) and value and isinstance(value[0], Facts):
            return "; ".join(map(self.facts, value))
        if isinstance(value, tuple) and steps[:1] == ("groups",):
            return listed(map(self.cards, runs(value)))
        if isinstance(value, tuple) and steps[:2] == ("deal", "stacks"):
            return listed(f"{number} of {size} cards" for size, number in Counter(value).items())
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
        last = path[-1]
        if value and all(isinstance(key, int) for key in value):
            tricks = last in ("lost", "pays")
            return by_trick(self, path, value) if tricks else by_number(self, path, value, "players")
        if last == "rules":
            return changed(self, path, value)
        if last == "odd":
            return listed(
                f"{number(int(k))} card{'s' if k != '1' else ''} left over count{'s' if k == '1' else ''} {figure(v)}"
                for k, v in value.items()
            )
        if last == "bands":
            return ", ".join(f"{figure(v)} for {span(k)}" for k, v in value.items())
        if last == "multiply":
            return listed(f"{number(int(k))} or more pay {often(v)} as much" for k, v in value.items())
        if last == "annul":
            return " ".join(self.facts(one) if isinstance(one, Facts) else ABSENT[one] for one in value.values())
        if last == "shares":
            return shares(self, value)
        if last in ("added", "taken", "raised"):
            return by_feat(self, last, value)
        if path[:1] == ("pots",) and last == "to":
            return listed(
                f"for {self.named('payment', id)} {listed(self.term('pot-to', term) for term in terms)}"
                for id, terms in value.items()
            )
        if last == "dues":
            return listed(f"{figure(n)} for {self.term('pot-due', what)}" for what, n in value.items())
        if path == ("talk",):
            return ", ".join(f"{self.value(path, v)} in {'the deal' if k == 'deal' else k}" for k, v in value.items())
        if path == ("suit_order",):
            return self._suit_order(value)
        if path == ("trump_suit", "order"):
            return "; ".join(f"{suit.capitalize()}: {listed(map(self.cards, cards))}" for suit, cards in value.items())
        if last == "counts_for":
            whose = {k: "the opponents" if v == "opponents" else self.who(v) for k, v in value.items()}
            return listed(f"that of {self.who(k)} for {owner}" for k, owner in whose.items())
        by = {"extra": "to", "takes": "by", "cards": "by", "par": "for"}.get(last, "for")
        return listed(f"{self.value(path, v)} {by} {self.who(k)}" for k, v in value.items())

    def _suit_order(self, value: Mapping[str, Any]) -> str:
        found: dict[str, list[str]] = {}
        for suit, ranks in value.items():
            found.setdefault(", ".join(span(rank) for rank in ranks), []).append(suit.capitalize())
        if len(found) == 1 and len(value) == 4:
            return f"{next(iter(found))} in all suits"
        return "; ".join(f"{ranks} in {listed(suits)}" for ranks, suits in found.items())

    def cell(self, feature: Column, cell: Valued) -> str:
        """Return a cell of comparison in words, or why it has no value."""
        if cell.value is None:
            return AS_TAKEN.get((feature.name, cell.status)) or STATUS.get(cell.status, cell.status)
        text = str(cell.value)
        if feature.names or feature.terms:
            return self.title(feature.names, text) if feature.names else self.term(feature.terms, text)
        if isinstance(cell.value, str) and ":" in text:
            parts = [part.partition(":") for part in text.split(";")]
            return ", ".join(f"{value} with {players}" for players, _, value in parts)
        return ", ".join(text.split(";")) if isinstance(cell.value, str) else figure(cell.value)

    def thing(self, path: tuple[str, ...], value: Facts, fields: Iterable[str] | None = None) -> str:
        """Return what is told of a thing with a name in sentences: in all its fields, or in some."""
        return thing(self, path, value, fields)

    def facts(self, value: Facts) -> str:
        """Return a small group of facts in sentences; what is told as part of one, as a phrase."""
        told = [clause for clause in TELL[type(value)](self, value) if clause]
        text = "" if isinstance(value, Annulment | Asks) else given(getattr(value, "text", None)) or ""
        text = lying(value)[1] if isinstance(value, TalonUse) else text
        if type(value) in PHRASES:
            return listed_clauses([*told, text])
        return sentences([*told, text, *left_open(value)])


def runs(names: Iterable[str]) -> list[str]:
    """Return names of cards with three or more trumps that follow one another by number as one: `16..20`."""
    found: list[list[str]] = []
    for name in names:
        last = found[-1] if found else []
        step = int(name) - int(last[-1]) if last and name.isdecimal() and last[-1].isdecimal() else 0
        if abs(step) == 1 and (len(last) == 1 or int(last[-1]) - int(last[-2]) == step):
            last.append(name)
        else:
            found.append([name])
    return [name for run in found for name in ([f"{run[0]}..{run[-1]}"] if len(run) > 2 else run)]
