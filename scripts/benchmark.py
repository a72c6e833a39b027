"""Measure how long it takes to import, load, check and build, for this corpus and for larger ones made of copies of its records.

Usage: python scripts/benchmark.py [load] [commands] [site] [odds] [play] [--records 250 1000] [--jobs 1 2] [--runs 3] [--cpu] [--code FOLDER]

Prints Markdown tables, of all five parts or of those named. Each run is a new process, so that nothing is warm but the file
system. A large corpus has the same traditions and shared files and N games, which are copies of the real ones under ids of
their own.

`load`: medians of importing, loading, checking and making tables. `commands`: medians of what the command and Python take, and the
most memory that they hold, where the corpus is compiled already; installed, from the files, and with a fact of one record changed
since the last command; `check` also where nothing is known yet. `site`: the site whole and cold, then as `make draft` builds
it with nothing, a word and a fact of one record changed, beside stock Sphinx (its own theme, the same texts without facts, links as plain words, listed by
their titles). They are measured in turn, so that what else the machine does falls on all; medians, of the clock and of the
processor, and of each round what it is in terms of stock Sphinx, against the aims of `AIMS`. `odds`: all odds of the corpus reckoned exactly, and random hands
dealt and looked through, by columns of a million in numpy and one by one in plain Python. `play`: random hands a second on one
core, by ruleset, and hands of simple players; what it takes to begin stands apart. Its figures are always processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
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
from tarotref.corpus.files import read_files
from tarotref.corpus.reader import build, parse_bibliography, parse_files
from tarotref.checks import check
from tarotref.computed.corpus import ComputedCorpus
from tarotref.tables import rows
lap()
root = Path(sys.argv[1])
files = read_files(root); sources = parse_files(files); parse = lap()
corpus = build(sources, *parse_bibliography(files, sources)); corpus.rulesets; resolve = lap()
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
import sys; sys.path.append("scripts")
from deals import deal, having
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
PLAY = """
import json, random, sys, time
def lap():
    global at
    now = time.process_time(); spent = now - at; at = now
    return spent
at = time.process_time()
import tarotref
computed = tarotref.load(); rulesets = computed.corpus.rulesets; loading = lap()
from tarotref.play import Unplayable, table
from tarotref.play.players import random_player, simple
from tarotref.play.deal import start
def played(ready, player, n, count):
    state = start(ready, n)
    while not state.over:
        state = state.do(player(state))
    return state.result() if count else None
def rate(ready, player, count, least=0.2):
    lap(); n = 0; spent = 0.0
    while spent < least:
        played(ready, player, n, count); n += 1; spent += lap()
    return n / spent
found = {"to import and load the corpus": [loading]}
for id in rulesets:
    if not id.endswith("/main"):
        continue
    lap()
    try:
        ready = table(id, None, computed)
    except Unplayable:
        continue
    try:
        chance = random_player(random.Random(1))
        played(ready, chance, "first", True); played(ready, simple, "first", True); begun = lap()
        found[id.removesuffix("/main")] = [begun, rate(ready, chance, False), rate(ready, chance, True), rate(ready, simple, True)]
    except ValueError as error:
        print(id, error, file=sys.stderr)
