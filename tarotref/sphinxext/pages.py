"""Directives, roles, page context and the files that pages read: all that is neither the domain nor a record's page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective, SphinxRole

from tarotref import release
from tarotref.cards.card import Pack
from tarotref.computed.columns import FEATURES, cell
from tarotref.dates import words as date_words
from tarotref.model.record import Game
from tarotref.pages.lists import VIEWS
from tarotref.pages.wording import draw
from tarotref.sphinxext.nodes import to_nodes
from tarotref.sphinxext.site import GAMES, Site, digest_of, is_record, the_site
from tarotref.tables.citations import game_bibtex, game_text

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SCRIPTED = {"docs/index": ["rulesets.js"], "docs/compare": ["rulesets.js"]}
"""Pages that read data, and the scripts that hold it."""


class View(SphinxDirective):
    """Shows one of the views of many records: `{view} packs`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if name not in VIEWS:
            raise self.error(f"no view {name!r}; expected one of {', '.join(VIEWS)}")
        domain: Any = self.env.domains["tarot"]
        self.env.metadata[self.env.docname].setdefault("tarot-views", "")
        views = [v for v in self.env.metadata[self.env.docname]["tarot-views"].split() if v] + [name]
        self.env.metadata[self.env.docname]["tarot-views"] = " ".join(views)
        domain.note_digest(self.env.docname, views_digest(the_site(self.env), views))
        return [n for part in the_site(self.env).view(name) for n in to_nodes(part, self.env.docname, domain)]


def views_digest(site: Site, views: list[str]) -> str:
    """Return a digest of the views that a page shows."""
    return digest_of([site.view(v) for v in views])


class Widget(SphinxDirective):
    """Leaves room for a program of the page: `{widget} compare`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        words = "This page needs JavaScript; the same data are in the tables of the data page."
        return [nodes.raw("", f'<div id="{name}-app"><noscript><p>{words}</p></noscript></div>', format="html")]


class CardRole(SphinxRole):
    """Draws a card: `{card}`K of swords``, `{card}`XXI``, `{card}`Fool``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        site = the_site(self.env)
        try:
            found = parse(self.text, site)
        except ValueError as error:
            return [nodes.literal(self.text, self.text)], [
                self.inliner.reporter.warning(f"card: {error}", line=self.lineno)
            ]
        return [nodes.raw("", draw(found).html, format="html")], []


def parse(text: str, site: Site) -> Any:
    """Return the card that a text names in either full pack, or raise ValueError."""
    from tarotref.cards.names import parse_card

    packs = [site.computed.packs[p] for p in ("tarot-78-italian", "tarot-78-french") if p in site.computed.packs]
    french: list[Pack] = [p for p in packs if p.system == "french"]
    wants_french = any(sign in text.lower() for sign in ("♠", "♣", "♥", "♦", "spade", "club", "heart", "diamond"))
    return parse_card(text, french[0] if wants_french and french else packs[0])


class LangRole(SphinxRole):
    """Marks words as of a language: `{lang}`it: a monte``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        from tarotref.pages.elements import E

        lang, _, words = self.text.partition(":")
        return to_nodes(E("i", words.strip(), lang=lang.strip()), self.env.docname), []


def outdated(app: Sphinx, env: Any, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Return pages to be read again because what they show of other files has changed (`env-get-outdated`)."""
    site = the_site(app)
    found = []
    for docname, digest in env.domains["tarot"].data["digests"].items():
        if docname in env.found_docs and docname not in changed and docname not in removed:
            now = (
                site.digest(docname)
                if is_record(docname)
                else views_digest(site, env.metadata[docname].get("tarot-views", "").split())
            )
            if now != digest:
                found.append(docname)
    return found


