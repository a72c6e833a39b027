"""How things are called on pages: fields, terms, cards, layers, sources."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

from pydantic import BaseModel

from tarotref.cards.card import COURTS
from tarotref.cards.names import find
from tarotref.corpus.layers import Origin
from tarotref.model.rules import Rules
from tarotref.model.types import Absence, Term
from tarotref.notation import roman
from tarotref.pages.drawings import cards as drawings
from tarotref.pages.elements import Child, E, Raw, Ref, joined

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
from tarotref.computed.figures import Figures

GROUPS: dict[str, tuple[str, ...]] = {
    "Table": ("players", "sitting_out", "sides", "seating"),
    "Cards": ("pack", "pattern", "trump_order", "suit_order", "groups", "fool"),
    "Deal and discard": ("deal", "discard"),
    "Bidding": ("bidding", "doubling"),
    "Declarations": ("declaring", "kinds"),
    "Play": ("play", "talk"),
    "Counting and scoring": ("counting", "win", "score", "tally", "units", "pots"),
}
"""Sections of the rules in the order of a page's table of facts; named things have tables of their own."""

SECTION_OF = {
    "players": "Cards and terms",
    "sides": "Cards and terms",
    "pack": "Cards and terms",
    "trump_order": "Cards and terms",
    "suit_order": "Cards and terms",
    "groups": "Cards and terms",
    "names": "Cards and terms",
    "pattern": "Cards and terms",
    "seating": "Cards and terms",
    "deal": "Deal and discard",
    "discard": "Deal and discard",
    "sitting_out": "Deal and discard",
    "bidding": "Bidding",
    "bids": "Bidding",
    "doubling": "Bidding",
    "cases": "Bidding",
    "declaring": "Declarations",
    "declarations": "Declarations",
    "kinds": "Declarations",
    "play": "Play",
    "fool": "Play",
    "talk": "Signals",
    "signals": "Signals",
    "values": "Scoring",
    "counting": "Scoring",
    "feats": "Scoring",
    "win": "Scoring",
    "score": "Scoring",
    "tally": "Scoring",
    "units": "Scoring",
    "pots": "Scoring",
    "stated": "Scoring",
    "examples": "Scoring",
    "penalties": "Penalties",
    "readings": "Readings",
    "variants": "Variants",
    "relations": "Relations",
}
"""The section of a page where a note on a field stands."""

