"""The columns by which rulesets are compared: for each a value, why there is none, and where in the rules it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from tarotref.computed.figures import Figures, discarded, for_players
from tarotref.corpus.layers import Origin
from tarotref.corpus.records import Corpus, Ruleset
from tarotref.model.rules import Condition, entries
from tarotref.model.types import Absence, given, told
from tarotref.notation import roman
from tarotref.problem import nearest

Status = Literal[
    "stated",
    "inherited",
    "presumed",
    "not-reported",
    "computed",
    "unstated",
    "none",
    "agreed",
    "as-taken",
    "not-computable",
    "missing",
]
"""Why a cell says what it says: `missing` means that nobody has looked, `unstated` that the source is silent, `not-reported` that
a witness's ruleset has it from the main rules only or, of what sources state in sum, that none is reported of it,
`not-computable` that facts which a computed value needs have none."""
TOLD_ABSENCES = ("none", "agreed", "as-taken")
"""Statuses of cells without a value of which something is told all the same."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of one column for one ruleset."""

    value: Any
    status: Status
    path: tuple[str, ...] = ()
    set_by: str = ""
    """The layer that set the fact, empty where it is computed or missing."""

    @property
    def told(self) -> bool:
        """Whether anything is told: a value of the ruleset's own, or that there is none, that the players agree, that it follows."""
        return self.status in TOLD_ABSENCES or (self.value is not None and self.status != "not-reported")


@dataclass(frozen=True, slots=True)
class Feature:
    """One column of comparison."""

    name: str
    dtype: Literal["string", "integer", "boolean", "number"]
    label: str
    group: str
    text: str
    find: Callable[[Ruleset, Figures], tuple[Any, tuple[str, ...]]]
    terms: str = ""
    names: str = ""
    """What its values name: `pack`, `card`."""
    rests_on: tuple[tuple[str, ...], ...] = ()
    """Where in the rules, or in what is stated, stands what it says or is computed from."""


FEATURES: dict[str, Feature] = {}
COUNTED = {
    "1": "singly",
    "2": "twos",
    "3": "threes",
    "4": "fours",
    "trick": "original",
    "players": "original",
    "values": "other",
    "threes-minus-one": "other",
}

COMPUTED = ("computed",)
"""Stands as path of a value that follows from others."""


def feature(
    dtype: Any, label: str, group: str, terms: str = "", names: str = "", rests_on: str = ""
) -> Callable[[Any], Any]:
    """Register the function it decorates as the column of its name; its docstring says what the column means.

    `rests_on` has the fields that it reads, between spaces, unless it is the one of its name. The function returns the value
    (or an Absence, or None) and where in the rules it stands; `COMPUTED` where it follows.
    """

    def register(find: Any) -> Any:
        text = " ".join(str(find.__doc__).split())
        fields = tuple(tuple(field.split(".")) for field in (rests_on or find.__name__).split())
        FEATURES[find.__name__] = Feature(find.__name__, dtype, label, group, text, find, terms, names, fields)
        return find

    return register


def read(feature: Feature, text: str, corpus: Corpus) -> Any:
    """Return the value of a feature that a text says, in the form of its column: `excuse`, `3:25;4:19`, `yes`.

    ValueError, saying what is expected, if the text has not that form or names nothing of the corpus.
    """
    if feature.terms or feature.names:
        terms, shelf = corpus.vocabulary.get(feature.terms), SHELVES.get(feature.names, "")
        ids: Collection[str] = terms or {} if feature.terms else corpus.shared[shelf]
        found = text in ids or not ids or (feature.names == "card" and text in TRUMPS)
        if not found:
            what = f"one of {', '.join(ids)}" if feature.terms else f"an id of {shelf}.yaml"
            raise ValueError(f"expected {what}{nearest(text, ids)}")
        return text
    expected, form = PLAYERS if feature.name == "players" else FORMS[feature.dtype]
    if not re.fullmatch(form, text, re.ASCII):
        raise ValueError(f"expected {expected}")
    if feature.dtype == "string":
        return text
    return text == "yes" if feature.dtype == "boolean" else Fraction(text)


SHELVES = {"pack": "packs", "card": "subjects"}
"""Where what a column names is looked up."""
TRUMPS = ("fool", *map(roman, range(1, 41)))
"""What a column of cards may name besides subjects."""
_FIGURE = r"\d+(?:\.\d+)?"
FORMS = {
    "boolean": ("yes or no", "yes|no"),
    "integer": ("a whole number", r"\d+"),
    "number": ("a number", _FIGURE),
    "string": (
        "a figure, or figures by number of players such as 3:25;4:19",
        rf"{_FIGURE}|\d+:{_FIGURE}(?:;\d+:{_FIGURE})*",
    ),
}
"""By the type of a column that names nothing: what a value of it is, and its form."""
PLAYERS = "numbers of players such as 3 or 2;3;4", r"\d+(?:;\d+)*"
"""The same of the numbers of players."""


