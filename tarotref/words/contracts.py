"""What is otherwise in a contract or case, and what is told of a thing with a name, in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tarotref.corpus.records import Ruleset
from tarotref.model.rules import (
    SECTIONS,
    Announced,
    Case,
    Concession,
    Condition,
    Custom,
    Feat,
    entries,
    fields_of,
    shape,
)
from tarotref.model.types import Absence, Facts, given
from tarotref.words.bonuses import costing, settled
from tarotref.words.clauses import PHRASES, announced_by, concerning
from tarotref.words.deeds import success, unfailing
from tarotref.words.duties import OF_DUTY, duty
from tarotref.words.earlier import OF_EARLIER, earlier
from tarotref.words.labels import USUAL
from tarotref.words.naming import Naming
from tarotref.words.phrases import first_up, listed, many, name_within, plain, small
from tarotref.words.sentences import about, denied, of_discard, of_rules, of_thing, open_fact, sentence, sentences

_ELSEWHERE = frozenset((kind, name) for kind in (Feat, Announced) for name in ("won", "lost", "announced"))
"""Fields of small groups that have columns of their own."""
_AMOUNTS = ("won", "lost", "announced", "unit", "use", "name", "text")
"""Fields of a bonus that do not say what is done."""


def _a_point(r: Ruleset) -> Fraction | None:
    """What one point pays; None where points pay nothing, or the source does not say."""
    each, step = given(r.at(("score", "each"))), given(r.at(("score", "step")))
    return Fraction(each) / Fraction(step) if each is not None and step is not None else None


def changed(words: Naming, path: tuple[str, ...], value: Mapping[str, Any]) -> str:
    """Return what is otherwise in a contract or case, as it is in the rules so made; where these are not known, which sections are."""
    made = words.ruleset.cases.get(".".join(path[:2])) if words.ruleset else None
    if made is None:
        return sentence(_otherwise(value))
    told: list[tuple[str, str, str]] = []
    more: list[str] = []
    then = words.within(made)
    a_point = {"each", "step"} if words.ruleset and _a_point(made) == _a_point(words.ruleset) else frozenset()
    for section, part in value.items():
        if section not in SECTIONS:
            continue
        if isinstance(part, Mapping) and shape(section) != "section":
            more += _things(words, then, made, section, part)
            continue
        for field in (
            [name for name, fact in part.items() if fact is not None and name != "decides"]
            if isinstance(part, Mapping)
            else [""]
        ):
            if section == "score" and field in a_point:
                continue  # only where the payment is rounded is otherwise
            at = (section, field) if field else (section,)
            fact = made.at(at)
            if _said_beside(words, path, at, fact, part):
                continue
            if isinstance(fact, Absence) and fact is not Absence.NONE:
                there = section == "pots" and words.ruleset is not None and any(entries(words.ruleset.rules.pots))
                about_it = about("pots.otherwise" if there else section, field, words.field(at))
                more.append(sentence(open_fact(fact.value, [about_it])))
            elif (section, field) == ("play", "pagat"):
                when = "nothing else may be played" if fact == "last-card" else "its holder has no other trump"
                more.append(sentence(f"{then.cards('pagat')} may be played only when {when}"))
            elif section == "discard" and field and field not in fields_of("discard"):
                more.append(of_discard(then.cards(field), then.value(at, fact)))
            elif fact is not None:
                told.append((section, field, then.value(at, fact)))
    told = [
        (section, field, _doubling(words, path, made, field, text) if section == "doubling" else text)
        for section, field, text in told
    ]
    told = [
        (section, field, _of_asker(words, path, text) if field == "ranked" else text) for section, field, text in told
    ]
    return " ".join(filter(None, [*of_rules(told, tricks=then.by_tricks()), *more]))


def _of_asker(words: Naming, path: tuple[str, ...], text: str) -> str:
    """Return what a case brings by the rank of the card points, told of who asks for it, and not of the declarer of the contract."""
    who = given(getattr(words.ruleset.at(path[:2]), "asked_by", None)) if words.ruleset and path[0] == "cases" else None
    return text.replace(words.who("declarer"), words.who(who)) if who and who != "side" else text


def _doubling(words: Naming, path: tuple[str, ...], made: Ruleset, field: str, text: str) -> str:
    """Return how is told who doubles in a contract: by whether it has a declarer, and a side of his."""
    if field == "by" and made.at(("doubling", "by")) == "all" and made.at(("sides",)) == "individual":
        return "any player"
    if (field, text) == ("apart", "yes") and path[0] == "bids" and words.ruleset is not None:
        return whose_doubles(words.ruleset.at(path[:2]))
    return text


def whose_doubles(*bids: Any) -> str:
    """Return how is told that each doubles for himself, by whether contracts have a declarer: all, none, or some of them."""
    alone = [getattr(bid, "if_all_pass", None) == "all" for bid in bids]
    return "yes" if len(set(alone)) != 1 else "without a declarer" if alone[0] else "with a declarer"


def _said_beside(words: Naming, path: tuple[str, ...], at: tuple[str, ...], fact: Any, part: Any) -> bool:
    """Whether a contract says beside it what a change of its rules says: who leads, that the declarer plays alone, or in its words how
    the players settle."""
    bid = words.ruleset.at(path[:2]) if words.ruleset is not None and path[0] == "bids" else None
    if at == ("sides",):
        return fact == "alliance" and getattr(bid, "partner", None) is Absence.NONE
    if at == ("play", "leads"):
        return fact is not None and getattr(bid, "leads", None) == fact
    return at == ("score", "settle") and fact == "balance" and "text" in part


def _otherwise(value: Mapping[str, Any]) -> str:
    """Return which sections of the rules a contract has otherwise."""
    parts = [small(SECTIONS[name].title) for name in value if name in SECTIONS]
    return f"for this contract there are other rules of {listed(parts)}" if parts else ""


def _things(words: Naming, then: Naming, made: Ruleset, section: str, part: Mapping[str, Any]) -> Iterator[str]:
    """Yield which things with names a contract or case takes away, and what those pay that it has otherwise."""
    if section == "groups":
        return  # names for cards, of which nothing else hangs but what uses them
    there = {id: made.at((section, id)) for id in part}
    gone = [named(words, section, id) for id, entry in there.items() if not isinstance(entry, Facts)]
    gone += [
        named(then, section, id)
        for id, entry in there.items()
        if isinstance(entry, Feat)
        and entry.won is Absence.NONE
        and entry.lost in (None, Absence.NONE)
        and not only_announced(entry)
    ]
    for id, entry in there.items():
        name = named(then, section, id)
        if not isinstance(entry, Facts) or name in gone:
            continue
        fields = [f for f in part[id] if f != "name"]
        yield (_amounts(then, name, entry, fields) or _of(name, then.thing((section, id), entry, fields)))
    if gone:
        verbs = {"bids": "may not be bid", "cases": "does not happen"}
        what = verbs.get(section, "does not count")
        what = what if len(set(gone)) == 1 else what.replace("does", "do")
        yield f"{first_up(listed(dict.fromkeys(gone)))} {what}."


_IT = re.compile(
    r"((?:the source does not say|the players agree|play decides|no source at hand says) [^.]*?|[^.,:]+ may announce )\bit\b"
)
"""How a sentence begins in which `it` is the thing that is told of."""


def _of(name: str, told: str) -> str:
    """Return what is told of a thing with its name for `it`, or after its name: `Kamel pays 100`, `Jungfrau: win no trick.`"""
    text = small(told)
    if text.startswith("it ") and not name.startswith("No "):
        return first_up(f"{name}{text.removeprefix('it')}")
    found = _IT.match(text)
    return first_up(f"{found[1]}{name}{text[found.end() :]}") if found else f"{first_up(name)}: {text}"


def _amounts(words: Naming, name: str, entry: Facts, fields: Iterable[str]) -> str:
    """Return what a bonus pays where nothing else of it is otherwise: `Trull pays 2, or 4 if it is announced.`"""
    worth = given(getattr(entry, "worth", None))
    if worth is not None and set(fields) == {"worth"}:
        return f"{first_up(name)} pays {words.value(('declarations', '', 'worth'), worth)}."
    if not isinstance(entry, Feat) or not set(fields) <= {"won", "lost", "announced"}:
        return ""
    won, announced = given(entry.won), entry.announced
    early = announced.won if isinstance(announced, Announced) else None
    if given(won) is None:
        return ""
    more = f", or {words.value((), early)} if it is announced" if given(early) is not None else ""
    return f"{first_up(name)} pays {words.value((), won)}{more}."


def named(words: Naming, section: str, id: str) -> str:
    """Return what a thing of the ruleset is called within a sentence: its name, or what is said, or its id in words."""
    things = given(getattr(words.ruleset.rules, section)) if words.ruleset else None
    entry = (things or {}).get(id)
    name, said = given(getattr(entry, "name", None)), given(getattr(entry, "said", None))
    return name_within(str(name or (said[0] if said else "") or USUAL.get(id) or plain(id)))


def left_open(value: Facts) -> Iterator[str]:
    """Yield what a source leaves open, leaves to the players or to play: `the source does not say whether the talon is shown`."""
    found: dict[Absence, list[str]] = {}
    for name, field in type(value).model_fields.items():
        fact = getattr(value, name)
        if isinstance(fact, Absence) and fact is not Absence.NONE and (type(value), name) not in _ELSEWHERE:
            found.setdefault(fact, []).append(about(type(value).__name__, name, field.title or plain(name)))
    for absence, fields in found.items():
        yield open_fact(absence.value, fields)


def thing(words: Naming, path: tuple[str, ...], value: Facts, fields: Iterable[str] | None = None) -> str:
    """Return what is told of a thing with a name: in all its fields, or in some."""
    section = path[0]
    wanted = None if fields is None else frozenset(fields)
    told = {f: v for f, v in value if v is not None and (f in wanted if wanted is not None else f != "name")}
    do = str(given(getattr(value, "do", None)) or "")
    pays = section == "feats" and costing(words, given(told.get("won")), given(told.get("lost")), do)
    found = [pays] if pays else []
    if isinstance(value, Custom) and not OF_DUTY.isdisjoint(told):
        found = [*duty(words, value)]
        told = {f: v for f, v in told.items() if f not in OF_DUTY}
    if isinstance(value, Case) and not given(value.asked_by) and (when := given(told.get("only_if"))) is not None:
        told["only_if"] = announced_by(words, when)
    if isinstance(value, Case) and not OF_EARLIER.isdisjoint(told):
        found = [*earlier(words, value)]
        told = {f: v for f, v in told.items() if f not in OF_EARLIER}
    if isinstance(value, Concession) and given(value.must):
        found = [*_given_up(words, path, told)]
        told = {f: v for f, v in told.items() if f not in _OF_COURSE}
    plain_ones = {f: v for f, v in told.items() if not (pays and f in ("won", "lost") and given(v) is not None)}
    if isinstance(value, Feat) and only_announced(value) and told.keys() & {"won", "lost"}:
        found.append("it counts only if it is announced")
        plain_ones = {f: v for f, v in plain_ones.items() if f not in ("won", "lost")}
    elif isinstance(value, Feat) and isinstance(told.get("lost"), Absence) and _fails_announced(value):
        found.append(open_fact(str(plain_ones.pop("lost").value), [about(section, "unannounced", "")]))
    found += [clause for field, fact in plain_ones.items() for clause in _field(words, path, field, fact)]
    if isinstance(value, Feat) and not told.keys() <= set(_AMOUNTS):
        deed = unfailing(value).model_copy({"text": None, "announced": None})
        found = [words.facts(deed), *success(value), *found]
    elif (
        section == "bids"
        and told.get("partner") is Absence.NONE
        and (
            told.get("if_all_pass") == "all"
            or ("rules" in told and words.ruleset is not None and each_alone(words.ruleset, path[1]))
        )
    ):
        found = [clause for clause in found if clause != "The declarer plays alone."]
    return sentences(found)


def only_announced(feat: Feat) -> bool:
    """Whether a bonus counts for nothing unless it was announced."""
    silent = feat.won is Absence.NONE and feat.lost in (None, Absence.NONE)
    return silent and isinstance(feat.announced, Announced) and given(feat.announced.won) is not None


def each_alone(r: Ruleset, bid: str) -> bool:
    """Say whether by the rules of a contract each plays for himself, so that none is alone against the others."""
    made = r.cases.get(f"bids.{bid}")
    return made is not None and given(made.rules.sides) == "individual"


def _fails_announced(value: Feat) -> bool:
    """Whether a bonus costs something if it was announced and fails, whatever it costs otherwise."""
    return isinstance(value.announced, Announced) and given(value.announced.lost) is not None


_OF_COURSE = ("who", "must", "deadline", "when", "only_if", "unless")
"""The fields of a concession that tell together when a hand is given up as a matter of course."""


def _given_up(words: Naming, path: tuple[str, ...], told: Mapping[str, Any]) -> Iterator[str]:
    """Yield who always gives the hand up, when and on what condition: nobody is free to."""
    said = {f: words.value((*path, f), v) for f, v in told.items() if f in _OF_COURSE and given(v) is not None}
    who, when = said.get("who", "the hand is"), [said[f] for f in ("deadline", "when") if f in said]
    only, unless = (f"{lead} {said[f]}" if f in said else "" for f, lead in (("only_if", "if"), ("unless", "unless")))
    gives = "always given up" if who == "the hand is" else "always gives up"
    if said:
        first = " ".join([who, gives, *when])
        yield " ".join(filter(None, [f"{first}," if "," in first and (only or unless) else first, only, unless]))


def _field(words: Naming, path: tuple[str, ...], field: str, fact: Any) -> Iterator[str]:
    """Yield what one field of a thing says."""
    section, at = path[0], (*path, field)
    if section == "feats" and field not in _AMOUNTS:
        return
    if isinstance(fact, Absence) and fact is not Absence.NONE:
        yield open_fact(fact.value, [about(section, field, words.facet(section, field))])
    elif field == "text":
        yield str(fact)
    elif fact is False and not denied(section, field):
        return  # that a rule of others does not hold here is told where it stands beside theirs
    elif isinstance(fact, Facts) and type(fact) not in PHRASES:
        yield words.facts(fact)
    elif field == "rules":
        yield changed(words, (*path[:2], "rules"), fact)
    elif field == "said" and isinstance(fact, tuple) and any("," in str(one) for one in fact):
        yield of_thing(section, field, listed((f"“{one}”" for one in fact), "or"))
    elif field in ("announces", "over", "barred", "said", "times", "times_lost", "on_cards") and isinstance(
        fact, tuple
    ):
        yield of_thing(
            section, field, listed((words.value(at, (one,)) for one in fact), "and" if field == "barred" else "or")
        )
    elif field == "unit" or (section, field) == ("units", "of"):
        yield of_thing(section, field, words.several(fact) or many(words.value(at, fact)))
    elif field == "settle" and not isinstance(fact, Absence):
        yield from settled(words, fact, section)
    elif isinstance(fact, Condition) and fact.concerns:
        yield concerning(words, fact, small(of_thing(section, field, words.value(at, fact))))
    else:
        yield of_thing(section, field, words.value(at, fact))