def page_context(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Give a page its citation, its place in the catalogue, and its scripts (`html-page-context`)."""
    site = the_site(app)
    context["tarotref_version"] = release.VERSION
    context["tarotref_scripts"] = SCRIPTED.get(pagename, [])
    context["page_layout"] = {
        "docs/index": "home",
        "docs/games": "wide",
        "docs/compare": "wide",
        "docs/trump-orders": "",
        "docs/places": "wide",
    }.get(pagename, "")
    if not is_record(pagename):
        return
    id = site.by_path.get(f"{pagename}.md")
    if id is None:
        return
    facts = site.computed.corpus.record(id).facts
    if isinstance(facts, Game):
        context["page_cite"] = {
            "text": game_text(facts, release.VERSION, release.YEAR),
            "bibtex": game_bibtex(facts, release.VERSION, release.YEAR),
        }
        context["metatags"] = context.get("metatags", "") + meta_tags(facts)
        context["tarotref_trail"] = trail(site, app, facts, pagename)
    if release.REPOSITORY:
        context["edit_url"] = f"{release.REPOSITORY}/edit/main/{pagename}.md"
    if pagename.startswith(GAMES):
        context["parents"] = []


def meta_tags(game: Game) -> str:
    """Return the tags by which reference managers know a page."""
    from html import escape

    tags = {
        "citation_title": f"{game.id} {game.title}",
        "citation_inbook_title": "tarotref: games played with the tarot pack",
        "citation_publication_date": release.DATE.replace("-", "/"),
        "citation_author": "The tarotref editors",
    }
    return "\n".join(f'<meta name="{k}" content="{escape(v, quote=True)}">' for k, v in tags.items())


def trail(site: Site, app: Sphinx, game: Game, pagename: str) -> list[dict[str, str]]:
    """Return the way from the front page to a game: games, its tradition."""
    uri = app.builder.get_relative_uri
    found = [{"link": uri(pagename, "docs/games"), "title": "Games"}]
    record = site.computed.corpus.traditions.get(game.tradition)
    if record:
        found.append({"link": uri(pagename, record.source.path.removesuffix(".md")), "title": record.facts.title})
    return found


def write_data(app: Sphinx, error: Exception | None) -> None:
    """Write what the pages' programs read, and the tables for download, when a site is finished (`build-finished`)."""
    if error is not None or app.builder.format != "html":
        return
    from tarotref.tables import rows
    from tarotref.tables.exports import write

    site = the_site(app)
    out = Path(app.outdir)
    static = out / "_static"
    static.mkdir(exist_ok=True)
    data = (
        "window.TAROTREF = Object.assign(window.TAROTREF || {}, "
        + json.dumps(
            {"rulesets": rulesets_data(site, app), "tonight": tonight(site)}, ensure_ascii=False, separators=(",", ":")
        )
        + ");\n"
    )
    (static / "rulesets.js").write_text(data, encoding="utf-8")
    write(rows(site.computed), out / "data", ("csv", "json", "sqlite"), release.VERSION)


def rulesets_data(site: Site, app: Sphinx) -> dict[str, Any]:
    """Return all rulesets as the comparison on the page reads them."""
    computed = site.computed
    columns = []
    for name, f in FEATURES.items():
        values = {t: e.label for t, e in computed.corpus.vocabulary.get(f.terms, {}).items()} if f.terms else {}
        if name == "pack":
            values = {p: site.labels.title("pack", p) for p in computed.packs}
        columns.append({"name": name, "label": f.label, "group": f.group, "description": f.text, "values": values})
    found = {}
    for r in computed.corpus.rulesets.values():
        g = computed.corpus.game(r.game)
        row: dict[str, Any] = {
            "title": g.title,
            "game": r.game,
            "ruleset": r.key,
            "url": app.builder.get_target_uri(computed.corpus.games[r.game].source.path.removesuffix(".md")),
            "evidence": g.evidence,
            "words": " ".join([*g.places, *g.aka]),
            "places_text": ", ".join(site.labels.title("place", p) for p in g.places),
            "played_text": date_words(g.played),
        }
        if r.key != "main":
            row["ruleset_title"] = (
                site.labels.title("source", r.key) if r.kind == "reading" else g.variants[r.key].title
            )
        if r.kind == "reading":
            row["reported"] = site.labels.reported(r)
        figures = computed.figures(r)
        for name in FEATURES:
            c = cell(name, r, figures)
            if c.value is None:
                row[name] = None if c.status in ("missing", "not-computable") else {"status": c.status}
            else:
                value: Any = c.value if isinstance(c.value, bool | int) else str(c.value)
                value = str(value).split(";") if name == "players" else value
                marked = c.status in ("computed", "presumed", "not-reported")
                row[name] = {"value": value, "status": c.status} if marked else value
        found[r.id] = row
    return {"columns": columns, "rows": found}


def tonight(site: Site) -> dict[str, Any]:
    """Return the packs that people have at home, and which packs of the records each can stand for."""
    have = {
        "tarot-78-french": ("78 cards, French suits (French Tarot, Grosstarock)", ("french", "either")),
        "tarot-78-italian": ("78 cards, Italian suits (Tarocco Piemontese, Marseille)", ("italian", "either")),
        "tarock-54": ("54 cards (Tarock, Cego)", ("french", "either")),
    }
    packs = []
    for id, (label, systems) in have.items():
        if id in site.computed.packs:
            own = site.computed.packs[id]
            plays = [
                p
                for p, pack in site.computed.packs.items()
                if pack.system in systems and all(within(c, own) for c in pack.cards)
            ]
            packs.append({"id": id, "label": label, "plays": plays})
    named = {p for pack in packs for p in pack["plays"]}
    packs += [
        {"id": p, "label": site.labels.title("pack", p), "plays": [p]}
        for p in dict.fromkeys(str(r.rules.pack) for r in site.computed.corpus.rulesets.values() if r.rules.pack)
        if p not in named and p in site.computed.packs
    ]
    return {"packs": packs, "evidence": ["described", "reported", "observed", "reconstructed"]}


def within(card: Any, pack: Pack) -> bool:
    """Say whether a pack has a card that can stand for another pack's card."""
    from tarotref.cards.card import TWIN

    if card.kind != "suit":
        return any(c.kind == card.kind and c.trump == card.trump for c in pack.cards)
    return any(
        c.kind == "suit" and c.rank == card.rank and c.suit in (card.suit, TWIN.get(card.suit)) for c in pack.cards
    )