def cell(name: str, ruleset: Ruleset, figures: Figures) -> Cell:
    """Return one cell of the comparison."""
    value, path = FEATURES[name].find(ruleset, figures)
    if path == COMPUTED:
        return Cell(value, "not-computable" if value is None else "computed", ())
    if value is None:
        return Cell(None, "not-reported" if path[0] == "stated" and ruleset.kind != "main" else "missing", path)
    origin = ruleset.origin_at(*path)
    set_by = origin.layer if origin else (ruleset.game if ruleset.kind == "main" else ruleset.id)
    found = status(value, origin, ruleset)
    if isinstance(value, Absence):
        value = False if value is Absence.NONE and FEATURES[name].dtype == "boolean" else None
    return Cell(value, found, path, set_by)


def status(value: Any, origin: Origin | None, ruleset: Ruleset) -> Status:
    """Say why a fact of a ruleset has its value; what has no origin in the rules is stated beside them."""
    if origin and origin.carried:
        return "not-reported"
    if isinstance(value, str) and value in set(Absence):
        return Absence(value).value
    if origin and origin.presumed:
        return "presumed"
    return "stated" if origin is None or origin.layer.partition("/")[0] == ruleset.game else "inherited"


def by_players(value: Any) -> Any:
    """Write a figure that depends on the number of players: `25`, or `3:25;4:19`."""
    if isinstance(value, dict):
        return (
            ";".join(f"{n}:{v}" for n, v in value.items())
            if len(set(map(str, value.values()))) > 1
            else str(next(iter(value.values())))
        )
    return value if value is None or isinstance(value, Absence) else str(value)


def _laid(ruleset: Ruleset, figures: Figures) -> Any:
    """Return the cards discarded, by number of players where it is as a case has it that their number alone brings about (15.1)."""
    cases = {
        n: discarded(ruleset.cases[f"cases.{id}"].rules, figures.deals)
        for id, case in entries(ruleset.rules.cases)
        if (condition := given(case.only_if)) and condition == Condition(players=condition.players)
        for n in condition.players or ()
    }
    laid = {n: for_players(cases.get(n, figures.discard), n) for n in figures.deals}
    return laid if cases and None not in laid.values() else figures.discard


def _section(ruleset: Ruleset, section: str, name: str) -> Any:
    part = getattr(ruleset.rules, section)
    return part if part is None or isinstance(part, Absence) else getattr(part, name)


def _any(ruleset: Ruleset, section: str) -> Any:
    part = getattr(ruleset.rules, section)
    return (
        part
        if part is None or isinstance(part, Absence)
        else bool([v for v in part.values() if not isinstance(v, Absence)])
    )


def _of_excuse(ruleset: Ruleset, name: str) -> Any:
    """A fact of the Fool that only an Excuse has: of a Fool whose role nobody tells, nobody tells it either."""
    role = _section(ruleset, "fool", "role")
    if role not in ("excuse", None):
        return role if isinstance(role, Absence) else Absence.NONE, ("fool", "role")
    return _section(ruleset, "fool", name), ("fool", name)


def _feat(ruleset: Ruleset, name: str) -> Any:
    feats = ruleset.rules.feats
    if feats is None or isinstance(feats, Absence):
        return feats
    entry = feats.get(name)
    return entry if entry is None or isinstance(entry, Absence) else True


@feature("string", "Players", "Table")
def players(r: Ruleset, f: Figures) -> Any:
    """How many play: `3`, or `2;3;4` where the rules allow several."""
    players = r.rules.players
    return (players if players is None or isinstance(players, Absence) else ";".join(map(str, players))), ("players",)


@feature("string", "Sides", "Table", "sides")
def sides(r: Ruleset, f: Figures) -> Any:
    """Whether each plays for himself, in fixed partnerships, or in alliances of the hand."""
    return r.rules.sides, ("sides",)


@feature("string", "Pack", "Cards", names="pack")
def pack(r: Ruleset, f: Figures) -> Any:
    """The pack, by id of the table `packs`."""
    return r.rules.pack, ("pack",)


@feature("integer", "Cards", "Cards", rests_on="pack")
def pack_cards(r: Ruleset, f: Figures) -> Any:
    """Cards in the pack, computed from it."""
    return (len(f.pack) if f.pack else None), COMPUTED


