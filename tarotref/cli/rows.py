"""The commands that print rows of tables: list, find, evidence, cross, table; all understand the same options."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tarotref.cli.columns import show

if TYPE_CHECKING:
    from tarotref.tables import Row, Table


def options(one: argparse.ArgumentParser) -> None:
    """Add what every command that prints rows understands."""
    forms(one)
    one.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="COLUMN=VALUE",
        help="only rows with this value; also !=, <, <=, >, >=, and ~ for a part of the text; may be repeated",
    )
    one.add_argument("--columns", help="only these columns, separated by commas")


def forms(one: argparse.ArgumentParser, *known: str) -> None:
    """Add the forms in which a command can print, and the short word for JSON."""
    one.add_argument("--format", choices=known or ("text", "csv", "json"), default="text")
    one.add_argument("--json", dest="format", action="store_const", const="json", help="as --format json")


def run_list(args: argparse.Namespace) -> int:
    from tarotref import catalogue_number
    from tarotref.dates import words
    from tarotref.notation import folded
    from tarotref.store.loading import compiled
    from tarotref.tables import TABLES, Column, Table

    rows = []
    for id, g in compiled().listed().items():
        names = [id, catalogue_number.written(id), g["title"], *g["aka"], *g["places"], g["tradition"]]
        text, players = folded(" ".join(names)), g["players"]
        if all(folded(catalogue_number.bare(w)) in text for w in args.words) and (
            args.players is None or args.players in players
        ):
            number = id if args.format == "text" else catalogue_number.written(id)
            rows.append((number, g["title"], g["tradition"], words(g["played"]), ", ".join(map(str, players))))
    none = f"no game matches {' '.join(args.words) or 'that'}; `tarotref list` lists all"
    if args.format == "text" and rows and not (args.columns or args.where):
        show(rows)
        return 0
    known = {c.name: c for c in TABLES["games"].columns}
    columns = (*(known[name] for name in ("id", "title", "tradition")), Column("played", ""), Column("players", ""))
    return printed(args, Table("list", "Games.", columns, ("id",), lambda _: ()), rows, none)


def run_find(args: argparse.Namespace) -> int:
    from tarotref.store.loading import found, rows
    from tarotref.tables.selection import joined

    conditions = [*args.conditions, *args.where]
    if not conditions:
        raise ValueError("find: found no condition; expected COLUMN=VALUE, such as players=4")
    _, rows_found = found(conditions, whole=args.all)
    table, _ = joined({name: rows(name) for name in ("rulesets", "games")})
    args.where = []
    if args.format == "text" and not args.columns:
        args.columns = "id,title,era,players,pack_cards,playability"
    return printed(args, table, rows_found, f"no ruleset meets {' and '.join(conditions)}")


def run_evidence(args: argparse.Namespace) -> int:
    import pandas as pd

    from tarotref import evidence
    from tarotref.tables import TABLES, Table

    frame = evidence(place=args.place, tradition=args.tradition, game=args.game, certainty=args.certainty)
    known = {c.name: c for t in ("claims", "attestations") for c in TABLES[t].columns}
    known["attestation_kind"] = TABLES["attestations"].column("kind")
    columns = tuple(replace(known[name], name=name) for name in frame.columns)
    table = Table("evidence", "Dated evidence, a row for each claim.", columns, ("id",), lambda _: ())
    rows = [tuple(None if value is pd.NA else value for value in row) for row in frame.itertuples(index=False)]
    if args.format == "text" and not args.columns:
        args.columns = "dated,title,what,of,value,certainty"
    return printed(args, table, rows, "no evidence is of that")


def run_cross(args: argparse.Namespace) -> int:
    from tarotref import cross

    frame = cross(args.rows, args.columns_of, rulesets="all" if args.all else "main")
    if args.format == "csv":
        print(frame.to_csv(), end="")
    elif args.format == "json":
        print(
            json.dumps(
                {str(i): {str(k): int(v) for k, v in row.items()} for i, row in frame.iterrows()},
                ensure_ascii=False,
                indent=1,
            )
        )
    else:
        show(
            [
                [args.rows, *map(str, frame.columns)],
                *([str(i), *map(str, row)] for i, row in zip(frame.index, frame.values.tolist(), strict=True)),
            ]
        )
    return 0


def run_table(args: argparse.Namespace) -> int:
    from tarotref.problem import nearest
    from tarotref.store import loading
    from tarotref.tables import TABLES

    if args.name is None:
        show([(t.name, t.text) for t in TABLES.values()])
        return 0
    if args.name not in TABLES:
        raise KeyError(f"no table {args.name!r}{nearest(args.name, TABLES) or '; `tarotref table` lists all'}")
    none = f"no row of {args.name} meets {' and '.join(args.where)}"
    return printed(args, TABLES[args.name], loading.rows(args.name), none)


def printed(args: argparse.Namespace, table: Table, rows: Sequence[Row], none: str) -> int:
    """Print the rows that are asked for, in the columns and the form that are; say so where there are none."""
    from tarotref.problem import nearest
    from tarotref.tables.exports import csv_text, dump, records
    from tarotref.tables.selection import checked, chosen, condition
    from tarotref.tables.spec import text_of

    conditions = [condition(table, text) for text in args.where]
    for one in conditions:
        checked(table, rows, one)
    names, rows = [c.name for c in table.columns], chosen(table, rows, conditions)
    if args.columns:
        picked = [name.strip() for name in args.columns.split(",")]
        for name in picked:
            if name not in names:
                raise ValueError(f"no column {name!r} in {table.name}{nearest(name, names)}")
        places = [names.index(n) for n in picked]
        table = replace(table, columns=tuple(table.columns[n] for n in places))
        rows = [tuple(r[n] for n in places) for r in rows]
    if args.format == "csv":
        print(csv_text(table, rows), end="")
    elif args.format == "json":
        print(dump(records(table, rows)), end="")
    elif rows:
        show([[c.name for c in table.columns], *(list(map(text_of, r)) for r in rows)])
    if not rows:
        print(f"tarotref: {none}", file=sys.stderr)
    return 0 if rows else 1
