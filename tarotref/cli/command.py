"""The `tarotref` command: check, list, find, show, table, compare, count, deal, play, simulate, cite, export, diff, completion, schema."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from tarotref import catalogue_number
from tarotref.cli import hands
from tarotref.cli.columns import show
from tarotref.problem import EDITING, CorpusError, Problem, editing

SCHEMAS = (
    "game",
    "tradition",
    "places",
    "subjects",
    "packs",
    "trump-orders",
    "attestations",
    "glossary",
    "concordance",
    "catalogue",
    "second-coding",
    "hands",
    "retired",
    "history",
    "vocabulary",
)
"""Kinds of files with a JSON Schema, as `tarotref.schema.KINDS` has them; named here so that help does not load the model."""

EXPORTS = ("csv", "json", "sqlite", "parquet", "bibtex", "ris", "csl", "geojson", "nexus", "skos", "cldf", "archive")
"""Formats of an export, as `tarotref.tables.exports` has them; named here likewise."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0, 1 where something was found or not found, 2 where it was misused."""
    args = _parsed(argv)
    _set_encodings(args)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: print(f"tarotref: {message}", file=sys.stderr)
            status = int(args.run(args) or 0)
        sys.stdout.flush()
    except CorpusError as error:
        print("\n".join(map(str, error.problems)), file=sys.stderr)
        print(f"{_problems(len(error.problems))}; `tarotref check` says which rules they break", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        if error.name == "shtab":
            return _failed("completion needs shtab: pip install 'tarotref[completion]'")
        if str(error.name).partition(".")[0] not in EDITING:
            raise
        return _failed(str(error))
    except (KeyError, ValueError) as error:
        return _failed(str(error.args[0] if error.args else error), 2 if isinstance(error, ValueError) else 1)
    except BrokenPipeError:
        _leave_unwritten()
        return 0
    except OSError as error:
        _leave_unwritten()
        return _failed(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
    except KeyboardInterrupt:
        return _failed("interrupted", 130)
    return status


def _parsed(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return what the command line says; words of a command that takes several may stand after an option too."""
    made = parser()
    args, rest = made.parse_known_args(argv)
    several = getattr(args, "several", "")
    if rest and (not several or any(word.startswith("-") for word in rest)):
        made.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        setattr(args, several, [*getattr(args, several), *rest])
    return args


def _failed(message: str, status: int = 1) -> int:
    """Say in a line why the command failed; return its exit status."""
    print(f"tarotref: {message}", file=sys.stderr)
    return status


def _problems(n: int) -> str:
    return f"{n} problem{'s' if n != 1 else ''}"


def _set_encodings(args: argparse.Namespace) -> None:
    """Write data as UTF-8 whatever the terminal is; in words for people show `?` for what the terminal cannot show."""
    data = getattr(args, "json", False) or getattr(args, "format", "text") != "text" or args.run is run_schema
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if data and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict")


def _leave_unwritten() -> None:
    """Let go of what cannot be printed, if that is what failed, lest Python try once more as it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    from tarotref import release

    top = argparse.ArgumentParser(prog="tarotref", description="The reference on games played with the tarot pack.")
    top.add_argument("-V", "--version", action="version", version=f"tarotref {release.VERSION}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int | None], text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(run=run)
        return made

    one = command(
        "check",
        run_check,
        "Check the corpus: every problem as path:line: field: message, exit status 1 if there is one.",
    )
    one.add_argument("path", nargs="*", type=Path, help="show only problems in these files or folders")
    one.add_argument("--root", type=Path, help="the folder that holds corpus/ (default: the checkout, or here)")
    one.add_argument("--rules", action="store_true", help="list the rules instead")
    one.add_argument("--json", action="store_true", help="problems as JSON")

    one = command("list", run_list, "List games: number, title, tradition, when played.")
    one.add_argument(
        "words", nargs="*", help="only games whose number, title, other names, places or tradition contain all of these"
    )
    one.set_defaults(several="words")
    one.add_argument("--players", type=_whole(1), help="only games for so many players")
    one.add_argument("--json", action="store_true")

    one = command(
        "find",
        run_find,
        "Find rulesets by any columns of `rulesets` and `games`: `find players=4 bidding=yes played_from<1800`.",
    )
    one.add_argument("conditions", nargs="+", metavar="COLUMN=VALUE", help="also !=, <, <=, >, >=, ~")
    one.set_defaults(several="conditions")
    one.add_argument("--all", action="store_true", help="readings and variants too, not only main rules")
    one.add_argument("--json", action="store_true")

    one = command(
        "show",
        run_show,
        "Show a game, one of its rulesets, or a tradition: `show 8.11`, `show 8.11/RI-1830`, `show bologna`.",
    )
    one.add_argument("id")
    one.add_argument("--json", action="store_true", help="its facts as JSON")

    one = command("table", run_table, "Print a table: `table rulesets`; without a name, list the tables.")
    one.add_argument("name", nargs="?")
    one.add_argument("--format", choices=("text", "csv", "json"), default="text")
    one.add_argument("--json", dest="format", action="store_const", const="json")
    one.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="COLUMN=VALUE",
        help="only rows with this value; also !=, <, <=, >, >=, and ~ for a part of the text; may be repeated",
    )
    one.add_argument("--columns", help="only these columns, separated by commas")

    one = command(
        "compare",
        run_compare,
        "Lay two or more rulesets, or traditions, side by side over all their facts, differences first.",
    )
    one.add_argument("id", nargs="+")
    one.add_argument("--json", action="store_true")

    one = command("count", run_count, 'Count a pile of cards as a ruleset does: `count 9.13 "K♠ Q♥ XXI"`.')
    one.add_argument("id")
    one.add_argument("cards", nargs="+")
    one.add_argument("--last-trick", action="store_true", help="the pile includes the last trick")
    one.add_argument("--tricks", type=_whole(0), help="tricks in the pile, where a point is counted for each")
    one.add_argument("--players", type=_whole(1), help="how many play, where the rules allow several numbers")
    one.add_argument(
        "--discard", type=_whole(0), default=0, help="cards of it that were discarded, where these count less"
    )
    one.add_argument("--json", action="store_true")

    hands.add(command, _whole)

    one = command(
        "cite", run_cite, "Say how to cite a game, a ruleset or a fact: `cite 8.11`, `cite 8.11/RI-1830#deal.packets`."
    )
    one.add_argument("id")
    one.add_argument("--format", choices=("text", "bibtex", "csl", "ris"), default="text")

    one = command("export", run_export, "Write all tables to a folder.")
    one.add_argument("folder", type=_folder)
    one.add_argument(
        "--format",
        action="append",
        choices=EXPORTS,
        help="may be repeated; csv, json and sqlite unless said",
    )

    one = command(
        "diff",
        run_diff,
        "Say which facts of which games have changed between two exports, or two revisions of a checkout; exit status 1 if any.",
    )
    one.add_argument("old", help="an export: folder or SQLite file; or a revision, as git names it")
    one.add_argument("new", help="another")
    one.add_argument("--format", choices=("text", "csv", "json"), default="text")
    one.add_argument("--json", dest="format", action="store_const", const="json")

    one = command(
        "completion",
        run_completion,
        "Print what completes the command in a shell; its documentation says where that belongs.",
    )
    one.add_argument("shell", choices=("bash", "zsh", "fish"))

    one = command("schema", run_schema, "Print the JSON Schema of a kind of file: " + ", ".join(SCHEMAS) + ".")
    one.add_argument(
        "kind",
        nargs="?",
        default="game",
        choices=SCHEMAS,
        help="a record's front matter, or a shared file by its name (default: game)",
        metavar="KIND",
    )
    return top


def _whole(least: int) -> Callable[[str], int]:
    """Return what reads a whole number that is not below the least one."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\d+", text, re.ASCII) or int(text) < least:
            raise argparse.ArgumentTypeError(f"found {text!r}; expected a whole number from {least} on")
        return int(text)

    return read


def _folder(text: str) -> Path:
    if not text.strip():
        raise argparse.ArgumentTypeError("found an empty name; expected that of a folder")
    return Path(text)


def run_check(args: argparse.Namespace) -> int:
    from tarotref.store.loading import root

    if args.rules:
        with editing():
            from tarotref.checks import CHECKS
        from tarotref.problem import READING

        for code, text in {**READING, **{c.name: c.rule for c in CHECKS.values()}}.items():
            print(f"{code:22} {text}")
        return 0
    folder = args.root or root() or Path.cwd()
    if not (folder / "corpus").is_dir():
        raise FileNotFoundError(f"no corpus/ in {folder}")
    for path in args.path:
        if not path.exists():
            raise FileNotFoundError(f"no such file or folder: {path}")
        place, corpus_folder = path.resolve(), (folder / "corpus").resolve()
        if not place.is_relative_to(corpus_folder) and not corpus_folder.is_relative_to(place):
            raise FileNotFoundError(f"{path} is not in the corpus that is checked, {corpus_folder}")
    from tarotref.store.checking import checked

    found = checked(folder)
    problems: Sequence[Problem] = found.problems
    wanted = [p.resolve() for p in args.path]
    problems = [p for p in problems if not wanted or any((folder / p.path).resolve().is_relative_to(w) for w in wanted)]
    if args.json:
        print(
            json.dumps(
                [
                    {"path": p.path, "line": p.line, "field": p.field, "message": p.message, "code": p.code}
                    for p in problems
                ],
                ensure_ascii=False,
                indent=1,
            )
        )
    else:
        for problem in problems:
            print(problem)
        print(
            f"{_problems(len(problems))} in {found.games} games"
            if problems
            else f"{found.games} games, {found.rulesets} rulesets: no problems",
            file=sys.stderr,
        )
    return 1 if problems else 0


def run_list(args: argparse.Namespace) -> int:
    from tarotref.dates import words
    from tarotref.notation import folded
    from tarotref.store.loading import compiled

    rows = []
    for id, g in compiled().listed().items():
        names = [id, catalogue_number.written(id), g["title"], *g["aka"], *g["places"], g["tradition"]]
        text, players = folded(" ".join(names)), g["players"]
        if all(folded(catalogue_number.bare(w)) in text for w in args.words) and (
            args.players is None or args.players in players
        ):
            rows.append((id, g["title"], g["tradition"], words(g["played"]), ", ".join(map(str, players))))
    if args.json:
        print(
            json.dumps(
                [
                    dict(zip(("id", "title", "tradition", "played", "players"), r, strict=True))
                    | {"id": catalogue_number.written(r[0])}
                    for r in rows
                ],
                ensure_ascii=False,
                indent=1,
            )
        )
    elif rows:
        show(rows)
    return 0 if rows else _failed(f"no game matches {' '.join(args.words) or 'that'}; `tarotref list` lists all")


def run_find(args: argparse.Namespace) -> int:
    from tarotref.store.loading import found
    from tarotref.tables.exports import dump

    columns, rows = found(args.conditions, whole=args.all)
    if args.json:
        print(dump([dict(zip(columns, row, strict=True)) for row in rows]), end="")
    elif rows:
        at = [columns.index(name) for name in ("id", "title", "era", "players", "pack_cards", "playability")]
        show(
            [
                [columns[n].replace("_", " ") for n in at],
                *([row[n] if row[n] is not None else "" for n in at] for row in rows),
            ]
        )
    return 0 if rows else _failed(f"no ruleset meets {' and '.join(args.conditions)}")


def run_show(args: argparse.Namespace) -> None:
    from tarotref import load
    from tarotref.cli import terminal

    computed = load()
    if args.id in computed.corpus.traditions:
        print(
            json.dumps(computed.corpus.traditions[args.id].source.data, ensure_ascii=False, indent=1)
            if args.json
            else terminal.show_tradition(computed, args.id)
        )
        return
    ruleset = computed.comparable(args.id)
    if args.json:
        print(json.dumps(terminal.as_json(computed, ruleset), ensure_ascii=False, indent=1))
    else:
        print(terminal.show(computed, ruleset))


def run_table(args: argparse.Namespace) -> int:
    from tarotref.problem import nearest
    from tarotref.store import loading
    from tarotref.tables import TABLES
    from tarotref.tables.exports import csv_text, dump, records
    from tarotref.tables.selection import chosen, condition
    from tarotref.tables.spec import text_of

    if args.name is None:
        show([(t.name, t.text) for t in TABLES.values()])
        return 0
    if args.name not in TABLES:
        raise KeyError(f"no table {args.name!r}{nearest(args.name, TABLES) or '; `tarotref table` lists all'}")
    table, rows = TABLES[args.name], loading.rows(args.name)
    names = [c.name for c in table.columns]
    rows = chosen(table, rows, [condition(table, text) for text in args.where])
    if args.columns:
        picked = args.columns.split(",")
        for name in picked:
            if name not in names:
                raise ValueError(f"no column {name!r} in {args.name}{nearest(name, names)}")
        places = [names.index(n) for n in picked]
        table = replace(table, columns=tuple(table.columns[n] for n in places))
        rows = [[r[n] for n in places] for r in rows]
    if args.format == "csv":
        print(csv_text(table, rows), end="")
    elif args.format == "json":
        print(dump(records(table, rows)), end="")
    elif rows:
        show([[c.name for c in table.columns], *(list(map(text_of, r)) for r in rows)])
    return 0 if rows else _failed(f"no row of {args.name} meets {' and '.join(args.where)}")


def run_compare(args: argparse.Namespace) -> None:
    from tarotref import load
    from tarotref.cli.terminal import comparison

    if len(args.id) < 2:
        raise ValueError(f"compare: found {args.id[0]} alone; expected two rulesets or traditions, or more")
    computed = load()
    if args.json:
        rows = computed.comparison.rows([computed.comparable(id) for id in args.id])
        print(json.dumps([computed.comparison.plain(row) for row in rows], ensure_ascii=False, indent=1))
        return
    print("\n".join(comparison(computed, args.id)))


def run_count(args: argparse.Namespace) -> None:
    from tarotref import load

    found = load().count(
        " ".join(args.cards),
        args.id,
        players=args.players,
        tricks=args.tricks,
        last_trick=args.last_trick,
        discard=args.discard,
    )
    if args.json:
        print(
            json.dumps(
                {
                    "total": str(found.total),
                    "working": [
                        {"cards": [str(c) for c in w.cards], "sum": w.sum, "points": str(w.points)}
                        for w in found.working
                    ],
                    "assumed": found.assumed,
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


def run_cite(args: argparse.Namespace) -> None:
    from tarotref import cite

    print(cite(args.id, args.format))


def run_export(args: argparse.Namespace) -> None:
    from tarotref import release
    from tarotref.store.loading import tables
    from tarotref.tables.exports import write

    for file in write(tables(), args.folder, args.format or ("csv", "json", "sqlite"), release.VERSION):
        print(file)


def run_diff(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from tarotref.store.loading import export
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

    from tarotref.store.loading import rows
    from tarotref.tables import TABLES

    top = parser()
    games = [catalogue_number.bare(str(row[0])) for row in rows("games")]
    commands = next(action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    for name, one in commands.choices.items():
        for action in one._actions:
            if action.type in (Path, _folder):
                action.complete = shtab.FILE if action.type is Path else shtab.DIRECTORY
            elif action.dest == "id":
                action.choices = games
            elif (name, action.dest) == ("table", "name"):
                action.choices = list(TABLES)
    print(shtab.complete(top, args.shell))


def run_schema(args: argparse.Namespace) -> None:
    with editing():
        from tarotref.schema import schema
    from tarotref.tables.exports import dump

    print(dump(schema(args.kind)), end="")


if __name__ == "__main__":
    sys.exit(main())
