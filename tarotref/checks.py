"""What must be true of the corpus: one small function for each rule. Its docstring is the rule, its name the code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tarotref.arithmetic import example_faults, groups_of
from tarotref.corpus import SECTIONS, Record, Ruleset, note_target, overlaps
from tarotref.edtf import bounds
from tarotref.frontmatter import Path
from tarotref.holdings import HoldingError, parse_declaration
from tarotref.model.record import Game, Tradition
from tarotref.model.types import Absence
from tarotref.problem import Problem, nearest

if TYPE_CHECKING:
    from tarotref.book import Book

Found = Iterator[Problem]


@dataclass(frozen=True, slots=True)
class Check:
    """One rule: its code, what it asks, and the function that finds what breaks it."""

    name: str
    rule: str
    run: Callable[[Book], Found]


CHECKS: dict[str, Check] = {}


def rule(run: Callable[[Book], Found]) -> Callable[[Book], Found]:
    """Register a check; its code is its name with hyphens."""
    name = run.__name__.replace("_", "-")
    CHECKS[name] = Check(name, " ".join((run.__doc__ or "").split()), run)
    return run


def check(book: Book) -> list[Problem]:
    """Return everything that breaks a rule, sorted. A fault of an inherited fact is reported once, where it was set."""
    found: dict[tuple[Any, ...], Problem] = {}
    for one in CHECKS.values():
        for problem in one.run(book):
            found.setdefault(
                (problem.path, problem.line, problem.field, problem.code, problem.message.partition(" (in ")[0]),
                problem,
            )
    return sorted(found.values())


# -- where things stand


def records(book: Book) -> Iterator[Record]:
    yield from book.corpus.traditions.values()
    yield from book.corpus.games.values()


def place(book: Book, ruleset: Ruleset, *path: Any) -> tuple[str, int]:
    """Return file and line of a fact of a ruleset: where the layer that set it says so, else where its record begins."""
    for n in range(len(path), 0, -1):
        found = [o for known, o in ruleset.origin.items() if overlaps(known, path[:n]) and len(known) >= n]
        if found:
            origin = next((o for o in reversed(found) if o.layer.partition("/")[0] == ruleset.game), found[-1])
            return origin.path, origin.line
    source = book.corpus.games[ruleset.game].source
    return source.path, source.line(("rules",))


def fault(book: Book, ruleset: Ruleset, path: Path, message: str, code: str) -> Problem:
    file, line = place(book, ruleset, *path)
    who = "" if ruleset.key == "main" else f" (in {ruleset.id})"
    return Problem(file, line, "rules." + ".".join(map(str, path)), message + who, code)


def noted(
    book: Book, ruleset: Ruleset, *paths: Path, kinds: tuple[str, ...] = ("discrepancy", "misread", "erratum")
) -> bool:
    """Say whether a note of a kind stands on one of the paths: that is how a record answers for a figure that does not add up."""
    for note in book.corpus.games[ruleset.game].facts.notes:
        if note.kind in kinds:
            for at in note.at:
                layer, path = note_target(ruleset.game, at)
                steps = path or tuple(p for p in at.split(".") if p not in ("readings", "variants", ruleset.key))
                if layer in (ruleset.game, ruleset.id) and any(overlaps(steps, p) for p in paths):
                    return True
    return any(
        note.kind in kinds and any(overlaps(path, p) for p in paths) for _, path, note in book.corpus.notes(ruleset)
    )


def once(book: Book) -> Iterator[Ruleset]:
    """Yield every ruleset, and what each bid or case makes of it."""
    for ruleset in book.corpus.rulesets.values():
        yield ruleset
        yield from ruleset.cases.values()


# -- references


@rule
def dangling(book: Book) -> Found:
    """Every id of a place, pack, trump order, tradition, source, game, subject or term names something in the corpus."""
    corpus, shared = book.corpus, book.corpus.shared
    for record in records(book):
        facts, source = record.facts, record.source
        for n, id in enumerate(facts.places):
            yield from _known(source, ("places", n), id, shared["places"], "place")
        for key in facts.source:
            yield from _known(source, ("source", key), key, corpus.bibliography, "source")
        for n, key in enumerate(facts.witnesses):
            yield from _known(source, ("witnesses", n), key, corpus.bibliography, "source")
        for key in facts.readings:
            yield from _known(source, ("readings", key), key, corpus.bibliography, "source")
        for n, name in enumerate(facts.names):
            for key in name.by or ():
                yield from _known(source, ("names", n, "by"), key, corpus.bibliography, "source")
        for n, note in enumerate(facts.notes):
            if note.by and note.by != "tarotref":
                yield from _known(source, ("notes", n, "by"), note.by.split()[0], corpus.bibliography, "source")
        if isinstance(facts, Tradition):
            if facts.parent:
                yield from _known(source, ("parent",), facts.parent, corpus.known_ids, "tradition")
            for n, id in enumerate(facts.packs):
                yield from _known(source, ("packs", n), id, shared["packs"], "pack")
        else:
            yield from _game_references(book, record, facts)
    yield from _shared_references(book)


def _game_references(book: Book, record: Record, facts: Game) -> Found:
    corpus, source = book.corpus, record.source
    yield from _known(source, ("tradition",), facts.tradition, corpus.known_ids, "tradition")
    if facts.main:
        yield from _known(source, ("main",), facts.main, facts.witnesses, "witness of the record")
    for key, variant in facts.variants.items():
        for n, id in enumerate(variant.places or ()):
            yield from _known(source, ("variants", key, "places", n), id, corpus.shared["places"], "place")
        if variant.by:
            yield from _known(source, ("variants", key, "by"), variant.by.split()[0], corpus.bibliography, "source")
    for n, relation in enumerate(facts.relations):
        yield from _known(
            source,
            ("relations", n, "to"),
            relation.to.partition("/")[0],
            {*corpus.known_ids, *corpus.shared["catalogue"]},
            "game",
        )
        yield from _known(source, ("relations", n, "by"), relation.by.split()[0], corpus.bibliography, "source")


def _shared_references(book: Book) -> Found:
    corpus, shared, sources = book.corpus, book.corpus.shared, book.corpus.shared_sources
    for id, a in shared["attestations"].items():
        source = sources["attestations"]
        if a.place:
            yield from _known(source, (id, "place"), a.place, shared["places"], "place")
        for n, t in enumerate(a.traditions):
            if t not in TRADITIONS:
                yield from _known(source, (id, "traditions", n), t, [*corpus.known_ids, *TRADITIONS], "tradition")
        for key in (*a.source, *a.first_in):
            yield from _known(
                source, (id, "source" if key in a.source else "first_in"), key, corpus.bibliography, "source"
            )
    for id, o in shared["trump-orders"].items():
        source = sources["trump-orders"]
        yield from _known(source, (id, "pack"), o.pack, shared["packs"], "pack")
        if o.place:
            yield from _known(source, (id, "place"), o.place, shared["places"], "place")
        for key in (*o.source, *(o.witnesses or ())):
            yield from _known(
                source, (id, "source" if key in o.source else "witnesses"), key, corpus.bibliography, "source"
            )
        if id in book.orders:
            for item in (i for tier in book.orders[id].tiers for i in tier):
                if not item.subject.isdecimal() and item.subject != "fool":
                    yield from _known(source, (id, "order"), item.subject, shared["subjects"], "subject")
    for id, g in shared["glossary"].items():
        for n, see in enumerate(g.see):
            yield from _known(sources["glossary"], (id, "see", n), see, shared["glossary"], "term")
        for key in g.source or ():
            yield from _known(sources["glossary"], (id, "source", key), key, corpus.bibliography, "source")
    for id, p in shared["packs"].items():
        for key in p.source:
            yield from _known(sources["packs"], (id, "source", key), key, corpus.bibliography, "source")
    for r in once(book):
        for field, shelf, what in (("pack", "packs", "pack"), ("trump_order", "trump-orders", "trump order")):
            value = getattr(r.rules, field)
            if value is not None and not isinstance(value, Absence) and value not in shared[shelf]:
                yield fault(
                    book, r, (field,), f"no {what} has the id {value!r}{nearest(value, shared[shelf])}", "dangling"
                )


TRADITIONS = frozenset(
    "family early-french classic grosstarock swiss lombard tarok-lhombre piedmont-savoy modern-french ferrara bologna minchiate rome-naples sicily tapp-tarock tapp-variants cego "
    "koenigrufen nineteen-twenty hungarian other-games relatives".split()
)
"""Traditions of the catalogue; evidence may be filed under one before its record is written."""


def _known(source: Any, path: Path, id: str, known: Any, what: str) -> Found:
    if id not in known:
        yield source.problem(path, f"no {what} has the id {id!r}{nearest(id, known)}", "dangling")


@rule
def note_path(book: Book) -> Found:
    """A note is on something that stands in its record: a field, an entry, a section of the text (`text.Play`)."""
    for record in records(book):
        for n, note in enumerate(record.facts.notes):
            for at in note.at:
                steps = at.split(".")
                if steps[0] == "text":
                    if at[5:] not in record.sections and at[5:] not in SECTIONS:
                        yield record.source.problem(
                            ("notes", n, "at"),
                            f"the record has no section {at[5:]!r}{nearest(at[5:], record.sections)}",
                            "note-path",
                        )
                    continue
                if not _stands(book, record, steps):
                    yield record.source.problem(("notes", n, "at"), f"nothing stands at {at!r}", "note-path")


def _stands(book: Book, record: Record, steps: list[str]) -> bool:
    tree: Any = record.source.data
    for n, step in enumerate(steps):
        if isinstance(tree, list) and step.isdecimal() and int(step) < len(tree):
            tree = tree[int(step)]
        elif isinstance(tree, dict) and step in tree:
            tree = tree[step]
        else:
            # A fact that is inherited may be annotated in the record that inherits it.
            rest = tuple(steps[1:]) if steps[0] == "rules" else ()
            ruleset = book.corpus.rulesets.get(f"{record.facts.id}/main")
            return bool(rest and ruleset and n > 0 and any(overlaps(rest, p) for p in ruleset.origin))
    return True


@rule
def section_title(book: Book) -> Found:
    """The sections of a record's text have the titles of the format, in their order, and each has text."""
    for record in records(book):
        titles = [t for t in record.sections if t]
        for title in titles:
            if title not in SECTIONS:
                section = record.sections[title]
                yield Problem(
                    record.source.path,
                    section.line,
                    title,
                    f"no section of the format{nearest(title, SECTIONS)}; expected one of {', '.join(SECTIONS)}",
                    "section-title",
                )
            elif not record.sections[title].body.strip():
                yield Problem(
                    record.source.path, record.sections[title].line, title, "a heading without text", "section-title"
                )
        known = [t for t in titles if t in SECTIONS]
        if known != sorted(known, key=SECTIONS.index):
            yield Problem(
                record.source.path,
                record.sections[known[0]].line,
                "",
                f"sections out of order: {', '.join(known)}",
                "section-title",
            )