@feature("string", "Suit-signs", "Cards", "suits", rests_on="pack")
def suits(r: Ruleset, f: Figures) -> Any:
    """Suit-signs of the pack."""
    return (f.pack.system if f.pack else None), COMPUTED


@feature("integer", "Trumps", "Cards", rests_on="pack")
def trumps(r: Ruleset, f: Figures) -> Any:
    """Trumps in the pack, the Fool not included."""
    return (len(f.pack.trumps) if f.pack else None), COMPUTED


@feature("string", "Suit order", "Cards", "suit-order")
def suit_order(r: Ruleset, f: Figures) -> Any:
    """How the numeral cards rank."""
    order = r.rules.suit_order
    return ("other" if isinstance(order, dict) else order), ("suit_order",)


@feature("string", "Fool", "Cards", "fool-role", rests_on="fool.role")
def fool(r: Ruleset, f: Figures) -> Any:
    """What the Fool does."""
    return _section(r, "fool", "role"), ("fool", "role")


@feature("string", "Exchange for the Fool", "Cards", "fool-exchange", rests_on="fool.exchange")
def fool_exchange(r: Ruleset, f: Figures) -> Any:
    """Whether a card is given for a Fool that serves as Excuse; null where it does not."""
    return _of_excuse(r, "exchange")


@feature("string", "The Fool led", "Cards", "fool-led", rests_on="fool.led")
def fool_led(r: Ruleset, f: Figures) -> Any:
    """What follows when a Fool that serves as Excuse is led to a trick; null where it is none."""
    return _of_excuse(r, "led")


@feature("string", "Top trump", "Cards", names="card", rests_on="trump_order")
def top_trump(r: Ruleset, f: Figures) -> Any:
    """The highest trump: a Roman numeral, a subject, or `fool`."""
    return f.top, COMPUTED


@feature("boolean", "Equal trumps", "Cards", rests_on="trump_order")
def equal_trumps(r: Ruleset, f: Figures) -> Any:
    """Whether some trumps rank alike, the later played winning."""
    return (any(len(tier) > 1 for tier in f.ranking.trumps) if f.ranking else None), COMPUTED


@feature("string", "Counted by", "Counting", "counted-by", rests_on="counting.by")
def counted_by(r: Ruleset, f: Figures) -> Any:
    """How the card points are counted: threes, twos, fours, singly, original (a point a trick), other."""
    by = _section(r, "counting", "by")
    return (by if by is None or isinstance(by, Absence) else COUNTED[by]), ("counting", "by")


@feature("number", "Total stated", "Counting", rests_on="stated.points")
def total_points(r: Ruleset, f: Figures) -> Any:
    """The total of card points, as the source states it; null, as-taken, where it has two."""
    points = r.stated.points if r.stated else None
    value = next(iter(points.values())) if isinstance(points, dict) and points else points
    if isinstance(value, tuple):
        value = value[0] if len(value) == 1 else Absence.AS_TAKEN
    return value, ("stated", "points")


@feature(
    "number",
    "Total computed",
    "Counting",
    rests_on="values counting counting.by counting.odd counting.fool_apart counting.last_trick",
)
def total_computed(r: Ruleset, f: Figures) -> Any:
    """The total of card points, computed from pack, values and method."""
    return f.total, COMPUTED


@feature(
    "number",
    "All together, at least",
    "Counting",
    rests_on="values counting counting.by counting.odd counting.fool_apart counting.last_trick",
)
def total_least(r: Ruleset, f: Figures) -> Any:
    """The least that the points of all players can add up to: where it is below the greatest, odd cards are dropped or rounded."""
    return min((s.least for s in f.bounds.values()), default=None), COMPUTED


@feature(
    "number",
    "All together, at most",
    "Counting",
    rests_on="values counting counting.by counting.odd counting.fool_apart counting.last_trick",
)
def total_greatest(r: Ruleset, f: Figures) -> Any:
    """The greatest that the points of all players can add up to."""
    return max((s.greatest for s in f.bounds.values()), default=None), COMPUTED


@feature("string", "Hand", "Deal", rests_on="deal.hand deal.packets")
def hand(r: Ruleset, f: Figures) -> Any:
    """Cards a player holds during play: `25`, or `3:25;4:19`."""
    said = _section(r, "deal", "hand") or _section(r, "deal", "packets")
    path = ("deal", "packets" if _section(r, "deal", "hand") is None else "hand")
    if isinstance(said, Absence):
        return said, path
    return by_players(dict(f.hand)) if f.hand else None, path