print(json.dumps(found))
"""
IMPORTS = {
    "`import tarotref`": "import tarotref",
    "`import pandas`": "import pandas",
    '`tarotref.table("games")` from the snapshot, pandas included': "import tarotref; tarotref.table('games')",
    '`tarotref.table("facts")` from the snapshot, pandas included': "import tarotref; tarotref.table('facts')",
    "`tarotref.load()` from the snapshot, every ruleset resolved": "import tarotref; tarotref.load().corpus.rulesets",
}
CLOCK = [time.perf_counter]
"""What tells the time, last in the list: the clock, or with `--cpu` the processor."""
COMMANDS = (
    "show 8.13",
    "show 18.10",
    "cite 8.13",
    "count 9.13 K♠",
    "deal 18.10",
    "list",
    "find players=4",
    "compare 8.11 8.13",
)
"""What is asked of the command, words apart."""
ASKED = {
    **{f"`tarotref {words}`": f"from tarotref.cli.command import main; main({words.split()})" for words in COMMANDS},
    '`tarotref.play.new("18.10")`': 'import tarotref.play; tarotref.play.new("18.10", seed=1)',
    '`tarotref.table("games")`': 'import tarotref; tarotref.table("games")',
    '`tarotref.table("rulesets")`': 'import tarotref; tarotref.table("rulesets")',
}
DRAFT = ("-D", "tarotref_data=0")
"""What `make draft` says to Sphinx: after a change the data are left to the next whole build."""
CHECK = "from tarotref.cli.command import main; main(['check', '--root', {!r}])"
THIS = "this corpus"
STOCK, WHOLE = "stock Sphinx on the bare texts, cold", "whole site, cold"
PAGES = "all pages, cold, with the data there"
"""What is like for like: stock Sphinx writes no tables for download and no documents of an API."""
NOTHING, WORD, FACT = "nothing changed", "a word of one record changed", "a fact of one record changed"
AIMS = {WHOLE: "1.3 times stock Sphinx", WORD: "3 s", NOTHING: "2 s", FACT: "8 s"}
"""What is aimed at for this corpus, by the clock, on two cores that do nothing else."""


def main(argv: list[str] | None = None) -> int:
    """Measure what is asked for and print the tables."""
    parts = {
        "load": measure_load,
        "commands": measure_commands,
        "site": measure_sites,
        "odds": measure_odds,
        "play": measure_play,
    }
    top = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    top.add_argument("parts", nargs="*", metavar="PART", help="load, commands, site, odds or play (default: all)")
    top.add_argument(
        "--records", type=int, nargs="*", default=[1000], help="games in the large corpora (default: 1000)"
    )
    top.add_argument(
        "--jobs", type=int, nargs="+", default=[1, os.cpu_count() or 2], help="processes that build a site"
    )
    top.add_argument("--runs", type=int, default=3, help="runs for each median (default: 3)")
    top.add_argument("--code", type=Path, default=CHECKOUT, help="the checkout whose code is measured (default: this)")
    top.add_argument(
        "--cpu", action="store_true", help="processor time alone, not the clock's: for a machine that is busy"
    )
    args = top.parse_args(argv)
    if args.cpu:
        CLOCK.append(processor_time)
    if unknown := {*args.parts} - {*parts}:
        top.error(f"no part {unknown.pop()!r}; expected {', '.join(parts)}")
    games = len([*(CHECKOUT / "corpus" / "games").glob("*.md")])
    with tempfile.TemporaryDirectory(prefix="tarotref-bench-") as made:
        corpora = {
            f"{n:,} games" if n else THIS: corpus(Path(made) / str(n), n, args.code)
            for n in (0, *(n for n in args.records if n > games))
        }
        for part in args.parts or parts:
            print(table(parts[part](corpora, args)), end="\n\n", flush=True)
    return 0


def table(measured: Mapping[str, Mapping[str, float | str]]) -> str:
    """Return the figures as a Markdown table, a row for each thing measured."""
    rows = list(dict.fromkeys(what for found in measured.values() for what in found))
    lines = [f"| | {' | '.join(measured)} |", f"|---|{'---:|' * len(measured)}"]
    lines += [f"| {what} | {' | '.join(words(found.get(what)) for found in measured.values())} |" for what in rows]
    return "\n".join(lines)


def words(seconds: float | str | None) -> str:
    """Return a duration in the unit that suits it; what is no duration as it is."""
    if not isinstance(seconds, float | int):
        return seconds or ""
    return f"{seconds * 1000:,.0f} ms" if seconds < 1 else f"{seconds:,.1f} s"


def corpus(root: Path, wanted: int, code: Path) -> Path:
    """Copy what a corpus and its site are made of; add copies of games under the ids R50001, R50002, ... until there are so many."""
    shutil.copytree(CHECKOUT / "corpus", root / "corpus")
    shutil.copytree(code / "docs", root / "docs")
    shutil.copy(code / "CONTRIBUTING.md", root)
    games = sorted((root / "corpus" / "games").glob("*.md"))
    for n in range(wanted - len(games)):
        record = games[n % len(games)]
        text, name = record.read_text(encoding="utf-8"), record.stem.partition("-")[2]
        text = re.sub(r"^id: .*$", f'id: "R{50001 + n}"', text, count=1, flags=re.M)
        text = re.sub(r"^title: (.*)$", rf"title: \1 ({n + 1})", text, count=1, flags=re.M)
        (record.parent / f"R{50001 + n}-{name}-{n + 1}.md").write_text(text, encoding="utf-8")
    return root


def measure_load(corpora: dict[str, Path], args: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Return the medians of what needs no site."""
    measured: dict[str, dict[str, float]] = {}
    for name, root in corpora.items():
        found: dict[str, float] = {}
        installed = package(root, args.code)
        for what, code in IMPORTS.items():
            found[what] = median(
                timed([sys.executable, "-c", code], PYTHONPATH=str(installed)) for _ in range(args.runs)
            )
        alone = "starting Python alone, which all the above include"
        found[alone] = median(timed([sys.executable, "-c", ""]) for _ in range(args.runs))
        command = [sys.executable, "-c", SOURCE, str(root)]
        told = [json.loads(run(command, PYTHONPATH=str(args.code)).stdout) for _ in range(args.runs)]
        found |= {what: median(t[what] for t in told) for what in told[0]}
        games, rulesets = found.pop("games"), found.pop("rulesets")
        measured[f"{name} ({games:,.0f}, in {rulesets:,.0f} rulesets)"] = found
    return measured


