"""Measure how long it takes to import, load, check and build, for this corpus and for a large one made of copies of its records.

Usage: python scripts/benchmark.py [--records 1000] [--runs 3] [--no-site] [--no-synthetic] [--no-odds]

Prints a Markdown table of medians. Each run is a new process, so that nothing is warm but the file system. The large corpus
has the same traditions and shared files and N games, which are copies of the real ones under ids of their own. The site is
built once for each corpus, cold, with as many processes as there are processors, then again after each of three changes.
A second table has the odds: all of the corpus reckoned exactly, and random hands dealt and looked through, by columns of a
million in numpy and one by one in plain Python.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

CHECKOUT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(CHECKOUT))

STOPWATCH = """
import json, sys, time
at = time.perf_counter()
def lap():
    global at
    now = time.perf_counter(); spent = now - at; at = now
    return spent
"""
SOURCE = (
    STOPWATCH
    + """
from pathlib import Path
from tarotref.corpus.reader import build, parse_bibliography, parse_files, read_files
from tarotref.checks import check
from tarotref.computed.corpus import ComputedCorpus
from tarotref.tables import rows
lap()
root = Path(sys.argv[1])
files = read_files(root); sources = parse_files(files); parse = lap()
corpus = build(sources, *parse_bibliography(files)); corpus.rulesets; resolve = lap()
computed = ComputedCorpus(corpus); found = check(computed); checked = lap()
rows(computed); tables = lap()
print(json.dumps({"read the files": parse, "validate and resolve": resolve, "load from source (both)": parse + resolve, "check": checked, "make all tables": tables,
                  "games": len(corpus.games), "rulesets": len(corpus.rulesets)}))
"""
)
ODDS = (
    STOPWATCH
    + """
import random
import numpy as np
import tarotref
from tarotref.cards.holdings import Groups, holds, parse_holding
from tarotref.cards.odds.deals import deal, having
from tarotref.computed.declarations import declarations
computed = tarotref.load(); rulesets = list(computed.corpus.rulesets.values()); lap()
exact = [computed.odds(r, id) for r in rulesets for id in declarations(r)]
exact_time = lap()
many, few = 1_000_000, 20_000
pack = range(78); groups = Groups({"trumps": range(21)}, pack)
held = {"ten trumps": parse_holding({"of": "trumps", "at_least": "10"}), "a run of four trumps": parse_holding({"run": "trumps", "at_least": "4"})}
told = {f"odds of all {sum(o is not None for o in exact)} formal declarations, exact": [exact_time, None]}
dice, coin = np.random.default_rng(1), random.Random(1); lap()
deals = deal(pack, 25, many, dice); quick = lap()
hands = [coin.sample(pack, 25) for _ in range(few)]; slow = lap() * many / few
told["a million hands of 25 from 78: dealt"] = [quick, slow]
for name, holding in held.items():
    lap(); having(deals, holding, groups).sum(); quick = lap()
    sum(holds(hand, holding, groups) for hand in hands); slow = lap() * many / few
    told[f"a million hands of 25 from 78: looked through for {name}"] = [quick, slow]
