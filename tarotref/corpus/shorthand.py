"""What a record says once: an entry like another of its section, a change like another, bonuses times a figure, the rest unstated.

Each is written out before a ruleset is made, so that whoever reads one sees whole entries only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from tarotref.corpus.source import Path, Source, Tree
from tarotref.model.rules import shape

ENTRY_WORDS = ("before", "like")
"""What may stand in an entry beside its fields."""
WORDED = ("text", "when", "led_when", "forced", "rearrange", "exposed")
"""Fields that tell a rule in words, of which `decides` beside them says what they decide."""
PAID = ("won", "lost", "announced")
"""The fields of a bonus that `times` multiplies."""

REST: Mapping[str, tuple[str, ...]] = {
    "players": (),
    "sides": (),
    "pack": (),
    "counting": (),
    "deal": ("direction", "shuffle", "cut", "next_dealer", "hand", "extra", "talon"),
    "discard": (),
    "bidding": (),
    "bids": (),
    "declaring": (),
    "declarations": (),
    "feats": (),
    "play": ("leads", "must_overtrump", "tricks_kept"),
    "talk": (),
    "signals": (),
    "doubling": (),
    "pots": (),
    "penalties": (),
    "win": (),
    "score": (),
    "tally": (),
}
"""What `rest` is said of, where the same rules do not say it: whole sections, or the fields that games differ in."""

UNSAID = ("unstated", "not-recorded")
"""What may be said of the rest: the source is silent, or it is not at hand."""


def write_out_rest(source: Source) -> None:
    """Put what `rest` is said of in its place, in every set of rules of a record."""
    holders: list[tuple[Path, Tree]] = [((), source.data)]
    for name in ("readings", "variants"):
        found = source.data.get(name)
        holders += [((name, key), one) for key, one in found.items()] if isinstance(found, dict) else []
    for at, holder in holders:
        rules = holder.get("rules") if isinstance(holder, dict) else None
        if not isinstance(rules, dict) or rules.get("rest") not in UNSAID:
            continue
        line = source.line((*at, "rules", "rest"))
        why = rules["rest"]
        said = {name: value for name, value in rules.items() if name != "rest"}
        for name, fields in REST.items():
            if name not in said:
                said[name] = dict.fromkeys(fields, why) if fields else why
                source.lines.update({(*at, "rules", name, *end): line for end in ((), *((f,) for f in fields))})
        holder["rules"] = said


def alike(other: Mapping[str, Tree], own: Mapping[str, Tree], had: Mapping[str, Tree]) -> dict[str, Tree]:
    """Return the fields of an entry that is like another but for its own, in place of those that are inherited of it."""
    made = {
        name: value for name, value in {**other, **own}.items() if value is not None or name not in other or name in had
    }
    theirs, ours = other.get("rules"), own.get("rules")
    if isinstance(theirs, dict) and isinstance(ours, dict) and "like" not in ours:
        made["rules"] = change_on(theirs, ours)
    return made | {name: None for name in had if name not in made}


def change_on(base: Mapping[str, Tree], change: Mapping[str, Tree]) -> dict[str, Tree]:
    """Return a change laid on another as one change; `null` takes out what the other sets, and else withdraws as ever."""
    made = dict(base)
    for name, value in change.items():
        there, depth = made.get(name), {"things": 2, "section": 1, "map": 1}.get(shape(name), 0)
        if value is None and there is not None:
            del made[name]
        else:
            made[name] = _merged(there, value, depth)
    return made


def _merged(there: Tree, value: Tree, depth: int) -> Tree:
    if not depth or not isinstance(there, dict) or not isinstance(value, dict):
        return value
    made = dict(there)
    if "decides" not in value and any(word in value for word in WORDED):
        made.pop("decides", None)
    for key, part in value.items():
        if part is None and made.get(key) is not None:
            del made[key]
        else:
            made[key] = _merged(made.get(key), part, depth - 1)
    return made


def write_out_times(tree: Mapping[str, Tree]) -> Iterator[tuple[str, str, Tree]]:
    """Write out the bonuses of bids and cases that say `times`; yield section, entry and what was found where it is no number."""
    told = tree.get("feats")
    feats: dict[str, Tree] = told if isinstance(told, dict) else {}
    for section in ("bids", "cases"):
        found = tree.get(section)
        for key, entry in found.items() if isinstance(found, dict) else ():
            change = entry.get("rules") if isinstance(entry, dict) else None
            if not isinstance(change, dict) or not isinstance(own := change.get("feats"), dict) or "times" not in own:
                continue
            said = {name: value for name, value in own.items() if name != "times"}
            try:
                paid = {name: _multiplied(one, Fraction(str(own["times"]))) for name, one in feats.items()}
            except ValueError:
                yield section, key, own["times"]
                paid = {}
            for name, one in paid.items():
                beside = said.get(name, {})
                if one and isinstance(beside, dict):
                    said[name] = one | beside
            entry["rules"] = {**change, "feats": said}


def of_what_is_there(change: Mapping[str, Tree], tree: Mapping[str, Tree]) -> dict[str, Tree]:
    """Return a contract's change as it is laid on the rules of a case: without what bonuses pay that the case has not."""
    feats, there = change.get("feats"), tree.get("feats")
    if not isinstance(feats, dict):
        return dict(change)
    had = there if isinstance(there, dict) else {}
    left = {
        name: one for name, one in feats.items() if name in had or not isinstance(one, dict) or not {*one} <= {*PAID}
    }
    rest = {name: value for name, value in change.items() if name != "feats"}
    return {**rest, "feats": left} if left else rest


def _multiplied(feat: Tree, by: Fraction) -> dict[str, Tree]:
    """Return the fields of a bonus that pay, multiplied."""
    paid = {name: feat.get(name) for name in PAID} if isinstance(feat, dict) else {}
    return {name: made for name, value in paid.items() if (made := _times(value, by)) != value}


def _times(value: Tree, by: Fraction) -> Tree:
    if isinstance(value, dict):
        return {key: _times(part, by) if key in PAID or key.isdecimal() else part for key, part in value.items()}
    try:
        return str(Fraction(value) * by) if isinstance(value, str) else value
    except ValueError:
        return value


def without_spent(tree: Mapping[str, Tree], own: Callable[[Path], bool]) -> None:
    """Take out of the changes of bids and cases what they withdraw and the rules have not: another layer has withdrawn it before.

    What the ruleset's `own` record withdraws stays, and is checked.
    """

    def kept(part: Mapping[str, Tree], there: Tree, at: Path, depth: int) -> dict[str, Tree]:
        had, made = there if isinstance(there, dict) else {}, dict[str, Tree]()
        for name, value in part.items():
            deep = depth if at[3:] else {"things": 3, "section": 2, "map": 2}.get(shape(name), 1)
            if value is None and had.get(name) is None and not own((*at, name)):
                continue
            inner = kept(value, had.get(name), (*at, name), deep - 1) if deep > 1 and isinstance(value, dict) else value
            if inner or not value:
                made[name] = inner
        return made

    for section in ("bids", "cases"):
        found = tree.get(section)
        for key, entry in found.items() if isinstance(found, dict) else ():
            if isinstance(entry, dict) and isinstance(change := entry.get("rules"), dict):
                entry["rules"] = kept(change, tree, (section, key, "rules"), 1)
