"""Rules on figures of shared files and of examples: worked examples, numbers of subjects, the second coding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotref.computed.columns import FEATURES
from tarotref.model.record import Game
from tarotref.model.references import references
from tarotref.model.types import given
from tarotref.play.settle.examples import example_faults
from tarotref.problem import nearest

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Record

from tarotref.checks.registry import Found, noted, record_rule, rule


@record_rule
def worked_example(computed: ComputedCorpus, record: Record) -> Found:
    """The worked examples of the sources come out, or a note says why not."""
    game = record.facts
    if not isinstance(game, Game) or f"{game.id}/main" not in computed.corpus.rulesets:
        return
    for n, example in enumerate(game.examples):
        ruleset = computed.corpus.rulesets.get(f"{game.id}/{example.ruleset}")
        if ruleset is None:
            yield record.source.problem(
                ("examples", n, "ruleset"), f"{game.id} has no ruleset {example.ruleset!r}", "worked-example"
            )
            continue
        named = {"bids": (example.bid,), "feats": example.feats or (), "declarations": example.declared or ()}
        known = {section: (None, *(given(getattr(ruleset.rules, section)) or ())) for section in named}
        if any(name not in known[section] for section, names in named.items() for name in names):
            continue  # told as a reference to what is not there
        kinds = given(ruleset.rules.kinds) or ()
        if any(names.kind == "kind" and kind not in kinds for _, names, kind in references(ruleset.rules)):
            continue  # likewise
        if noted(ruleset, record.source, computed.corpus, ("examples", str(n))):
            continue
        # A pack that could not be made, or values that name no card, are told where they stand.
        rules, shared = ruleset.rules, computed.corpus.shared
        unmade = rules.pack in shared["packs"] and rules.pack not in computed.packs
        unknown = given(rules.trump_order) is not None and rules.trump_order not in shared["trump-orders"]
        if computed.figures(ruleset).faults or unmade or unknown:
            continue
        for field, message in example_faults(ruleset, computed.figures(ruleset), example):
            yield record.source.problem(("examples", n, field), message, "worked-example")


@rule
def subject_number(computed: ComputedCorpus) -> Found:
    """Two subjects have one number of a pack only where they are names of one trump there."""
    source = computed.corpus.shared_sources.get("subjects")
    if computed.corpus.faults.get("corpus/packs.yaml") or any(shelf == "packs" for shelf, _, _ in computed.faults):
        return  # which names are of one trump is not known
    one_trump = [
        {name for name, of in pack.names if of == trump}
        for pack in computed.packs.values()
        for trump in set(dict(pack.names).values())
    ]
    for column in ("marseille", "minchiate", "sicily", "bologna"):
        first: dict[int, str] = {}
        for id, subject in computed.corpus.shared["subjects"].items():
            number = getattr(subject, column)
            other = first.setdefault(number, id) if number is not None else id
            if source and other != id and not any({id, other} <= names for names in one_trump):
                message = f"{number} is the number of {other!r} already"
                yield source.problem((id, column), message, "subject-number")


@rule
def second_coding(computed: ComputedCorpus) -> Found:
    """The second coding is of games that have a record, in columns of `rulesets`; what the record had at first stands where it was something else."""
    source = computed.corpus.shared_sources.get("second-coding")
    for id, entry in computed.corpus.shared["second-coding"].items():
        assert source
        if id not in computed.corpus.known_ids and computed.corpus.games:
            yield source.problem(
                (id,), f"no game has the id {id!r}{nearest(id, computed.corpus.games)}", "second-coding"
            )
        for column in entry.cells:
            if column not in FEATURES:
                message = f"no column {column!r} of rulesets{nearest(column, FEATURES)}"
                yield source.problem((id, "cells", column), message, "second-coding")
        for column, value in entry.first.items():
            if value == entry.cells.get(column, value):
                message = (
                    f"{value!r} is no first coding that differs; expected the column among `cells`, with another value"
                )
                yield source.problem((id, "first", column), message, "second-coding")
