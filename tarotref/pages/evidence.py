"""A piece of evidence on pages: in one row among others, and in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tarotref.computed.evidence import bearing_on, in_order
from tarotref.dates import words as date_words
from tarotref.pages.elements import Child, E, El, Ref, enumerated, joined, prose
from tarotref.tables.citations import Cited

if TYPE_CHECKING:
    from tarotref.model.shared import Attestation, Claim
    from tarotref.pages.wording import Labels

ALL = "all"
"""The page with a row for each piece; the row's id is that of the piece, which is its lasting address."""
HEADS = ("When", "Where", "What", "Shows")


def rows(labels: Labels, wanted: Iterable[str], game: str = "") -> list[El]:
    """Return pieces as rows for the page of a game or a tradition, in order of time: of a game, with the claims that bear on it."""
    ids = set(wanted)
    return [E("tr", *cells(labels, id, a, game)) for id, a in in_order(labels.computed) if id in ids]


def cells(labels: Labels, id: str, a: Attestation, game: str = "") -> list[El]:
    """Return the cells of a piece's row: when, where, what it is, what it shows and how surely."""
    shows = bearing_on(labels.computed, game, a) if game else a.shows
    return [
        E("th", date_words(a.dated), ours(a, "dated"), scope="row"),
        E("td", where(labels, a), ours(a, "place")),
        E("td", Ref("attestation", id, a.title), E("small", " ", labels.term("attestation-kind", a.kind))),
        E("td", claims(labels, shows)),
    ]


def where(labels: Labels, a: Attestation) -> str:
    """Return the name of the place that a piece is from; nothing where none is known."""
    return labels.title("place", a.place) if a.place else ""


def ours(a: Attestation, field: str) -> list[Child]:
    """Return the mark of what the source does not say and we supply."""
    said = E("span", "(ours)", cls="ours", title="not in the source; supplied by the editors")
    return [" ", said] if field in a.ours else []


def claims(labels: Labels, shows: Iterable[Claim]) -> list[Child]:
    """Return what a piece shows, by how sure that is: `tarot named; likely tarot played`; as a list where a claim has limits of its own."""
    found: dict[str, list[list[Child]]] = {}
    limited = False
    for claim in shows:
        limited = limited or bool(claim.text)
        said = found.setdefault(claim.certainty, [])
        limits: list[Child] = [" (", *prose(claim.text, labels.title), ")"] if claim.text else []
        if (one := [*labels.claim(claim), *limits]) not in said:  # two may have said the same
            said.append(one)
    order = [how for how in labels.corpus.vocabulary["certainty"] if how in found]
    if limited:

        def surety(how: str) -> list[Child]:
            return [] if how == "sure" else [certainty(labels, how), " "]

        return [E("ul", *(E("li", *surety(how), *one) for how in order for one in found[how]))]
    return joined(
        (
            E(
                "span",
                *([] if how == "sure" else [certainty(labels, how), " "]),
                joined((E("span", one) for one in found[how]), ", "),
            )
            for how in order
        ),
        "; ",
    )


def certainty(labels: Labels, how: str) -> El:
    """Return how sure something is, in a word that its style gives a mark."""
    return E("span", labels.term("certainty", how), cls="surety" if how == "sure" else f"surety {how}")


def claim_place(id: str, number: int) -> str:
    """Return the id of a claim on the page that has a piece in full: the id of the piece, and its number there."""
    return f"{id}.{number}"


def entry(labels: Labels, id: str, a: Attestation) -> El:
    """Return a piece in full: what it is, what it says, its claims and who makes them, its source, what it is of."""
    kind = labels.term("attestation-kind", a.kind)
    place: list[Child] = [" · ", labels.ref("place", a.place), *ours(a, "place")] if a.place else []
    cited = Cited(f"tarotref-{id}", f"{a.title} ({date_words(a.dated)})").text()
    return E(
        "article",
        E("h2", a.title),
        E("p", E("b", date_words(a.dated)), ours(a, "dated"), place, " · ", kind, ours(a, "kind"), cls="whence"),
        E("p", prose(a.text, labels.title)) if a.text else None,
        E("ul", *(_claim(labels, id, n, claim) for n, claim in enumerate(a.shows, 1)), cls="claims"),
        E("p", _source(labels, a), cls="from"),
        *_of(labels, a),
        E(
            "details",
            E("summary", "Address, citation, correction"),
            E("p", E("a", "Its lasting address", href=f"{ALL}.html#{id}"), "."),
            E("p", cited, cls="cite-text"),
            E("p", "It is written in ", E("code", "corpus/attestations.yaml"), " under ", E("code", id), "."),
        ),
        cls="piece",
        id=id,
        target=("attestation", id, a.title),
    )


def _claim(labels: Labels, id: str, number: int, claim: Claim) -> El:
    """Return a claim with who makes it, who denies it, and what it rests on."""
    return E("li", surely(labels, claim), id=claim_place(id, number))


def surely(labels: Labels, claim: Claim, whole: bool = True) -> list[Child]:
    """Return how sure a claim is, who makes it, who denies it, and what it rests on; with what it says, if it is to be `whole`."""
    said: list[Child] = []
    for word, who in (("according to", claim.by), ("denied by", claim.against)):
        if who:
            said += [f", {word} ", labels.source(who) if who != "tarotref" else "the editors"]
    text = [": ", *prose(claim.text, labels.title)] if claim.text else []
    how = certainty(labels, claim.certainty)
    return [*([*labels.claim(claim), " (", how, ")"] if whole else [how]), *said, *text]


def _source(labels: Labels, a: Attestation) -> list[Child]:
    told: list[Child] = ["From ", *joined((E("span", labels.source(k), f", {v}") for k, v in a.source.items()), "; ")]
    first = ["; at first hand in ", *joined(labels.source(k) for k in a.first_in)] if a.first_in else []
    return [*told, *first, "."]


def _of(labels: Labels, a: Attestation) -> Iterator[El]:
    """Yield who uses a piece: the games and the families of games for which it counts."""
    if a.games:
        yield E("p", "Evidence of ", enumerated(labels.ref("game", g) for g in a.games), ".", cls="from")
    if a.traditions:
        families = enumerated(labels.ref("tradition", t) for t in a.traditions)
        yield E("p", "Counts for the history of ", families, ".", cls="from")
