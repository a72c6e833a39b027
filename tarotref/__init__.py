"""tarotref: the reference on games played with the tarot pack.

>>> import tarotref
>>> tarotref.table("rulesets")            # a tidy DataFrame; table("tables") lists the others
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
    """Return a table as a frame with nullable types; `tables` lists them all, `columns` says what each column means.

    Raises KeyError, with the nearest name, where there is no table of the name.
    """
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


def _text(value: str, expected: str) -> str:
    """Return an argument that must be text; TypeError says what was expected."""
    if not isinstance(value, str):
        raise TypeError(f"found {value!r}; expected {expected}")
    return value


def _id(id: str) -> str:
    return _text(id, "an id as text, such as '8.10', 'DM8.10' or '8.11/RI-1830': as numbers 8.1 and 8.10 are one")


def game(id: str) -> GameView:
    """Return a game by its number in the catalogue, `8.10` or `DM8.10`; KeyError, with the nearest, where there is none."""
    computed = load()
    return GameView(computed.corpus.game(_id(id)), computed)


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
    for name in [cards] if isinstance(cards, str) or not isinstance(cards, Sequence) else cards:
        _text(name, "cards as text, such as 'K♠ Q♥ XXI', or a list of their names")
    return load().count(cards, _id(ruleset), players=players, tricks=tricks, last_trick=last_trick, discard=discard)


def compare(*ids: str) -> pandas.DataFrame:
    """Return rulesets side by side: a row for each column of `rulesets`, a column for each ruleset (`8.11`, `8.11/RI-1830`).

    The columns bear the rulesets' ids as tables have them: `DM8.11`, `DM8.11/RI-1830`. ValueError where none is named.
    """
    if not ids:
        raise ValueError("found no ruleset; expected the ids of those to compare, such as '8.11', '8.11/RI-1830'")
    import pandas as pd

    from tarotref.catalogue_number import written
    from tarotref.computed.columns import FEATURES, cell
    from tarotref.tables.spec import plain

    computed = load()
    found = [computed.ruleset(_id(id)) for id in ids]
    data = {
        written(r.id.removesuffix("/main")): [plain(cell(f, r, computed.figures(r)).value) for f in FEATURES]
        for r in found
    }
    frame = pd.DataFrame(data, index=pd.Index(list(FEATURES), name="column"), dtype=object)
    frame["differs"] = [len({str(v) for v in row}) > 1 for row in zip(*data.values(), strict=True)]
    return frame


def cite(id: str, form: str = "text") -> str:
    """Return how to cite a game or one of its rulesets (`8.11/RI-1830`), as `text`, `bibtex` or `csl` (JSON)."""
    from tarotref import release
    from tarotref.tables.citations import game_bibtex, game_csl, game_text
    from tarotref.tables.exports import dump

    ruleset = load().ruleset(_id(id))
    args = (game(ruleset.game).facts, __version__, release.YEAR, ruleset.key)
    forms = {
        "text": lambda: game_text(*args),
        "bibtex": lambda: game_bibtex(*args),
        "csl": lambda: dump(game_csl(*args)).strip(),
    }
    if form not in forms:
        raise ValueError(f"no form of citation {form!r}; expected one of {', '.join(forms)}")
    return forms[form]()
