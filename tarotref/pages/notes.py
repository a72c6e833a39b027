"""The notes of a record as they stand beside its text, on the page of a game or a tradition."""

from __future__ import annotations

from collections.abc import Container
from typing import Protocol

from tarotref.computed.corpus import ComputedCorpus
from tarotref.model.record import Game, Note, Tradition
from tarotref.pages.elements import Child, E, El, joined, prose
from tarotref.pages.rulesets import note_place, place
from tarotref.pages.wording import Labels
from tarotref.words.phrases import first_up


class Noted(Protocol):
    """The page of a record that has notes."""

    computed: ComputedCorpus
    labels: Labels
    id: str

    @property
    def facts(self) -> Game | Tradition: ...
    @property
    def cited(self) -> Container[str]: ...


def gloss(page: Noted, owner: str, note: Note) -> El:
    """Return a note as it stands beside the text."""
    kind = page.labels.term("note-kind", note.kind)
    told = {words: _way(page, at) for at in note.at if (words := _about(page, at))}
    about = [E("a", words, href=f"#{way}") if way else words for words, way in told.items()]
    by: list[Child] = [page.labels.source(note.by)] if note.by and note.by != "tarotref" else ["the editors"]
    if owner != page.id:
        by += ["; on ", page.labels.ref("game" if owner in page.computed.corpus.games else "tradition", owner)]
    on = [", ", *joined(about, "; "), "."] if about else "."
    return E(
        "aside",
        E(
            "p",
            E("span", first_up(kind), on, cls="kind"),
            " ",
            prose(note.text, page.labels.title),
        ),
        E("span", " ", by, cls="by"),
        cls=f"gloss gloss-{note.kind}",
        id=note_place(page.computed.corpus, owner, page.id, note),
    )


def _way(page: Noted, at: str) -> str:
    """Return the anchor of what a note is on; nothing where it has none on this page."""
    steps = at.split(".")
    if steps[0] == "rules":
        ways = [place(*steps[1:n]) for n in range(len(steps), 1, -1)]
    elif steps[0] in ("readings", "variants") and len(steps) > 1:
        kind = steps[0].removesuffix("s")
        ways = [".".join([*steps[:2], *steps[3:n]]) for n in range(len(steps), 3, -1)] + [f"{kind}-{steps[1]}"]
    else:
        ways = []
    return next((way for way in ways if way in page.cited), "")


def _about(page: Noted, at: str) -> str:
    """Return in a few words which field a note is on."""
    steps = tuple(at.split("."))
    who = ""
    if steps[0] in ("readings", "variants") and len(steps) > 1:
        who = (
            page.labels.title("source", steps[1]) + ": "
            if steps[0] == "readings"
            else f"{page.facts.variants[steps[1]].title}: "
            if steps[1] in page.facts.variants
            else f"{steps[1].replace('-', ' ')}: "
        )
        steps = steps[2:]
    if steps[:1] == ("rules",):
        steps = steps[1:]
    if not steps or steps[0] == "text":
        return who.rstrip(": ")
    if steps[0] == "examples":
        return f"example {int(steps[1]) + 1}" if len(steps) > 1 else "examples"
    if steps[0] == "names" and len(steps) == 2 and steps[1].isdecimal() and int(steps[1]) < len(page.facts.names):
        return f"{who}the name {page.facts.names[int(steps[1])].name}"
    read = at.split(".")[1] if at.startswith(("readings.", "variants.")) else "main"
    rulesets = page.computed.corpus.rulesets
    ruleset = rulesets.get(f"{page.id}/{read}") or rulesets.get(f"{page.id}/main")  # a tradition has none
    label = (page.labels.within(ruleset) if ruleset else page.labels).field(steps)
    return who + label[:1].lower() + label[1:]
