"""The columns by which rulesets are compared: for each a value, why there is none, and where in the rules it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from tarotref.computed.discards import cards_laid, in_contracts
from tarotref.computed.figures import Figures
from tarotref.computed.standing import Cell, Status, basis, open_state, state, status
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import Feat, entries
from tarotref.model.types import Absence, given, told


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
TOTALLED = "values counting counting.by counting.odd counting.fool_apart counting.last_trick"
"""What totals of card points rest on."""


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


def cell(name: str, ruleset: Ruleset, figures: Figures) -> Cell:
    """Return one cell of the comparison."""
    of = FEATURES[name]
    value, path = of.find(ruleset, figures)
    if path == COMPUTED:
        if value is None:
            return Cell(
                None, "not-computable", state=open_state(ruleset, (("pack",), *of.rests_on)), provenance="computed"
            )
        return Cell(value, "computed", provenance="computed")
    if value is None:
        lacking: Status = "not-reported" if path[0] == "stated" and ruleset.kind != "main" else "missing"
        return Cell(
            None, lacking, path, state="not-recorded", provenance="not-reported" if lacking == "not-reported" else None
        )
    origin = ruleset.origin_at(*path)
    set_by = origin.layer if origin else (ruleset.game if ruleset.kind == "main" else ruleset.id)
    found, there, known = status(value, origin, ruleset), state(value), basis(origin, ruleset)
    if isinstance(value, Absence):
        value = False if value is Absence.NONE and of.dtype == "boolean" else None
    return Cell(value, found, path, set_by, there, known)


def by_players(value: Any) -> Any:
    """Write a figure that depends on the number of players: `25`, or `3:25;4:19`."""
    if isinstance(value, dict):
        return (
            ";".join(f"{n}:{v}" for n, v in value.items())
            if len(set(map(str, value.values()))) > 1
            else str(next(iter(value.values())))
        )
    return value if value is None or isinstance(value, Absence) else str(value)


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
    role, found = _section(ruleset, "fool", "role"), _section(ruleset, "fool", name)
    if role not in ("excuse", None) and (found is None or isinstance(found, Absence)):
        silent = isinstance(role, Absence) and role is not Absence.NONE
        return role if silent else Absence.NOT_APPLICABLE, ("fool", "role")
    return found, ("fool", name)


def _feat(ruleset: Ruleset, name: str) -> Any:
    feats = ruleset.rules.feats
    if feats is None or isinstance(feats, Absence):
        return feats
    entry = feats.get(name)
    return entry if entry is None or isinstance(entry, Absence) else _pays(entry) or _bid_for(ruleset, entry)


def _pays(feat: Feat) -> bool:
    """Whether something is paid for it, or hangs on it, one way or the other: what nobody has told may be."""
    said = (feat.won, feat.lost, feat.announced, feat.need, feat.times)
    return feat.won is not Absence.NONE or any(v is not None and v is not Absence.NONE for v in said)


def _bid_for(ruleset: Ruleset, feat: Feat) -> bool:
    """Whether a bid has the feat for its aim, so that it is paid where it was bid."""
    changes = (bid.rules for _, bid in entries(ruleset.rules.bids) if isinstance(bid.rules, dict))
    return any(isinstance(win := change.get("win"), dict) and win.get("aim") == feat.do for change in changes)


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
    """Cards in the pack, computed from it; of a pack whose cards are not known, as the source states them, for most players."""
    stated = r.stated.cards if r.stated else None
    if f.pack is None and stated:
        return (stated[max(stated)] if isinstance(stated, dict) else stated), ("stated", "cards")
    return (len(f.pack) if f.pack else None), COMPUTED


@feature("string", "Suit-signs", "Cards", "suits", rests_on="pack")
def suits(r: Ruleset, f: Figures) -> Any:
    """Suit-signs of the pack."""
    return f.suits, COMPUTED


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
    return f.top or ("fool" if _section(r, "fool", "role") == "highest-trump" else None), COMPUTED


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


@feature("number", "Total computed", "Counting", rests_on=TOTALLED)
def total_computed(r: Ruleset, f: Figures) -> Any:
    """The total of card points, computed from pack, values and method."""
    return f.total, COMPUTED


@feature("number", "All together, at least", "Counting", rests_on=TOTALLED)
def total_least(r: Ruleset, f: Figures) -> Any:
    """The least that the points of all players can add up to: where it is below the greatest, odd cards are dropped or rounded."""
    return min((s.least for s in f.bounds.values()), default=None), COMPUTED


@feature("number", "All together, at most", "Counting", rests_on=TOTALLED)
def total_greatest(r: Ruleset, f: Figures) -> Any:
    """The greatest that the points of all players can add up to."""
    return max((s.greatest for s in f.bounds.values()), default=None), COMPUTED


@feature("string", "Hand", "Deal", rests_on="deal.hand deal.packets")
def hand(r: Ruleset, f: Figures) -> Any:
    """Cards a player holds during play: `25`, or `3:25;4:19`; with stacks before him, `12 + 24`."""
    said = _section(r, "deal", "hand") or _section(r, "deal", "packets")
    path = ("deal", "packets" if _section(r, "deal", "hand") is None else "hand")
    if isinstance(said, Absence):
        return said, path
    stacked = {n: sum(deal.stacks) for n, deal in f.deals.items()}
    held = {
        n: f"{cards - stacked[n]} + {stacked[n]}" if 0 < (stacked.get(n) or 0) < cards else cards
        for n, cards in (f.hand or {}).items()
    }
    return by_players(held) if held else None, path


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
    """Cards the dealer or the declarer discards: `3 or 4` where contracts differ; 0 where there is no discard; null, as-taken, where
    as many are discarded as were taken."""
    if isinstance(r.rules.discard, Absence):
        return ("0" if r.rules.discard is Absence.NONE else r.rules.discard), ("discard",)
    said = _section(r, "discard", "cards")
    if isinstance(said, Absence):
        return ("0" if said is Absence.NONE else said), ("discard", "cards")
    if said is not None:
        return in_contracts(r, by_players(f.discard)), ("discard", "cards")
    laid = by_players(cards_laid(r, f))
    if (
        laid is None
        and given(r.rules.discard) is not None
        and any(told(told(b, "talon"), "takes") for _, b in entries(r.rules.bids))
    ):
        return Absence.AS_TAKEN, ("discard",)
    return laid, COMPUTED


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
        return Absence.NOT_APPLICABLE, ("sides",)
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
