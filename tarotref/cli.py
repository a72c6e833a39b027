"""The `tarotref` command."""
from __future__ import annotations
import sys
from pathlib import Path

def main() -> int:
    from tarotref.corpus import read
    c = read(Path.cwd())
    for p in c.problems: print(p)
    return bool(c.problems)

if __name__ == "__main__":
    sys.exit(main())
