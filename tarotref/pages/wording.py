"""How things are called on pages: the words of `tarotref.words.wording` with links, marks of absence and drawings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tarotref.cards.names import find
from tarotref.computed.columns import Feature
from tarotref.computed.evidence import shown
from tarotref.computed.figures import Figures
from tarotref.computed.standing import Cell
from tarotref.corpus.layers import Origin
from tarotref.corpus.records import ROOT, Ruleset
from tarotref.model.references import mark
from tarotref.model.rules import SECTIONS, entries
from tarotref.model.shared import Claim
from tarotref.model.types import Absence, Facts, Names, given
from tarotref.notation import folded, roman
from tarotref.pages.drawings import cards as drawings
from tarotref.pages.drawings.shapes import index
from tarotref.pages.elements import Child, E, El, Raw, Ref, joined, prose
from tarotref.words.labels import ABSENT, AS_TAKEN, STATUS
from tarotref.words.phrases import listed, small
from tarotref.words.sentences import claimed
from tarotref.words.wording import Wording

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

GROUPS: dict[str, tuple[str, ...]] = {}
"""Sections of the rules by their group in a page's table of facts; named things have tables of their own."""
for _name, _section in SECTIONS.items():
    if _section.group:
        GROUPS[_section.group] = (*GROUPS.get(_section.group, ()), _name)
SECTION_OF = {name: section.page for name, section in SECTIONS.items()} | {
    "names": "Cards and terms",
    "stated": "Scoring",
    "examples": "Scoring",
    "readings": "Readings",
    "variants": "Variants",
    "relations": "Relations",
}
"""The section of a page where a note on a field stands."""


OF_TRADITION, OF_ALL = "†", "‡"
"""Marks of facts that a game shares with its tradition, and with all tarot games."""
SHARED = "means that a fact is shared "
MARKS = "marks"
"""The id of the words that say what these mean."""


