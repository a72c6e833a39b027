"""Seed single faults into the corpus, and say how many are reported, how near, and how often.

    .venv/bin/python scripts/fault_injection.py [--each 14] [--games 3] [--only WORD] [--verbose]

Takes a cut of the corpus: some games, what they are laid on, and of the shared files what these name. Faults of files that
nothing else reads are seeded and read together; where anything is then not as it should be, each of them alone. Every fault breaks
a rule of the format, a reference or the arithmetic, so each should be reported: the aim is 98 in a hundred, 99 of those in the
right file, 97 within three lines, none more than five times, no crash, no hang. The same corpus, number and seed give the same
faults. Exit status 1 where an aim is missed.
"""

from __future__ import annotations

import argparse
import gc
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(CHECKOUT))

from tarotref.checks import check  # noqa: E402
from tarotref.computed.corpus import ComputedCorpus  # noqa: E402
from tarotref.corpus.files import BIBLIOGRAPHY, VOCABULARY, read_files, survey  # noqa: E402
from tarotref.corpus.reader import build, parse_bibliography, parse_files  # noqa: E402
from tarotref.corpus.source import Source  # noqa: E402
from tarotref.problem import Problem  # noqa: E402
from tests.fault_forms import of_forms  # noqa: E402
from tests.faults import Fault, of_model  # noqa: E402

FLOOD, NEAR, SECONDS, MEMORY = 5, 3, 30, 4 << 30
AIMS = {"reported": 98, "right file": 99, f"within {NEAR} lines": 97}
UNREAD = ("attestations", "concordance", "hands", "history", "retired", "second-coding")
"""Shared files whose entries nothing else names."""
TAKEN = {"attestations": 12, "concordance": 12, "history": 1, "retired": 1}
"""Of shared files with ids of their own that nothing names: one in so many entries is taken."""
ENTRY, WORD = r"(?m)^(?=[\w\"@])", r"[\w.-]*\w"