@feature("string", "Dealer takes", "Deal", rests_on="deal.extra")
def dealer_takes(r: Ruleset, f: Figures) -> Any:
    """Extra cards the dealer gives himself in the deal; 0 where he takes none."""
    extra = _section(r, "deal", "extra")
    if extra is None or isinstance(extra, Absence):
        return ("0" if extra is Absence.NONE else extra), ("deal", "extra")
    if all(isinstance(v, dict) for v in extra.values()):
        return by_players({n: e.get("dealer", 0) for n, e in extra.items()}), ("deal", "extra")
    return str(extra.get("dealer", 0)), ("deal", "extra")


@feature("string", "Talon", "Deal", rests_on="deal.talon")
def talon(r: Ruleset, f: Figures) -> Any:
    """Cards laid aside in the deal, to be taken up or left; 0 where there are none."""
    talon = _section(r, "deal", "talon")
    return ("0" if talon is Absence.NONE else by_players(talon)), ("deal", "talon")


@feature("string", "Discard", "Deal", rests_on="discard.cards")
def discard(r: Ruleset, f: Figures) -> Any:
    """Cards the dealer or the declarer discards; 0 where there is no discard."""
    if isinstance(r.rules.discard, Absence):
        return ("0" if r.rules.discard is Absence.NONE else r.rules.discard), ("discard",)
    said = _section(r, "discard", "cards")
    if isinstance(said, Absence):
        return ("0" if said is Absence.NONE else said), ("discard", "cards")
    if said is not None:
        return by_players(f.discard), ("discard", "cards")
    return by_players(_laid(r, f)), COMPUTED


@feature("string", "Direction", "Deal", "direction", rests_on="deal.direction")
def direction(r: Ruleset, f: Figures) -> Any:
    """Direction of deal and play."""
    return _section(r, "deal", "direction"), ("deal", "direction")


@feature("boolean", "Bidding", "Contract", rests_on="bids bidding")
def bidding(r: Ruleset, f: Figures) -> Any:
    """Whether the players bid: for a contract or, where no contracts are named, for cards (12.7)."""
    bids = _any(r, "bids")
    if bids is None and r.rules.bidding is not None:
        return r.rules.bidding if isinstance(r.rules.bidding, Absence) else True, ("bidding",)
    return bids, ("bids",)


@feature("boolean", "Declarations", "Contract", rests_on="declarations declaring")
def declarations(r: Ruleset, f: Figures) -> Any:
    """Whether holdings pay when they are declared."""
    if r.rules.declaring is Absence.NONE:
        return Absence.NONE, ("declaring",)
    if told(r.rules.declaring, "counts") and told(r.rules.declaring, "when") == "end-of-hand":
        return Absence.NONE, ("declaring", "when")  # sets that count in tricks alone are not declared
    return _any(r, "declarations"), ("declarations",)


@feature("boolean", "Pagat ultimo", "Play", rests_on="feats.pagat-last")
def pagat_ultimo(r: Ruleset, f: Figures) -> Any:
    """Whether winning the last trick with the lowest trump pays."""
    return _feat(r, "pagat-last"), ("feats", "pagat-last")


@feature("boolean", "King ultimo", "Play", rests_on="feats.king-last feats.called-king-last")
def king_ultimo(r: Ruleset, f: Figures) -> Any:
    """Whether winning the last trick with a King pays."""
    king, called = _feat(r, "king-last"), _feat(r, "called-king-last")
    return (called if called is True or king is None else king), (
        "feats",
        "called-king-last" if called is True or king is None else "king-last",
    )


@feature("boolean", "Must overtrump", "Play", rests_on="play.must_overtrump")
def must_overtrump(r: Ruleset, f: Figures) -> Any:
    """Whether one must play a higher trump than those already played."""
    return _section(r, "play", "must_overtrump"), ("play", "must_overtrump")


@feature("string", "Talk in play", "Play", "talk")
def talk(r: Ruleset, f: Figures) -> Any:
    """What players may say or show to each other while they play to tricks; null where nobody has a partner and nothing is said of it."""
    said = r.rules.talk
    if said in (None, Absence.UNSTATED) and r.rules.sides == "individual":
        return Absence.NONE, ("sides",)
    return (said.get("play") if isinstance(said, dict) else said), ("talk",)


@feature("boolean", "Slam", "Play", rests_on="feats.slam")
def slam(r: Ruleset, f: Figures) -> Any:
    """Whether winning all tricks pays."""
    return _feat(r, "slam"), ("feats", "slam")


def text_of(value: object) -> str:
    """Write a value as text, as the readers of records see it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{k}: {text_of(v)}" for k, v in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(text_of, value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