@rule
def file_name(book: Book) -> Found:
    """A record's file begins with its id: `08.07-` for game 8.7, the tradition's id for a tradition."""
    for record in records(book):
        stem = record.source.path.rpartition("/")[2].removesuffix(".md")
        id = record.facts.id
        if isinstance(record.facts, Game) and "." in id:
            chapter, n = id.split(".")
            wanted = f"{int(chapter):02d}.{int(n):02d}-"
            if not stem.startswith(wanted):
                yield record.source.problem(
                    ("id",), f"the file is called {stem!r}; expected a name that begins with {wanted!r}", "file-name"
                )
        elif isinstance(record.facts, Tradition) and stem != id:
            yield record.source.problem(("id",), f"the file is called {stem!r}; expected {id!r}", "file-name")


@rule
def card_name(book: Book) -> Found:
    """Every card, class and group that rules name is in the ruleset's pack: in groups, values, holdings and discards."""
    for r in once(book):
        figures = book.figures(r)
        for field, message in figures.faults:
            yield fault(book, r, tuple(field.split(".")), message, "card-name")
        if figures.ranking is None:
            continue
        names = groups_of(figures)
        assert names is not None
        known = {*figures.ranking.classes, *figures.groups}
        if r.rules.discard and not isinstance(r.rules.discard, Absence):
            for key in r.rules.discard.limits:
                if key not in names.names:
                    yield fault(
                        book,
                        r,
                        ("discard", key),
                        f"{key!r} is no field, card or class here{nearest(key, [*known, 'by', 'cards', 'counts_for', 'surrendered', 'said', 'text'])}",
                        "card-name",
                    )
        part = r.tree.get("declarations")
        for key, entry in part.items() if isinstance(part, dict) else ():
            holding = entry.get("holding") if isinstance(entry, dict) else None
            if holding is None or holding in list(Absence):
                continue
            try:
                named = parse_declaration({"holding": holding}, _Vocabulary(names.names))
                del named
            except HoldingError as error:
                for where, message in error.problems:
                    yield fault(
                        book,
                        r,
                        ("declarations", key, "holding"),
                        f"{where + ': ' if where else ''}{message}",
                        "card-name",
                    )


