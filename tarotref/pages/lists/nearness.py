"""Which games are nearest to which: what comes out, drawn, and held against what sources assert of descent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.distance import PARTS, PRIOR, WEIGHTS
from tarotref.pages.drawings.nearness import Mark, drawn_plane, drawn_tree, matrix, plane, tree
from tarotref.pages.elements import Child, E, El, Raw, table
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels
from tarotref.words.phrases import first_up, small

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

DESCENT = {"form-of", "derived-from", "influenced-by", "influenced", "ancestor-of", "same-as"}
"""Relations that assert more than that two games may be compared."""


@view("nearest-own")
def nearest_own(computed: ComputedCorpus) -> Iterator[El]:
    """Yield how many games are nearest to one of their own tradition, and those that are not."""
    labels, of = Labels(computed), tradition_of(computed)
    first = {game: near[0] for game, near in computed.nearest.items()}
    own = [game for game, (other, _) in first.items() if of[game] == of[other]]
    listed = sum(computed.corpus.game(g).evidence == "listed" for g in computed.corpus.games)
    yield E(
        "p",
        f"Of {len(computed.corpus.games)} games {listed} are known by name alone, and of "
        f"{len(computed.corpus.games) - listed - len(first)} more too little is told to compare. Of the {len(first)} others, "
        f"{len(own)} are nearest to a game of their own tradition.",
    )
    games, held = Counter(of[game] for game in first), Counter(of[game] for game in own)
    rows: list[Any] = [
        [labels.ref("tradition", t), E("td", str(held[t]), cls="num"), E("td", str(n), cls="num")]
        for t, n in games.items()
    ]
    yield table(["Tradition", ("Nearest to its own", "num"), ("Compared", "num")], rows)
    rows = [
        [
            labels.ref("game", game),
            labels.title("tradition", of[game]),
            labels.ref("game", other),
            labels.title("tradition", of[other]),
            E("td", f"{a.distance:.2f}", cls="num"),
            E("td", compare(game, other)),
        ]
        for game, (other, a) in sorted(first.items(), key=lambda item: item[1][1].distance)
        if of[game] != of[other]
    ]
    yield E(
        "details",
        E("summary", f"The {len(rows)} games that are nearest to a game of another tradition"),
        table(["Game", "Tradition", "Nearest", "Of", ("Distance", "num"), ""], rows, cls="wrap stacked"),
    )


@view("nearest-weights")
def weights(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the parts of the distance with their weights, and what is in each."""
    labels = Labels(computed)
    rows = []
    for part, sections in PARTS.items():
        told = ["what follows of pack and trumps" if s == "computed" else small(labels.field((s,))) for s in sections]
        rows.append([first_up(part), f"{WEIGHTS[part]:g}", ", ".join(told)])
    yield table(["Part", "Weight", "What is in it"], rows)
    yield E("p", f"In each part {PRIOR} facts more are taken to be half unlike.")