def sample_of(checkout: Path, games: int) -> dict[str, str]:
    """Return a cut of the corpus, as texts by path: so many games from the whole catalogue, one that is only listed, and what they name."""
    files = read_files(checkout)
    records = {word(t, "id"): (p, t) for p, t in files.items() if p.endswith(".md")}
    described = [id for id, (p, t) in records.items() if "/games/" in p and word(t, "evidence") != "listed"]
    listed = [id for id, (p, t) in records.items() if "/games/" in p and id not in described]
    waiting = [*described[:: len(described) // games + 1], listed[0]]
    kept: dict[str, str] = {}
    while waiting:
        path, text = records[waiting.pop()]
        if path not in kept:
            kept[path] = text
            waiting += [id for id in re.findall(r'\b(?:like|tradition|parent): "?([\w.-]+)', text) if id in records]
    found = dict(sorted((kept | _named(files, " ".join(kept.values()))).items()))
    while lost := {(p.path, p.line) for p in problems(found) if not p.path.endswith(".md")}:
        for path in {path for path, _ in lost}:
            lines = [line for other, line in lost if other == path]
            begin, entries = 1, []
            for entry in re.split(ENTRY, found[path]):
                end = begin + entry.count("\n")
                entries += [] if any(begin <= line < end for line in lines) else [entry]
                begin = end
            found[path] = "".join(entries)
    return found


def problems(files: dict[str, str]) -> list[Problem]:
    sources = parse_files(files)
    computed = ComputedCorpus(build(sources, *parse_bibliography(files, sources)))
    return sorted({*computed.corpus.problems, *check(computed)})


def word(text: str, key: str) -> str:
    """Return what a record says of itself under a key."""
    said = re.search(rf'^{key}: "?([^\s"]+)', text, re.M)
    return said[1] if said else ""


def _named(files: dict[str, str], text: str) -> dict[str, str]:
    """Return the shared files, without most of the entries that nothing names which is kept."""
    entries = {path: re.split(ENTRY, files[path]) for path in files if not path.endswith(".md")}
    found: dict[str, dict[int, str]] = {path: {} for path in entries}
    words, size = set(re.findall(WORD, text)), -1
    while size != (size := sum(map(len, found.values()))):
        for path, several in entries.items():
            every = 1 if path == VOCABULARY else TAKEN.get(path[7:-5], 0)
            for n, entry in enumerate(several):
                key = re.match(r'(?:@\w+\{|"?)([\w.-]+)', entry)
                if n not in found[path] and (key is None or (n % every == 0 if every else key[1] in words)):
                    found[path][n] = entry
                    words |= {*re.findall(WORD, entry)}
    return {path: "".join(text for _, text in sorted(several.items())) for path, several in found.items()}


class Hang(BaseException):
    """Reading and checking took too long."""


def _late(*_: Any) -> None:
    raise Hang


@dataclass(frozen=True)
class Result:
    """What came of one fault."""

    fault: Fault
    problems: tuple[Problem, ...] = ()
    crash: str = ""

    @property
    def right_file(self) -> bool:
        return any(p.path == self.fault.path for p in self.problems)

    @property
    def near(self) -> bool:
        return any(p.path == self.fault.path and abs(p.line - self.fault.line) <= NEAR for p in self.problems)

    @property
    def flood(self) -> bool:
        return len(self.problems) > FLOOD

    @property
    def wrong(self) -> str:
        """What is not as it should be, in a word."""
        words = {
            self.crash: bool(self.crash),
            "SILENT": not self.problems,
            "WRONG FILE": not self.right_file,
            "FAR": not self.near,
            f"FLOOD {len(self.problems)}": self.flood,
        }
        return next((w for w, is_so in words.items() if is_so), "")


class Bench:
    """A folder with the good corpus, in which faults are seeded."""

    def __init__(self, files: dict[str, str], root: Path):
        self.files, self.root = files, root
        self.parsed: dict[tuple[str, str], Source] = {}
        self.bibliographies: dict[str, Any] = {}
        facts = {path: text.split("\n---\n")[0] for path, text in files.items() if path.endswith(".md")}
        others = {path: " ".join(t for p, t in facts.items() if p != path) for path in facts}
        ids = {path: word(facts[path], "id") for path in facts}
        self.apart = {
            p for p in facts if "/games/" in p and not re.search(rf"(?<![\w.]){re.escape(ids[p])}\b", others[p])
        }
        self.apart |= {f"corpus/{name}.yaml" for name in UNREAD}
        self.write()
        self.good = {self._what(p) for p in self.read()}

    def write(self) -> None:
        shutil.rmtree(self.root / "corpus", ignore_errors=True)
        for path, text in self.files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text, encoding="utf-8")

    def read(self) -> list[Problem]:
        """Read and check as `tarotref check` does, but parse no file twice."""
        files, strays = survey(self.root)
        sources = parse_files({p: t for p, t in files.items() if (p, t) not in self.parsed})
        self.parsed |= {(p, files[p]): source for p, source in sources.items() if self.files.get(p) == files[p]}
        sources = {p: s for p, t in files.items() if (s := self.parsed.get((p, t)) or sources.get(p))}
        texts = repr([files.get(path) for path in (BIBLIOGRAPHY, VOCABULARY)])
        if texts not in self.bibliographies:
            self.bibliographies[texts] = parse_bibliography(files, sources)
        computed = ComputedCorpus(build(sources, *self.bibliographies[texts], strays))
        return sorted({*computed.corpus.problems, *check(computed)})

    @staticmethod
    def _what(problem: Problem) -> Problem:
        return replace(problem, line=0, message=problem.message.partition("; did you mean")[0])

    def results(self, faults: list[Fault]) -> Iterator[Result]:
        """Try faults: those of files that nothing else reads together, if each is in a file of its own."""
        groups: list[dict[str, Fault]] = []
        for fault in faults:
            together = fault.path in self.apart and not fault.seed
            group = next((g for g in groups if fault.path not in g), None) if together else None
            if group is None:
                groups.append(group := {} if together else {fault.path: fault, "": fault})
            group[fault.path] = fault
        for group in groups:
            several = list(dict.fromkeys(group.values()))
            found, crash = self._try(several)
            if len(several) > 1:
                results = [Result(f, tuple(p for p in found if p.path == f.path), crash) for f in several]
                if all(p.path in group for p in found) and not any(r.wrong for r in results):
                    yield from results
                    continue
            for fault in several:
                yield Result(fault, *(self._try([fault]) if len(several) > 1 else (found, crash)))

    def _try(self, faults: list[Fault]) -> tuple[tuple[Problem, ...], str]:
        """Seed faults, see what is reported or how it ends, and put things right again."""
        for fault in faults:
            if fault.seed:
                fault.seed(self.root)
            else:
                (self.root / fault.path).write_bytes(fault.content(self.files[fault.path]))
        before = signal.signal(signal.SIGPROF, _late)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of the processor: a loaded machine is no hang
        try:
            found = self.read()
        except Hang:
            return (), "HANG"
        except Exception as error:
            return (), f"CRASH {type(error).__name__}: {error}"[:200]
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
            self.write()
        return tuple(p for p in found if self._what(p) not in self.good), ""


def chosen(files: dict[str, str], each: int, only: str = "", seed: int = 1) -> list[Fault]:
    """Choose so many faults of each kind, in as many ways as there are; of those in the form of files at least one in each way."""
    found: dict[str, list[Fault]] = defaultdict(list)
    forms = list(of_forms(files))
    for fault in (*forms, *(f for path, text in files.items() for f in of_model(path, text))):
        if only in fault.kind:
            found[fault.kind].append(fault)
    faults: list[Fault] = []
    for kind, several in sorted(found.items()):
        random.Random(f"{seed} {kind}").shuffle(several)
        ways: Counter[str] = Counter()
        ranked = sorted([(ways.update([f.way]) or ways[f.way], n) for n, f in enumerate(several)])
        faults += [several[n] for _, n in ranked[: max(each, len(ways) if several[0] in forms else 0)]]
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--each", type=int, default=14, help="faults of each kind (default 14)")
    parser.add_argument("--games", type=int, default=3, help="games to take, with what they are laid on (default 3)")
    parser.add_argument("--only", default="", help="only kinds whose name contains this")
    parser.add_argument("--seed", type=int, default=1, help="another number draws other faults")
    parser.add_argument("--verbose", action="store_true", help="show what is reported of each fault")
    args = parser.parse_args()
    gc.set_threshold(200_000, 20, 20)  # most of a corpus lives as long as it is checked
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    files = sample_of(CHECKOUT, args.games)
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(files, Path(folder))
        for result in bench.results(chosen(files, args.each, args.only, args.seed)):
            results.append(result)
            f = result.fault
            if result.wrong or args.verbose:
                print(f"{f.kind}: {f.path}:{f.line}: {f.way}: {f.new[:60]!r}: {result.wrong or 'ok'}", flush=True)
                for problem in result.problems[: None if args.verbose else 3]:
                    print(f"      {problem}")
    return report(results)


def report(results: list[Result]) -> int:
    """Print the table of kinds and the shares; return 1 where an aim is missed."""
    print(f"\n{'kind':26} faults reported file near floods")
    for kind in sorted({r.fault.kind for r in results}):
        mine = [r for r in results if r.fault.kind == kind]
        counts = [
            sum(map(bool, n)) for n in zip(*((r.problems, r.right_file, r.near, r.flood) for r in mine), strict=True)
        ]
        print(f"{kind:26} {len(mine):6} {counts[0]:8} {counts[1]:4} {counts[2]:4} {counts[3]:6}")
    told = [r for r in results if r.problems]
    parts = (
        (len(told), len(results)),
        (sum(r.right_file for r in told), len(told)),
        (sum(r.near for r in told), len(told)),
    )
    shares = {name: 100 * part / max(1, whole) for name, (part, whole) in zip(AIMS, parts, strict=True)}
    bad = {"crashes and hangs": sum(bool(r.crash) for r in results), "floods": sum(r.flood for r in results)}
    print(
        f"\n{len(results)} faults: "
        + ", ".join(f"{name} {value:.1f} % (aim {AIMS[name]})" for name, value in shares.items())
    )
    each = sum(len(r.problems) for r in told) / max(1, len(told))
    print(", ".join(f"{n} {name}" for name, n in bad.items()) + f"; reports a fault: {each:.2f}")
    return int(any(bad.values()) or any(value < AIMS[name] for name, value in shares.items()))


if __name__ == "__main__":
    sys.exit(main())
