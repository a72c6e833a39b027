"""Compare the records with the second coding of the same games, made from the sources by readers who had not seen them.

Usage: python scripts/agreement.py [--differences]

Reads corpus/second-coding.yaml. Prints cells, agreement and Cohen's kappa for each column; with --differences every cell
on which the two disagree instead.
"""

from __future__ import annotations

import sys

from tarotref import load
from tarotref.computed.coder_agreement import agreement, coding_of, second_coding


def main(argv: list[str]) -> int:
    """Run the comparison."""
    if set(argv) - {"--differences"}:
        print(__doc__)
        return 2
    computed = load()
    second = second_coding(computed)
    first = coding_of(computed, dict.fromkeys(game for game, _ in second))
    if argv:
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