class _Vocabulary:
    """The names that a game's holdings may use: whatever finds a card."""

    def __init__(self, names: Any):
        self.names = names

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


# -- arithmetic


@rule
def pack_rule(book: Book) -> Found:
    """Every pack can be made from its rule, and has as many cards as its source says."""
    source = book.corpus.shared_sources.get("packs")
    packs = book.packs
    orders = book.orders
    for shelf, id, message in book.faults:
        yield book.corpus.shared_sources[shelf].problem(
            (id,), message, "pack-rule" if shelf == "packs" else "trump-order"
        )
    for id, entry in book.corpus.shared["packs"].items():
        if source and id in packs and entry.cards != len(packs[id]) and not entry.doubtful:
            yield source.problem(
                (id, "cards"), f"stated {entry.cards} cards; its rule makes {len(packs[id])}", "pack-rule"
            )
    del orders


@rule
def trump_order(book: Book) -> Found:
    """A complete trump order ranks every trump of its pack once; one with gaps ranks none that the pack lacks."""
    source = book.corpus.shared_sources.get("trump-orders")
    for id, order in book.orders.items():
        pack = book.packs.get(order.pack)
        if pack is None or source is None:
            continue
        known = {name for name, _ in pack.names} | {c.trump for c in pack.trumps} | {"fool"}
        of = dict(pack.names)
        ranked = [of.get(i.subject, i.subject) for tier in order.tiers for i in tier if i.subject != "fool"]
        strange = [i.subject for tier in order.tiers for i in tier if i.subject not in known]
        for subject in strange:
            yield source.problem(
                (id,), f"{subject!r} is no trump of {order.pack}{nearest(subject, known)}", "trump-order"
            )
        missing = {c.trump for c in pack.trumps} - set(ranked)
        if order.complete and missing and not strange:
            yield source.problem(
                (id,),
                f"no place for {', '.join(sorted(missing))} of {order.pack}; expected a rank or a gap",
                "trump-order",
            )