class Labels(Wording):
    """Names and words for everything a page mentions, with links."""

    def __init__(self, computed: ComputedCorpus):
        super().__init__(computed.corpus)
        self.computed = computed

    def ref(self, kind: str, id: str, cls: str = "") -> Ref:
        """Return a link that bears the object's name."""
        return Ref(kind, id, self.title(kind, id), cls)

    def record(self, id: str) -> Child:
        """Return a link to a game, a ruleset or a tradition; the bare number where the catalogue has none of the id."""
        if id in self.corpus.traditions:
            return self.ref("tradition", id)
        game = id.partition("/")[0]
        known = game in self.corpus.games or game in self.corpus.shared["catalogue"]
        return self.ref("game", id) if known else f"game {id}"

    def source(self, key: str) -> Child:
        """Return a witness's siglum or a work's short name as a link; plain text where there is no such key."""
        one, sign, more = key.partition("; ")
        if sign and more.split(maxsplit=1)[0].rstrip(",") in self.corpus.bibliography:
            return E("span", self.source(one), sign, self.source(more))
        first = key.split(maxsplit=1)[0].rstrip(",")
        if first not in self.corpus.bibliography:
            return key
        rest = key[len(first) :]
        link = Ref("source", first, self.title("source", first), "siglum")
        return E("span", link, rest) if rest else link

    def reported(self, r: Ruleset) -> str:
        """Return in a sentence what the source reports of the witness of a reading, and where the rest is from."""
        who, base = self.title("source", r.key), self.corpus.rulesets.get(r.base)
        own = [*r.own, *(path for path, origin in r.withdrawn.items() if r.sets(origin))]
        text = ", unless the text says otherwise"  # what is made of facts reads no text
        like = ""
        if base and base.kind == "reading":
            theirs = base.game if base.key == r.key else self.title("source", base.key)
            like = f"According to {who} the rules are those of {theirs}{', except for what follows' if own else text}. "
        # What is reported of another game's main rules says nothing of this one's.
        traditions = (id for id in self.corpus.bases(r.game) if id in self.corpus.traditions)
        layers = (self.corpus.record(id).facts.readings.get(r.key) for id in (r.game, *traditions))
        if any(found and "all" in found.reports for found in layers):
            but = ", except for what is told here" if own else text
            return f"{like}The source applies the main rules to {who} as well{but}."
        if not like and not any(origin.carried for origin in r.origin.values()):
            shared = self.those_of(self.tradition(r.game))
            return (
                f"This version has only what is reported of {who} and what {shared} share. "
                "It takes nothing from the main rules."
            )
        told = [p for p, o in r.origin.items() if o.layer.partition("/")[0] in self.corpus.games and not o.carried]
        told += own
        silent = {path for path in told if r.at(path) is Absence.UNSTATED}
        about = dict.fromkeys(small(SECTIONS[str(path[0])].title) for path in told if path not in silent)
        whole = {path[0] for path in silent if len(path) == 1}
        open_ones = dict.fromkeys(
            small(SECTIONS[str(path[0])].title)
            if path[0] in whole
            else f"“{self.field((str(path[0]), *map(str, path[1:2])))}”"
            for path in told
            if path in silent and small(SECTIONS[str(path[0])].title) not in about
        )
        nothing = f" Nothing is said about {listed(open_ones)}." if open_ones else ""
        if not about and not nothing:
            return like.strip() or f"No difference is reported for {who}. Everything follows the main rules."
        more = f"{nothing}{'' if like else ' Everything else follows the main rules.'}"
        return f"{like}What is reported of {who} concerns {listed(about)}.{more}" if about else f"{like}{more.strip()}"

    def claim(self, claim: Claim) -> list[Child]:
        """Return what a piece of evidence shows: `the word taraux`, `tarot forbidden`."""
        of = claim.of or ""
        named = self.names_in_claims.get(of) or (of.replace("-", " ") if of.islower() else of)
        told: list[Child]
        if claim.what == "pack":
            told = [self.ref("pack", of)]
        elif claim.what == "trump-order":
            told = ["the trump order ", self.ref("order", of)]
        elif claim.what == "word":
            told = ["the word ", E("i", of)]
        elif claim.what == "rules":
            told = [f"rules of {named}"]
        elif claim.what == "feature":
            found = shown(self.corpus, claim)
            value = self.cell(found[0], Cell(found[1], "stated")) if found else str(claim.value)
            told = [Ref("feature", of, claimed(of, found[0].label, value))] if found else [f"{of}: {value}"]
        else:
            told = [f"{named} {self.term('claim', claim.what)}"]
        return told

    @property
    def names_in_claims(self) -> dict[str, str]:
        """The titles of traditions, games and packs by the word that a claim has for them: `tarok-lhombre`."""
        return self.computed.memo.once("names in claims", self._named)

    def _named(self) -> dict[str, str]:
        shelves = self.corpus.shared["packs"], {id: t.facts for id, t in self.corpus.traditions.items()}
        titles = [
            record.facts.title for shelf in (self.corpus.games, self.corpus.traditions) for record in shelf.values()
        ]
        return {
            re.sub(r"[^a-z0-9]+", "-", folded(title.replace("’", "").replace("'", ""))): title for title in titles
        } | {id: entry.title or id for shelf in shelves for id, entry in shelf.items()}

    def shown(self, feature: Feature, cell: Cell) -> Child:
        """Return a cell of comparison: in words, or why it has no value."""
        if cell.value is None:
            made = self.absent(cell.status)
            return (
                made._replace(children=(self.cell(feature, cell),)) if (feature.name, cell.status) in AS_TAKEN else made
            )
        return self.cell(feature, cell)

    def thing_cell(self, path: tuple[str, ...], value: Any, fields: Iterable[str] | None = None) -> list[Child]:
        """Return what is told of a named thing: in all its fields, or in some."""
        if not isinstance(value, Facts):
            return self.marked(path, value)
        return prose(self.thing(path, value, fields), self.title) or ["nothing further"]

    def layer(self, layer: str, home: str) -> list[Child]:
        """Return who set a fact, as seen from a game: nothing for the game itself, a witness, or the mark of where it comes from."""
        owner, _, key = layer.partition("/")
        parts: list[Child] = [] if owner == home else [self.inherited(owner, home)]
        if key:
            variant = self.corpus.game(owner).variants.get(key) if owner in self.corpus.games else None
            other = f"“{variant.title}”" if variant is not None else key
            parts.append(self.source(key) if key in self.corpus.bibliography else other)
        return joined(parts, " ")

    def inherited(self, owner: str, home: str) -> Child:
        """Return the mark of what a game shares with another record: a sign for its tradition and for all tarot games,
        which the page explains once (`key`), else a link."""
        if owner in self.corpus.games:
            return Ref("game", owner, owner, "asin")
        sign = OF_ALL if owner == ROOT else OF_TRADITION if owner == self.tradition(home) else ""
        if not sign:
            return self.ref("tradition", owner, "asin")
        return E("a", sign, href=f"#{MARKS}", cls="shared")

    def tradition(self, home: str) -> str:
        """Return the tradition of a game; nothing for a tradition."""
        return str(self.corpus.game(home).tradition) if home in self.corpus.games else ""

    def those_of(self, tradition: str) -> str:
        """Return the games of a tradition in words."""
        return "all tarot games" if tradition == ROOT else games_of(self.title("tradition", tradition))

    def key(self, owners: Iterable[str], home: str) -> El | None:
        """Return what the marks of a game's page mean, those that it has."""
        found = dict.fromkeys(owners)
        told: list[list[Child]] = []
        for owner, sign in ((self.tradition(home), OF_TRADITION), (ROOT, OF_ALL)):
            if owner in found:
                told.append(
                    [f"{sign} ", SHARED if not told else "", "with ", Ref("tradition", owner, self.those_of(owner))]
                )
        if any(owner in self.corpus.games for owner in found if owner != home):
            number = "and a number " if told else "A number "
            told.append([E("span", number, cls="asin"), SHARED if not told else "", "with that game"])
        return (
            E(
                "p",
                joined((E("span", one) for one in told), ", "),
                ".",
                cls="key",
                id=MARKS,
            )
            if told
            else None
        )

    def origin(self, origin: Origin | None, home: str) -> list[Child]:
        """Return the mark of provenance of a fact."""
        if origin is None:
            return []
        found = self.layer(origin.layer, home)
        return [*found, " (not reported)" if origin.carried else " (presumed)" if origin.presumed else ""]

    def absent(self, why: str) -> El:
        """Return the mark of a value that is not there, and why."""
        unread = why in ("missing", "not-recorded", "not-computable")
        words = STATUS.get(why) or (ABSENT[Absence(why)] if why in set(Absence) else why.replace("-", " "))
        return E("span", words, cls=f"absent {'unread' if unread else why}")

    def marked(self, path: tuple[str, ...], value: Any) -> list[Child]:
        """Return the value of a field: what it names as a link, its absence marked, all else in words."""
        if path == ("bidding", "all_pass") and value is Absence.NONE and (played := self._if_all_pass()):
            return [f"{played} is played"]
        if value is None or isinstance(value, Absence):
            return [self.absent(value.value if isinstance(value, Absence) else "missing")]
        named = mark(path)
        if isinstance(named, Names) and not named.inside and isinstance(value, str):
            return [self.ref(named.kind, value)]
        return prose(self.value(path, value), self.title)

    def _if_all_pass(self) -> str:
        """Return what is played when all have passed, where a bid is."""
        bids = entries(self.ruleset.rules.bids) if self.ruleset else ()
        return listed((self.named("bid", id) for id, bid in bids if given(bid.if_all_pass)), "or")

    def card(self, name: str, figures: Figures) -> list[Child]:
        """Return a card or class as drawings with its name: the cards of a small group, or the word for a large one."""
        if figures.ranking is None:
            return [self.cards(name)]
        try:
            found = find(name, figures.ranking, figures.groups)
        except ValueError:
            return [self.cards(name)]
        ranks = {c.rank for c in found}
        if len(found) > 1 and len(ranks) == 1 and found[0].kind == "suit":
            return [Raw(drawings.inline(rank=found[0].rank), ""), " ", self.cards(name)]
        if 0 < len(found) <= 2:
            drawn = (Raw(draw(c).html) for c in found)  # whose names follow in words
            return [*joined(list(drawn), " "), " ", self.cards(name)]
        return [self.cards(name)]


