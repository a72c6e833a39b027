"""What reference managers make of a page: the rules of Zotero's translators `COinS` and `Embedded Metadata`, as far as our tags go.

COinS comes first where a page has it; item types are Zotero's.
"""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import unquote

HIGHWIRE = {
    "citation_title": "title",
    "citation_publication_date": "date",
    "citation_inbook_title": "publicationTitle",
    "citation_public_url": "url",
    "citation_language": "language",
}


def coins(page: str) -> list[dict[str, str]]:
    """Return the items of the COinS of a page: each span of class `Z3988`, read as an OpenURL ContextObject."""
    found = []
    for title in re.findall(r'<span class="Z3988" title="([^"]*)"></span>', page):
        pairs = [tuple(part.split("=", 1)) for part in unescape(title).split("&")]
        told = {key: unquote(re.sub(r"\+|%2[bB]", " ", value)) for key, value in pairs}
        assert len(told) == len(pairs) and told["ctx_ver"] == "Z39.88-2004"
        assert told["rft_val_fmt"] == "info:ofi/fmt:kev:mtx:book"
        kind = {"bookitem": "bookSection", "document": "document"}.get(told["rft.genre"], "book")
        part = kind == "bookSection"
        item = {"itemType": kind, "title": told["rft.atitle" if part else "rft.title"]}
        item |= {"publicationTitle": told["rft.btitle"]} if part else {}
        names = {"rft.aucorp": "institution", "rft.date": "date", "rft.edition": "edition", "rft_id": "url"}
        item |= {name: told[key] for key, name in names.items() if key in told}
        if "url" in item:
            assert re.match("https?://", item["url"])
        found.append(item)
    return found


def embedded(page: str) -> dict[str, str]:
    """Return the item of the tags in a page's head."""
    tags = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page))
    item = {name: unescape(tags[tag]) for tag, name in HIGHWIRE.items() if tag in tags}
    kind = {"website": "webpage"}.get(tags.get("og:type", ""), "")
    kind = kind or ("bookSection" if "citation_inbook_title" in tags else "journalArticle")
    return item | {"itemType": kind}