DEALT = tuple(("deal", figure) for figure in ("packets", "hand", "extra", "talon", "dead"))
"""The figures of a deal; a note on one of them, or on the whole deal, answers for what they add up to."""


@rule
def deal_sum(book: Book) -> Found:
    """The cards dealt, the extra ones, the talon and the dead ones are the whole pack, for every number of players, unless a note says why not."""
    for r in once(book):
        figures = book.figures(r)
        for n, deal in figures.deals.items():
            if figures.pack is None or deal.dealt is None or deal.dealt == len(figures.pack):
                continue
            if noted(
                book,
                r,
                *DEALT,
                ("pack",),
                kinds=("discrepancy", "misread", "erratum", "conjecture", "inference", "comment"),
            ):
                continue
            sum_ = " + ".join([f"{n} x {deal.each}", *(str(x) for x in (deal.extra, deal.talon, deal.dead) if x)])
            yield fault(
                book,
                r,
                ("deal",),
                f"for {n} players {sum_} = {deal.dealt} cards are dealt, but the pack has {len(figures.pack)}",
                "deal-sum",
            )


@rule
def packets_hand(book: Book) -> Found:
    """Where both the batches of the deal and the hand are given, they agree."""
    for r in once(book):
        deal = r.rules.deal
        if deal is None or isinstance(deal, Absence) or deal.hand is None or isinstance(deal.hand, Absence):
            continue
        for n, found in book.figures(r).deals.items():
            if (
                isinstance(found.packets, tuple)
                and found.each is not None
                and sum(found.packets) != found.each
                and not noted(book, r, *DEALT)
            ):
                yield fault(
                    book,
                    r,
                    ("deal", "packets"),
                    f"the batches make {sum(found.packets)} cards; the hand for {n} players has {found.each}",
                    "packets-hand",
                )


@rule
def stated_total(book: Book) -> Found:
    """A stated total of card points is the one that pack, values and method make, or a note of discrepancy or misreading stands on it."""
    for r in once(book):
        figures, stated = book.figures(r), r.stated
        if stated is None or stated.points is None or not figures.totals:
            continue
        last = figures.counting.last_trick if figures.counting else 0
        for n, total in figures.totals.items():
            said = stated.points.get(n) if isinstance(stated.points, dict) else stated.points
            if said is None or said in (total, total - last) or noted(book, r, ("stated", "points"), ("counting",)):
                continue
            source = book.corpus.games[r.game].source
            at: Path = (
                ("stated", "points")
                if r.key == "main"
                else (
                    "readings" if r.key in book.corpus.games[r.game].facts.readings else "variants",
                    r.key,
                    "stated",
                    "points",
                )
            )
            yield source.problem(
                at,
                f"the source states {said}; pack, values and method make {total}; expected a note of discrepancy or misreading",
                "stated-total",
            )


