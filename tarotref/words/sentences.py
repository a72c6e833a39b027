"""Facts as sentences: what is otherwise in a contract, and what is told of a thing with a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tarotref.words.asked import asked
from tarotref.words.phrases import first_up, listed, number, small
from tarotref.words.templates import ABOUT, CLAIMED, DISCARDED, OF_RULES, OF_THINGS, OPEN, USED

_ENDS = (".", "?", "!", ".”", ":")
_GOES_ON = ("and ", "or ", "but ")


def sentence(text: str) -> str:
    """Return a clause as a sentence; nothing as nothing."""
    text = text.strip()
    return f"{first_up(text)}{'' if text.endswith(_ENDS) else '.'}" if text else ""


def sentences(clauses: Iterable[str]) -> str:
    """Return clauses as sentences, one after another, none twice; one that goes on with `and`, `or` or `but` as part of that before."""
    made: list[str] = []
    for clause in (part for whole in clauses for part in _parts(whole)):
        if made and clause.startswith(_GOES_ON) and made[-1].endswith("."):
            made[-1] = f"{made[-1][:-1]}, {small(sentence(clause))}"
        elif told := sentence(clause):
            made.append(told)
    return " ".join(dict.fromkeys(made))


_LONG = 24
"""A clause of more words is told in several sentences, where it has semicolons before what can stand alone."""
_STANDS = re.compile(
    r"; (?=(?:if|where|he|they|its holder|either of them|whoever|nobody|a player who|a declarer who) (?:[\w']+[ ,]){3})"
)


def _parts(clause: str) -> list[str]:
    """Return a long clause in parts that can stand alone; a short one as it is."""
    return _STANDS.split(clause) if len(clause.split()) > _LONG else [clause]


def filled(template: str, text: str) -> str:
    """Return a template with a value in its place."""
    text = text.rstrip(".") if template.endswith(("{}.", "{!}.")) else text
    template = template[:-1] if text.endswith(("?", "!")) and template.endswith(("{}.", "{!}.")) else template
    return template.replace("{!}", first_up(text)).replace("{}", text)


def open_fact(why: str, about: Iterable[str]) -> str:
    """Return the sentence that says why facts have no value: the source is silent, the players agree, play decides."""
    first, *rest = about
    told = f"{first} or {' or '.join(rest)}" if rest else first
    return filled(OPEN[why], told)


def about(kind: str, field: str, title: str) -> str:
    """Return what a fact is about as the end of a sentence."""
    known = ABOUT.get(f"{kind}.{field}" if field else kind) or (field and asked(kind, field))
    return known or f"anything of “{title[:1].lower()}{title[1:]}”"


_WHEN = re.compile(r"(?:after|as|at|before|by|during|in|on|until|when|while|whenever|with)\b")
"""How words begin that say by themselves when a signal is given."""


def of_thing(section: str, field: str, text: str) -> str:
    """Return what is told of a thing in one field, as a sentence; a field without a sentence of its own says its value as it is."""
    if field == "use":
        return USED.get(text, f"It is {text}.")
    key = f"{section}.{field}"
    if key == "penalties.pays" and " is played" in text:
        return sentence(text)
    if key == "penalties.pays" and text.startswith(("as if ", "as at ")):
        return sentence(f"the offender pays {text}")
    if field == "settle" and text.startswith("if "):
        return sentences(text.split("; "))
    if key == "signals.when" and not _WHEN.match(text):
        return sentence(f"it is given when {text}")
    if key == "signals.means" and text.startswith("that "):
        return sentence(f"it means {text}")
    if field == "only_if" and section in ("bids", "declarations"):
        return sentence(on_condition(section, text))
    if key == "cases.when" and text.startswith(("in ", "for ", "after ", "at ")):
        return f"The hand is played this way {text}."
    template = OF_THINGS.get(f"{key}={text}", OF_THINGS.get(key))
    return sentence(text) if template is None else filled(template, text)


def denied(section: str, field: str) -> bool:
    """Whether there is a sentence for a field of a thing that says no."""
    return f"{section}.{field}=no" in OF_THINGS


def claimed(column: str, label: str, value: str) -> str:
    """Return what a piece of evidence shows of a column of comparison: `4 players`, `no declarations`."""
    template = CLAIMED.get(f"{column}={value}", CLAIMED.get(column))
    if column == "players":
        value = listed(value.split(", "), "or")
    plain = {"yes": small(label), "no": f"no {small(label)}"}.get(value, f"{small(label)}: {value}")
    return plain if template is None else filled(template, value)


def on_condition(section: str, text: str) -> str:
    """Return that a thing is bid, or counts, on a condition only: `only a player who was dealt the II may bid it`."""
    bid = section == "bids"
    if text.startswith("by "):
        return f"only {text.removeprefix('by ')} may {'bid' if bid else 'declare'} it"
    if text.startswith("the player ") and not text.startswith("the player on "):
        who = f"a player who {text.removeprefix('the player ')}"
        who = f"{who}," if ", and " in who else who
        return f"only {who} may bid it" if bid else f"it counts only for {who}"
    return f"{'it may be bid' if bid else 'it counts'} only if {text}"


def of_rule(section: str, field: str, text: str) -> str:
    """Return a fact that is otherwise in a contract as a sentence."""
    key = f"{section}.{field}" if field else section
    if key in ("play.open", "play.open_after"):
        text = re.sub(r"^those of (.+?) (from|after) ", r"the cards of \1 are laid open \2 ", text)
    template = OF_RULES.get(f"{key}={text}", OF_RULES.get(key))
    if template is not None:
        return filled(template, text)
    if key == "deal.look":
        return sentence(re.sub(r" at ", " may look at ", text, count=1))
    return "" if text in ("yes", "no") else sentence(text)


def has_sentence(section: str, field: str) -> bool:
    """Whether a fact has a sentence of its own, and is not said as it stands."""
    key = f"{section}.{field}"
    return any(one == key or one.startswith(f"{key}=") for one in OF_RULES)


def of_discard(cards: str, rule: str) -> str:
    """Return whether a class of cards may be discarded as a sentence."""
    return filled(DISCARDED.get(rule, f"{{!}} may be discarded: {rule}."), cards)


TOLD_WHOLE = ("Each ", "Every ", "the aim is to win the last trick with", "the aim is to win every trick but")
"""How a fact begins that is a sentence already."""


def of_rules(told: Iterable[tuple[str, str, str]], *, tricks: bool = False) -> Iterator[str]:
    """Yield facts that are otherwise, (section, field, words) each, as sentences: those that belong together as one. `tricks`: where
    tricks are what is counted."""
    found = {(section, field): text for section, field, text in told}
    both = ("play", "must_overtake"), ("play", "must_overtrump")
    if all(found.get(one) == "yes" for one in both):
        found[both[0]] = "both"
        del found[both[1]]
    if found.get(("score", "each"), "none") != "none" and ("score", "step") in found:
        step = found.pop(("score", "step"))
        counted = "trick" if tricks else "card point"
        per = f"Each {counted} pays" if step == "1" else f"Every {step} {counted}s pay"
        found["score", "each"] = f"{per} {found['score', 'each']}"
        if (
            not step.isdecimal() and found["score", "each"] == f"{per} {step}"
        ):  # a point a point, rounded when it is multiplied
            del found["score", "each"]
    if ("score", "bands") in found and found.get(("score", "each")) == "none":
        del found["score", "each"]
    if not re.search(r",| and ", found.get(("doubling", "of"), "and and ")):
        found.pop(("doubling", "separately"), None)  # it is one thing
    if found.get(("bidding", "procedure")) == "no choice" and ("bidding", "first") in found:
        found.pop(("bidding", "first_must_bid"), None)
        found["bidding", "procedure"] = f"{found.pop(('bidding', 'first'))} is the declarer, without any bidding"
    if found.get(("win", "aim")) == "all tricks" and (spare := found.get(("win", "spare"), "")).isdecimal():
        found["win", "aim"] = f"the aim is to win every trick but {number(int(spare))}"
        del found["win", "spare"]
    if ("win", "cards") in found and found.get(("win", "aim")) == "the last trick":
        found["win", "aim"] = f"the aim is to win the last trick with {found.pop(('win', 'cards'))}"
    for (section, field), text in found.items():
        if (section, field) == both[0] and text == "both":
            yield "Players must play a higher card than those in the trick if they can."
        elif text.startswith(TOLD_WHOLE) or text.endswith("without any bidding"):
            yield sentence(text)
        else:
            yield of_rule(section, field, text)
