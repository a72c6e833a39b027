"""What each word of the command does that has no module of its own."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tarotref import catalogue_number, release
from tarotref.cli.arguments import folder
from tarotref.problem import editing


def failed(message: str, status: int = 1) -> int:
    """Say in a line why the command failed; return its exit status."""
    print(f"tarotref: {message}", file=sys.stderr)
    return status


def run_show(args: argparse.Namespace) -> None:
    from tarotref import load
    from tarotref.cli import terminal
    from tarotref.store.loading import by_name

    computed = load()
    if args.id in computed.corpus.traditions:
        print(
            json.dumps(computed.corpus.traditions[args.id].source.data, ensure_ascii=False, indent=1)
            if args.format == "json"
            else terminal.show_tradition(computed, args.id)
        )
        return
    ruleset = by_name(args.id, computed.comparable)
    if args.format == "json":
        print(json.dumps(terminal.as_json(computed, ruleset), ensure_ascii=False, indent=1))
    else:
        print(terminal.show(computed, ruleset))


def run_compare(args: argparse.Namespace) -> None:
    from tarotref import load
    from tarotref.cli.terminal import comparison

    if len(args.id) < 2:
        raise ValueError(f"compare: found {args.id[0]} alone; expected two rulesets or traditions, or more")
    computed = load()
    if args.format == "json":
        rows = computed.comparison.rows([computed.comparable(id) for id in args.id])
        print(json.dumps([computed.comparison.plain(row) for row in rows], ensure_ascii=False, indent=1))
        return
    print("\n".join(comparison(computed, args.id)))


def run_count(args: argparse.Namespace) -> None:
    from tarotref import load
    from tarotref.pages.counter import besides
    from tarotref.store.loading import by_name

    computed = load()
    found = computed.count(
        " ".join(args.cards),
        args.id,
        players=args.players,
        tricks=args.tricks,
        last_trick=args.last_trick,
        discard=args.discard,
    )
    more = besides(computed, by_name(args.id, computed.comparable))
    if args.format == "json":
        print(
            json.dumps(
                {
                    "total": str(found.total),
                    "working": [
                        {"cards": [str(c) for c in w.cards], "sum": w.sum, "points": str(w.points)}
                        for w in found.working
                    ],
                    "assumed": found.assumed,
                    "besides": more,
                },
                ensure_ascii=False,
                indent=1,
            )
        )
        return
    for line in found.working:
        print(f"  {line}")
    print(
        f"{found.total} points"
        + (f" (how {found.assumed} odd cards count is not recorded: the usual rule is taken)" if found.assumed else "")
    )
    if more:
        print("Not counted here: sets and sequences in the tricks pay besides.", *more, sep="\n  ")


def run_cite(args: argparse.Namespace) -> None:
    from tarotref import cite

    print(cite(args.id, args.format))


def run_export(args: argparse.Namespace) -> None:
    from tarotref.store.loading import tables
    from tarotref.tables.exports import claim, mark, write

    claim(args.folder, args.force)
    files = write(tables(), args.folder, args.format or ("csv", "json", "sqlite"), release.VERSION)
    mark(args.folder)
    for file in files:
        print(file)


def run_diff(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from tarotref.store.exported import export
    from tarotref.tables.changes import as_csv, as_lines, changes
    from tarotref.tables.exports import dump

    old, new = export(args.old), export(args.new)
    found = changes(old, new)
    if args.format == "csv":
        print(as_csv(found), end="")
    elif args.format == "json":
        print(dump([asdict(change) for change in found]), end="")
    else:
        at = new.columns["games"].index("title")
        titles = {str(row[0]): str(row[at]) for row in (*old.rows["games"], *new.rows["games"])}
        print("\n".join(as_lines(found, titles)) or "nothing has changed")
    return 1 if found else 0


def run_completion(args: argparse.Namespace) -> None:
    import shtab

    from tarotref.store import loading
    from tarotref.tables import TABLES

    games = [catalogue_number.bare(str(row[0])) for row in loading.rows("games")]
    commands = next(action for action in args.top._actions if isinstance(action, argparse._SubParsersAction))
    for name, one in commands.choices.items():
        for action in one._actions:
            if action.type in (Path, folder):
                action.complete = shtab.FILE if action.type is Path else shtab.DIRECTORY
            elif action.dest == "id":
                action.choices = games
            elif (name, action.dest) == ("table", "name"):
                action.choices = list(TABLES)
    print(shtab.complete(args.top, args.shell))


def run_schema(args: argparse.Namespace) -> None:
    with editing():
        from tarotref.schema import schema
    from tarotref.tables.exports import dump

    print(dump(schema(args.kind)), end="")