FIELDS = {
    "players": "Players",
    "sitting_out": "Sitting out",
    "sides": "Sides",
    "seating": "Seating",
    "pack": "Pack",
    "pattern": "Pattern",
    "trump_order": "Trump order",
    "suit_order": "Order in the suits",
    "fool.role": "The Fool",
    "fool.exchange": "Card given for the Fool",
    "fool.exchange_when": "Given when",
    "fool.lost": "Fool lost",
    "fool.led": "Fool led",
    "fool.barred": "Fool barred",
    "fool.forced": "Fool forced",
    "fool.text": "Fool: also",
    "deal.direction": "Direction",
    "deal.first_dealer": "First dealer",
    "deal.next_dealer": "Next dealer",
    "deal.cut": "Cut",
    "deal.packets": "Dealt in batches of",
    "deal.hand": "Hand",
    "deal.extra": "Extra cards",
    "deal.talon": "Talon",
    "deal.talon_when": "Talon laid",
    "deal.dead": "Out of play",
    "deal.exposed": "Exposed cards",
    "deal.pauses": "Pauses",
    "deal.annul": "Deal annulled",
    "deal.text": "Deal: also",
    "discard.by": "Who discards",
    "discard.cards": "Cards discarded",
    "discard.counts_for": "Discard counts for",
    "discard.surrendered": "Discard surrendered",
    "discard.said": "Said on discarding",
    "discard.text": "Discard: also",
    "bidding.procedure": "Bidding",
    "bidding.first": "First to speak",
    "bidding.first_must_bid": "First must bid",
    "bidding.jump": "Jump bids",
    "bidding.may_raise_contract": "May play higher than bid",
    "bidding.return_after_pass": "May return after passing",
    "bidding.all_pass": "If all pass",
    "bidding.passes": "To pass one says",
    "bidding.text": "Bidding: also",
    "declaring.when": "Declared",
    "declaring.first": "First to declare",
    "declaring.direction": "In turn",
    "declaring.shown": "Cards shown",
    "declaring.compulsory": "Must declare",
    "declaring.reuse": "Cards used twice",
    "declaring.paid": "Paid",
    "declaring.to": "Paid to",
    "declaring.settle": "Paid by",
    "declaring.text": "Declaring: also",
    "play.leads": "First lead",
    "play.direction": "Direction of play",
    "play.must_follow": "Must follow suit",
    "play.must_trump": "Must trump",
    "play.must_overtrump": "Must overtrump",
    "play.must_overtake": "Must play higher",
    "play.tricks_kept": "Tricks kept",
    "play.secondary_trumps": "Secondary trumps",
    "play.review": "Looking back",
    "play.text": "Play: also",
    "talk": "Talk",
    "counting.by": "Cards counted in",
    "counting.odd": "Cards left over",
    "counting.fool_apart": "Fool counted apart",
    "counting.last_trick": "Last trick",
    "counting.over_half": "Each card over half",
    "counting.text": "Counting: also",
    "win.aim": "Aim",
    "win.at_least": "Points to win",
    "win.more_than": "To win, more than",
    "win.by": "Depends on",
    "win.draw": "Draw at",
    "win.par": "Par",
    "win.marcio": "Heavy defeat",
    "win.text": "Winning: also",
    "score.base": "Base score",
    "score.each": "Game points a step",
    "score.step": "Card points in a step",
    "score.start": "Counted from",
    "score.round": "Rounded",
    "score.times": "Multiplied by",
    "score.bands": "Paid by card points",
    "score.settle": "Paid by",
    "score.unit": "Unit",
    "score.paid": "When paid",
    "score.text": "Score: also",
    "tally.unit": "Rubber",
    "tally.keeps": "Kept",
    "tally.first_to": "Played to",
    "tally.hands": "Hands in a rubber",
    "tally.bonus": "Bonus",
    "tally.bands": "Paid by difference",
    "tally.partners": "Partners",
    "tally.text": "Rubber: also",
    "doubling.says": "Doubling",
    "doubling.of": "Doubles apply to",
    "doubling.by": "Doubled by",
    "doubling.limit": "Limit",
    "doubling.text": "Doubling: also",
}

ABSENT = {"unstated": "unstated", "none": "none", "agreed": "agreed by the players", "as-taken": "follows from play"}
COUNT_WORDS = {
    "1": "single cards",
    "2": "twos",
    "3": "threes",
    "4": "fours",
    "trick": "tricks (the original method)",
    "players": "sets of as many as players",
    "values": "valuable cards only",
    "threes-minus-one": "threes, one off",
}
CLASS_WORDS = {
    "top": "the top trump",
    "pagat": "the lowest trump (Pagat)",
    "fool": "the Fool",
    "K": "each King",
    "Q": "each Queen",
    "C": "each Knight",
    "J": "each Jack",
    "kings": "Kings",
    "queens": "Queens",
    "knights": "Knights",
    "jacks": "Jacks",
    "courts": "court cards",
    "trumps": "trumps",
    "honours": "honours",
    "numerals": "numeral cards",
}
ROLE_WORDS = {"top": "the top trump", "pagat": "the lowest trump"}


@cache
def term_lists() -> Mapping[tuple[str, ...], str]:
    """Return which vocabulary list each field takes its terms from; `*` stands for the id of a named thing."""
    found: dict[tuple[str, ...], str] = {}
    _walk(Rules, (), found)
    return found


