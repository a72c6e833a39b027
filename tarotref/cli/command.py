"""The `tarotref` command: check, list, find, evidence, cross, show, table, compare, count, deal, play, simulate, cite, export, diff, completion, schema."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path

from tarotref import catalogue_number, release
from tarotref.cli import check, hands, propose, rows
from tarotref.cli.columns import fitted, show
from tarotref.problem import EDITING, CorpusError, editing, problems

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
    with fitted():  # the parser tells of help and misuse by itself
        args = _parsed(argv)
    data = (
        getattr(args, "json", False)
        or getattr(args, "format", "text") != "text"
        or args.run in (run_schema, run_completion)
    )
    _set_encodings(data)
    with nullcontext() if data else fitted():
        return _run(args)


def _run(args: argparse.Namespace) -> int:
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: print(f"tarotref: {message}", file=sys.stderr)
            status = int(args.run(args) or 0)
        sys.stdout.flush()
    except CorpusError as error:
        print("\n".join(map(str, error.problems)), file=sys.stderr)
        print(f"{problems(len(error.problems))}; `tarotref check` says which rules they break", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        if error.name == "shtab":
            return _failed(f"completion needs shtab: {release.install('completion')}")
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


def _set_encodings(data: bool) -> None:
    """Write data as UTF-8 whatever the terminal is; in words for people show `?` for what the terminal cannot show."""
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
    top = argparse.ArgumentParser(prog="tarotref", description="The reference on games played with the tarot pack.")
    top.add_argument("-V", "--version", action="version", version=f"tarotref {release.VERSION}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int | None], text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(run=run)
        return made

    check.add(command)
    propose.add(command)

    one = command("list", run_list, "List games: number, title, tradition, when played.")
    one.add_argument(
        "words", nargs="*", help="only games whose number, title, other names, places or tradition contain all of these"
    )
    one.set_defaults(several="words")
    one.add_argument("--players", type=_whole(1), help="only games for so many players")
    one.add_argument("--json", action="store_true")

    one = command(
        "find",
        rows.run_find,
        "Find rulesets by any columns of `rulesets` and `games`: `find players=4 bidding=yes played_from<1800`.",
    )
    one.add_argument("conditions", nargs="*", metavar="COLUMN=VALUE", help="also !=, <, <=, >, >=, ~")
    one.set_defaults(several="conditions")
    one.add_argument("--all", action="store_true", help="readings and variants too, not only main rules")
    rows.options(one)

    one = command(
        "evidence",
        rows.run_evidence,
        "List dated evidence, oldest first: `evidence --place piedmont --certainty sure`.",
    )
    for name in ("place", "tradition", "game", "certainty"):
        one.add_argument(f"--{name}", help=f"only evidence with this {name}")
    rows.options(one)

    one = command(
        "cross",
        rows.run_cross,
        "Count how many games have each pair of values of two columns: `cross fool counted_by`.",
    )
    one.add_argument("rows")
    one.add_argument("columns_of", metavar="columns")
    one.add_argument("--all", action="store_true", help="by all rulesets, not only main rules")
    one.add_argument("--format", choices=("text", "csv", "json"), default="text")
    one.add_argument("--json", dest="format", action="store_const", const="json")

    one = command(
        "show",
        run_show,
        "Show a game, one of its rulesets, or a tradition: `show 8.11`, `show 8.11/RI-1830`, `show bologna`.",
    )
    one.add_argument("id")
    one.add_argument("--json", action="store_true", help="its facts as JSON")

    one = command("table", rows.run_table, "Print a table: `table rulesets`; without a name, list the tables.")
    one.add_argument("name", nargs="?")
    rows.options(one)

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
        "cite",
        run_cite,
        "Say how to cite whatever has an id: `cite 8.11`, `cite 8.11/RI-1830#deal.packets`, `cite RI-1830`, `cite bologna`, `cite pack:tarot-78-italian`.",
    )
    one.add_argument("id")
    one.add_argument("--format", choices=("text", "bibtex", "csl", "ris"), default="text")

    one = command(
        "export", run_export, "Write all tables to a folder: an empty one, or one that an export has written before."
    )
    one.add_argument("folder", type=_folder)
    one.add_argument("--force", action="store_true", help="write into a folder that holds files of others")
    one.add_argument(
        "--format",
        action="extend",
        type=_formats,
        metavar="FORMAT,...",
        help=f"of {', '.join(EXPORTS)}; separated by commas, or repeated; csv, json and sqlite unless said",
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


def _formats(text: str) -> list[str]:
    named = [one.strip() for one in text.split(",") if one.strip()]
    for one in named:
        if one not in EXPORTS:
            raise argparse.ArgumentTypeError(f"no format {one!r}; expected one of {', '.join(EXPORTS)}")
    return named


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


def run_show(args: argparse.Namespace) -> None:
    from tarotref import load
    from tarotref.cli import terminal
    from tarotref.store.loading import by_name

    computed = load()
    if args.id in computed.corpus.traditions:
        print(
            json.dumps(computed.corpus.traditions[args.id].source.data, ensure_ascii=False, indent=1)
            if args.json
            else terminal.show_tradition(computed, args.id)
        )
        return
    ruleset = by_name(args.id, computed.comparable)
    if args.json:
        print(json.dumps(terminal.as_json(computed, ruleset), ensure_ascii=False, indent=1))
    else:
        print(terminal.show(computed, ruleset))


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

    from tarotref.store import loading
    from tarotref.tables import TABLES

    top = parser()
    games = [catalogue_number.bare(str(row[0])) for row in loading.rows("games")]
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
