"""What a page says of itself to search engines, link previews and reference managers; sitemap and robots of the whole."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from docutils import nodes

from tarotref import catalogue_number, release
from tarotref.dates import bounds
from tarotref.tables.citations import AUTHORS, TITLE
from tarotref.tables.exports import LICENCE

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.bibliography import Reference
    from tarotref.model.record import Game

SUMMARY = (
    "A checked reference on the card games played with the tarot pack: rules, cards, counting and history of each game, with the "
    "witness who says so, as pages, tables and text files."
)
"""What the whole is."""
LONGEST = 200
"""Characters of a description: what link previews and lists of results show of it."""
OFFERED = {
    "api/v1/index.json": "application/json",
    "data/tarotref-csv.zip": "application/zip",
    "data/tarotref.sqlite.zip": "application/zip",
    "data/rulesets.csv": "text/csv",
}
"""Files of data that the description of the whole names, and their types."""
_WORKS = {"book": "Book", "booklet": "Book", "manual": "Book", "article": "ScholarlyArticle", "online": "WebPage"}
_WORKS |= {"mastersthesis": "Thesis", "phdthesis": "Thesis", "thesis": "Thesis", "inbook": "Chapter"}
_WORKS |= {"incollection": "Chapter", "report": "Report"}
_OWN_TAGS = re.compile(r'<meta[^>]+name="(?:viewport|generator)"[^>]*>\s*')


def description(document: nodes.document | None) -> str:
    """Return the first words of a page's text, of no more than `LONGEST` characters; '' where it has none.

    A game's page has them under *In brief*, after what stands above the text.
    """
    if document is None:
        return ""
    brief = next((s for s in document.findall(nodes.section) if "in-brief" in s["ids"]), document)
    return shortened(next((text for p in brief.findall(nodes.paragraph) if (text := _words(p))), ""))


def _words(paragraph: nodes.paragraph) -> str:
    return " ".join(paragraph.astext().split())


def shortened(text: str) -> str:
    """Return a text cut after its last whole sentence that fits, or else after a word."""
    if len(text) <= LONGEST:
        return text
    sentences = [m.end() for m in re.finditer(r"[.?!](?=\s)", text[: LONGEST + 1])]
    if sentences and sentences[-1] > LONGEST / 3:
        return text[: sentences[-1]]
    return text[: text.rfind(" ", 0, LONGEST)].rstrip(" ,;:(") + " …"


def meta(tags: str, title: str, text: str, url: str | None, kind: str) -> str:
    """Return the tags that describe a page: Sphinx's own without those that the theme has, the description, OpenGraph."""
    told = {"og:type": kind, "og:site_name": "tarotref", "og:title": title, "og:description": text, "og:url": url}
    made = [_OWN_TAGS.sub("", tags).strip(), f'<meta name="description" content="{escape(text)}">']
    made += [f'<meta property="{name}" content="{escape(value)}">' for name, value in told.items() if value]
    made.append('<meta name="twitter:card" content="summary">')
    return "\n".join(filter(None, made))


def managed(title: str, url: str | None, *, whole: bool = False) -> dict[str, str]:
    """Return the tags that reference managers and indexes of scholarship read: a page is a part of the whole."""
    told = {
        "citation_title": TITLE if whole else title,
        "citation_inbook_title": "" if whole else TITLE,
        "citation_author": AUTHORS,
        "citation_publication_date": release.DATE.replace("-", "/"),
        "citation_language": "en",
        "citation_public_url": url or "",
    }
    return {name: value for name, value in told.items() if value}


def linked(data: Mapping[str, Any]) -> str:
    """Return data of schema.org as the script that holds them; what says nothing is left out."""
    text = json.dumps({"@context": "https://schema.org", **_told(data)}, ensure_ascii=False, separators=(",", ":"))
    safe = text.replace("<", "\\u003c")  # no end of a script within it
    return f'<script type="application/ld+json">{safe}</script>'