def _walk(model: type[BaseModel], path: tuple[str, ...], found: dict[tuple[str, ...], str]) -> None:
    for name, field in model.model_fields.items():
        _hint(field.annotation, (*path, name), found)
        for meta in field.metadata:
            if isinstance(meta, Term):
                found[(*path, name)] = meta.vocabulary


def _hint(hint: Any, path: tuple[str, ...], found: dict[tuple[str, ...], str]) -> None:
    if isinstance(hint, Term):
        found.setdefault(path, hint.vocabulary)
    elif isinstance(hint, type) and issubclass(hint, BaseModel):
        if len(path) < 4:
            _walk(hint, path, found)
    elif get_origin(hint) is dict:
        _hint(get_args(hint)[1], (*path, "*"), found)
    elif get_origin(hint) is Annotated or get_args(hint):
        for arg in get_args(hint):
            _hint(arg, path, found)


class Labels:
    """Names for everything a page mentions."""

    def __init__(self, computed: ComputedCorpus):
        self.computed, self.corpus = computed, computed.corpus

    def title(self, kind: str, id: str) -> str:
        """Return the name of an object."""
        if kind == "game":
            game = id.partition("/")[0]
            if id in self.corpus.rulesets:
                return f"{game} {self.corpus.rulesets[id].title}"
            if game in self.corpus.games:
                return f"{game} {self.corpus.games[game].facts.title}"
            entry = self.corpus.shared["catalogue"].get(game)
            return f"{game} {entry.title}" if entry and entry.title != "unstated" else id
        if kind == "tradition":
            return self.corpus.traditions[id].facts.title if id in self.corpus.traditions else id
        if kind == "source":
            return self.corpus.bibliography[id].label if id in self.corpus.bibliography else id
        if kind == "term":
            entry = self.corpus.shared["glossary"].get(id)
            return entry.term if entry else id
        shelf = {"pack": "packs", "order": "trump-orders", "place": "places", "attestation": "attestations"}.get(kind)
        entry = self.corpus.shared[shelf].get(id) if shelf else None
        return (entry.title or id) if entry else id

    def ref(self, kind: str, id: str, cls: str = "") -> Ref:
        """Return a link that bears the object's name."""
        return Ref(kind, id, self.title(kind, id), cls)

    def source(self, key: str) -> Child:
        """Return a witness's siglum or a work's short name as a link; plain text where there is no such key."""
        first = key.split(maxsplit=1)[0]
        if first not in self.corpus.bibliography:
            return key
        rest = key[len(first) :]
        link = Ref("source", first, self.title("source", first), "siglum")
        return E("span", link, rest) if rest else link

    def term(self, list_: str, term: str) -> str:
        """Return the label of a term of the vocabulary."""
        entry = self.corpus.vocabulary.get(list_, {}).get(term)
        return entry.label if entry else term

    def layer(self, layer: str, home: str) -> list[Child]:
        """Return who set a fact, as seen from a game: nothing for the game itself, a witness, or where it comes from."""
        owner, _, key = layer.partition("/")
        parts: list[Child] = []
        if owner != home:
            if owner == "family":
                parts.append(Ref("tradition", "family", "all tarot games", "asin"))
            else:
                parts.append(self.ref("game" if owner in self.corpus.games else "tradition", owner, "asin"))
        if key:
            parts.append(self.source(key) if key in self.corpus.bibliography else key)
        return joined(parts, " ")

    def origin(self, origin: Origin | None, home: str) -> list[Child]:
        """Return the mark of provenance of a fact."""
        if origin is None:
            return []
        found = self.layer(origin.layer, home)
        return [*found, " (presumed)"] if origin.presumed else found

    def field(self, path: tuple[str, ...]) -> str:
        """Return the label of a field."""
        dotted = ".".join(path)
        if dotted in FIELDS:
            return FIELDS[dotted]
        if path[0] == "discard" and len(path) > 1:
            return f"Discarding {self.cards_word(path[1])}"
        if path[0] == "groups" and len(path) > 1:
            return f"Group: {path[1].replace('-', ' ')}"
        return path[-1].replace("_", " ").replace("-", " ").capitalize()

    def cards_word(self, name: str) -> str:
        """Return a card or class of cards in words."""
        if name.isdecimal() and int(name) <= 41:
            return f"the {roman(int(name))}"
        if name in COURTS:
            return {"K": "Kings", "Q": "Queens", "C": "Knights", "J": "Jacks"}[name]
        return {**CLASS_WORDS, **ROLE_WORDS}.get(name, name.replace("-", " "))

    def value(self, path: tuple[str, ...], value: Any) -> list[Child]:
        """Return the value of a field as children: absences marked, terms labelled, packs and orders linked."""
        if value is None:
            return [E("span", "not recorded", cls="absent unread")]
        if isinstance(value, str) and value in set(Absence):
            return [E("span", ABSENT[value], cls=f"absent {value}")]
        if path == ("pack",):
            return [self.ref("pack", str(value))]
        if path == ("trump_order",):
            return [self.ref("order", str(value))]
        if path == ("counting", "by"):
            return [COUNT_WORDS.get(str(value), str(value))]
        terms = self.terms(path)
        if terms and isinstance(value, str):
            return [self.term(terms, value)]
        return [self.words(value, terms)]

    def terms(self, path: tuple[str, ...]) -> str:
        """Return the vocabulary list of a field, or an empty text."""
        lists = term_lists()
        general = tuple("*" if n == 1 and len(path) > 2 else p for n, p in enumerate(path))
        if path[:1] == ("discard",) and path[1:2] and path not in lists:
            return "discard-rule"
        return lists.get(path) or lists.get(general) or ""

    def words(self, value: Any, terms: str = "") -> str:
        """Return any value in words."""
        if isinstance(value, dict):
            by_number = all(str(k).isdecimal() for k in value)
            return "; ".join(f"{self._key(k, by_number)}: {self.words(v, terms)}" for k, v in value.items())
        if isinstance(value, list | tuple):
            return ", ".join(self.words(v, terms) for v in value)
        text = str(value)
        return self.term(terms, text) if terms else text.replace("..", "–") if text[:1].isdecimal() else text

    @staticmethod
    def _key(key: Any, by_number: bool) -> str:
        return str(key) if by_number or ".." not in str(key) else str(key).replace("..", "–")

    def card(self, name: str, figures: Figures) -> list[Child]:
        """Return a card or class as drawings with its name: the cards of a small group, or the word for a large one."""
        if figures.ranking is None:
            return [self.cards_word(name)]
        try:
            found = find(name, figures.ranking, figures.groups)
        except ValueError:
            return [self.cards_word(name)]
        ranks = {c.rank for c in found}
        if len(found) > 1 and len(ranks) == 1 and found[0].kind == "suit":
            return [Raw(drawings.inline(rank=found[0].rank), ""), " ", self.cards_word(name)]
        if 0 < len(found) <= 2:
            return [*joined([draw(c) for c in found], " "), " ", self.cards_word(name)]
        return [self.cards_word(name)]


def draw(card: Any) -> Raw:
    """Draw a card of `tarotref.cards.card` for running text."""
    if card.kind == "fool":
        return Raw(drawings.inline(fool=True), "Fool")
    if card.kind == "trump":
        numbered = card.trump.isdecimal()
        return Raw(
            drawings.inline(
                trump=roman(int(card.trump)) if numbered else "",
                title="" if numbered else card.trump.replace("-", " ").capitalize(),
            ),
            str(card),
        )
    return Raw(drawings.inline(suit=card.suit, rank=card.rank), str(card))


__all__ = ["GROUPS", "SECTION_OF", "Labels", "draw"]
