"""tarotref: the reference on games played with the tarot pack.

>>> import tarotref
>>> tarotref.table("rulesets")            # a tidy DataFrame
>>> tarotref.game("8.11").ruleset("RI-1830").rules.counting.by
'4'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas

    from tarotref.cards.card import Pack
    from tarotref.cards.counting import Count
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Ruleset
    from tarotref.model.record import Game

from tarotref.release import VERSION as __version__

__all__ = ["GameView", "cite", "compare", "count", "game", "load", "pack", "table"]


def load() -> ComputedCorpus:
    """Return the whole corpus with all that is computed from it."""
    from tarotref.store.loading import computed_corpus

    return computed_corpus()


def table(name: str) -> pandas.DataFrame:
    """Return a table as a frame with nullable types; `tarotref.table("tables")` lists them all.

    Raises KeyError, with the nearest name, where there is no table of the name.
    """
    if name == "tables":
        import pandas as pd

        from tarotref.tables import TABLES

        return pd.DataFrame(
            [(t.name, t.text, len(t.columns)) for t in TABLES.values()], columns=["table", "text", "columns"]
        )
    from tarotref.store.loading import frame

    return frame(name)


@dataclass(frozen=True, slots=True)
class GameView:
    """One game of the catalogue: its facts, its rulesets, its text."""

    facts: Game
    computed: ComputedCorpus

    @property
    def rulesets(self) -> list[str]:
        """Keys of its rulesets, `main` first."""
        return [r.key for r in self.computed.corpus.of_game(self.facts.id)]

    def ruleset(self, key: str = "main") -> Ruleset:
        """Return one ruleset: `main`, a witness's key, or a variant's id. KeyError where there is none of that key.

        The witness whom the main ruleset follows is another name for `main`.
        """
        key = "main" if key == self.facts.main else key
        found = {r.key: r for r in self.computed.corpus.of_game(self.facts.id)}
        if key not in found:
            raise KeyError(f"{self.facts.id} has no ruleset {key!r}; it has {', '.join(found)}")
        return found[key]

    @property
    def text(self) -> dict[str, str]:
        """The sections of its text as its page shows them, Markdown by title, those it inherits included."""
        return {title: section.body for title, (_, section) in self.computed.corpus.text(self.facts.id).items()}


def game(id: str) -> GameView:
    """Return a game by its catalogue number; KeyError, with the nearest number, where there is none."""
    computed = load()
    return GameView(computed.corpus.game(id), computed)


def pack(id: str) -> Pack:
    """Return a pack by its id (`tarot-78-italian`); KeyError, with the nearest id, where there is none."""
    from tarotref.problem import nearest

    packs = load().packs
    if id not in packs:
        raise KeyError(f"no pack has the id {id!r}{nearest(id, packs)}")
    return packs[id]


def count(
    cards: str | Sequence[str], ruleset: str, *, players: int | None = None, tricks: int | None = None,
    last_trick: bool = False, discard: int = 0,
) -> Count:  # fmt: skip
    """Count a pile of cards as a ruleset (`9.13`, `8.11/RI-1830`) does, with the working.

    `cards` is text (`"K♠ Q♥ XXI"`) or names one by one; where the players are French, R, D and V are Roi, Dame and Valet.
    `last_trick=True` adds what the last trick is worth; `tricks`, or `players` where several numbers can play, is needed
    where the original method counts a point a trick. `discard` is how many of the cards were discarded, where these
    count otherwise. ValueError names a card that the pack lacks, or says what is unclear or cannot be.
    """
    return load().count(cards, ruleset, players=players, tricks=tricks, last_trick=last_trick, discard=discard)


def compare(*ids: str) -> pandas.DataFrame:
    """Return rulesets side by side: a row for each column of `rulesets`, a column for each ruleset (`8.11`, `8.11/RI-1830`)."""
    import pandas as pd

    from tarotref.computed.columns import FEATURES, cell
    from tarotref.tables.spec import plain

    computed = load()
    found = [computed.ruleset(id) for id in ids]
    data = {r.id.removesuffix("/main"): [plain(cell(f, r, computed.figures(r)).value) for f in FEATURES] for r in found}
    frame = pd.DataFrame(data, index=pd.Index(list(FEATURES), name="column"), dtype=object)
    frame["differs"] = [len({str(v) for v in row}) > 1 for row in zip(*data.values(), strict=True)]
    return frame


def cite(id: str, form: str = "text") -> str:
    """Return how to cite a game or one of its rulesets (`8.11/RI-1830`), as `text`, `bibtex` or `csl` (JSON)."""
    from tarotref import release
    from tarotref.tables.citations import game_bibtex, game_csl, game_text
    from tarotref.tables.exports import dump

    ruleset = load().ruleset(id)
    args = (game(ruleset.game).facts, __version__, release.YEAR, ruleset.key)
    forms = {
        "text": lambda: game_text(*args),
        "bibtex": lambda: game_bibtex(*args),
        "csl": lambda: dump(game_csl(*args)).strip(),
    }
    if form not in forms:
        raise ValueError(f"no form of citation {form!r}; expected one of {', '.join(forms)}")
    return forms[form]()
