"""`tarotref check`: what is wrong with the corpus, what waits for `make record`, and what a change may have left behind."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from tarotref.cli.rows import forms
from tarotref.problem import READING, Problem, editing, problems


def add(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    one = command(
        "check",
        run,
        "Check the corpus: every problem as path:line: field: message, exit status 1 if there is one.",
    )
    one.add_argument("path", nargs="*", type=Path, help="show only problems in these files or folders")
    one.add_argument("--root", type=Path, help="the folder that holds corpus/ (default: the checkout, or here)")
    one.add_argument(
        "--changed",
        nargs="?",
        const="HEAD",
        metavar="REVISION",
        help="show only problems in files changed since the last commit, or since a revision; and, as hints, what stands on a fact that was changed",
    )
    one.add_argument("--rules", action="store_true", help="list the rules instead")
    forms(one, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Print what is found; 1 where there is a problem."""
    if args.rules:
        return _rules()
    from tarotref.store.checking import checked
    from tarotref.store.loading import root

    folder = args.root or root() or Path.cwd()
    if not (folder / "corpus").is_dir():
        raise FileNotFoundError(f"no corpus/ in {folder}")
    wanted = [_inside(folder, path) for path in args.path]
    found = checked(folder)
    told: Sequence[Problem] = found.problems
    hints: Sequence[Problem] = ()
    if args.changed:
        changed, hints = _changed(folder, args.changed)
        wanted += [(folder / path).resolve() for path in changed]
    if args.path or args.changed:
        told = [p for p in told if any((folder / p.path).resolve().is_relative_to(w) for w in wanted)]
    if args.format == "json":
        kinds = (("problem", told), ("hint", hints), ("waiting", found.waiting))
        print(json.dumps([asdict(p) | {"kind": k} for k, ps in kinds for p in ps], ensure_ascii=False, indent=1))
        return 1 if told else 0
    for problem in (*told, *hints):
        print(problem)
    elsewhere = f" here; {problems(len(found.problems))} in other files" if found.problems else ""
    sound = f"{found.games} games, {found.rulesets} rulesets: no problems{elsewhere}"
    print(f"{problems(len(told))} in {found.games} games" if told else sound, file=sys.stderr)
    _wait(found.waiting)
    return 1 if told else 0


def _rules() -> int:
    with editing():
        from tarotref.checks import CHECKS

    for code, text in {**READING, **{c.name: c.rule for c in CHECKS.values()}}.items():
        print(f"{code:22} {text}")
    return 0


def _inside(folder: Path, path: Path) -> Path:
    """Return a file or folder that is checked, whole; FileNotFoundError where there is none, or where it is of no corpus."""
    if not path.exists():
        raise FileNotFoundError(f"no such file or folder: {path}")
    place, corpus = path.resolve(), (folder / "corpus").resolve()
    if not place.is_relative_to(corpus) and not corpus.is_relative_to(place):
        raise FileNotFoundError(f"{path} is not in the corpus that is checked, {corpus}")
    return place


def _changed(folder: Path, revision: str) -> tuple[Iterable[str], Sequence[Problem]]:
    """Return the files that are not as they were in a revision and, of a corpus that can be read, what they may have left behind."""
    from tarotref.store.earlier import since

    before = since(folder, revision)
    from tarotref.checks.touched import hints
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.files import survey
    from tarotref.store.loading import of_files

    made, _ = of_files(folder, *survey(folder))
    if made is None:
        return before.files, ()
    corpus = made.corpus()
    return before.files, sorted(set(hints(before.corpus, ComputedCorpus(corpus), before.records(corpus))))


def _wait(waiting: Sequence[Problem]) -> None:
    """Say what waits for the command that brings it up to date."""
    if waiting:
        from tarotref.checks.waiting import REMEDY

        more = f", and {len(waiting) - 4} more" if len(waiting) > 4 else ""
        print(
            f"Waiting for `{REMEDY}`: {'; '.join(p.message for p in waiting[:4])}{more}.",
            file=sys.stderr,
        )
