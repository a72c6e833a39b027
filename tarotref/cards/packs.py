"""Packs and orders of play made from rules, such as corpus/packs.yaml and the records of games write them.

A rule says what a pack consists of, or what it has less, more or twice of another. All of it is text:

    {suits: italian, ranks: [A..K], trumps: [1 bagatto, 2..20, 21 world], fool: yes}
    {of: tarot-78, suits: french, without: {long: [A..6], round: [5..10]}}

Nothing here opens a file: callers pass dicts and lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from tarotref.cards.card import FOOL, FRENCH, ITALIAN, LONG, RANKS, TWIN, Card, Pack, Ranking
from tarotref.cards.names import parse_card
from tarotref.notation import arabic
from tarotref.problem import nearest

SYSTEMS = ("italian", "french", "portuguese", "spanish", "german", "either")
RULE = ("of", "suits", "ranks", "trumps", "fool", "without", "with", "twice")
"""The keys of a rule. What else stands beside them (title, source...) is for others to read."""
MOST_TRUMPS = 100
"""Trumps of a pack at most; no known pack has more than forty-one."""
MOST = 300
"""Cards in a pack, at most: three full ones and some."""


def pack_from_rule(id: str, rule: Mapping[str, Any], known: Mapping[str, Pack]) -> Pack:
    """The pack that an entry of corpus/packs.yaml describes, or its `rule` alone.

    `of` names one of the `known` packs, from which is inherited what is not said again. `ranks` are those of every
    suit, or a map by suit; `trumps` a number, or items in ascending order, such as `2..20`, `21 world`, `(40) angel`.
    `without`, `with` and `twice` take from that, add to it, or give it a second copy: maps of suits to ranks, `trumps`
    to trumps, `fool` to yes. A suit is named in either system, or as `long`, `round` or `suit-cards`. Added trumps
    stand above the others. ValueError lists every problem.
    """
    own = rule.get("rule", {})
    if problems := list(_malformed({key: rule[key] for key in RULE if key in rule} | own)):
        raise ValueError("\n".join(f"pack {id}: {problem}" for problem in problems))
    rule = {**rule, **own}
    if "of" in rule and rule["of"] not in known:
        raise ValueError(f"pack {id}: of: no pack has the id {rule['of']!r}{nearest(rule['of'], known)}")
    base = known.get(rule.get("of", ""))
    system = str(rule.get("suits") or (base.system if base else ""))
    if system not in SYSTEMS:
        problems.append(f"suits: {system!r} is none of {', '.join(SYSTEMS)}")
    suits = FRENCH if system in ("french", "german") else ITALIAN
    names = dict(base.names) if base and "trumps" not in rule else {}
    cards = _own(rule, [_in_system(card, suits) for card in base.cards] if base else [], suits, names, problems)
    _change(cards, rule, suits, names, problems)
    if len(cards) > MOST:
        problems.append(f"trumps: {len(cards)} cards in all; expected {MOST} at most")
    if problems:
        raise ValueError("\n".join(f"pack {id}: {problem}" for problem in problems))
    trumps = [card for card in cards if card.kind == "trump" and card.copy == 1]
    cards.sort(key=lambda card: (_place(card.first, suits, trumps), card.copy))
    kept = tuple((name, of) for name, of in names.items() if Card("trump", trump=of) in trumps)
    return Pack(id, str(rule.get("title", id)), system, tuple(cards), kept)


def _own(
    rule: Mapping[str, Any], cards: list[Card], suits: Sequence[str], names: dict[str, str], problems: list[str]
) -> list[Card]:
    """Return cards with those of a kind that a rule says anew in place of those that are there."""
    for kind, key in (("suit", "ranks"), ("trump", "trumps"), ("fool", "fool")):
        if key in rule:
            by_suit = rule[key] if isinstance(rule[key], Mapping) else {"suit-cards": rule[key]}
            said, part = (by_suit, "ranks: ") if kind == "suit" else ({key: rule[key]}, "")
            cards = [card for card in cards if card.kind != kind] + _group(said, suits, names, problems, part)
    return cards


def _change(
    cards: list[Card], rule: Mapping[str, Any], suits: Sequence[str], names: dict[str, str], problems: list[str]
) -> None:
    """Take from cards what a rule is without, add what it is with, and give the second copies."""
    for part in ("without", "with", "twice"):
        for card in _group(rule.get(part, {}), suits, names, problems, f"{part}: "):
            if (card in cards) == (part == "with"):
                problems.append(f"{part}: {card} is {'already' if part == 'with' else 'not'} in the pack")
            elif part == "without":
                cards.remove(card)
            else:
                cards.append(card if part == "with" else replace(card, copy=2))


def _malformed(rule: Mapping[str, Any]) -> Iterator[str]:
    """What in a rule is of the wrong form, whatever it may mean."""
    for key, value in rule.items():
        if key not in RULE:
            yield f"{key}: no key of a rule{nearest(key, RULE)}; expected {', '.join(RULE)}"
        elif key in ("of", "suits", "fool"):
            if not isinstance(value, str | None):
                yield f"{key}: found {_kind(value)}; expected a word"
        elif key in ("without", "with", "twice") and not isinstance(value, Mapping):
            yield f"{key}: found {_kind(value)}; expected a mapping of suits to ranks, such as {{long: [A..6]}}"
        else:
            parts = value.values() if isinstance(value, Mapping) and key != "trumps" else [value]
            for part in parts:
                if not isinstance(part, str) and not (
                    isinstance(part, Sequence) and all(isinstance(item, str) for item in part)
                ):
                    yield f"{key}: found {_kind(part)}; expected words, such as [A..6]"


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return repr(value)
    return "a mapping" if isinstance(value, Mapping) else "a list" if isinstance(value, Sequence) else repr(value)


def ranking(
    pack: Pack,
    suit_order: str | Mapping[str, Sequence[str]] = "original",
    trump_order: Sequence[str | Sequence[str]] | None = None,
    fool: Literal["excuse", "highest-trump", "lowest-trump"] = "excuse",
) -> Ranking:
    """The order of play in a pack.

    `suit_order`: original (10s follow Jacks in long suits, Aces in round ones), uniform (10s in all), ace-after-jack
    (Aces in all, then 10 down to 2: dm2004 ch. 8, Chambéry), or the ranks of each suit, highest first (`K..A`).
    `trump_order`: tiers, highest first, each a trump or several equal ones, by subject or number (`20 justice` means
    justice); None: as the pack numbers them. The Fool may stand in it, or `fool` puts it at the head or the foot.
    ValueError lists whatever is unknown, twice or missing.
    """
    problems: list[str] = []
    rows = [_row(pack, suit, suit_order, problems) for suit in pack.suits]
    tiers: list[tuple[Card, ...]] = []
    numbered = [str(card) for card in reversed(pack.trumps) if card.copy == 1]
    for tier in numbered if trump_order is None else trump_order:
        try:
            tiers.append(tuple(_ranked(item, pack) for item in ([tier] if isinstance(tier, str) else tier)))
        except ValueError as error:
            problems.append(str(error))
    if fool != "excuse" and pack.has_fool:
        tiers.insert(0 if fool == "highest-trump" else len(tiers), (FOOL,))
    problems += _faults("trumps", [card for tier in tiers for card in tier], pack.trumps)
    if problems:
        raise ValueError("\n".join(f"order of pack {pack.id}: {problem}" for problem in problems))
    return Ranking(pack, tuple(rows), tuple(tiers))


def ranks_of(items: str | Sequence[str]) -> list[str]:
    """Ranks with ranges written out along `RANKS`: `A..3` is A 2 3, `K..J` K Q C J. ValueError on what is no rank."""
    ranks: list[str] = []
    for item in [items] if isinstance(items, str) else items:
        ends = item.split("..")
        if len(ends) > 2 or any(end not in RANKS for end in ends):
            raise ValueError(f"{item!r} is no rank nor range of ranks; ranks are {' '.join(RANKS)}")
        first, last = RANKS.index(ends[0]), RANKS.index(ends[-1])
        ranks += RANKS[first : last + 1] if first <= last else RANKS[last : first + 1][::-1]
    return ranks


def _group(
    spec: Mapping[str, Any], suits: Sequence[str], names: dict[str, str], problems: list[str], part: str = ""
) -> list[Card]:
    """The cards of a map of suits to ranks, `trumps` to trumps, `fool` to yes; new names of trumps go into `names`, what
    is wrong in this part of the rule into `problems`."""
    cards: list[Card] = []
    for key, items in spec.items():
        try:
            if key == "trumps":
                cards += [Card("trump", trump=name) for name in _trumps(items, names)]
            elif key == "fool" and items in {"yes", "no"}:
                cards += [FOOL] if items == "yes" else []
            elif wanted := [s for s in suits if key in {s, TWIN[s], "suit-cards", "long" if s in LONG else "round"}]:
                cards += [Card("suit", suit, rank) for suit in wanted for rank in ranks_of(items)]
            else:
                raise ValueError("expected a suit, long, round, suit-cards, trumps, or fool: yes")
        except ValueError as error:
            problems.append(f"{part}{key}: {error}")
    return cards


def _trumps(items: str | Sequence[str], names: dict[str, str]) -> list[str]:
    """Trumps from a number (`21`: I to XXI) or from items: `7`, `2..20`, `21 world`, `(40) angel` (the number is not on
    the card, so the subject names it), `angel`, or a name already in `names`, to which other names are added."""
    if isinstance(items, str):
        items = [f"1..{items}"]
    found: list[str] = []
    for item in items:
        first, *others = item.split() or [""]
        low, dots, high = first.partition("..")
        if dots and low.isdecimal() and high.isdecimal() and int(low) <= int(high) and not others:
            if len(high) > 3 or int(high) > MOST_TRUMPS:
                raise ValueError(f"found {item!r}; expected numbers of trumps up to {MOST_TRUMPS}")
            found += [str(one) for one in range(int(low), int(high) + 1)]
            continue
        if dots or (first.startswith("(") and not others):
            raise ValueError(f"{item!r} is no trump nor range of trumps, such as 7, 2..20, 21 world, (40) angel")
        if first.startswith("("):
            first, others = others[0], [first.strip("()"), *others[1:]]
        found.append(names.get(first, first))
        names.update((other, found[-1]) for other in others)
    return found


def _in_system(card: Card, suits: Sequence[str]) -> Card:
    """The same card in the suits of the other system, if need be."""
    return card if card.kind != "suit" or card.suit in suits else replace(card, suit=TWIN[card.suit])


def _place(card: Card, suits: Sequence[str], trumps: Sequence[Card]) -> tuple[int, int]:
    """Where a card stands in a pack: by suit and rank, then the trumps as given, then the Fool."""
    if card.kind == "suit":
        return suits.index(card.suit), -RANKS.index(card.rank)
    return (len(suits), trumps.index(card)) if card.kind == "trump" else (len(suits) + 1, 0)


def _row(pack: Pack, suit: str, order: str | Mapping[str, Sequence[str]], problems: list[str]) -> tuple[Card, ...]:
    """The cards of a suit, highest first."""
    cards = [card for card in pack.cards if card.suit == suit and card.copy == 1]
    if not isinstance(order, str):
        listed = order.get(suit) or order.get(TWIN[suit]) or ()
    elif order == "uniform" or (order == "original" and suit in LONG):
        listed = ["K..A"]
    elif order == "original":
        listed = ["K..J", "A..10"]
    elif order == "ace-after-jack":
        listed = ["K..J", "A", "10..2"]
    else:
        problems.append(f"{order!r} is no order of suits: original, uniform, ace-after-jack, or a list for each suit")
        return ()
    try:
        row = [Card("suit", suit, rank) for rank in ranks_of(listed)]
    except ValueError as error:
        problems.append(f"{suit}: {error}")
        return ()
    problems += _faults(suit, row, cards)
    return tuple(card for card in row if card in pack)


def _ranked(item: str, pack: Pack) -> Card:
    """The trump that an item of a trump order means: `angel`, `20 justice`, `(40) angel`, `XX`, `fool`. The subject
    prevails over the number, since orders number the same subjects differently."""
    figure, _, name = item.strip().partition(" ")
    if name and arabic(figure.strip("()")) is not None:
        item = name
    card = parse_card(item, pack)
    if card.kind == "suit":
        raise ValueError(f"{item!r} is no trump")
    return card


def _faults(where: str, placed: Sequence[Card], wanted: Sequence[Card]) -> list[str]:
    """What is wrong with an order: cards that stand in it twice, cards that have no place."""
    twice = [str(card) for card in dict.fromkeys(placed) if placed.count(card) > 1]
    missing = [str(card) for card in wanted if card.copy == 1 and card not in placed]
    found = ((twice, "twice in the order"), (missing, "without a place"))
    return [f"{where}: {what}: {', '.join(cards)}" for cards, what in found if cards]
