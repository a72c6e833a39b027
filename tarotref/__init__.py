"""tarotref: the reference on games played with the tarot pack.

>>> import tarotref
>>> tarotref.table("rulesets")            # a tidy DataFrame; table("tables") lists the others
>>> tarotref.game("8.11").ruleset("RI-1830").rules.counting.by
'4'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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

__all__ = ["GameView", "cite", "compare", "count", "cross", "evidence", "find", "game", "load", "pack", "table", "text"]


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


def find(*conditions: str, rulesets: str = "main", **columns: object) -> pandas.DataFrame:
    """Return the rulesets that meet conditions on any columns of `rulesets` and `games`, a row each.

    `find(players=4, pack_cards=54, bidding=True)`; a list or a range means any of its members; conditions as text compare:
    `find("played_from<1700", "title~permesso")`. Main rulesets only, unless `rulesets="all"`: readings and variants share most
    of their facts. ValueError names a column that there is none of.
    """
    from tarotref.store.loading import found, make_frame
    from tarotref.tables import TABLES

    if rulesets not in ("main", "all"):
        raise ValueError(f"found rulesets={rulesets!r}; expected 'main' or 'all'")
    asked = {
        name: [
            _asked(one) for one in (value if isinstance(value, Iterable) and not isinstance(value, str) else (value,))
        ]
        for name, value in columns.items()
    }
    names, rows = found(conditions, asked, whole=rulesets == "all")
    kinds = {c.name: c.dtype for t in ("games", "rulesets") for c in TABLES[t].columns}
    return make_frame([(name, kinds[name]) for name in names], rows)


def _asked(value: object) -> str:
    """Return a value as a condition writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else "" if value is None else str(value)


def text(id: str, section: str | None = None) -> str:
    """Return the text of a game's page, inherited sections included, or one section: `text("8.7", "Deal and discard")`. It is
    Markdown; games, witnesses and whatever else it points to have their names.

    KeyError, with the nearest title, where the game has no such section.
    """
    from tarotref.problem import nearest
    from tarotref.words.wording import Wording

    words = Wording(load().corpus)
    sections = {title: words.read(body) for title, body in game(id).text.items()}
    if section is None:
        return "\n\n".join(f"## {title}\n\n{body.strip()}" for title, body in sections.items())
    if section not in sections:
        raise KeyError(f"{id} has no section {section!r}{nearest(section, sections)}; it has {', '.join(sections)}")
    return sections[section].strip()


def evidence(
    *, place: str | None = None, tradition: str | None = None, game: str | None = None, certainty: str | None = None
) -> pandas.DataFrame:
    """Return the dated evidence from a place (those that lie within it too), for a tradition, of a game, oldest first.

    A row for each claim: what a piece of evidence shows, of what, with which value where that is a feature, and how surely. KeyError, with the nearest id, where
    there is no such place or tradition.
    """
    import pandas as pd

    from tarotref.catalogue_number import bare, written
    from tarotref.problem import nearest

    found = table("attestations").rename(columns={"kind": "attestation_kind"})
    for name, wanted, known in (("place", place, "places"), ("tradition", tradition, "traditions")):
        ids = table(known)["id"]
        if wanted is not None and wanted not in set(ids):
            raise KeyError(f"no {name} has the id {wanted!r}{nearest(wanted, list(ids))}")
    if place is not None:
        inside = {place}
        within: dict[str, str] = dict(table("places")[["id", "within"]].dropna().itertuples(index=False))
        while more := {id for id, of in within.items() if of in inside} - inside:
            inside |= more
        found = found[found["place"].isin(inside)]
    for name, wanted in (("tradition", tradition), ("game", game and written(bare(game)))):
        if wanted is not None:
            of = table(f"attestation_{name}s").query(f"{name} == @wanted")["attestation"]
            found = found[found["id"].isin(of)]
    claims = table("claims")
    if certainty is not None:
        claims = claims[claims["certainty"] == certainty]
    claims = claims[["attestation", "what", "of", "value", "certainty", "said_by", "denied_by"]]
    joined = found.merge(claims, left_on="id", right_on="attestation").drop(columns="attestation")
    return joined.sort_values(["year_to", "year_from", "id"], kind="stable", na_position="last", ignore_index=True)