print(json.dumps(told))
"""
)
IMPORTS = {
    "`import tarotref`": "import tarotref",
    "`import pandas`": "import pandas",
    '`tarotref.table("games")` from the snapshot, pandas included': "import tarotref; tarotref.table('games')",
    '`tarotref.table("facts")` from the snapshot, pandas included': "import tarotref; tarotref.table('facts')",
    "`tarotref.load()` from the snapshot, every ruleset resolved": "import tarotref; tarotref.load().corpus.rulesets",
}
SITE = "site: whole, cold"
NOTHING, WORD, FACT = (
    "site: nothing changed",
    "site: a word of one record changed",
    "site: a fact of one record changed",
)


def main(argv: list[str] | None = None) -> int:
    """Measure what is asked for and print the table."""
    top = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    top.add_argument("--records", type=int, default=1000, help="games in the large corpus (default: 1000)")
    top.add_argument("--runs", type=int, default=3, help="processes for each median, the site apart (default: 3)")
    top.add_argument("--no-site", action="store_true", help="leave the site out")
    top.add_argument("--no-synthetic", action="store_true", help="measure this corpus alone")
    top.add_argument("--no-odds", action="store_true", help="leave the odds out")
    args = top.parse_args(argv)
    measured: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory(prefix="tarotref-bench-") as made:
        real = copy(Path(made) / "real")
        corpora = [real]
        if not args.no_synthetic:
            corpora.append(multiply(copy(Path(made) / "large"), args.records))
        for root in corpora:
            found = measure(root, args.runs, not args.no_site)
            head = f"{found.pop('games'):,.0f} games, {found.pop('rulesets'):,.0f} rulesets"
            measured[head if head not in measured else f"{head} (copies)"] = found
    print(table(measured))
    if not args.no_odds:
        print("\n" + table(measure_odds(args.runs)))
    return 0


def table(measured: dict[str, dict[str, float]]) -> str:
    """Return the figures as a Markdown table, a row for each thing measured."""
    rows = list(dict.fromkeys(what for found in measured.values() for what in found))
    lines = [f"| | {' | '.join(measured)} |", f"|---|{'---:|' * len(measured)}"]
    lines += [f"| {what} | {' | '.join(words(found.get(what)) for found in measured.values())} |" for what in rows]
    return "\n".join(lines)


def words(seconds: float | None) -> str:
    """Return a duration in the unit that suits it."""
    if seconds is None:
        return ""
    return f"{seconds * 1000:,.0f} ms" if seconds < 1 else f"{seconds:,.1f} s"


def copy(root: Path) -> Path:
    """Copy what a corpus and its site are made of, without what was built of it."""
    for name in ("corpus", "docs"):
        shutil.copytree(CHECKOUT / name, root / name)
    return root


def multiply(root: Path, wanted: int) -> Path:
    """Add copies of games, under the ids R50001, R50002, ..., until there are so many."""
    games = sorted((root / "corpus" / "games").glob("*.md"))
    for n in range(wanted - len(games)):
        text = games[n % len(games)].read_text(encoding="utf-8")
        text = re.sub(r"^id: .*$", f'id: "R{50001 + n}"', text, count=1, flags=re.M)
        text = re.sub(r"^title: (.*)$", rf"title: \1 ({n + 1})", text, count=1, flags=re.M)
        (root / "corpus" / "games" / f"R{50001 + n}-copy.md").write_text(text, encoding="utf-8")
    return root


def measure(root: Path, runs: int, site: bool) -> dict[str, float]:
    """Return the medians for one corpus."""
    found: dict[str, float] = {}
    installed = package(root)
    for what, code in IMPORTS.items():
        found[what] = median(timed([sys.executable, "-c", code], PYTHONPATH=str(installed)) for _ in range(runs))
    found["starting Python alone, which all the above include"] = median(
        timed([sys.executable, "-c", ""]) for _ in range(runs)
    )
    told = [
        json.loads(run([sys.executable, "-c", SOURCE, str(root)], PYTHONPATH=str(CHECKOUT)).stdout) for _ in range(runs)
    ]
    found |= {what: median(t[what] for t in told) for what in told[0]}
    if site:
        found |= measure_site(root)
    return found


def measure_odds(runs: int) -> dict[str, dict[str, float]]:
    """Return the medians for the odds: as the package has them, and in plain Python where that is another way."""
    told = [json.loads(run([sys.executable, "-c", ODDS], PYTHONPATH=str(CHECKOUT)).stdout) for _ in range(runs)]
    columns = {"tarotref": 0, "plain Python, from 20,000 hands": 1}
    return {
        head: {what: median(t[what][n] for t in told) for what, found in told[0].items() if found[n] is not None}
        for head, n in columns.items()
    }


def package(root: Path) -> Path:
    """Return a folder that holds the package as a wheel would install it, with the corpus compiled."""
    folder = root / "installed"
    shutil.copytree(
        CHECKOUT / "tarotref", folder / "tarotref", ignore=shutil.ignore_patterns("__pycache__", "_snapshot")
    )
    code = "import sys; from pathlib import Path; from tarotref.store.loading import compile_to; compile_to(Path(sys.argv[1]), Path(sys.argv[2]))"
    run([sys.executable, "-c", code, str(folder / "tarotref" / "_snapshot"), str(root)], PYTHONPATH=str(folder))
    return folder


def measure_site(root: Path) -> dict[str, float]:
    """Return how long the site takes, cold and after changes."""
    build = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-b",
        "html",
        "-c",
        "docs",
        "-d",
        "build/doctrees",
        "-j",
        "auto",
        ".",
        "build/site",
    ]

    def built(*more: str) -> float:
        return timed([*build, *more], cwd=root, PYTHONPATH=str(CHECKOUT))

    found = {SITE: built("-E")}
    found[NOTHING] = built()
    record = sorted((root / "corpus" / "games").glob("*.md"))[0]
    text = record.read_text(encoding="utf-8")
    record.write_text(text.rstrip("\n") + " And so on.\n", encoding="utf-8")
    found[WORD] = built()
    record.write_text(re.sub(r"^evidence: \w+$", "evidence: listed", text, count=1, flags=re.M), encoding="utf-8")
    found[FACT] = built()
    return found


def timed(command: list[str], cwd: Path | None = None, **environment: str) -> float:
    """Return how long a command takes."""
    begun = time.perf_counter()
    run(command, cwd, **environment)
    return time.perf_counter() - begun


def run(command: list[str], cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command; what it says on failure is shown."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("TAROTREF")}
    done = subprocess.run(
        command,
        cwd=cwd or Path(tempfile.gettempdir()),
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:4])} ... failed:\n{done.stdout[-1000:]}{done.stderr[-3000:]}")
    return done


if __name__ == "__main__":
    sys.exit(main())
