"""The words of the `tarotref` command: check, list, find, evidence, cross, show, table, compare, count, deal, play, simulate, cite, export, diff, completion, schema."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from tarotref import release
from tarotref.cli import check, hands, propose, rows, runs
from tarotref.cli.arguments import EXPORTS, SCHEMAS, folder, formats, whole


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

    one = command("list", runs.run_list, "List games: number, title, tradition, when played.")
    one.add_argument(
        "words", nargs="*", help="only games whose number, title, other names, places or tradition contain all of these"
    )
    one.set_defaults(several="words")
    one.add_argument("--players", type=whole(1), help="only games for so many players")
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
        runs.run_show,
        "Show a game, one of its rulesets, or a tradition: `show 8.11`, `show 8.11/RI-1830`, `show bologna`.",
    )
    one.add_argument("id")
    one.add_argument("--json", action="store_true", help="its facts as JSON")

    one = command("table", rows.run_table, "Print a table: `table rulesets`; without a name, list the tables.")
    one.add_argument("name", nargs="?")
    rows.options(one)

    one = command(
        "compare",
        runs.run_compare,
        "Lay two or more rulesets, or traditions, side by side over all their facts, differences first.",
    )
    one.add_argument("id", nargs="+")
    one.add_argument("--json", action="store_true")

    one = command("count", runs.run_count, 'Count a pile of cards as a ruleset does: `count 9.13 "K♠ Q♥ XXI"`.')
    one.add_argument("id")
    one.add_argument("cards", nargs="+")
    one.add_argument("--last-trick", action="store_true", help="the pile includes the last trick")
    one.add_argument("--tricks", type=whole(0), help="tricks in the pile, where a point is counted for each")
    one.add_argument("--players", type=whole(1), help="how many play, where the rules allow several numbers")
    one.add_argument(
        "--discard", type=whole(0), default=0, help="cards of it that were discarded, where these count less"
    )
    one.add_argument("--json", action="store_true")

    hands.add(command)

    one = command(
        "cite",
        runs.run_cite,
        "Say how to cite whatever has an id: `cite 8.11`, `cite 8.11/RI-1830#deal.packets`, `cite RI-1830`, `cite bologna`, `cite pack:tarot-78-italian`.",
    )
    one.add_argument("id")
    one.add_argument("--format", choices=("text", "bibtex", "csl", "ris"), default="text")

    one = command(
        "export",
        runs.run_export,
        "Write all tables to a folder: an empty one, or one that an export has written before.",
    )
    one.add_argument("folder", type=folder)
    one.add_argument("--force", action="store_true", help="write into a folder that holds files of others")
    one.add_argument(
        "--format",
        action="extend",
        type=formats,
        metavar="FORMAT,...",
        help=f"of {', '.join(EXPORTS)}; separated by commas, or repeated; csv, json and sqlite unless said",
    )

    one = command(
        "diff",
        runs.run_diff,
        "Say which facts of which games have changed between two exports, or two revisions of a checkout; exit status 1 if any.",
    )
    one.add_argument("old", help="an export: folder or SQLite file; or a revision, as git names it")
    one.add_argument("new", help="another")
    one.add_argument("--format", choices=("text", "csv", "json"), default="text")
    one.add_argument("--json", dest="format", action="store_const", const="json")

    one = command(
        "completion",
        runs.run_completion,
        "Print what completes the command in a shell; its documentation says where that belongs.",
    )
    one.add_argument("shell", choices=("bash", "zsh", "fish"))
    one.set_defaults(top=top)

    one = command("schema", runs.run_schema, "Print the JSON Schema of a kind of file: " + ", ".join(SCHEMAS) + ".")
    one.add_argument(
        "kind",
        nargs="?",
        default="game",
        choices=SCHEMAS,
        help="a record's front matter, or a shared file by its name (default: game)",
        metavar="KIND",
    )
    return top
