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


class Beside(Page):
    """The links from a game's page to comparisons."""

    def comparisons(self) -> Iterator[El]:
        """Yield the comparisons that suggest themselves, each one click away."""
        if self.main is None:
            return
        corpus, own = self.computed.corpus, [r for r in self.rulesets if r is not self.main]
        items: list[El] = []
        if self.main.base in corpus.rulesets:
            items.append(E("li", "with the game it is based on: ", self.compared([self.main.base])))
        for kind, words in (("reading", "with its other witnesses: "), ("variant", "with its variants: ")):
            found = [r.id for r in own if r.kind == kind]
            for n in range(0, len(found), AT_MOST - 1):
                items.append(E("li", words if n == 0 else "and: ", self.compared(found[n : n + AT_MOST - 1])))
        named = [rel.to.partition("/")[0] for rel in self.facts.relations]
        named += [
            other
            for other in self.computed.pointing.get(self.id, ())
            if other in corpus.games
            and any(rel.to.partition("/")[0] == self.id for rel in corpus.game(other).relations)
        ]
        mains = [f"{game}/main" for game in dict.fromkeys(named)]
        others = [id for id in mains if id in corpus.rulesets and id not in (self.main.base, self.main.id)]
        if others:
            items.append(
                E(
                    "li",
                    "with games that sources name beside it: ",
                    *joined((self.compared([id]) for id in others), ", "),
                )
            )
        played = [f"{game}/main" for games in instead(self.computed, self.id) for game in games]
        played = [id for id in played if id not in others]
        if played:
            items.append(
                E("li", "with games that can be played: ", *joined((self.compared([id]) for id in played), ", "))
            )
        yield E("p", "Compare it, differences first:")
        yield E("ul", *items, E("li", E("a", "with any other", href=address([self.main.id]))), cls="beside")

    def told_instead(self) -> Iterator[El]:
        """Yield, for a game that cannot be played, that its rules are not known, and games with its pack or of its family that can;
        where they are told, and the program alone cannot play them, nothing."""
        if self.main is None or self.openness.status != "cannot be played" or self.openness.unplayed:
            return
        lacking = [] if self.facts.evidence == "listed" else ["Too little of its rules is known to play it."]
        same, family = (
            joined((self.labels.ref("game", id) for id in games), ", ") for games in instead(self.computed, self.id)
        )
        offered: list[Child] = []
        if same:
            offered += [" You can play these games with the same pack: ", *same, "."]
        if family:
            known = given(self.main.rules.pack) is not None
            offered.append(
                " You can play these games of its family with another pack: "
                if known
                else " You can play these games of its family: "
            )
            offered += [*family, "."]
        if lacking or offered:
            yield E("p", *lacking, *offered, cls="instead")

    def nearest_games(self) -> Iterator[El]:
        """Yield the games nearest to this one, whatever sources say of them."""
        near = self.computed.nearest.get(self.id, [])[:NEAREST]
        if not near or self.main is None:
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
            tradition = self.computed.corpus.game(other).tradition
            own = tradition == self.facts.tradition
            rows.append(
                [
                    E("th", self.labels.ref("game", other), scope="row"),
                    "the same" if own else self.labels.ref("tradition", tradition),
                    E("td", f"{a.distance:.2f}", cls="num"),
                    E("td", f"{a.alike} of {a.compared}", cls="num"),
                    E("a", "compare", href=address([self.main.id, other])),
                ]
            )
        yield table(["Game", "Tradition", ("Distance", "num"), ("Alike", "num"), ""], rows, cls="wrap")

    def compared(self, ids: list[str]) -> Child:
        """Return a link to the comparison of the main ruleset with others, which names these: those of this game by what is
        their own, a witness or a variant, for the page has said of what game they are."""
        assert self.main is not None
        names = (self.own_name(id) or self.labels.title("game", id.removesuffix("/main")) for id in ids)
        return E("a", "; ".join(names), href=address([self.main.id, *ids]))

    def own_name(self, id: str) -> str:
        """Return by what a witness's or variant's ruleset of this game is known on its page; nothing for other rulesets."""
        game, _, key = id.partition("/")
        if game != self.id or key == "main":
            return ""
        own = self.facts.variants.get(key)
        return own.title if own else self.labels.title("source", key)


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