@rule
def stated_cards(book: Book) -> Found:
    """Stated numbers of cards, in the pack and in the hand, are those computed, or a note stands on them."""
    for r in once(book):
        figures, stated = book.figures(r), r.stated
        if stated is None or noted(book, r, ("stated", "cards"), ("stated", "hand")):
            continue
        source = book.corpus.games[r.game].source
        if (
            stated.cards is not None
            and figures.pack
            and not isinstance(stated.cards, dict)
            and stated.cards != len(figures.pack)
        ):
            yield source.problem(
                ("stated", "cards"),
                f"the source states {stated.cards} cards; the pack has {len(figures.pack)}",
                "stated-cards",
            )
        for n, hand in figures.hand.items():
            said = stated.hand.get(n) if isinstance(stated.hand, dict) else stated.hand
            if said is not None and said != hand:
                yield source.problem(
                    ("stated", "hand"),
                    f"the source states hands of {said}; the deal for {n} gives {hand}",
                    "stated-cards",
                )


@rule
def threshold(book: Book) -> Found:
    """The points needed to win are attainable, and where two sides share them more than half or a draw is said, or a note stands on them."""
    for r in once(book):
        figures, win = book.figures(r), r.rules.win
        if win is None or isinstance(win, Absence) or figures.total is None or noted(book, r, ("win",)):
            continue
        needs = win.at_least if isinstance(win.at_least, tuple) else ()
        for need in needs:
            if need > figures.total:
                yield fault(
                    book,
                    r,
                    ("win", "at_least"),
                    f"{need} points are needed; there are only {figures.total}",
                    "threshold",
                )
        stated = r.stated.need if r.stated else None
        if stated is not None and needs and stated not in needs:
            yield fault(
                book,
                r,
                ("win", "at_least"),
                f"the record needs {', '.join(map(str, needs))}; the source states {stated}",
                "threshold",
            )
        two_sides = (
            r.rules.sides in ("partners", "alliance") and len(needs) == 1 and win.aim in (None, "points", "most")
        )
        if two_sides and 2 * needs[0] < figures.total and not win.draw:
            yield fault(
                book,
                r,
                ("win", "at_least"),
                f"both sides could have {needs[0]} of the {figures.total} points",
                "threshold",
            )
        par = win.par
        players = tuple(figures.deals)
        if (
            par is not None
            and not isinstance(par, dict | Absence)
            and len(players) == 1
            and r.rules.sides == "individual"
            and par * players[0] != figures.total
        ):
            yield fault(
                book,
                r,
                ("win", "par"),
                f"a par of {par} for each of {players[0]} makes {par * players[0]}; there are {figures.total} points",
                "threshold",
            )


@rule
def bid_talon(book: Book) -> Found:
    """A bid takes no more cards from the talon than were dealt to it."""
    for r in once(book):
        talons = {d.talon for d in book.figures(r).deals.values()}
        bids = r.rules.bids
        if not talons or bids is None or isinstance(bids, Absence):
            continue
        for key, bid in bids.items():
            use = None if bid is None or isinstance(bid, Absence) else bid.talon
            takes = (
                use.takes if use is not None and not isinstance(use, Absence) and isinstance(use.takes, dict) else {}
            )
            taken = sum(k for k in takes.values() if isinstance(k, int))
            if taken > max(talons):
                yield fault(
                    book, r, ("bids", key, "talon"), f"takes {taken} cards from a talon of {max(talons)}", "bid-talon"
                )


@rule
def holding_fits(book: Book) -> Found:
    """A declaration made in hand can be held in a hand: its odds are not nil."""
    for r in once(book):
        bids = r.rules.declarations
        for key, entry in bids.items() if isinstance(bids, dict) else ():
            if not isinstance(entry, Absence) and book.odds(r, key) == 0 and not noted(book, r, ("declarations", key)):
                yield fault(
                    book,
                    r,
                    ("declarations", key, "holding"),
                    f"no hand of {book.dealt(r)} cards can hold it",
                    "holding-fits",
                )


