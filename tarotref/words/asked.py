"""What a field asks, as the end of a sentence that says why it has no answer: by what the model says of it."""

from __future__ import annotations

import re

from tarotref.model import rules
from tarotref.model.descriptions import descriptions
from tarotref.model.rules.sections import class_of
from tarotref.model.types import Facts
from tarotref.words.phrases import small
from tarotref.words.templates import ABOUT

_QUESTION = re.compile(
    r"(?:(?:after|as|at|by|for|from|in|of|on|to|under|up to|with) )?(?:whether|who|whom|whose|what|how|when|where|which)\b",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[:;.(]|, (?:if not|where that|left out|counted from|as in)\b")
"""Where an example begins, or what is so if nothing is said."""
_ONE = re.compile(r"(?:The|A|An) (?!cards|bids|cases|contracts|rules|bidders|trumps)")


def asked(kind: str, field: str) -> str:
    """Return what a field of a section, or of a class of facts, asks: `whether the cards kept are laid open`; nothing where
    its description is no phrase."""
    of = getattr(rules, kind, None) if kind[:1].isupper() else class_of(kind) if kind in rules.SECTIONS else None
    if not (isinstance(of, type) and issubclass(of, Facts)):
        return ""
    if known := ABOUT.get(f"{of.__name__}.{field}"):
        return known
    text = " ".join(descriptions(of).get(field, "").split())
    first = _ENDS.split(text)[0].strip().rstrip(",")
    if not first or "`" in first:
        return ""
    if _QUESTION.match(first):
        return small(first)
    if first.lower().startswith(("cards that are ", "cards that have ")):
        return f"which cards {first[11:]}"
    return f"{'which is' if _ONE.match(first) else 'which are'} {_definite(first)}"


def _definite(text: str) -> str:
    """Return a description that names a thing with its article: `the cards that he may not give`."""
    return small(text) if text.startswith(("The ", "A ", "An ")) else f"the {small(text)}"