@view("nearest-drawings")
def drawings(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the map and the tree, and the table of both."""
    labels, corpus, of = Labels(computed), computed.corpus, tradition_of(computed)
    games = [game for game in corpus.games if game in computed.nearest]
    if len(games) < 3:
        return  # two points make no plane
    marks = []
    for game in games:
        t = corpus.tradition(of[game])
        path = f"../{corpus.games[game].source.path.removesuffix('.md')}.html"
        marks.append(Mark(labels.title("game", game), path, str(t.chapter or game[0]), t.part or "appendix"))
    square = matrix(games, {pair: a.distance for pair, a in computed.distances.items()})
    flat, joined = plane(square), tree(square)
    yield E(
        "section",
        E("h2", "A map of the family"),
        E(
            "p",
            "Each number is a game: the chapter of its tradition. What stands close together is alike as a rule, though a plane "
            f"cannot show all distances: its two axes hold {flat.share:.0%} of what sets games apart. Left and right, above and "
            "below mean nothing by themselves. Games of Part I of the catalogue are red: the Fool serves as Excuse, and the cards "
            "have their standard values. Those of Part II are blue: Italian games with other values. Those of Part III are green: "
            "the Fool is the highest trump.",
        ),
        Raw(drawn_plane(marks, flat.points, "Map of games by their distances; the table below has the same")),
        id="map",
    )
    yield E(
        "section",
        E("h2", "A tree by likeness"),
        E(
            "p",
            "Games that are nearest are joined first, and groups by the mean distance of their games. The farther left two lines "
            "meet, the less alike are the games to the right of them. It is no tree of descent: it says what is alike now, from "
            "what is told.",
        ),
        Raw(drawn_tree(marks, joined, "Tree of games by likeness; the table below has the same")),
        id="tree",
    )
    meets = {leaf: d for a, b, d in reversed(joined.joins) for leaf in (a, b) if leaf < len(games)}
    rows = [
        [
            labels.ref("game", games[n]),
            labels.title("tradition", of[games[n]]),
            *(E("td", f"{value:.2f}", cls="num") for value in (*flat.points[n], meets[n])),
        ]
        for n in joined.order
    ]
    heads: list[Any] = ["Game", "Tradition", ("Across", "num"), ("Up", "num"), ("First joined at", "num")]
    yield E(
        "details",
        E("summary", "Both drawings as a table, in the order of the tree"),
        table(heads, rows, cls="wrap stacked"),
    )


@view("nearest-lineage")
def lineage(computed: ComputedCorpus) -> Iterator[El]:
    """Yield what sources assert of descent beside what is computed, and where they disagree."""
    labels, of = Labels(computed), tradition_of(computed)
    near = {game: [other for other, _ in found] for game, found in computed.nearest.items()}
    rows: list[tuple[int, list[Child]]] = []
    ranks: list[int | None] = []
    asserted: set[frozenset[str]] = set()
    for game in computed.corpus.games:
        for rel in computed.corpus.game(game).relations:
            other = rel.to.partition("/")[0]
            asserted.add(frozenset((game, other)))
            if rel.kind not in DESCENT or other not in of or other == game:
                continue
            if other not in near.get(game, ()):
                ranks.append(None)
                continue
            rank = min(near[game].index(other), near[other].index(game)) + 1
            ranks.append(rank)
            if rank > 1:
                doubt = f" ({labels.term('certainty', rel.certainty)})" if rel.certainty != "sure" else ""
                rows.append(
                    (
                        rank,
                        [
                            labels.ref("game", game),
                            E("td", labels.term("relation", rel.kind), doubt),
                            labels.ref("game", other),
                            E("td", labels.source(rel.by), cls="from"),
                            E("td", str(rank), cls="num"),
                            labels.ref("game", near[game][0]),
                            E("td", compare(game, other, near[game][0])),
                        ],
                    )
                )
    known = [rank for rank in ranks if rank is not None]
    yield E(
        "p",
        f"Sources in the records say {len(ranks)} times that one game is a form of another, came from it or took from it. In "
        f"{len(ranks) - len(known)} of these too little is told of one of the two to compare them. Of the {len(known)} others, "
        f"{known.count(1)} are between games of which one is the nearest to the other, {sum(r <= 10 for r in known)} between games "
        "of which one is among the ten nearest to the other.",
    )
    heads: list[Any] = [
        "Game",
        "Asserted",
        "Of",
        "By",
        ("Place among the nearest", "num"),
        "Nearest by computation",
        "",
    ]
    yield table(
        heads,
        [row for _, row in sorted(rows, key=lambda r: -r[0])],
        cls="wrap stacked",
        caption="Where computation has another game nearer",
    )
    mutual = [
        (game, other)
        for game, others in near.items()
        if near[(other := others[0])][0] == game and game < other and of[game] != of[other]
    ]
    rows_: list[list[Child]] = [
        [
            labels.ref("game", game),
            labels.ref("game", other),
            "yes" if frozenset((game, other)) in asserted else "no",
            compare(game, other),
        ]
        for game, other in mutual
    ]
    yield table(
        ["Game", "Game", "Set side by side by a source", ""],
        rows_,
        caption="Nearest to each other, though of two traditions",
    )


def compare(*games: str) -> El:
    """Return a link to the comparison of games."""
    return E("a", "compare", href=f"compare.html?ids={','.join(games)}")


def tradition_of(computed: ComputedCorpus) -> dict[str, str]:
    """Return the tradition of each game."""
    return {id: computed.corpus.game(id).tradition for id in computed.corpus.games}