@dataclass(frozen=True, slots=True)
class GameView:
    """One game of the catalogue: its facts, its rulesets, its text."""

    facts: Game
    computed: ComputedCorpus

    def __repr__(self) -> str:
        return f"<game {self.facts.id} {self.facts.title}: rulesets {', '.join(self.rulesets)}>"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the game by name, and its main rules by the columns of comparison."""
        from html import escape

        main = compare(self.facts.id)
        return f"<b>{escape(self.facts.id)} {escape(self.facts.title)}</b>{main.iloc[:, :1].dropna().to_html(header=False)}"

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
    """Return a game by its number in the catalogue, `8.10` or `DM8.10`, or by a name that no other game has; KeyError, with the
    nearest, where there is none."""
    from tarotref.store.loading import by_name

    computed = load()
    return GameView(by_name(_id(id), computed.corpus.game), computed)


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


def compare(*ids: str, facts: bool = False) -> pandas.DataFrame:
    """Return rulesets side by side: a row for each column of `rulesets`, a column for each ruleset (`8.11`, `8.11/RI-1830`).

    The id of a tradition (`bologna`) stands for the rules that its games share. Beside them, a column such as `bologna games`
    says how many of its games have which value, by their main rulesets.
    The columns bear the rulesets' ids as tables have them: `DM8.11`, `DM8.11/RI-1830`. With `facts=True` a row for each fact
    that any of them tells, by its field: its `group`, `label` and `kind` (`differs`; `open`, what is not told of all, where
    what is told does not differ; `agrees`), the values in words, and of each ruleset, in columns such as `DM8.11 set_by`, the
    `status`, who set it, the `witnesses`, `sources` and kinds of `notes`. ValueError where none is named.
    """
    if not ids:
        raise ValueError("found no ruleset; expected the ids of those to compare, such as '8.11', '8.11/RI-1830'")
    import pandas as pd

    from tarotref.catalogue_number import written
    from tarotref.computed.columns import FEATURES, cell
    from tarotref.computed.crossing import counted, spread
    from tarotref.tables.spec import plain

    computed = load()
    found = [computed.comparable(_id(id)) for id in ids]
    if facts:
        rows = [computed.comparison.plain(row) for row in computed.comparison.rows(found)]
        index = pd.Index([row["field"] for row in rows], name="field")
        sides: dict[str, list[Any]] = {name: [row[name] for row in rows] for name in ("group", "label", "kind")}
        for n, r in enumerate(found):
            id, told = written(r.id.removesuffix("/main")), [row["cells"][n] for row in rows]
            sides[id] = [c["value"] for c in told]
            for name in ("status", "set_by", "witnesses", "sources"):
                sides[f"{id} {name}"] = [plain(c[name]) for c in told]
            sides[f"{id} notes"] = [plain(list(dict.fromkeys(note["kind"] for note in c["notes"]))) for c in told]
        return pd.DataFrame({**sides, "differs": [row["differs"] for row in rows]}, index=index, dtype=object)
    own, shown = {}, dict[str, list[Any]]()
    for r in found:
        id = written(r.id.removesuffix("/main"))
        own[id] = shown[id] = [plain(cell(f, r, computed.figures(r)).value) for f in FEATURES]
        if r.game in computed.common:
            games = computed.of_tradition(r.game)
            shown[f"{id} games"] = [counted(spread(computed, f, games)) for f in FEATURES]
    frame = pd.DataFrame(shown, index=pd.Index(list(FEATURES), name="column"), dtype=object)
    frame["differs"] = [len({str(v) for v in row}) > 1 for row in zip(*own.values(), strict=True)]
    return frame


def cross(rows: str, columns: str, *, rulesets: str = "main") -> pandas.DataFrame:
    """Return how many games have each pair of values of two columns: `cross("fool", "counted_by")`.

    Columns are those of `rulesets`, and `tradition`, `region`, `century` and `evidence`; a game that has several regions or
    centuries stands in each. Where there is no value, its place is named by the status of the cell: `unstated`,
    `not-computable`... By main rulesets, unless `rulesets="all"`. `find(fool="excuse", counted_by="threes")` gives the games
    of a pair. KeyError, with the nearest name, where there is no such column.
    """
    import pandas as pd

    from tarotref.computed.crossing import axis, column, crossed

    if rulesets not in ("main", "all"):
        raise ValueError(f"found rulesets={rulesets!r}; expected 'main' or 'all'")
    names = [column(_text(name, "the name of a column, such as 'counted_by'")) for name in (rows, columns)]
    computed = load()
    one, other = (axis(computed, name) for name in names)
    found = crossed(one, other, (r for r in computed.corpus.rulesets.values() if rulesets == "all" or r.kind == "main"))
    numbers = [[len(found.rulesets.get((i.id, j.id), ())) for j in found.columns] for i in found.rows]
    index, heads = (
        pd.Index([c.id for c in at], name=name) for at, name in zip((found.rows, found.columns), names, strict=True)
    )
    return pd.DataFrame(numbers, index=index, columns=heads, dtype="Int64")


def cite(id: str, form: str = "text") -> str:
    """Return how to cite something by its id, as `text`, `bibtex`, `csl` (JSON) or `ris`.

    A game or one of its rulesets (`8.11`, `8.11/RI-1830`); a fact, or all of a bid (`8.11/RI-1830#deal.hand`, `8.11#bids.a-due`),
    with the witness, the work in which it was read and, where the ruleset does not simply set it, how it is known: inherited,
    presumed, inferred, not reported of that witness. Likewise a tradition, a witness, a piece of evidence, a trump order, a
    pack, a place, a term, a table; where several have the id, `order:minchiate` says which. KeyError where nothing has it.
    """
    from tarotref.tables.citing import citation

    return citation(load(), _id(id), form)
