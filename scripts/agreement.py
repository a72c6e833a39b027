"""Compare the records with a second coding of the same games, made from the sources by someone who had not seen the records.

Usage: python scripts/agreement.py [CODING.csv] [--differences]

CODING has the columns game, column, value (default: corpus/second-coding.csv). Prints cells, agreement and Cohen's kappa
for each column; with --differences every cell on which the two disagree instead.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tarotref import load
from tarotref.agreement import agreement, coding_of, read_coding


def main(argv: list[str]) -> int:
    """Run the comparison."""
    if "-h" in argv or "--help" in argv:
        print(__doc__)
        return 0
    files = [a for a in argv if not a.startswith("-")] or ["corpus/second-coding.csv"]
    second = read_coding(Path(files[0]).read_text(encoding="utf-8"))
    first = coding_of(load(), dict.fromkeys(game for game, _ in second))
    if "--differences" in argv:
        for key in sorted(first.keys() & second.keys()):
            if first[key] != second[key]:
                print(f"{key[0]:6} {key[1]:16} record: {first[key]:24} second: {second[key]}")
        return 0
    print(f"{'column':16} {'cells':>5} {'agreed':>6} {'rate':>6} {'kappa':>6}")
    for a in agreement(first, second):
        kappa = "-" if a.kappa is None else f"{float(a.kappa):.2f}"
        print(f"{a.column:16} {a.cells:5} {a.agreed:6} {float(a.rate):6.1%} {kappa:>6}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
