"""How everything is called: games, cards, fields, what has a name in a ruleset."""

from __future__ import annotations

import copy
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Self

from tarotref.cards.holdings import Holding, describe
from tarotref.cards.trump_orders import read_order
from tarotref.corpus.records import Corpus, Ruleset
from tarotref.model.record import Name
from tarotref.model.rules import SECTIONS, fields_of
from tarotref.model.types import INSIDE, Facts, given, told
from tarotref.notation import folded, roman
from tarotref.words.labels import ARTICLE, CARDS, PAYMENTS, RANKS, SHELVES, USUAL, WITHOUT_ARTICLE
from tarotref.words.phrases import first_up, listed, name_within, plain, runs
from tarotref.words.templates import ABOUT

_NAMED = (None, "usual", "earlier")
"""How common a name is that a page calls a card by, the first of these before the next."""


WITH_FOOL = ("trumps", "fool")
"""The cards of a group that is called as the trumps are."""


_OF_TWO = {"opponents": "the opponent", "others": "the other player"}
"""Who is meant by all but one, where there are two."""


class Naming(ABC):
    """Names for everything a corpus mentions; who tells facts by them finds words for every value here too."""

    def __init__(self, corpus: Corpus):
        self.corpus = corpus
        self.ruleset: Ruleset | None = None
        self.compared = False
        """Whether the same fact is told alike in all rulesets."""
        self.pagat = ""
        """What the players of the ruleset call the lowest trump."""
        self.top = ""
        """The highest trump of the ruleset but for the Fool: `the XXI`."""
        self._pagats: dict[str, str] = {}
        self._tops: dict[str, str] = {}

    def within(self, ruleset: Ruleset, *, compared: bool = False) -> Self:
        """Return the same wording for one ruleset: what it names of its own has the names that it gives. Where rulesets are
        `compared`, cards that all have are called alike."""
        words = copy.copy(self)
        words.ruleset, words.compared = ruleset, compared
        order = str(given(ruleset.rules.trump_order) or "")
        words.pagat = "" if compared else self._pagat(ruleset) or self._one(order)
        words.top = "" if compared else self._top(order)
        return words

    def _top(self, order: str) -> str:
        """Return the highest trump of an order, the Fool apart, by its number if the card bears one, else its subject; nothing where it is not known."""
        if order not in self._tops:
            found = read_order(order, self.corpus.shared["trump-orders"])
            tier = next((t for t in found.tiers if not t or t[0].subject != "fool"), ()) if found else ()
            number = tier[0].number if len(tier) == 1 else None
            # The five highest of Minchiate have a place in the order, and no number on the card.
            named = number is None or int(number) > 35
            card = str((tier[0].subject if named else number) or "") if len(tier) == 1 else ""
            self._tops[order] = self.cards(card) if card else ""
        return self._tops[order]

    def _one(self, order: str) -> str:
        """Return the trump I where a trump without a number is below it, as in Sicily: it is not the lowest; else nothing."""
        found = read_order(order, self.corpus.shared["trump-orders"])
        tiers = [tier for tier in found.tiers if tier and tier[0].subject != "fool"] if found else []
        return "the I" if tiers and not tiers[-1][0].number and any(tier[0].number == 1 for tier in tiers) else ""

    def by_role(self, name: str) -> str:
        """Return a card in words by its role; where the Fool is above the highest trump with a number, or a trump without one below
        the I, by the number."""
        if self.ruleset is None or name not in ("top", "pagat"):
            return self.cards(name)
        fool, order = given(self.ruleset.rules.fool), str(given(self.ruleset.rules.trump_order) or "")
        above = fool is not None and given(fool.role) == "highest-trump"
        number = (self._top(order) if above else "") if name == "top" else self._one(order)
        return number or CARDS[name]

    def _pagat(self, ruleset: Ruleset) -> str:
        """Return what the players of a ruleset call the lowest trump: the first of the names that they give it."""
        if ruleset.id not in self._pagats:
            found = [n for n in self.said(ruleset) if n.of == "pagat" and n.use in _NAMED]
            said = min(found, key=lambda n: _NAMED.index(n.use)).name if found else ""
            self._pagats[ruleset.id] = f"the {ARTICLE.sub('', said)}" if said else ""
        return self._pagats[ruleset.id]

    def said(self, ruleset: Ruleset) -> list[Name]:
        """Return the names that players of a ruleset give things: first those that its witness has, then those that all have; those
        of other witnesses last in the main rules and their variants, and not in a reading or a variant of one."""
        if ruleset.game not in self.corpus.games:
            return []
        voices = list(self._voices(ruleset))
        others = len(voices) + 1

        def rank(name: Name) -> int:
            return next(
                (n for n, who in enumerate(voices) if who in (name.by or ())), others if name.by else len(voices)
            )

        found = [n for _, n, here in self.corpus.names(ruleset.game) if here]
        everybody = self.corpus.game(ruleset.game).main in voices
        return sorted((n for n in found if everybody or rank(n) < others), key=rank)

    def _voices(self, ruleset: Ruleset) -> Iterator[str | None]:
        """Yield whose words a ruleset has: of a variant first who reports it, then the witness of the rules that it changes."""
        now: Ruleset | None = ruleset
        while now is not None and now.kind == "variant":
            yield now.witness
            now = self.corpus.rulesets.get(now.base)
        yield now.key if now is not None and now.kind == "reading" else self.corpus.game(ruleset.game).main

    @abstractmethod
    def value(self, path: tuple[str | int, ...], value: Any) -> str:
        """Return a value that stands at a path of the rules in words for readers."""

    @abstractmethod
    def facts(self, value: Facts) -> str:
        """Return a small group of facts in sentences; what is told as part of one, as a phrase."""

    @abstractmethod
    def thing(self, path: tuple[str, ...], value: Facts, fields: Iterable[str] | None = None) -> str:
        """Return what is told of a thing with a name in sentences: in all its fields, or in some."""

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

    def field(self, path: tuple[str, ...]) -> str:
        """Return what a field of the rules is called; of a named thing the name that the ruleset gives it, if no other has the same."""
        section = SECTIONS.get(path[0])
        if section is None:
            return plain(path[-1])
        if len(path) == 1:
            return section.title
        if section.entry:
            name = (
                path[1].replace("-", " ")
                if path[0] == "groups"
                else self._only_name(path) or USUAL.get(path[1]) or path[1].replace("-", " ")
            )
            facet = f" ({self.aspect(path[0], path[2])})" if len(path) > 2 else ""
            said = name.lower().startswith(section.entry.lower())
            called = first_up(name) if said else f"{section.entry} {name.removeprefix('the ')}"
            return f"{called}{facet}"
        if path[0] == "values":
            return f"Card points of {self.cards(path[1])}"
        if path[0] == "discard" and path[1] not in fields_of("discard"):
            return f"Discarding {self.cards(path[1])}"
        return self.facet(*path[:2])

    def _only_name(self, path: tuple[str, ...]) -> str:
        """Return the name of a thing of the ruleset, with what its id adds to it where another has the same; nothing where it has
        none, or its id does not tell them apart."""
        things = (given(getattr(self.ruleset.rules, path[0])) or {}) if self.ruleset else {}
        names = {id: self._called(one) for id, one in things.items()}
        name = names.get(path[1])
        if not name or list(names.values()).count(name) == 1:
            return str(name or "")
        more = path[1].removeprefix(folded(name).replace(" ", "-"))
        return f"{name}{more.replace('-', ' ')}" if more != path[1] else ""

    @staticmethod
    def _called(thing: Any) -> str:
        name, said = (told(thing, field) if hasattr(thing, field) else None for field in ("name", "said"))
        return str(name or (said[0] if said else ""))

    def facet(self, section: str, name: str) -> str:
        """Return what a field of a named thing is called."""
        found = fields_of(section).get(name)
        title = (found.title if found else None) or plain(name)
        return title.replace("Card points", "Tricks") if section == "score" and self.by_tricks() else title

    def by_tricks(self) -> bool:
        """Whether tricks are counted for the score, and no card points."""
        r = self.ruleset
        return r is not None and not self.compared and r.at(("win", "aim")) in ("most-tricks", "tricks")

    def aspect(self, section: str, name: str) -> str:
        """Return what a field of a named thing says of it, as it stands after the thing's name: `what it pays`."""
        return ABOUT.get(f"*.{name}") or ABOUT.get(f"{section}.{name}") or self.facet(section, name).lower()

    def named(self, kind: str, id: str) -> str:
        """Return what a bid, feat, declaration or kind of the ruleset is called; a payment without a name by its cards."""
        paid = kind in ("payment", "replaced")
        if paid and id in PAYMENTS:
            return PAYMENTS[id]
        section = getattr(self.ruleset.rules, "feats" if paid else f"{kind}s") if self.ruleset else None
        entry = (given(section) or {}).get(id)
        if name := told(entry, "name"):
            return name_within(str(name))
        if paid and (cards := told(entry, "cards")):
            last = " in the last trick" if str(told(entry, "do")).endswith("last") else ""
            return listed(map(self.cards, cards)) + last
        return as_said(entry, id) if kind == "bid" else id.replace("-", " ")

    def one_of(self, name: str) -> str:
        """Return one card of a class in words: `a King`, `one of the tarots`; a card or role as it is."""
        word = self.cards(name)
        if name == "all":
            return "any card"
        if name in CARDS and name not in ("top", "pagat", "fool", "called"):
            return f"a {word.removesuffix('s')}"
        return f"one of the {word}" if len(self._members(name)) > 1 else word

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
        if name in self.corpus.shared["subjects"] and name not in CARDS:
            title = self.title("subject", name)
            if twin := re.fullmatch(r"(.+) \((.+)\)", title):  # one of four Moors
                title = f"{twin[2]} {twin[1]}"
            return title if name in WITHOUT_ARTICLE else f"the {title}"
        if card := re.fullmatch(rf"({'|'.join(RANKS)}|\d+) of ([a-z]+)", name):
            suit = card[2] if card[2] == "trumps" else card[2].capitalize()
            return f"the {RANKS.get(card[1], card[1])} of {suit}"
        if own := {"pagat": self.pagat, "top": self.top}.get(name):
            return own
        if (members := self._members(name)) and len(members) == 1:
            return self.cards(members[0])
        return self._group_said(name) or CARDS.get(name, name.replace("-", " "))

    def _group_said(self, name: str) -> str:
        """Return what the players of the ruleset call a group that has no name of ours, if that is a common noun: `oudlers`."""
        if self.compared or self.ruleset is None or name in CARDS or not self._members(name):
            return ""
        said = (n.name for n in self.said(self.ruleset) if n.of == name and n.use in _NAMED)
        return next((one for one in said if re.fullmatch(r"[a-z]+s", one)), "")

    def _members(self, name: str) -> tuple[str, ...]:
        """Return the cards of a group of the ruleset; none of a card, role or class."""
        groups = given(self.ruleset.rules.groups) if self.ruleset else None
        return tuple((groups or {}).get(name, ()))

    def members(self, name: str) -> str:
        """Return the cards of a group of the ruleset in words; a card, role or class as it is."""
        found = self._members(name)
        return listed(map(self.cards, runs(found))) if found else self.cards(name)

    def held(self, holding: Holding) -> str:
        """Return a holding in words; of a group of the trumps and the Fool it is said that the Fool counts as a trump."""
        return describe(self._trumps_told(holding), self.card_or_kind, self.several)

    def _trumps_told(self, holding: Holding) -> Holding:
        names = [one for name in holding.names for one in (WITH_FOOL if self._members(name) == WITH_FOOL else (name,))]
        return replace(holding, names=tuple(names), parts=tuple(map(self._trumps_told, holding.parts)))

    def card_or_kind(self, name: str) -> str:
        """Return what a holding names in words: cards, or a kind of declarations by the name that the ruleset gives it."""
        kinds = (given(self.ruleset.rules.kinds) if self.ruleset else None) or {}
        return (
            self.named("kind", name)
            if name in kinds and name not in CARDS and not self._members(name)
            else self.cards(name)
        )

    def several(self, name: str) -> str:
        """Return what several of a unit or kind are called, as the glossary has it: `partite`; nothing where it has no word."""
        entry = self.corpus.shared["glossary"].get(name)
        return (entry.plural or "") if entry else ""

    def asked(self, path: tuple[str, ...]) -> tuple[int, str]:
        """Return how many things a declaration takes at least, 0 where its holding has no number, and what one of them is."""
        things = given(self.ruleset.rules.declarations) if self.ruleset and path[:1] == ("declarations",) else None
        holding = told((things or {}).get(path[1]), "holding") if path[1:] else None
        return getattr(holding, "at_least", None) or 0, "one" if getattr(holding, "form", "") == "kind" else "card"

    def players(self) -> tuple[int, ...]:
        """Return how many may play; nothing where that is not known, or the same fact is told alike in all rulesets."""
        return (given(self.ruleset.rules.players) or ()) if self.ruleset is not None and not self.compared else ()

    def for_two(self) -> bool:
        """Whether there are two players, so that each has one opponent."""
        return self.players() == (2,)

    def alone(self) -> bool:
        """Whether each plays for himself, in every contract and case."""
        return (
            self.ruleset is not None
            and not self.compared
            and all(given(one.rules.sides) == "individual" for one in (self.ruleset, *self.ruleset.cases.values()))
        )

    def who(self, who: str) -> str:
        """Return a player or players in words: `the dealer`, `each other player`; the eldest hand by where it sits."""
        if who in _OF_TWO and self.for_two():
            return _OF_TWO[who]
        deal = given(self.ruleset.rules.deal) if who == "eldest" and self.ruleset else None
        way = given(deal.direction) if deal else None
        return self.term(
            "who", {"clockwise": "left-of-dealer", "counterclockwise": "right-of-dealer"}.get(way or "", who)
        )


def as_said(bid: object, id: str) -> str:
    """Return a bid without a name by its id, with the capitals with which it is said."""
    said = next(iter(told(bid, "said") or ()), "")
    return said if said.lower() == plain(id).lower() else plain(id)
