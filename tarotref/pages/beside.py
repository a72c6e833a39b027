"""What a game is best compared with: its base, its other rulesets, the games that sources name beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarotref.model.types import given
from tarotref.pages.advice import instead
from tarotref.pages.elements import Child, E, El, joined, table
from tarotref.pages.rulesets import Page

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

AT_MOST = 5
"""As many rulesets as the page of comparison lays side by side."""
NEAREST = 5
"""As many of the nearest games as a page shows; the table `distances` has more."""


def comparisons(page: Page) -> Iterator[El]:
    """Yield the comparisons that suggest themselves, each one click away."""
    if page.main is None:
        return
    corpus, own = page.computed.corpus, [r for r in page.rulesets if r is not page.main]
    items: list[El] = []
    if page.main.base in corpus.rulesets:
        items.append(E("li", "with the game it is based on: ", compared(page, [page.main.base])))
    for kind, words in (("reading", "with its other witnesses: "), ("variant", "with its variants: ")):
        found = [r.id for r in own if r.kind == kind]
        for n in range(0, len(found), AT_MOST - 1):
            items.append(E("li", words if n == 0 else "and: ", compared(page, found[n : n + AT_MOST - 1])))
    named = [rel.to.partition("/")[0] for rel in page.facts.relations]
    named += [
        other
        for other in page.computed.pointing.get(page.id, ())
        if other in corpus.games and any(rel.to.partition("/")[0] == page.id for rel in corpus.game(other).relations)
    ]
    mains = [f"{game}/main" for game in dict.fromkeys(named)]
    others = [id for id in mains if id in corpus.rulesets and id not in (page.main.base, page.main.id)]
    if others:
        items.append(
            E("li", "with games that sources name beside it: ", *joined((compared(page, [id]) for id in others), ", "))
        )
    played = [f"{game}/main" for games in instead(page.computed, page.id) for game in games]
    played = [id for id in played if id not in others]
    if played:
        items.append(E("li", "with games that can be played: ", *joined((compared(page, [id]) for id in played), ", ")))
    yield E("p", "Compare it, differences first:")
    yield E("ul", *items, E("li", E("a", "with any other", href=address([page.main.id]))), cls="beside")


NO_FAMILY = ("other-games", "relatives")
"""Traditions of games that have nothing in common but that they belong to no other."""


def told_instead(page: Page) -> Iterator[El]:
    """Yield, for a game that cannot be played, that its rules are not known, and games with its pack or of its family that can;
    where they are told, and the program alone cannot play them, nothing."""
    if page.main is None or page.openness.status != "cannot be played" or page.openness.unplayed:
        return
    lacking = [] if page.facts.evidence == "listed" else ["Too little of its rules is known to play it."]
    same, family = (
        joined((page.labels.ref("game", id) for id in games), ", ") for games in instead(page.computed, page.id)
    )
    offered: list[Child] = []
    if same:
        offered += [" You can play these games with the same pack: ", *same, "."]
    if family:
        known = given(page.main.rules.pack) is not None
        kin = "of the same group" if page.facts.tradition in NO_FAMILY else "of its family"
        offered.append(f" You can play these games {kin}{' with another pack' if known else ''}: ")
        offered += [*family, "."]
    if lacking or offered:
        yield E("p", *lacking, *offered, cls="instead")


def nearest_games(page: Page) -> Iterator[El]:
    """Yield the games nearest to this one, whatever sources say of them."""
    near = page.computed.nearest.get(page.id, [])[:NEAREST]
    if not near or page.main is None:
        return
    about = E("a", "how that is measured", href="../../docs/nearest.html")
    yield E(
        "p",
        "These games are most like this one in the facts that are known of both. We have computed this (",
        about,
        "); no source says it.",
    )
    rows = []
    for other, a in near:
        tradition = page.computed.corpus.game(other).tradition
        own = tradition == page.facts.tradition
        rows.append(
            [
                E("th", page.labels.ref("game", other), scope="row"),
                "the same" if own else page.labels.ref("tradition", tradition),
                E("td", f"{a.distance:.2f}", cls="num"),
                E("td", f"{a.alike} of {a.compared}", cls="num"),
                E("a", "compare", href=address([page.main.id, other])),
            ]
        )
    yield table(["Game", "Tradition", ("Distance", "num"), ("Alike", "num"), ""], rows, cls="wrap")


def compared(page: Page, ids: list[str]) -> Child:
    """Return a link to the comparison of the main ruleset with others, which names these: those of this game by what is
    their own, a witness or a variant, for the page has said of what game they are."""
    assert page.main is not None
    names = (own_name(page, id) or page.labels.title("game", id.removesuffix("/main")) for id in ids)
    return E("a", " · ".join(names), href=address([page.main.id, *ids]))


def own_name(page: Page, id: str) -> str:
    """Return by what a witness's or variant's ruleset of this game is known on its page; nothing for other rulesets."""
    game, _, key = id.partition("/")
    if game != page.id or key == "main":
        return ""
    own = page.facts.variants.get(key)
    return own.title if own else page.labels.title("source", key)


def address(ids: list[str]) -> str:
    """Return the address of a comparison, as a game's page links to it."""
    return f"../../docs/compare.html?ids={','.join(id.removesuffix('/main') for id in ids)}"


def akin(computed: ComputedCorpus, tradition: str) -> list[str]:
    """Return the traditions that one is best compared with: what it inherits from, what sources name beside it, its neighbours
    in the catalogue."""
    corpus = computed.corpus
    order = sorted(corpus.traditions, key=lambda t: (corpus.tradition(t).chapter or 99, t))
    named = [rel.to for rel in corpus.tradition(tradition).relations]
    named += [other for other in order if any(rel.to == tradition for rel in corpus.tradition(other).relations)]
    at = order.index(tradition)
    found = [corpus.tradition(tradition).parent, *named, *order[max(at - 1, 0) : at], *order[at + 1 : at + 2]]
    return [t for t in dict.fromkeys(found) if t and t in corpus.traditions and t != tradition]