def games_of(title: str) -> str:
    """Return the games of a tradition in words, from its title: `the games of Königrufen`, `the early games in France`."""
    if title.startswith(("Early ", "The ", "Relatives ", "Other ")):
        return f"the {small(title.removeprefix('The '))}"
    return f"the games of {title}"


def draw(card: Any) -> Raw:
    """Draw a card of `tarotref.cards.card` for running text."""
    return Raw(drawings.inline(**shape_of(card)), letters(card))


def letters(card: Any) -> str:
    """Return a card in letters: a Knight as `Kn`, since a C stands for clubs."""
    text = str(card)
    return index(card.rank) + text[len(card.rank) :] if card.kind == "suit" else text


def tile(card: Any) -> Raw:
    """Draw a card where a page shows many; its signs must be on the page once (`drawings.signs`)."""
    return Raw(drawings.tile(**shape_of(card)), letters(card))


def strip(cards: Iterable[Any]) -> Raw:
    """Draw cards of one suit, or trumps, held side by side."""
    found = list(cards)
    return Raw(drawings.strip([shape_of(card) for card in found]), " ".join(map(letters, found)))


def shape_of(card: Any) -> dict[str, Any]:
    """Return a card of `tarotref.cards.card` as drawings take it."""
    if card.kind == "fool":
        return {"fool": True}
    if card.kind == "suit":
        return {"suit": card.suit, "rank": card.rank}
    if card.trump.isdecimal():
        return {"trump": roman(int(card.trump))}
    return {"title": card.trump.replace("-", " ").capitalize()}


__all__ = ["GROUPS", "OF_ALL", "OF_TRADITION", "SECTION_OF", "Labels", "draw", "strip", "tile"]
