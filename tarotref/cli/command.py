"""The `tarotref` command: what is asked for is read, run, and what goes wrong is said in a line."""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import nullcontext

from tarotref import release
from tarotref.cli.columns import fitted
from tarotref.cli.parser import parser
from tarotref.cli.runs import failed, run_completion, run_schema
from tarotref.problem import EDITING, CorpusError, problems


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
            return failed(f"completion needs shtab: {release.install('completion')}")
        if str(error.name).partition(".")[0] not in EDITING:
            raise
        return failed(str(error))
    except (KeyError, ValueError) as error:
        return failed(str(error.args[0] if error.args else error), 2 if isinstance(error, ValueError) else 1)
    except BrokenPipeError:
        _leave_unwritten()
        return 0
    except OSError as error:
        _leave_unwritten()
        return failed(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
    except KeyboardInterrupt:
        return failed("interrupted", 130)
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


if __name__ == "__main__":
    sys.exit(main())
