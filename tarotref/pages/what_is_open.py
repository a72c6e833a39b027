"""What the source leaves open of a game: how far it can be played, what is missing, what is assumed instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tarotref.computed.playability import Playability
from tarotref.model.rules import SECTIONS, entries, shape
from tarotref.model.types import Absence, Facts, given
from tarotref.pages.elements import Child, E, El, Ref, enumerated, text_of
from tarotref.pages.rulesets import Page
from tarotref.pages.wording import Labels
from tarotref.words.phrases import small
from tarotref.words.sentences import about

if TYPE_CHECKING:
    from tarotref.play.compiled import Path
    from tarotref.play.gaps import Openness

STATUS: dict[Playability, str] = {
    "runs": "The facts on this page are enough to deal, play, count and pay a hand: nothing has to be assumed.",
    "runs with assumptions": "The facts on this page are enough to deal, play, count and pay a hand. Every rule that they tell is "
    "played. Where they are silent something is assumed, which is no fact of this game.",
    "runs without some rules": "A hand can be dealt, played, counted and paid here, but some rules are left out, because they are "
    "told in words that a program cannot follow.",
    "counted but not paid": "The facts on this page are enough to deal, play and count a hand, but not to pay it.",
    "cannot be played": "The facts on this page are not enough to play a hand.",
}
"""How far a game can be played, in a sentence."""

ALSO = ", also"
"""How the label of a text ends that stands beside a field."""
UNPLAYED = (
    "The rules are told, but not in a form in which a program plays them here: no hand is shown, and none can be dealt."
)
"""How far a game can be played whose rules are known to players."""


UNSHARED = (
    "The facts on this page are enough to deal and play a hand, but not to pay it. It is not known who takes cards of the talon: here "
    "nobody does, and what is counted depends on that."
)
"""How far a game can be played whose talon is shared in a way that the source does not tell."""


def assumption_label(labels: Labels, name: str) -> str:
    """Return what an assumption is called: as the field that it stands for, where it is one."""
    from tarotref.play.compiled import ASSUMPTIONS

    section, _, field = name.partition(".")
    return ASSUMPTIONS[name].called or (
        labels.facet(section, field) if shape(section) == "things" else labels.field((section, field))
    )


def left_open(page: Page) -> Iterator[El]:
    found = page.openness
    yield E("p", UNPLAYED if found.unplayed else UNSHARED if unshared(page) else STATUS[found.status])
    if found.runs and found.left_out:
        yield E("p", "The rules left out concern ", listed(page, found.left_out), ".")
    # of what is denied nothing is to be known, though a program has nothing to go by then
    missing = [path for path in found.missing if page.main is None or page.main.at(path[:1]) is not Absence.NONE]
    if missing:
        missing += fool_unknown(page)
        who = "A program" if found.unplayed else "To play it, you"
        yield E("p", f"{who} would need to know ", needed(page, missing), ".")
    if found.gaps:
        yield E("dl", *(assumed(page, name, paths) for name, paths in by_assumption(found).items()), cls="open")


def fool_unknown(page: Page) -> list[Path]:
    """Return that it is not known what the Fool does, where there is one: of a game that does not run nothing is assumed of it."""
    if page.main is None or page.main.rules.fool is Absence.NONE:
        return []
    pack, fool = page.computed.figures(page.main).pack, given(page.main.rules.fool)
    there = fool is not None or (pack is not None and any(card.kind == "fool" for card in pack.cards))
    return [("fool", "role")] if there and given(getattr(fool, "role", None)) is None else []


def unshared(page: Page) -> bool:
    """Whether a game that can be counted and not paid has a talon of which it is not known who takes cards of it."""
    bids = entries(page.main.rules.bids) if page.main and page.openness.status == "counted but not paid" else ()
    return any(getattr(given(bid.talon), "takes", None) is Absence.UNSTATED for _, bid in bids)


WITH_ARTICLE = frozenset(("bidding", "deal", "discard", "score"))
"""Sections that are spoken of with an article: `the bidding`, but `doubling`."""
WORTH = "what it is worth"


def needed(page: Page, paths: Iterable[Path]) -> list[Child]:
    """Return what somebody would need to know, as questions with links: `how many play and what the bid Solo is worth`."""
    asked: dict[str, Child] = {}
    named: dict[tuple[str, str], dict[str, Child]] = {}
    for path in paths:
        if shape(path[0]) == "things" and len(path) > 1:
            aspect = page.labels.aspect(path[0], path[2]) if path[2:] else ""
            link = page.link(*path[:2], bare=True)
            named.setdefault((path[0], aspect), {}).setdefault(text_of(link), link)
        else:
            said = about(path[0], ".".join(path[1:]), page.labels.field(path))
            link = page.link(*path)
            asked.setdefault(said, link._replace(children=(said,)) if isinstance(link, El) else said)
    parts = list(asked.values())
    for (section, aspect), links in named.items():
        things = [*of(section, len(links)), *enumerated(list(links.values()))]
        worth = ["what ", *things, f" {'is' if len(links) == 1 else 'are'} worth"]
        parts.append(E("span", *(worth if aspect == WORTH else ["more about ", *things])))
    return enumerated(parts)


def listed(page: Page, paths: Iterable[Path]) -> list[Child]:
    """Return facts as links, each section once: a bid by its name, what is told in words by what it is about."""
    found: dict[str, dict[str, Child]] = {}
    for path in paths:
        section, field = path[0], path[-1]
        thing = shape(section) == "things" and len(path) > 1
        link = page.link(*path[:2], bare=True) if thing else page.link(*path)
        if not thing:
            whole = field in ("text", section)
            said = small(SECTIONS[section].title) if whole else f"“{text_of(link).removesuffix(ALSO)}”"
            said = f"the {said}" if whole and said in WITH_ARTICLE else said
            link = link._replace(children=(said,)) if isinstance(link, El) else said
        found.setdefault(section if thing else "", {}).setdefault(text_of(link), link)
    parts = [[*of(section, len(links)), *enumerated(list(links.values()))] for section, links in found.items()]
    long = len(parts) > 1 and any(len(links) > 1 for links in found.values())
    return enumerated([E("span", *part) for part in parts], ", and " if long else " and ")


def assumed(page: Page, name: str, paths: list[Path]) -> El:
    """Return what is assumed, for which facts, and why."""
    from tarotref.play.compiled import ASSUMPTIONS

    assumption = ASSUMPTIONS[name]
    where = Ref("assumption", name, "Other games with this assumption")
    lead: list[Child] = []
    for what, told, end in concerned(page, name, paths):
        lead += [what, *listed(page, told), f"{end}. "] if told else []
    return E(
        "div",
        E("dt", assumption.rule),
        E(
            "dd",
            assumption.reason,
            " ",
            E("span", *lead, where, ".", cls="from"),
        ),
    )


LOST = "The source does not say what is lost by "
SILENT = "The source gives nothing that could be paid for "


def concerned(page: Page, name: str, paths: list[Path]) -> Iterator[tuple[str, list[Path], str]]:
    """Yield how it is said which facts an assumption concerns, and these: of what has no price apart the bonuses of which only what
    they cost is not said, announced or not or both, and those of related games on which the source is silent; nothing of what is
    left out, which is said above."""
    assert page.main is not None
    if name != "unpriced":
        yield "This concerns ", [] if name == "text" else paths, ""
        return
    # where the called King is meant, players say King ultimo of it
    paths = [path for path in paths if not isinstance(page.main.at((path[0], f"called-{path[-1]}")), Facts)]
    silent = [path for path in paths if page.main.at(path[:2]) is Absence.UNSTATED]
    priced = [path for path in paths if path[-1] == "lost"]
    others = {path[:2] for path in paths if path not in priced}
    yield "This concerns ", [path for path in paths if path[:2] in others and path not in silent], ""
    lost: dict[str, list[Path]] = {"": [], "not announced": [], "announced": []}
    for thing in dict.fromkeys(path[:2] for path in priced if path[:2] not in others):
        whole, announced = (*thing, "lost"), (*thing, "announced", "lost")
        stated = given(page.main.at(announced)) is not None
        how = "announced" if whole not in priced else "not announced" if announced not in priced and stated else ""
        lost[how].append(whole if whole in priced else announced)
    for how, told in lost.items():
        yield LOST, told, how and f" if {'it was' if len(told) == 1 else 'they were'} {how}"
    yield SILENT, silent, ""


def of(section: str, number: int) -> list[Child]:
    """Return what the named things of a section are called before their names: `the bids `; nothing before facts of no thing."""
    if not section:
        return []
    return [f"the {small(SECTIONS[section].entry if number == 1 else SECTIONS[section].title)} "]


def by_assumption(found: Openness) -> dict[str, list[Path]]:
    """Return the facts that each assumption stands for."""
    paths: dict[str, list[Path]] = {name: [] for name in found.assumed}
    for gap in found.gaps:
        paths[gap.assumption].append(gap.path)
    return paths
