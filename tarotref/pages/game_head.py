"""What stands above the text of a game's page: names, when and where, whose account it is, and the game at a glance."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tarotref.computed.columns import FEATURES, cell
from tarotref.computed.figures import Figures, partly_dealt
from tarotref.corpus.records import Ruleset
from tarotref.dates import bounds
from tarotref.dates import words as date_words
from tarotref.model.record import Game
from tarotref.model.rules import entries
from tarotref.model.rules.conditions import Condition
from tarotref.model.types import given
from tarotref.pages.beside import told_instead
from tarotref.pages.elements import Child, E, El, Ref, joined
from tarotref.pages.rulesets import Page
from tarotref.pages.voices import linked_voice
from tarotref.words.phrases import figure, first_up
from tarotref.words.phrases import listed as in_words

STILL = "Still played"
LISTED = "Only what this page says of this game is known to us"
"""What a page says first of a game of which no rules are recorded."""
SECOND_VOLUME = re.compile(r"table of contents, ch\. (\d+)")
"""How a record says that its game stands in the second volume of the main source, of which only the contents are at hand."""


def head(page: Page) -> list[El]:
    """Return names, when and where, whose account the rules are, and the game at a glance."""
    return [whence(page), *glance(page), *(p for p in [listed(page.facts)] if p), *told_instead(page)]


def whence(page: Page) -> El:
    """Return its other names, when and where it was played, and whose account the rules are."""
    g = page.facts
    aka = E("p", E("span", "also ", cls="label"), joined(E("i", a) for a in g.aka), cls="aka") if g.aka else None
    return E("div", aka, where_and_when(page), attest(page), cls="game-head")


def where_and_when(page: Page) -> El | None:
    """Return where and when the game was played; of a version that another tells than whom the main rules follow only the places that
    the record has for it: the place and year of who tells it stand beside that name."""
    g, labels = page.facts, page.labels
    if page.main is not None and page.main.kind != "main" and followed(page) != followed_in_main(page):
        own = g.variants.get(page.main.key)
        its = joined(labels.ref("place", p) for p in (own.places if own else None) or ())
        return E("p", *its, ".", cls="whence") if its else None
    guessed = any(note.at == ("places",) and note.kind == "conjecture" for note in g.notes)
    places = [*(["Perhaps "] if guessed else []), *joined(labels.ref("place", p) for p in g.places)]
    told = when(g)
    alive = told.startswith(STILL)
    told = told if alive or not places else f"{told[0].lower()}{told[1:]}"
    return E("p", places, (". " if alive else ", ") if places else "", told, ".", cls="whence")


def when(g: Game) -> str:
    """Return in a phrase when a game was played, and when it was last seen."""
    seen = date_words(g.seen) if g.seen else ""
    if bounds(g.played) != (None, None):
        told = first_up(date_words(g.played))
    elif g.played.endswith(".."):
        year = f" in {seen}".replace(" in c. ", " c. ") if seen else ""
        return f"{STILL}{year}; since when is not recorded here"
    else:
        told = "It is not recorded when"
    return f"{told}; last seen {seen}" if seen else told


def attest(page: Page) -> El:
    """Return how well the game is known, after whom its rules are told here, and its tradition."""
    g, labels = page.facts, page.labels
    terms = page.computed.corpus.vocabulary.get("evidence", {})
    known = E(
        "span",
        labels.term("evidence", g.evidence),
        cls=f"evidence evidence-{g.evidence}",
        title=terms[g.evidence].definition if g.evidence in terms else None,
    )
    spoken = followed(page)
    after = E("span", "after ", linked_voice(labels, g, spoken)) if spoken and g.evidence != "listed" else None
    family = E("span", "one of ", Ref("tradition", g.tradition, labels.those_of(g.tradition)))
    return E("p", joined([one for one in (known, after, family) if one], " · "), cls="attest")


def followed(page: Page) -> str | None:
    """Return the source that the rules of the page follow: of a variant who reports it, or the reading that it changes."""
    g, main = page.facts, page.main
    while main is not None and main.kind == "variant" and main.witness is None:
        if g.variants[main.key].like:
            return None
        main = page.computed.corpus.rulesets.get(main.base)
    return main.witness if main is not None and main.kind != "main" else followed_in_main(page)


def followed_in_main(page: Page) -> str | None:
    """Return the source that the main rules of the game follow."""
    g = page.facts
    own = {r.key for r in page.rulesets}
    alone = [w for w in g.witnesses if w not in own]  # one with rules of his own is not followed
    return g.main or (alone[0] if len(alone) == len(g.witnesses) == 1 else next(iter(g.source), None))


def listed(g: Game) -> El | None:
    """Return, of a game whose rules are not known, that they are not, and where its rules stand in print if the record says so."""
    if g.evidence != "listed":
        return None
    chapter = next((found[1] for told in g.source.values() if (found := SECOND_VOLUME.search(told))), None)
    where: list[Child] = []
    if chapter:
        where = [
            "; its rules are in chapter ",
            chapter,
            " of the second volume of the ",
            E("i", "History"),
            ", which we have not seen",
        ]
    return E("p", LISTED, *where, ".", cls="instead")


def glance(page: Page) -> Iterator[El]:
    """Yield the game at a glance: players, sides, pack, deal and points in one line."""
    r = page.main
    if r is None:
        return
    f = page.computed.figures(r)
    parts: list[list[Child]] = []

    def shown(name: str, more: str = "") -> None:
        told = cell(name, r, f)
        if told.value is not None:
            parts.append([page.labels.shown(FEATURES[name], told), more])

    players = given(r.rules.players)
    if players and len(players) > 2 and players == tuple(range(players[0], players[-1] + 1)):
        parts.append([f"{players[0]} to {players[-1]} players"])
    elif players and len(players) > 1:
        parts.append([f"{in_words(map(str, players), 'or')} players"])
    else:
        shown("players", " players")
    shown("sides")
    for number, other in by_players(r, "sides"):
        told = cell("sides", other, page.computed.figures(other))
        parts[-1] += ["; ", page.labels.shown(FEATURES["sides"], told), f" with {number} players"]
    if given(r.rules.pack):
        parts.append(pack_words(page, r))
        for number, other in by_players(r, "pack"):
            parts[-1] += ["; ", *pack_words(page, other, beside=r), f" with {number} players"]
    if words := deal_words(page, r):
        parts.append([words])
    if total := total_words(r, f):
        parts.append([total])
    if parts:
        yield E("p", joined((E("span", *part, cls="bit") for part in parts), " · "), cls="glance")


def total_words(r: Ruleset, f: Figures) -> str:
    """Return how many card points there are, in the whole pack or in play; '' where that is not known."""
    stated = cell("total_points", r, f)
    least, greatest = (cell(name, r, f).value for name in ("total_least", "total_greatest"))
    total = f.total if f.total is not None else stated.value if stated.value is not None else least
    if least != greatest and stated.status != "stated":
        return f"{least} to {greatest} card points"
    if total is None:
        return ""
    whole = " in the whole pack" if partly_dealt(r.rules, f.deals) else ""
    last = f.counting.last_trick if f.counting is not None and f.total is not None else 0
    more = f", {figure(last)} of them for the last trick" if last else ""
    return f"{figure(total)} card points{whole}{more}"


def by_players(r: Ruleset, name: str) -> Iterator[tuple[str, Ruleset]]:
    """Yield with how many players a fact is another, with the rules that then hold."""
    for id, case in entries(r.rules.cases):
        found, other = given(case.only_if), r.cases.get(f"cases.{id}")
        if found is None or found.players is None or other is None or found != Condition(players=found.players):
            continue
        if getattr(other.rules, name) != getattr(r.rules, name):
            yield in_words(map(str, found.players), "or"), other


def pack_words(page: Page, r: Ruleset, beside: Ruleset | None = None) -> list[Child]:
    """Return how many cards there are and of which suits, if not of those of rules that it stands beside, with a link to the pack; of a
    pack not known so far, its name."""
    pack, f = given(r.rules.pack), page.computed.figures(r)
    told = page.computed.figures(beside).suits if beside is not None else "either"
    suits = f"{page.labels.term('suits', f.suits)} suits" if f.suits and f.suits not in ("either", told) else ""
    number = len(f.pack) if f.pack else page.computed.corpus.shared["packs"][pack].cards if pack else None
    words = ", ".join(filter(None, (f"{number} cards" if number else "", suits)))
    return [Ref("pack", pack, words or page.labels.title("pack", pack))] if pack else []


def deal_words(page: Page, r: Ruleset) -> str:
    """Return in words how many cards each is dealt, and where the others go; '' where that is not known."""
    f = page.computed.figures(r)
    hands = {n: d.each for n, d in f.deals.items() if d.each is not None}
    if not hands:
        return ""
    sizes = set(hands.values())
    by_size = {size: [str(n) for n, h in hands.items() if h == size] for size in hands.values()}
    text = (
        f"{sizes.pop()} each"
        if len(sizes) == 1
        else ", ".join(f"{h} each for {in_words(ns, 'or')}" for h, ns in by_size.items())
    )
    deals = list(f.deals.values())
    same = len({tuple(d.takers.items()) for d in deals}) == 1
    takers = {who: k for d in deals for who, k in d.takers.items()} if same else {}
    for who, k in takers.items():
        text += f", {k} more to {page.labels.who(who)}"
    for place, sizes in (
        (", {} in the talon", {d.talon for d in deals}),
        (", {} in a stock", {d.stock for d in deals}),
        (", {} of each hand in stacks", {sum(d.stacks) for d in deals}),
    ):
        if len(sizes) == 1 and (n := sizes.pop()):
            text += place.format(n)
    return text
