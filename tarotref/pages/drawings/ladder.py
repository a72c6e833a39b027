"""A trump order as a list, each subject with its card."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from tarotref.pages.drawings.cards import inline
from tarotref.pages.drawings.shapes import emblem_at


class Rung(NamedTuple):
    """One place in a trump order: the subject's title, the number printed on the card, and what is special about it."""

    title: str
    label: str = ""
    #: the number is known but not printed on the card
    unprinted: bool = False
    #: equal in rank with the next one
    tied: bool = False
    #: its place is not sure
    doubtful: bool = False
    #: nothing is known of this place; title and label may be empty
    gap: bool = False
    local: str = ""
    lang: str = ""
    href: str = ""
    fool: bool = False
    #: id of the subject, for its emblem
    subject: str = ""


def ladder(rungs: Sequence[Rung], *, label: str = "Trump order, highest first") -> str:
    """A trump order as a list, highest first, each with its card: text all through, so it can be read and searched."""
    bare = "" if any(rung.label or rung.fool for rung in rungs) else " bare"
    out = [f'<ol class="ladder{bare}" aria-label="{escape(label, quote=True)}">']
    for rung in rungs:
        cls = " ".join(name for name in ("gap", "tied", "unprinted") if getattr(rung, name))
        out.append(f'<li class="{cls}">' if cls else "<li>")
        if rung.gap and not rung.title:
            out.append('<span class="unknown">not known</span></li>')
            continue
        if rung.fool:
            tile = inline(fool=True, title=rung.title)
        else:
            tile = inline(trump=rung.label, title=rung.title) if rung.label else ""
        name = escape(rung.title)
        if rung.href:
            name = f'<a href="{escape(rung.href, quote=True)}">{name}</a>'
        if rung.local:
            lang = f' lang="{escape(rung.lang, quote=True)}"' if rung.lang else ""
            name += f' <i class="local"{lang}>{escape(rung.local)}</i>'
        if rung.doubtful:
            name += ' <span class="doubt" title="its place is in doubt">(doubtful)</span>'
        if rung.tied:
            name += ' <span class="visually-hidden">(equal with the next)</span>'
        emblem = emblem_at("fool" if rung.fool else rung.subject, 0, 0, 24)
        if emblem:
            emblem = f'<svg class="emblem" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">{emblem}</svg>'
        out.append(f'<span class="bears">{tile}</span><span class="what">{emblem}</span><span>{name}</span></li>')
    return "".join(out) + "</ol>"