def measure_commands(corpora: dict[str, Path], args: argparse.Namespace) -> dict[str, dict[str, float | str]]:
    """Return what commands take in time and memory, medians of the runs."""
    measured: dict[str, dict[str, float | str]] = {}
    for name, root in corpora.items():
        installed = {"PYTHONPATH": str(package(root, args.code))}
        files = {"PYTHONPATH": str(args.code), "TAROTREF_ROOT": str(root)}
        record = sorted((root / "corpus" / "games").glob("*.md"))[0]

        def change(record: Path = record) -> None:
            """Put a line into a record's facts, so that all of them stand elsewhere."""
            text = record.read_text(encoding="utf-8")
            record.write_text(text.replace("\nevidence: ", "\n# a word\nevidence: ", 1), encoding="utf-8")

        check = CHECK.format(str(root))
        ways = {"installed": (installed, None), "from the files": (files, None), "a fact changed": (files, change)}
        for way, (environment, before) in ways.items():
            asked = ASKED if way == "installed" else {**ASKED, "`tarotref check`": check}
            found: dict[str, float | str] = {}
            for what, code in asked.items():
                weighed(code, environment)
                runs = []
                for _ in range(args.runs):
                    if before:
                        before()
                    runs.append(weighed(code, environment))
                found[what] = f"{words(median(time for time, _ in runs))}, {median(mb for _, mb in runs):,.0f} MB"
            measured[f"{name}, {way}"] = found
        cold = []
        for _ in range(args.runs):
            shutil.rmtree(root / ".tarotref", ignore_errors=True)
            cold.append(weighed(check, files)[0])
        measured[f"{name}, from the files"]["`tarotref check`, nothing known"] = median(cold)
    return measured


def weighed(code: str, environment: Mapping[str, str]) -> tuple[float, float]:
    """Return how long code takes, and how many megabytes it holds at most."""
    weigh = f"{code}\nimport resource, sys; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    at = CLOCK[-1]()
    told = run([sys.executable, "-c", weigh], **environment).stderr
    return CLOCK[-1]() - at, int(told.split()[-1]) / 1024