@rule
def worked_example(book: Book) -> Found:
    """The worked examples of the sources come out, or a note says why not."""
    for record in book.corpus.games.values():
        game = record.facts
        assert isinstance(game, Game)
        for n, example in enumerate(game.examples):
            ruleset = book.corpus.rulesets.get(f"{game.id}/{example.ruleset}")
            if ruleset is None:
                yield record.source.problem(
                    ("examples", n, "ruleset"), f"{game.id} has no ruleset {example.ruleset!r}", "worked-example"
                )
                continue
            if noted(book, ruleset, ("examples", str(n)), ("examples",)):
                continue
            for message in example_faults(ruleset, book.figures(ruleset), example):
                yield record.source.problem(("examples", n), message, "worked-example")


# -- time


@rule
def witness_date(book: Book) -> Found:
    """A game is not attested before it was played, nor played only after its last witness, unless a note on `played` says why."""
    for record in book.corpus.games.values():
        game = record.facts
        assert isinstance(game, Game)
        if any("played" in note.at for note in game.notes):
            continue
        first, _ = bounds(game.played)
        for n, key in enumerate(game.witnesses):
            reference = book.corpus.bibliography.get(key)
            if reference is None or reference.year is None or first is None:
                continue
            if reference.latest is not None and reference.latest < first - 5:
                yield record.source.problem(
                    ("witnesses", n),
                    f"{key} dates from {reference.dated}, before the game is said to be played ({game.played})",
                    "witness-date",
                )


@rule
def derivation_date(book: Book) -> Found:
    """A game derived from another is not older than it, unless a note on `relations` says why."""
    for record in book.corpus.games.values():
        game = record.facts
        assert isinstance(game, Game)
        for n, relation in enumerate(game.relations):
            other = book.corpus.games.get(relation.to)
            if (
                relation.kind != "derived-from"
                or other is None
                or any("relations" in at for note in game.notes for at in note.at)
            ):
                continue
            mine, theirs = bounds(game.played)[0], bounds(other.facts.played or "..")[0] if other.facts.played else None
            if mine is not None and theirs is not None and mine < theirs:
                yield record.source.problem(
                    ("relations", n),
                    f"derived from {relation.to}, which was first played later ({other.facts.played})",
                    "derivation-date",
                )


@rule
def catalogue_number(book: Book) -> Found:
    """Every record of a game has a number of the catalogue, or an `R` number of ours."""
    known = book.corpus.shared["catalogue"]
    for id, record in book.corpus.games.items():
        if known and id not in known and not id.startswith("R"):
            yield record.source.problem(
                ("id",),
                f"{id!r} is no number of the catalogue{nearest(id, known)}; expected one of it, or R1, R2, ...",
                "catalogue-number",
            )


# -- the bibliography


@rule
def bibtex(book: Book) -> Found:
    """The bibliography is well-formed BibTeX; every entry has a title, a role and, if any, a date that can be read."""
    yield from ()


@rule
def unused_source(book: Book) -> Found:
    """Every entry of the bibliography is used: by a record, a note, an order, evidence, a term, or by what it says it attests."""
    import re

    used: set[str] = set()
    for record in records(book):
        facts = record.facts
        used |= {*facts.source, *facts.witnesses, *facts.readings, *(k for n in facts.names for k in n.by or ())}
        used |= {(note.by or "").split(" ")[0] for note in facts.notes}
        if isinstance(facts, Game):
            used |= {r.by.split()[0] for r in facts.relations} | {
                (v.by or "").split(" ")[0] for v in facts.variants.values()
            }
        used |= set(re.findall(r"\{(?:witness|source)\}`(?:[^`<]*<)?([^`>]+)>?`", record.source.body))
    for shelf in ("attestations", "trump-orders", "glossary", "packs", "subjects", "concordance"):
        for entry in book.corpus.shared[shelf].values():
            used |= {
                *(getattr(entry, "source", None) or ()),
                *(getattr(entry, "first_in", None) or ()),
                *(getattr(entry, "witnesses", None) or ()),
            }
            used |= {c.by for c in getattr(entry, "shows", ()) if c.by} | {
                c.against for c in getattr(entry, "shows", ()) if c.against
            }
    for key, reference in book.corpus.bibliography.items():
        if key not in used and not reference.fields.get("attests") and not reference.fields.get("seenin"):
            yield Problem(
                "corpus/sources.bib",
                reference.line,
                key,
                "nothing uses this entry, and it does not say what it attests",
                "unused-source",
            )
