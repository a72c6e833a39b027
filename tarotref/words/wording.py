"""How everything is called and every value put into words: one way for pages, tables, the terminal and scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from tarotref.cards.holdings import Holding, Wild, Worth, describe_wild, describe_worth
from tarotref.model.references import mark
from tarotref.model.rules import Announced, Annulment, Asks, Condition, TalonUse
from tarotref.model.types import Absence, Facts, Names, Term, given
from tarotref.words import bonuses as _bonuses
from tarotref.words import clauses_of_deals, clauses_of_score  # noqa: F401  (they register what they tell)
from tarotref.words.clauses import PHRASES, TELL, by_number, by_trick
from tarotref.words.clauses_of_contracts import lying
from tarotref.words.contracts import changed, left_open, thing
from tarotref.words.labels import (
    ABSENT,
    AS_TAKEN,
    COUNTING,
    KEYWORDS,
    NONE,
    PAYERS_OF_TWO,
    ROUNDING,
    STATUS,
)
from tarotref.words.maps import MAPS
from tarotref.words.naming import Naming
from tarotref.words.phrases import figure, listed, listed_clauses, ordinal, runs, span
from tarotref.words.sentences import sentences


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


class Wording(Naming):
    """Names for everything a corpus mentions, and words for every value of its rules."""

    def value(self, path: tuple[str | int, ...], value: Any) -> str:
        """Return a value that stands at a path of the rules in words for readers."""
        steps = tuple(map(str, path))
        if value is None:
            return STATUS["missing"]
        if isinstance(value, Absence):
            return ABSENT[value]
        if isinstance(value, str):
            return self._text(steps, value)
        if isinstance(value, tuple):
            return self._several(steps, value)
        if isinstance(value, dict):
            return self._mapping(steps, value)
        if isinstance(value, Facts):
            return self.facts(value)
        if isinstance(value, Holding):
            return self.held(value)
        if isinstance(value, Wild):
            return describe_wild(value, self.cards)
        if isinstance(value, Worth):
            return describe_worth(value, *self.asked(steps), unit=self.several, label=self.cards)
        if steps[-1:] == ("deadline",) and isinstance(value, int):
            return "before play" if value == 1 else f"before the {ordinal(value)} trick"
        return figure(value)

    def _text(self, steps: tuple[str, ...], value: str) -> str:
        """Return a value that is text in words: a name, a term, a word of a few."""
        named = mark(steps) if steps else None
        if steps == ("score", "round") and value in ROUNDING and not self.compared:
            return ROUNDING[value]
        if steps == ("tally", "settle") and value == "loser" and self.alone():
            return "the loser"
        if steps[-1:] == ("settle",) and value in ("opponents", "others"):
            return self._settled(steps, value)
        if steps[-1:] == ("settle",) and value in PAYERS_OF_TWO and self.for_two():
            return PAYERS_OF_TWO[value]
        if isinstance(named, Names):
            return self.title(named.kind, value)
        if steps == ("counting", "by"):
            return COUNTING[value]
        if isinstance(named, Term):
            if named.vocabulary == "who" and self.for_two():
                return self.who(value)
            if (named.vocabulary, value) == ("case-at", "before-bidding") and self._nobody_bids():
                return "before play"
            label = self.term(named.vocabulary, value)
            by_player = self.alone() or (steps[:1] == ("fool",) and self._own_fool())
            return label.replace("by a side without", "by a player without") if by_player else label
        if value == self.term("who", "opponents") and self.for_two():  # as a record has it in words
            return self.who("opponents")
        return KEYWORDS.get((steps[-1], value), value) if steps else value

    def _settled(self, steps: tuple[str, ...], who: str) -> str:
        """Return by whom something is paid, and to whom, if it may be lost; or that nobody pays it."""
        if who == "others" and _bonuses.gains_marked(self, steps[0]):
            return "nobody; the player alone marks"
        if self.for_two():
            return "one to the other" if steps == ("score", "settle") else self.who(who)
        return f"{self.term('settle', who)}{', or to them' if steps == ('score', 'settle') else ''}"

    def _own_fool(self) -> bool:
        """Whether it is the tricks of the player who had the Fool, and not of a partner, that keep it."""
        fool = given(self.ruleset.rules.fool) if self.ruleset is not None and not self.compared else None
        return fool is not None and given(fool.own) is True

    def _nobody_bids(self) -> bool:
        """Whether there is no bidding in the game."""
        return self.ruleset is not None and not self.compared and self.ruleset.rules.bidding is Absence.NONE

    def _several(self, steps: tuple[str, ...], value: tuple[Any, ...]) -> str:
        """Return several values in words."""
        if value and isinstance(value[0], Holding):
            return listed(map(self.held, value), "or")
        if value and isinstance(value[0], Facts):
            # of several bonuses of a rubber the last that applies is paid, and no other
            return (", or " if steps[-1:] == ("bonus",) else "; ").join(map(self.facts, value))
        if steps[-1:] == ("packets",):
            return listed(map(figure, value))
        if steps[:1] == ("groups",):
            return listed(map(self.cards, runs(value)))
        if steps[:2] == ("deal", "stacks"):
            return listed(f"{number} of {size} cards" for size, number in Counter(value).items())
        told = [self.value(steps, v) for v in value]
        last = "or" if {*steps[-1:]} & {"announces", "over", "due", "in_place", "or_announces"} else "and"
        return listed(told, last) if steps and mark(steps) else ", ".join(told)

    def told(self, path: tuple[str, ...], value: Any) -> str:
        """Return a value in words; nothing where it is absent, unless its being absent is worth a word."""
        if value is None or isinstance(value, Absence):
            return NONE.get(path[-1], "") if value is Absence.NONE else ""
        return self.value(path, value)

    def _mapping(self, path: tuple[str, ...], value: Mapping[Any, Any]) -> str:
        """Return a mapping in words, by what its keys are."""
        last = path[-1]
        if value and all(isinstance(key, int) for key in value):
            playing = (given(self.ruleset.rules.players) if self.ruleset else None) or tuple(value)
            here = {n: one for n, one in value.items() if n in playing} or value
            return by_trick(self, path, value) if last in ("lost", "pays") else by_number(self, path, here, "players")
        if last == "rules":
            return changed(self, path, value)
        if path == ("talk",):
            return ", ".join(
                f"{'not stated' if v is Absence.UNSTATED else self.value(path, v)} in {'the deal' if k == 'deal' else k}"
                for k, v in value.items()
            )
        if path == ("suit_order",):
            return self._suit_order(value)
        if last in MAPS:
            return MAPS[last](self, path, value)
        by = {"extra": "to", "takes": "by", "cards": "by", "par": "for"}.get(last, "for")
        whose = {k: self.who(k) for k in value}
        sides = given(self.ruleset.rules.sides) if self.ruleset is not None else None
        if path[:1] in (("win",), ("score",)) and sides not in (None, "individual"):  # partners count together
            whose |= {k: f"{self.who(k)}'s side" for k in value if k == "dealer"}
            whose |= {k: "the other side" for k in value if k == "opponents"}
        return listed(f"{self.value(path, v)} {by} {whose[k]}" for k, v in value.items())

    def _suit_order(self, value: Mapping[str, Any]) -> str:
        found: dict[str, list[str]] = {}
        pack = self.corpus.shared["packs"].get(str(given(self.ruleset.rules.pack))) if self.ruleset else None
        german = {"Q": "Ober", "J": "Unter"} if getattr(pack, "suits", "") == "german" else {}
        for suit, ranks in value.items():
            found.setdefault(", ".join(german.get(rank) or span(rank) for rank in ranks), []).append(suit.capitalize())
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
            return ", ".join(
                f"{n} with {players}" for players, _, n in (part.partition(":") for part in text.split(";"))
            )
        return ", ".join(text.split(";")) if isinstance(cell.value, str) else figure(cell.value)

    def thing(self, path: tuple[str, ...], value: Facts, fields: Iterable[str] | None = None) -> str:
        """Return what is told of a thing with a name in sentences: in all its fields, or in some."""
        return thing(self, path, value, fields)

    def facts(self, value: Facts) -> str:
        """Return a small group of facts in sentences; what is told as part of one, as a phrase."""
        told = [clause for clause in TELL[type(value)](self, value) if clause]
        text = "" if isinstance(value, Annulment | Asks) else given(getattr(value, "text", None)) or ""
        text = lying(value)[1] if isinstance(value, TalonUse) else text
        text = _bonuses.manner(value)[1] if isinstance(value, Announced) else text
        if isinstance(value, Condition):
            return ", and ".join(filter(None, [*told, text]))
        if type(value) in PHRASES:
            return listed_clauses([*told, text])
        return sentences([*told, text, *left_open(value)])