def measure_odds(corpora: dict[str, Path], args: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Return the medians for the odds: as the package has them, and in plain Python where that is another way."""
    told = [json.loads(run([sys.executable, "-c", ODDS], PYTHONPATH=str(args.code)).stdout) for _ in range(args.runs)]
    columns = {"tarotref": 0, "plain Python, from 20,000 hands": 1}
    return {
        head: {what: median(t[what][n] for t in told) for what, found in told[0].items() if found[n] is not None}
        for head, n in columns.items()
    }


def measure_play(corpora: dict[str, Path], args: argparse.Namespace) -> dict[str, dict[str, float | str]]:
    """Return what it takes to begin, and the hands a second of each main ruleset, medians of the runs."""
    told = [json.loads(run([sys.executable, "-c", PLAY], PYTHONPATH=str(args.code)).stdout) for _ in range(args.runs)]
    heads = (
        "to begin",
        "random hands a second",
        "random hands a second, reckoned up",
        "simple hands a second, reckoned up",
    )
    found = {what: [median(t[what][n] for t in told) for n in range(len(told[0][what]))] for what in told[0]}
    rates = [figures for figures in found.values() if len(figures) == len(heads)]
    rows = {
        "median of the rulesets": [median(column) for column in zip(*rates, strict=True)],
        "slowest": [pick(column) for pick, column in zip((max, min, min, min), zip(*rates, strict=True), strict=True)],
        **found,
    }
    return {
        head: {
            what: figures[n] if n == 0 else f"{figures[n]:,.0f}" for what, figures in rows.items() if n < len(figures)
        }
        for n, head in enumerate(heads)
    }


def package(root: Path, code: Path) -> Path:
    """Return a folder that holds the package as a wheel would install it, with the corpus compiled."""
    folder = root / "installed"
    without = shutil.ignore_patterns("__pycache__", "_snapshot")
    shutil.copytree(code / "tarotref", folder / "tarotref", ignore=without)
    compile_ = "import sys; from pathlib import Path; from tarotref.store.loading import compile_to; compile_to(Path(sys.argv[1]), Path(sys.argv[2]))"
    run([sys.executable, "-c", compile_, str(folder / "tarotref" / "_snapshot"), str(root)], PYTHONPATH=str(folder))
    return folder


def measure_sites(corpora: dict[str, Path], args: argparse.Namespace) -> dict[str, dict[str, float | str]]:
    """Return how long the site takes, cold and after changes, and what that is in terms of stock Sphinx."""
    measured: dict[str, dict[str, float | str]] = {}
    for name, root in corpora.items():
        for jobs in args.jobs:
            rounds = [measure_site(root, jobs, args.code, n) for n in range(args.runs)]
            head = f"{name}, -j {jobs}"
            measured[head] = {}
            for what in rounds[0]:
                for n, clock in enumerate(("", " (processor)")):
                    if n or not args.cpu:
                        spent = [found[what][n] for found in rounds]
                        measured[head][f"{what}{clock}"] = median(spent)
                        ratios = [found[what][n] / found[STOCK][n] for found in rounds]
                        if what != STOCK:
                            measured[head][f"{what}{clock}: times stock"] = f"{median(ratios):.2f}"
            for what, aim in AIMS.items():
                measured[head][f"{what}: aim"] = aim if name == THIS else ""
    return measured


def measure_site(root: Path, jobs: int, code: Path, n: int) -> dict[str, tuple[float, float]]:
    """Return what the site takes by clock and processor: stock Sphinx, whole and cold, and after each change, the n-th of its kind."""
    command = [sys.executable, *"-m sphinx -q -b html -c docs -d build/doctrees . build/site -j".split(), str(jobs)]
    record = sorted((root / "corpus" / "games").glob("*.md"))[0]
    text = record.read_text(encoding="utf-8")
    fact = re.sub(r"^evidence: \w+$", "evidence: listed", text, count=1, flags=re.M)

    def changed_to(now: str) -> tuple[float, float]:
        if now != record.read_text(encoding="utf-8"):
            record.write_text(now, encoding="utf-8")
        return spent([*command, *DRAFT], cwd=root, PYTHONPATH=str(code))

    found = {STOCK: measure_stock(root, jobs)}
    found[WHOLE] = spent([*command, "-E"], cwd=root, PYTHONPATH=str(code))
    found[NOTHING] = changed_to(text)
    found[WORD] = changed_to(text.rstrip("\n") + " And so on." * (n + 1) + "\n")
    found[FACT] = changed_to(fact)
    record.write_text(text, encoding="utf-8")
    found[PAGES] = spent([*command, "-E"], cwd=root, PYTHONPATH=str(code))
    shutil.rmtree(root / "build")
    return found


def measure_stock(root: Path, jobs: int) -> tuple[float, float]:
    """Return what Sphinx takes for the texts of the records alone, as it comes.

    Its contents name pages and not their sections. What stands in them weighs much: stock Sphinx writes them into the margin of
    every page, which takes longer than the pages themselves.
    """
    with tempfile.TemporaryDirectory(dir=root) as made:
        folder = Path(made)
        for file in (root / "corpus").glob("*/*.md"):
            facts, text = file.read_text(encoding="utf-8").split("\n---\n", 1)
            title = re.search(r"^title: (.*)$", facts, re.M)
            text = re.sub(r"\{[a-z]+\}`([^`<]*?)(?:\s*<[^>]*>)?`", r"\1", text)
            (folder / file.name).write_text(f"# {title[1] if title else file.stem}\n\n{text}", encoding="utf-8")
        contents = "# Games\n\n```{toctree}\n:titlesonly:\n:glob:\n*\n```\n"
        (folder / "index.md").write_text(contents, encoding="utf-8")
        (folder / "conf.py").write_text('extensions = ["myst_parser"]\n', encoding="utf-8")
        return spent([sys.executable, "-m", "sphinx", "-q", "-j", str(jobs), ".", "build"], cwd=folder)


def spent(command: list[str], cwd: Path, **environment: str) -> tuple[float, float]:
    """Return how long a command takes by the clock, and the processor time of all its processes."""
    begun = time.perf_counter(), processor_time()
    run(command, cwd, **environment)
    return time.perf_counter() - begun[0], processor_time() - begun[1]


def timed(command: list[str], cwd: Path | None = None, **environment: str) -> float:
    """Return how long a command takes."""
    begun = CLOCK[-1]()
    run(command, cwd, **environment)
    return CLOCK[-1]() - begun


def processor_time() -> float:
    """Return the processor time that all processes begun here have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command: list[str], cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command; what it says on failure is shown."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("TAROTREF")}
    done = subprocess.run(
        command,
        cwd=cwd or Path(tempfile.gettempdir()),
        env=kept | {"PYTHONDONTWRITEBYTECODE": ""} | environment,  # else each process compiles the package anew
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:4])} ... failed:\n{done.stdout[-1000:]}{done.stderr[-3000:]}")
    return done


if __name__ == "__main__":
    sys.exit(main())
