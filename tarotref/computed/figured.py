"""A corpus with what is computed of each of its packs, orders and rulesets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from tarotref import catalogue_number
from tarotref.cards.card import Card, Pack
from tarotref.cards.counting import Count
from tarotref.cards.names import parse_card
from tarotref.cards.odds import Intractable
from tarotref.cards.packs import pack_from_rule
from tarotref.cards.trump_orders import Order, read_orders
from tarotref.computed import order_distance
from tarotref.computed.declarations import declaration_odds, declarations
from tarotref.computed.figures import Figures, Reckoner
from tarotref.computed.memo import Keep, Memo
from tarotref.computed.piles import count_pile, languages
from tarotref.corpus.lazy import Lazy
from tarotref.corpus.records import Corpus, Ruleset
from tarotref.corpus.resolver import Resolver
from tarotref.corpus.source import Path
from tarotref.model import rules
from tarotref.model.types import given, told
from tarotref.problem import nearest


def _made_of(entry: dict[str, Any]) -> str:
    """Return the id of the pack that another is made of, or an empty text."""
    return str(entry["rule"].get("of", ""))


def _hangs(of: rules.Rules, made: rules.Declaration) -> bool:
    """Whether a declaration hangs on more than what is dealt of its cards: on what its player wins, or holds beside them."""
    kind = rules.kind_of(of, made)
    if "tricks" in (told(made, "where"), told(kind, "where")):
        return True
    conditions = (given(made.only_if), given(made.unless))
    return any(told(one, part) is not None for one in conditions for part in ("held", "left", "points"))


LAID_AWAY = 3
"""Of a hand from which players discard more cards, chance alone does not say how often it has a holding."""


class Figured:
    """A corpus with what is computed of each of its packs, orders and rulesets."""

    def __init__(self, corpus: Corpus, memo: Memo | None = None):
        self.corpus = corpus
        self.memo = memo or Memo()
        self._faults: list[tuple[str, Path, str]] = []
        self._odds: dict[Any, Fraction | Intractable | None] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Return what of it is worth keeping: the corpus, packs and orders, and what was reckoned for each ruleset."""
        _ = self.packs, self.orders
        lasting = ("corpus", "memo", "packs", "orders", "_faults")
        found = {name: value for name, value in self.__dict__.items() if name in lasting}
        # Odds are known by the identity of rankings, which is another elsewhere; those of rulesets are among what was made.
        return found | {"_odds": {}}

    @cached_property
    def packs(self) -> dict[str, Pack]:
        """Every pack that can be made from its rule."""
        known: dict[str, Pack] = {}
        waiting = {
            id: {"title": p.title, "suits": p.suits, "rule": p.rule}
            for id, p in self.corpus.shared["packs"].items()
            if p.rule
        }
        # What is made of a pack that could not be read, or made, is not told again.
        bad = {str(path[0]) for path in self.corpus.faults.get("corpus/packs.yaml", ()) if path} - {*waiting}
        while ready := [id for id, entry in waiting.items() if _made_of(entry) not in waiting]:
            for id in ready:
                entry = waiting.pop(id)
                try:
                    if _made_of(entry) not in bad:
                        known[id] = pack_from_rule(id, entry, known)
                        continue
                except ValueError as error:
                    self._note(id, str(error))
                bad.add(id)
        self._faults += [("packs", (id, "rule"), "is made of itself") for id in waiting]
        return {id: known[id] for id in self.corpus.shared["packs"] if id in known}

    def _note(self, id: str, message: str) -> None:
        """Note what is wrong with a pack, once for each key of its rule."""
        found: dict[str, list[str]] = {}
        for line in message.split("\n"):
            key, _, text = line.removeprefix(f"pack {id}: ").partition(": ")
            found.setdefault(key, []).append(text)
        self._faults += [("packs", (id, "rule", key), "; ".join(texts)) for key, texts in found.items()]

    @cached_property
    def orders(self) -> dict[str, Order]:
        """Every trump order."""
        found, faults = read_orders(self.corpus.shared["trump-orders"])
        self._faults += [("trump-orders", path, text) for path, text in faults]
        return found

    @property
    def faults(self) -> list[tuple[str, Path, str]]:
        """(Shared file, path in it, what is wrong) for packs and orders, which are found as these are made."""
        _ = self.packs, self.orders
        return self._faults

    @cached_property
    def reckoner(self) -> Reckoner:
        """What computes figures with this corpus's packs and orders."""
        suits = {id: pack.suits for id, pack in self.corpus.shared["packs"].items()}
        return Reckoner(self.packs, self.orders, suits)

    @cached_property
    def order_distances(self) -> dict[tuple[str, str], order_distance.Distance]:
        """How far apart trump orders are, every two of them."""
        return self.memo.once("order-distances", lambda: order_distance.distances(self.orders), lasting=True)

    def ruleset(self, id: str) -> Ruleset:
        """Return a ruleset by id (`8.11`, `DM8.11/RI-1830`); KeyError, with the nearest id, where there is none."""
        number, _, key = catalogue_number.bare(id).partition("/")
        game = self.corpus.game(number)
        full = f"{game.id}/{'main' if key == game.main else key or 'main'}"
        if full not in self.corpus.rulesets:
            raise KeyError(f"no ruleset has the id {id!r}{nearest(full, self.corpus.rulesets)}")
        return self.corpus.rulesets[full]

    @property
    def common(self) -> Mapping[str, Ruleset]:
        """The rules that the games of each tradition share, as a ruleset, by the tradition's id."""
        return self.memo.once("common", lambda: Lazy(self.corpus.traditions, Resolver(self.corpus).common))

    @property
    def pointing(self) -> dict[str, list[str]]:
        """The records that name another as one to which they stand in a relation, or as their base, by the id of that."""
        return self.memo.once("pointing", self._pointing)

    def _pointing(self) -> dict[str, list[str]]:
        found: dict[str, dict[str, None]] = {}
        for id, record in {**self.corpus.traditions, **self.corpus.games}.items():
            named = [rel.to for rel in record.facts.relations]
            named += [to.partition("/")[0] for to in (*named, getattr(record.facts, "like", None) or "")]
            for to in filter(None, named):
                found.setdefault(to, {})[id] = None
        return {to: list(ids) for to, ids in found.items()}

    def comparable(self, id: str) -> Ruleset:
        """Return what can be laid beside others: a ruleset by its id, or what the games of a tradition share by the tradition's;
        KeyError, with the nearest id, where there is neither."""
        if (found := id.strip().removesuffix("/main")) in self.corpus.traditions:
            return self.common[found]
        try:
            return self.ruleset(id)
        except KeyError:
            if not any(map(str.isdigit, id)) and (near := nearest(id, self.corpus.traditions)):
                raise KeyError(f"no game or tradition has the id {id!r}{near}") from None
            raise

    def of_tradition(self, id: str) -> list[Ruleset]:
        """Return the main rulesets of the games of a tradition."""
        corpus = self.corpus
        return [r for r in corpus.rulesets.values() if r.kind == "main" and corpus.game(r.game).tradition == id]

    def take(self, made: Mapping[tuple[str, str], Any]) -> None:
        """Take what has been made of rulesets that are the same here (`Memo.made`), as another process has found it."""
        self.memo.take(made, self.corpus.rulesets)

    def seen_by(self, corpus: Corpus, keep: Keep, known: Mapping[str, Any]) -> Self:
        """Return the same as seen by one who looks at the corpus with other eyes, and to whom `known` is known by its names.

        What is made of rulesets and shared files alone is shared, and nothing else.
        """
        twin = type(self)(corpus, self.memo.seen_by(keep, known))
        shared = ("packs", "orders", "reckoner", "order_distances", "_faults", "_odds")
        twin.__dict__ |= {name: getattr(self, name) for name in shared}
        return twin

    def figures(self, ruleset: Ruleset) -> Figures:
        """Return what is computed for a ruleset."""
        return self.memo.once("figures", lambda: self.reckoner.figures(ruleset.rules), ruleset)

    # -- questions

    def dealt(self, ruleset: Ruleset) -> int | None:
        """Return the cards in a hand as dealt to a player who gets no extra ones, those in stacks before him apart, for the
        smallest number of players."""
        hands = {n: d.each - sum(d.stacks) for n, d in self.figures(ruleset).deals.items() if d.each is not None}
        return hands[min(hands)] if hands else None

    def card(self, text: str) -> Card:
        """Return the card that a text names in one of the full packs, French where it says so; ValueError where it names none."""
        french = any(word in text.lower() for word in ("♠", "♣", "♥", "♦", "spade", "club", "heart", "diamond"))
        pack = self.packs.get(f"tarot-78-{'french' if french else 'italian'}")
        if pack is None:
            raise ValueError(f"{text!r} is a card of a full pack, of which the corpus has none")
        return parse_card(text, pack)

    def odds(self, ruleset: Ruleset, declaration: str) -> Fraction | None:
        """Return the probability that a dealt hand holds a declaration; None where it is not formal, facts lack, or it
        is intractable, or where it hangs on more than that hand."""
        found = self.tried_odds(ruleset, declaration)
        made = (given(ruleset.rules.declarations) or {}).get(declaration)
        hangs = isinstance(made, rules.Declaration) and _hangs(ruleset.rules, made)
        return None if hangs or isinstance(found, Intractable) else found

    def tried_odds(self, ruleset: Ruleset, declaration: str) -> Fraction | Intractable | None:
        """Return the probability of a declaration, or why it cannot be computed in reasonable time; None also of one that
        partners may hold between them, that counts among tricks alone, or is made from a hand chosen of many more cards."""
        known: dict[str, Fraction | Intractable | None] = self.memo.once("odds", dict, ruleset)
        if declaration not in known:
            made = (given(ruleset.rules.declarations) or {}).get(declaration)
            known[declaration] = (
                None
                if told(made, "held_by") is not None or told(made, "where") == "tricks" or self._chosen(ruleset)
                else declaration_odds(ruleset, self.figures(ruleset), self.dealt(ruleset), declaration, self._odds)
            )
        return known[declaration]

    def _chosen(self, ruleset: Ruleset) -> bool:
        """Whether players lay away a large part of what they are dealt before they declare."""
        dealt, held = self.dealt(ruleset), self.figures(ruleset).hand
        return bool(dealt and held and dealt - min(held.values()) > LAID_AWAY)

    def inversions(self) -> Iterator[tuple[Ruleset, str, str]]:
        """Yield (ruleset, rarer, commoner) for declarations of which the rarer pays less, once for each game.

        Only declarations that pay one figure and whose odds are known are compared.
        """
        seen: set[tuple[str, ...]] = set()
        for ruleset in self.corpus.rulesets.values():
            known: dict[str, tuple[Fraction, Fraction]] = {}
            for id, declaration in declarations(ruleset).items():
                worth = declaration.worth.flat if declaration.worth else None
                odds = self.odds(ruleset, id)
                if worth is not None and odds:
                    known[id] = (odds, worth)
            for one, (rare, less) in known.items():
                for other, (common, more) in known.items():
                    key = (ruleset.game, one, other, str(less), str(more), str(rare), str(common))
                    if rare < common and less < more and key not in seen:
                        seen.add(key)
                        yield ruleset, one, other

    def count(
        self, cards: str | Sequence[str], ruleset: str, *, players: int | None = None, tricks: int | None = None,
        last_trick: bool = False, discard: int = 0,
    ) -> Count:  # fmt: skip
        """Count a pile as a ruleset does, with the working; see `tarotref.count`."""
        found = self.ruleset(ruleset)
        french = languages(self.corpus, found.game) == {"fr"}
        return count_pile(found.id, self.figures(found), cards, players, tricks, last_trick, discard, french)