def _told(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {name: _told(value) for name, value in data.items() if value not in (None, "", [], {})}
    return [_told(value) for value in data] if isinstance(data, list) else data


def whole(root: str) -> dict[str, Any]:
    """Return what the whole is, as a data set of schema.org; `root` leads to the folder of the front page."""
    return {
        "@type": "Dataset",
        "name": TITLE,
        "description": SUMMARY,
        "url": release.SITE,
        "version": release.VERSION,
        "datePublished": release.DATE,
        "license": LICENCE["path"],
        "creator": {"@type": "Organization", "name": AUTHORS},
        "isAccessibleForFree": True,
        "keywords": ["tarot", "tarock", "tarocchi", "minchiate", "card games", "game rules"],
        "distribution": [
            {"@type": "DataDownload", "name": name, "encodingFormat": form, "contentUrl": f"{root}{name}"}
            for name, form in OFFERED.items()
        ],
    }


def page(title: str, text: str, url: str | None) -> dict[str, Any]:
    """Return what a page is that tells of no one game."""
    return {
        "@type": "WebPage",
        "name": title,
        "description": text,
        "url": url,
        "inLanguage": "en",
        "isPartOf": _PART_OF,
    }


_PART_OF = {"@type": "Dataset", "name": TITLE, "license": LICENCE["path"], "url": release.SITE}


def game(computed: ComputedCorpus, facts: Game) -> dict[str, Any]:
    """Return what a game is, where and when it was played and by whom it is attested, without its page's address and words."""
    corpus = computed.corpus
    players = computed.ruleset(facts.id).rules.players
    numbers = players if isinstance(players, tuple) else ()
    first, last = bounds(facts.played)
    cited = dict.fromkeys([*facts.witnesses, *facts.readings, *facts.source])
    return {
        "@type": "Game",
        "name": facts.title,
        "alternateName": list(facts.aka),
        "identifier": catalogue_number.written(facts.id),
        "genre": "card game played with the tarot pack",
        "numberOfPlayers": {"@type": "QuantitativeValue", "minValue": min(numbers), "maxValue": max(numbers)}
        if numbers
        else None,
        "temporalCoverage": f"{first or '..'}/{last or '..'}" if first or last else "",
        "spatialCoverage": [{"@type": "Place", "name": corpus.shared["places"][p].title} for p in facts.places],
        "inLanguage": "en",
        "license": LICENCE["path"],
        "version": release.VERSION,
        "isPartOf": _PART_OF,
        "citation": [_work(corpus.bibliography[key]) for key in cited if key in corpus.bibliography],
    }


def _work(ref: Reference) -> dict[str, Any]:
    return {
        "@type": _WORKS.get(ref.kind, "CreativeWork"),
        "name": ref.title,
        "author": [{"@type": "Person", "name": " ".join(reversed(name.split(", ", 1)))} for name in ref.authors],
        "datePublished": ref.fields.get("year") or ref.dated,
        "inLanguage": ref.lang,
        "isbn": ref.fields.get("isbn"),
        "url": ref.fields.get("url"),
    }


def base_path(url: str) -> str:
    """Return the path under which the front page stands on its server: that of the configured address, or the root."""
    return urlsplit(url).path.rstrip("/") + "/"


def write_signposts(app: Sphinx, error: Exception | None) -> None:
    """Write robots.txt and, where the site has an address, the sitemap that it names (`build-finished`)."""
    if error is not None or app.builder.name != "html":
        return
    base, out = app.config.html_baseurl, Path(app.outdir)
    robots = "User-agent: *\nAllow: /\n"
    if base:
        pages = (app.builder.get_target_uri(page) for page in sorted(app.env.found_docs))
        _write(out / "sitemap.xml", sitemap(posixpath.join(base, page) for page in pages))
        robots += f"Sitemap: {posixpath.join(base, 'sitemap.xml')}\n"
    else:
        (out / "sitemap.xml").unlink(missing_ok=True)
    _write(out / "robots.txt", robots)


def sitemap(urls: Iterable[str]) -> str:
    """Return a sitemap of pages."""
    rows = "".join(f"<url><loc>{escape(quote(url, safe=':/%'))}</loc></url>\n" for url in urls)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'


def _write(file: Path, text: str) -> None:
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
