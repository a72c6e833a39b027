"""All that has a name on the site, for the fields that suggest while one types, and for the order of what is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import shorten
from typing import TYPE_CHECKING, NamedTuple

from tarotref.computed.columns import FEATURES, cell
from tarotref.dates import words_seen
from tarotref.pages.advice import advised
from tarotref.pages.lists.features import address
from tarotref.pages.lists.orders import orders_played
from tarotref.pages.navigation import MENU
from tarotref.sphinxext.search import LABELS

if TYPE_CHECKING:
    from tarotref.sphinxext.domain import TarotDomain
    from tarotref.sphinxext.site import Site

HINT = 60
"""As many letters of a hint are shown."""
UNREADABLE, READABLE, ALIVE, MAINSTAY = range(4)
"""How soon a game is named: one whose rules cannot be read last."""
AFTER = {"pack", "order", "term", "source", "place"}
"""Kinds of things that are named after games, traditions and pages."""


class Named(NamedTuple):
    """Something with a name."""

    title: str
    url: str
    kind: str
    hint: str
    """What tells it from others of like name: of a game when it is played and with how many cards."""
    also: str
    """Other words that find it."""
    rank: int


def all_named(site: Site, domain: TarotDomain, uri: Callable[[str], str]) -> list[Named]:
    """Return all that has a name, games in the order in which they are advised; `uri` gives the address of a page."""
    named, played = [*_games(site, domain, uri)], orders_played(site.computed)
    for group, ways in MENU.items():
        for way in ways:
            place = f"#{way.place}" if way.place else ""
            words = " ".join([way.words if "{" not in way.words else "", way.asked]).strip()
            named.append(Named(way.label, uri(f"docs/{way.page}") + place, "Page", group, words, READABLE))
    for name, feature in FEATURES.items():
        at = uri(f"docs/features/{address(name)}")
        named.append(Named(feature.label, at, "Feature", "who has it, where and when", "first oldest spread", READABLE))
    for id, record in site.computed.corpus.traditions.items():
        at = uri(record.source.path.removesuffix(".md"))
        named.append(Named(record.facts.title, at, LABELS["tradition"], "", id, READABLE))
    for (kind, id), entry in sorted(domain.objects.items(), key=lambda one: (one[1].title, one[0])):
        if kind in AFTER:
            at = uri(entry.docname) + (f"#{entry.anchor}" if entry.anchor else "")
            rank = ALIVE if kind == "order" and id in played else READABLE
            hint, also = _hint(site, kind, id)
            seen = "" if hint == entry.title else shorten(hint, HINT, placeholder=" …")
            named.append(Named(entry.title, at, LABELS[kind], seen, also, rank))
    return named


def _games(site: Site, domain: TarotDomain, uri: Callable[[str], str]) -> Iterator[Named]:
    computed = site.computed
    told = advised(computed)
    for id in [*told, *(g for g in computed.corpus.games if g not in told)]:
        facts, advice = computed.corpus.game(id), told.get(id)
        ruleset = computed.corpus.rulesets.get(f"{id}/main")
        cards = cell("pack_cards", ruleset, computed.figures(ruleset)).value if ruleset else None
        hint = [
            words_seen(facts.played, facts.seen),
            f"{cards} cards" if cards else "",
            advice.lacking if advice else "",
        ]
        rank = UNREADABLE if advice is None or advice.lacking else ALIVE if advice.alive else READABLE
        rank = MAINSTAY if advice and not advice.lacking and advice.main else rank
        places = [site.labels.title("place", p) for p in facts.places]
        also = " ".join(dict.fromkeys([*facts.aka, *(n.name for n in facts.names if n.of == "game"), *places]))
        at = uri(domain.objects["game", id].docname)
        yield Named(f"{id} {facts.title}", at, LABELS["game"], " · ".join(filter(None, hint)), also, rank)


def _hint(site: Site, kind: str, id: str) -> tuple[str, str]:
    """Return what tells a thing from others, and other words that find it."""
    corpus = site.computed.corpus
    if kind == "source" and (work := corpus.bibliography.get(id)):
        return work.title, " ".join([id, *work.authors])
    if kind == "term":
        return corpus.shared["glossary"][id].en or "", ""
    if kind == "place":
        return "", corpus.shared["places"][id].local or ""
    return "", ""
