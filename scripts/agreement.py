"""Compare the records with the second coding of the same games, made from the sources by readers who had not seen them.

Usage: python scripts/agreement.py [--differences]

Prints, for each group of chapters and each column, cells, agreement and Cohen's kappa of the two codings as they were before they
were discussed; with --differences every cell on which they differed, and what came of it.
"""

from __future__ import annotations

import sys

from tarotref import table


def main(argv: list[str]) -> int:
    """Run the comparison."""
    if set(argv) - {"--differences"}:
        print(__doc__)
        return 2
    if argv:
        print(table("second_coding").query("not agreed_first").drop(columns="agree").to_string(index=False))
    else:
        print(table("agreement").to_string(index=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
