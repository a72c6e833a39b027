"""Pages as plain values: elements, references and drawings, before any program renders them.

Views are pure functions from the corpus to these values, so that a page can be compared, hashed and tested without Sphinx.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple, TypeAlias


class Ref(NamedTuple):
    """A link to an object of the reference: a game, tradition, pack, order, place, source, term, attestation, table or feature."""

    kind: str
    target: str
    text: str
    cls: str = ""


class Raw(NamedTuple):
    """A drawing as HTML, with what it says in words for readers and programs that see no drawings."""

    html: str
    text: str = ""


class El(NamedTuple):
    """An element: tag, attributes, children. `target` registers it as the place of an object: (kind, id, title)."""

    tag: str
    attrs: tuple[tuple[str, str], ...]
    children: tuple[Child, ...]
    target: tuple[str, str, str] | None = None


Child: TypeAlias = "str | El | Ref | Raw"


_LEAVES = frozenset((str, El, Ref, Raw))


def E(
    tag: str, *children: Child | Iterable[Child] | None, target: tuple[str, str, str] | None = None, **attrs: str | None
) -> El:
    """Make an element; `cls` is its class, `data_x` an attribute `data-x`; None among children or attributes is left out."""
    pairs = tuple([(_attribute(k), v) for k, v in attrs.items() if v is not None]) if attrs else ()
    for child in children:
        if type(child) not in _LEAVES or child == "":
            return El(tag, pairs, tuple(flat(children)), target)
    return El(tag, pairs, children, target)  # type: ignore[arg-type]  # as nearly always


@cache
def _attribute(name: str) -> str:
    return "class" if name == "cls" else name.replace("_", "-")


def flat(children: Iterable[Child | Iterable[Child] | None]) -> Iterable[Child]:
    """Yield children one by one, through nested lists."""
    for child in children:
        if child is None or child == "":
            continue
        if type(child) in _LEAVES or isinstance(child, str):  # the first is quick, and nearly always says it
            yield child  # type: ignore[misc]
        else:
            yield from flat(child)  # type: ignore[arg-type]


def joined(items: Iterable[Child], by: str = ", ") -> list[Child]:
    """Put a text between items."""
    found: list[Child] = []
    for item in items:
        found += [by, item] if found else [item]
    return found


def enumerated(found: Iterable[Child], last: str = " and ") -> list[Child]:
    """Return things as a list in prose: `a, b and c`."""
    things = list(found)
    return [*joined(things[:-1], ", "), *([last] if things[1:] else []), *things[-1:]]


def section(title: str, id: str, *children: Child | Iterable[Child] | None) -> El:
    """Make a section of the page with its heading."""
    return E("section", E("h2", title), *children, id=id)


LONG = 100
"""A table of more rows does not say in each cell what column it is of."""


def table(
    head: Iterable[Child | tuple[Child, str]],
    rows: Iterable[El | Iterable[Any]],
    cls: str = "wrap",
    caption: Child | Iterable[Child] = "",
    labelled: bool = True,
    **attrs: str | None,
) -> El:
    """Make a table: heads (or (head, class)), and rows whose first cell names the row. A cell that is a `td` stays one.

    Columns in which no row has anything are left out. Cells say what column they are of, if they are to be `labelled`; of a
    long table the columns are told once, and the style sheet says it of each cell.
    """
    heads = [
        E("th", h[0], cls=h[1] or None, scope="col")
        if isinstance(h, tuple) and not isinstance(h, El | Ref | Raw)
        else E("th", h, scope="col")
        for h in head
    ]
    body = [one if isinstance(one, El) else row(one) for one in rows]
    if all(len(one.children) == len(heads) for one in body):
        filled = [n for n in range(len(heads)) if n == 0 or any(has_words(one, n) for one in body)]
        words = [_called(heads[n]) for n in filled]
        heads = [heads[n] for n in filled]
        body = [one._replace(children=tuple(one.children[n] for n in filled)) for one in body]
        if labelled and len(body) > LONG:
            attrs["style"] = ";".join(
                f"--c{n}:{json.dumps(word + ': ', ensure_ascii=False)}" for n, word in enumerate(words[1:], 2)
            )
            cls += " by-column"
        elif labelled:
            body = [_labelled(one, words) for one in body]
    return E(
        "table",
        E("caption", caption) if caption else None,
        E("thead", E("tr", *heads)),
        E("tbody", *body),
        cls=cls,
        target=None,
        **attrs,
    )


def _called(head: El) -> str:
    """Return what a column is called: its head without what stands there in small letters."""
    inner = (c.children if isinstance(c, El) and c.tag == "span" else (c,) for c in head.children)
    return "".join(text_of(c) for part in inner for c in part if not (isinstance(c, El) and c.tag == "small")).strip()


def has_words(made: El, n: int) -> bool:
    """Say whether a cell of a row has anything in it."""
    cell = made.children[n]
    return not isinstance(cell, El) or bool(cell.children)


def _labelled(made: El, words: list[str]) -> El:
    """Return a row whose cells say what column they are of, for pages too narrow for columns (`data-label`)."""
    cells = [
        cell._replace(attrs=(*cell.attrs, ("data-label", word)))
        if isinstance(cell, El) and cell.tag == "td" and cell.children and word and "data-label" not in dict(cell.attrs)
        else cell
        for cell, word in zip(made.children, words, strict=True)
    ]
    return made._replace(children=tuple(cells))


def row(cells: Iterable[Any], **attrs: str | None) -> El:
    """Make a row of a table: the first cell names it, a cell that is a `td` or `th` stays one."""
    made = [
        cell
        if isinstance(cell, El) and cell.tag in ("td", "th")
        else E("td", cell)
        if n
        else E("th", cell, scope="row")
        for n, cell in enumerate(cells)
    ]
    return E("tr", *made, target=None, **attrs)


_INLINE = re.compile(
    r"\*(?P<em>[^*]+)\*|`(?P<code>[^`]+)`|\{(?P<role>[a-z]+)\}`(?P<target>[^`<]+?)(?:\s*<(?P<id>[^>]+)>)?`"
)


def prose(text: str, label: object = None) -> list[Child]:
    """Return a short text as children: `*emphasis*`, code between backticks and roles such as {game}`8.7` are understood."""
    found: list[Child] = []
    at = 0
    for match in _INLINE.finditer(text):
        found.append(text[at : match.start()])
        if match["em"]:
            found.append(E("em", match["em"]))
        elif match["code"]:
            found.append(E("code", match["code"]))
        else:
            id = match["id"] or match["target"]
            kind = {"witness": "source"}.get(match["role"], match["role"])
            title = match["target"] if match["id"] else (label(kind, id) if callable(label) else id)
            found.append(Ref(kind, id, str(title)))
        at = match.end()
    return [c for c in (*found, text[at:]) if c]


def text_of(child: Child) -> str:
    """Return the words of a child."""
    if isinstance(child, str):
        return child
    if isinstance(child, El):
        return "".join(text_of(c) for c in child.children)
    return child.text
