"""The memory of a corpus: what is computed of it is made once, when it is first asked for by its name.

What a thing is made of decides how long it is kept, and who shares it:

* of one ruleset and the shared files: as long as the ruleset has these rules. All who look at the corpus share it, other
  processes take it over, and it is kept with the corpus.
* of the whole corpus: by one look alone. Each page looks for itself, and what is read to make it is noted as read by that page.
* of the whole corpus, but `lasting`: by whoever looks next at the same facts, too; a page that asks notes the name alone.

The caches of Python's library stand beside it for what follows from the arguments of a function, or from one value that
never changes (packs and orders, which every look shares, are such): of these nobody asks what was read to make them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from tarotref.corpus.records import Ruleset
from tarotref.model.rules import Rules

T = TypeVar("T")
Keep: TypeAlias = "Callable[[str, Callable[[], Any]], Any]"
"""Gives what lasts, by its name: as an earlier look at the same facts has kept it, or made now."""


def make_anew(_: str, make: Callable[[], Any]) -> Any:
    """Return what lasts where nothing is kept."""
    return make()


class Memo:
    """What has been made of a corpus, as one look at it has it."""

    def __init__(self, keep: Keep = make_anew):
        self.keep = keep
        self._of_rulesets: dict[tuple[str, str], tuple[Rules, Any]] = {}
        self._of_all: dict[str, Any] = {}

    def once(self, what: str, make: Callable[[], T], ruleset: Ruleset | None = None, *, lasting: bool = False) -> T:
        """Return what is made of a ruleset, or of the whole corpus, made when it is first asked for by its name."""
        if ruleset is None:
            if what not in self._of_all:
                self._of_all[what] = self.keep(what, make) if lasting else make()
            return self._of_all[what]  # type: ignore[no-any-return]
        rules, found = self._of_rulesets.get((what, ruleset.id), (None, None))
        if rules is not ruleset.rules:
            found = make()
            self._of_rulesets[what, ruleset.id] = ruleset.rules, found
        return found  # type: ignore[return-value]

    def seen_by(self, keep: Keep, known: Mapping[str, Any]) -> Memo:
        """Return the memory of another look at the same corpus: what is made of rulesets is shared, and `known` is known already."""
        other = Memo(keep)
        other._of_rulesets, other._of_all = self._of_rulesets, dict(known)
        return other

    def made(self) -> dict[tuple[str, str], Any]:
        """Return all that has been made of rulesets, by what it is and the ruleset's id."""
        return {key: found for key, (_, found) in self._of_rulesets.items()}

    def take(self, made: Mapping[tuple[str, str], Any], rulesets: Mapping[str, Ruleset]) -> None:
        """Take what has been made of rulesets that are the same here (`made`), as another process has found it."""
        for (what, id), found in made.items():
            if id in rulesets:
                self._of_rulesets.setdefault((what, id), (rulesets[id].rules, found))

    def __getstate__(self) -> dict[str, Any]:
        """Return what is kept with the corpus."""
        return {"keep": make_anew, "_of_rulesets": self._of_rulesets, "_of_all": {}}
