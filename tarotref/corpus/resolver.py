"""Layers on layers: family, tradition, game, then a reading or a variant, for every ruleset of the corpus."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any, Literal

from tarotref.corpus.layers import Layered, bare, lay
from tarotref.corpus.records import Corpus, Ruleset
from tarotref.corpus.shorthand import of_what_is_there, without_spent, write_out_times
from tarotref.corpus.source import Path, Source
from tarotref.corpus.validation import validate
from tarotref.model.record import Game, Stated, Variant
from tarotref.model.rules import Rules
from tarotref.problem import Problem, nearest


def resolve(corpus: Corpus, games: Collection[str] | None = None) -> None:
    """Fill a corpus's `rulesets`, those of some games anew or all; what is wrong with the layers goes to its `problems`.

    A game laid on a record that could not be read has no rulesets, and what follows from that is held back.
    """
    resolver = Resolver(corpus)
    wanted = corpus.games if games is None else games
    made = {game: list(resolver.rulesets(game)) for game in wanted if corpus.whole(game)}
    problems = list(resolver.problems)
    for game in wanted:
        if game not in made:
            list(resolver.rulesets(game))
    problems += [p for p in resolver.problems[len(problems) :] if p.code in ("unknown-base", "cycle")]
    if games is None:
        corpus.rulesets = {ruleset.id: ruleset for game in made for ruleset in made[game]}
    elif games:
        corpus.replace_rulesets({game: made.get(game, []) for game in games})
    corpus.problems = sorted({*corpus.problems, *problems})


def told_by(game: Game, witness: str | None) -> bool:
    """Say whether a witness describes a game."""
    return witness in game.readings or witness in game.witnesses


def _withdrawn_at(source: Source, path: Path) -> bool:
    """Say whether a record withdraws what is at a path, in so many words."""
    holder = source.at(path[:-1])
    return isinstance(holder, dict) and path[-1] in holder and holder[path[-1]] is None


class Resolver:
    """Lays layers on one another: family, tradition, game, then a reading or a variant."""

    def __init__(self, corpus: Corpus):
        self.corpus = corpus
        self.problems: list[Problem] = []
        self.done: dict[tuple[str, str | None], Layered] = {}
        self.under_way: list[tuple[str, str | None]] = []
        self.typed_sections: dict[tuple[str, str], tuple[Rules | None, list[Problem]]] = {}

    def rulesets(self, game: str) -> Iterator[Ruleset]:
        """Yield the rulesets of a game: the main one, one for each witness that differs, one for each variant."""
        facts = self.corpus.game(game)
        yield from self.finish(game, "main", facts.title, self.game(game, facts.main), facts.stated, facts.main)
        for witness in self.witnesses(facts):
            title, reading = f"{facts.title} ({self.label(witness)})", facts.readings.get(witness)
            stated = reading.stated if reading else None
            yield from self.finish(game, witness, title, self.game(game, witness), stated, witness)
        for key, variant in facts.variants.items():
            title = f"{facts.title}: {variant.title}"
            yield from self.finish(game, key, title, self.variant(game, key), variant.stated, variant.by)

    def common(self, tradition: str) -> Ruleset:
        """Return the rules that the games of a tradition share, those that it inherits among them, as one ruleset."""
        record, facts = self.corpus.traditions[tradition], self.corpus.tradition(tradition)
        layered = self.tradition(tradition, None)
        rules = self.typed(layered.tree, record.source, tradition, "main") or Rules()
        base = facts.parent or ""
        return Ruleset(tradition, "main", facts.title, rules, layered.origin, None, base, tree=layered.tree)

    def witnesses(self, facts: Game) -> list[str]:
        """Return the witnesses with a ruleset of their own, in the record's order."""
        told = {w for base in self.corpus.bases(facts.id) for w in self.corpus.record(base).facts.readings}
        named = [w for w in facts.witnesses if w in told or w in facts.readings]
        return [w for w in dict.fromkeys([*named, *facts.readings]) if w != facts.main]

    def label(self, witness: str) -> str:
        reference = self.corpus.bibliography.get(witness)
        return reference.label if reference else witness

    def finish(
        self,
        game: str,
        key: str,
        title: str,
        layered: Layered | None,
        stated: Stated | None,
        witness: str | None,
    ) -> Iterator[Ruleset]:
        if layered is None:
            return
        layered, source = layered.copy(), self.corpus.games[game].source
        for section, name, found in write_out_times(layered.tree):
            message = f"found {found!r}; expected by what the bonuses are multiplied, such as 2"
            at = ("rules", section, name, "rules", "feats", "times")
            self.problems.append(source.problem(at, message, "bad-value"))
        facts = self.corpus.game(game)
        layer: Path = () if key == "main" else ("variants" if key in facts.variants else "readings", key)
        without_spent(layered.tree, lambda path: _withdrawn_at(source, (*layer, "rules", *path)))
        rules = self.typed(layered.tree, source, game, key)
        if rules is None:
            return
        cases = self.cases(layered, game, key, title, witness)
        variant, reading = facts.variants.get(key), facts.readings.get(key)
        kind: Literal["main", "reading", "variant"] = "main" if key == "main" else "variant" if variant else "reading"
        if kind == "main":
            base = facts.like or facts.tradition
        elif variant:
            base = variant.like or f"{game}/{variant.of or 'main'}"
        else:
            base = (reading and reading.like) or f"{game}/main"
        yield Ruleset(
            game,
            key,
            title,
            rules,
            layered.origin,
            stated,
            self.named(base, witness),
            witness,
            layered.tree,
            cases,
            kind,
            layered.withdrawn,
        )

    def cases(
        self,
        layered: Layered,
        game: str,
        key: str,
        title: str,
        witness: str | None,
        sections: tuple[str, ...] = ("bids", "cases"),
    ) -> dict[str, Ruleset]:
        """Return what each bid and case makes of the rules, by `bids.ID` and `cases.ID`.

        A case that the number of players alone brings about, or for which a player asks, is a ruleset of its own, with contracts:
        it has the cases of its bids.
        """
        found = {}
        for section in sections:
            told = layered.tree.get(section)
            for name, entry in told.items() if isinstance(told, dict) else ():
                change = entry.get("rules") if isinstance(entry, dict) else None
                if "#" in key and isinstance(change, dict):  # a contract by the rules of a case
                    change = of_what_is_there(change, layered.tree)
                made = self.change(layered, (section, name), change, game, key) if isinstance(change, dict) else None
                if made is None:
                    continue
                rules, new = made
                at, called = f"{key}#{section}.{name}", f"{title}: {name}"
                asked = section == "cases" and entry.get("at") is not None
                own = asked or (section == "cases" and list(entry.get("only_if") or ()) == ["players"])
                found[f"{section}.{name}"] = Ruleset(
                    game,
                    at,
                    called,
                    rules,
                    new.origin,
                    None,
                    f"{game}/{key}",
                    witness,
                    new.tree,
                    self.cases(new, game, at, called, witness, ("bids",)) if own else {},
                    "case",
                )
        return found

    def typed(self, tree: dict[str, Any], source: Source, game: str, key: str) -> Rules | None:
        """Return the typed rules; layers were checked one by one, so a fault here is one of their combination."""
        sections: dict[str, Any] = {}
        problems: list[Problem] = []
        for name, part in tree.items():
            # Most rulesets have most of their sections from elsewhere: each is typed once.
            same = name, repr(part)
            if same not in self.typed_sections:
                self.typed_sections[same] = validate(Rules, {name: part}, Source(source.path), (), self.context)
            rules, faults = self.typed_sections[same]
            sections |= rules.__dict__ if rules else {}
            problems += faults
        self.problems += [Problem(source.path, 1, f"{key}: {p.field}", p.message, p.code) for p in problems]
        return Rules(**sections) if not problems else None

    @cached_property
    def context(self) -> dict[str, Any]:
        return {"vocabulary": self.corpus.vocabulary}

    def change(
        self, layered: Layered, at: tuple[str, str], change: dict[str, Any], game: str, key: str
    ) -> tuple[Rules, Layered] | None:
        """Return the rules of a bid or case, typed and as they were laid; None where the change has faults.

        What a change withdraws has to be there in the ruleset in which it was written. In one laid on that, a variant or the
        case in which a contract is played, it may be gone already.
        """
        origin = layered.origin.get((*at, "rules"))
        line = origin.line if origin else 1
        source = Source(origin.path if origin else self.corpus.games[game].source.path, {"rules": change}, {(): line})
        problems = validate(Rules, bare(change), source, ("rules",), self.context)[1]
        new, more = lay(layered, source, ("rules",), f"{game}/{key}#{'.'.join(at)}", lambda *_: None)
        mine = origin is not None and origin.layer in (game, f"{game}/{key}")
        if origin is None or origin.layer != (game if key == "main" else f"{game}/{key}"):
            more = [problem for problem in more if problem.code != "nothing-to-withdraw"]
        if problems or more:
            self.problems += (
                [Problem(source.path, line, f"{'.'.join(at)}.{p.field}", p.message, p.code) for p in (*problems, *more)]
                if mine
                else []
            )
            return None
        rules = self.typed(new.tree, self.corpus.games[game].source, game, f"{key}#{at[1]}")
        return None if rules is None else (rules, new)

    # -- layers

    def named(self, name: str, witness: str | None) -> str:
        """Return the id of the tradition or ruleset that a `like` names; who does not differ in a game has its main one."""
        game, _, key = name.partition("/")
        if game not in self.corpus.games:
            return name
        facts = self.corpus.game(game)
        key = key or witness or "main"
        return f"{game}/{key if key in facts.variants or key in self.witnesses(facts) else 'main'}"

    def ruleset(self, name: str, witness: str | None) -> Layered | None:
        """Return the layers that a `like` names: a tradition, `8.13` (as the witness has it), or `8.11/RI-1830`."""
        game, _, key = name.partition("/")
        if game in self.corpus.traditions:
            return self.tradition(game, witness)
        if game not in self.corpus.games:
            return None
        facts = self.corpus.game(game)
        if not key:
            return self.game(game, witness if told_by(facts, witness) else facts.main)
        if key in facts.variants:
            return self.variant(game, key)
        return self.game(game, facts.main if key == "main" else key)

    def tradition(self, id: str, witness: str | None) -> Layered:
        key = (id, witness)
        if key in self.done:
            return self.done[key]
        if key in self.under_way:
            return Layered()
        self.under_way.append(key)
        record, facts = self.corpus.traditions[id], self.corpus.tradition(id)
        base = (
            self.tradition(facts.parent, witness)
            if facts.parent and facts.parent in self.corpus.traditions
            else Layered()
        )
        new = self.lay(base, record.source, ("rules",), id, witness)
        if witness in facts.readings:
            new = self.lay(new, record.source, ("readings", witness, "rules"), f"{id}/{witness}", witness)
        self.under_way.pop()
        self.done[key] = new
        return new

    def game(self, id: str, witness: str | None) -> Layered | None:
        key = (id, witness)
        if key in self.done:
            return self.done[key]
        record, facts = self.corpus.games[id], self.corpus.game(id)
        if key in self.under_way:
            steps = [*self.under_way[self.under_way.index(key) :], key]
            if len({game for game, _ in steps}) > 1:
                at: Path = ("like",)
                loop = [game for game, _ in steps]
            else:
                at = ("readings", str(witness), "like")
                loop = [f"{game}/{who}" for game, who in steps]
            message = f"{' -> '.join(loop)}: these are like one another in a circle"
            self.problems.append(record.source.problem(at, message, "cycle"))
            return None
        self.under_way.append(key)
        reading = facts.readings.get(witness or "")
        new = None
        if reading and reading.like:
            # What the witness is like stands in place of the game's own rules too.
            new = self.base(reading.like, witness, record.source, ("readings", str(witness), "like"))
            new = new and new.copy(bool(reading.presumed))
        if new is None:
            new = self.of_game(id, witness)
        if reading:
            new = self.lay(new, record.source, ("readings", str(witness), "rules"), f"{id}/{witness}", witness)
        reported = self.reported(facts, witness)
        for path, origin in new.origin.items():
            if origin.carried and (witness in (None, facts.main) or path[0] in reported):
                new.origin[path] = origin._replace(carried=False)
        self.under_way.pop()
        self.done[key] = new
        return new

    def of_game(self, id: str, witness: str | None) -> Layered:
        """Return a game's own rules on their base, as a witness has it; what is not from a reading of his is carried over."""
        record, facts = self.corpus.games[id], self.corpus.game(id)
        base = self.base(facts.like, witness, record.source, ("like",)) if facts.like else None
        like, _, told = (facts.like or "").partition("/")
        as_he_has_it = told == witness or (
            not told and like in self.corpus.games and told_by(self.corpus.game(like), witness)
        )
        if base is None:
            base = self.tradition(facts.tradition, witness) if facts.tradition in self.corpus.traditions else Layered()
        base = base.copy(bool(facts.presumed))
        new = self.lay(base, record.source, ("rules",), id, witness)
        for path, origin in new.origin.items():
            owner, _, key = origin.layer.partition("/")
            laid_here = base.origin.get(path) is not origin
            if (laid_here or not as_he_has_it) and key != witness and (key or owner in self.corpus.games):
                new.origin[path] = origin._replace(carried=True)
        return new

    def reported(self, facts: Game, witness: str | None) -> set[str]:
        """Return the sections of rules that a witness is said to have as the main rules have them."""
        told: set[str] = set()
        for id in [facts.id, *(b for b in self.corpus.bases(facts.id) if b in self.corpus.traditions)]:
            reading = self.corpus.record(id).facts.readings.get(witness or "")
            told |= set(reading.reports) if reading else set()
        return set(Rules.model_fields) if "all" in told else told

    def variant(self, id: str, name: str) -> Layered | None:
        key = (id, f"variant {name}")
        if key in self.done:
            return self.done[key]
        record, facts = self.corpus.games[id], self.corpus.game(id)
        variant: Variant = facts.variants[name]
        if key in self.under_way:
            self.problems.append(record.source.problem(("variants", name), f"{id}/{name} is like itself", "cycle"))
            return None
        self.under_way.append(key)
        witness = variant.by if variant.by in facts.witnesses else facts.main
        base = self.base(
            variant.like or (f"{id}/{variant.of}" if variant.of else f"{id}/main"),
            witness,
            record.source,
            ("variants", name, "like" if variant.like else "of"),
        )
        new = None
        if base is not None:
            new = self.lay(
                base.copy(bool(variant.presumed)), record.source, ("variants", name, "rules"), f"{id}/{name}", witness
            )
            self.done[key] = new
        self.under_way.pop()
        return new

    def base(self, name: str, witness: str | None, source: Source, path: Path) -> Layered | None:
        found = self.ruleset(name, witness)
        game, _, key = name.partition("/")
        if found is None and game not in self.corpus.known_ids:
            # A ruleset of the same game is named in full too.
            own = f"; did you mean '{source.data['id']}/{name}'?" if name in source.data.get("witnesses", ()) else ""
            self.problems.append(
                source.problem(
                    path,
                    f"no game or tradition has the id {game!r}{nearest(game, self.corpus.known_ids) or own}",
                    "unknown-base",
                )
            )
        elif key not in ("", "main") and game in self.corpus.games:
            facts = self.corpus.game(game)
            keys = {*facts.variants, *facts.readings, *facts.witnesses}
            if key not in keys:
                self.problems.append(
                    source.problem(path, f"{game} has no ruleset {key!r}{nearest(key, keys)}", "unknown-base")
                )
        return found

    def lay(self, base: Layered, source: Source, at: Path, layer: str, witness: str | None) -> Layered:
        new, problems = lay(base, source, at, layer, lambda name, path: self.base(name, witness, source, path))
        self.problems += [p for p in problems if p not in self.problems]
        return new
