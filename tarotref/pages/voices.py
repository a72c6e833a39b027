"""Who speaks in another version of a game, in plain words: `Turin, 1830 (RI)`; a variant by its title."""

from __future__ import annotations

from tarotref.corpus.bibliography import Reference
from tarotref.dates import words as date_words
from tarotref.model.record import Game, Tradition
from tarotref.pages.elements import Child, E, Ref
from tarotref.pages.wording import Labels


def voice(labels: Labels, facts: Game | Tradition, key: str) -> str:
    """Return what a reading or variant is called: by the place, or else the author, and the year of who says so, with the siglum."""
    if key in facts.variants:
        return facts.variants[key].title
    if key not in labels.corpus.bibliography:
        return key
    where, siglum = _where(labels, key)
    return f"{where} ({siglum})" if where and siglum else siglum or where


def linked_voice(labels: Labels, facts: Game | Tradition, key: str) -> Child:
    """Return the same as a link to who says so."""
    if key in facts.variants or key not in labels.corpus.bibliography:
        return voice(labels, facts, key)
    where, siglum = _where(labels, key)
    if where and siglum:
        return E("span", f"{where} (", Ref("source", key, siglum, "siglum"), ")")
    return Ref("source", key, siglum or where, "siglum" if siglum else "")


def _where(labels: Labels, key: str) -> tuple[str, str]:
    """Return place or author with the year, if it is known, and the siglum; of a modern work its short name."""
    ref = labels.corpus.bibliography[key]
    siglum = ref.fields.get("siglum", "")
    if ref.role == "authority":
        return "", labels.title("source", key)
    year = _year(ref) if "X" not in ref.dated else ""
    place = ref.fields.get("address", "").partition(",")[0]
    author = ref.authors[0].partition(",")[0].strip("{} ") if ref.authors else ""
    by = place or (author if "." not in author else "")
    if by:
        return ", ".join(filter(None, (by, year))), siglum
    return "", labels.title("source", key)


def _year(ref: Reference) -> str:
    """Return when a source was written as it is said beside its place, with the doubt where there is one: `probably 1637`, `c. 1864`."""
    told = ref.fields.get("year", "")
    if not told and ref.dated:
        open_ended = ".." in ref.dated or ref.dated.startswith("/")
        told = str(ref.latest or "") if open_ended else date_words(ref.dated.rstrip("?"))
    return f"probably {told}" if ref.dated.endswith("?") else told
