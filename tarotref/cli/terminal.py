"""A ruleset for the terminal, and as plain data."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tarotref import catalogue_number
from tarotref.cli.columns import laid, room
from tarotref.computed.columns import FEATURES, cell
from tarotref.computed.comparison import Told
from tarotref.corpus.passages import main_text, told_otherwise, version_text
from tarotref.corpus.records import SECTIONS, Ruleset
from tarotref.pages.differences import changes
from tarotref.pages.elements import Child, E, El
from tarotref.pages.elements import prose as prose_of
from tarotref.pages.elements import table as table_of
from tarotref.pages.elements import text_of as words_of
from tarotref.pages.game import OTHERWISE, GamePage
from tarotref.pages.game_head import whence
from tarotref.pages.notes import gloss
from tarotref.pages.tradition import TraditionPage
from tarotref.pages.wording import Labels
from tarotref.words.labels import STATUS
from tarotref.words.wording import Wording

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.source import Section
    from tarotref.model.record import Game


def show(computed: ComputedCorpus, ruleset: Ruleset) -> str:
    """Return a ruleset as a page of text: head, facts with who set them, tables, text, notes."""
    game = computed.corpus.game(ruleset.game)
    page = GamePage(computed, ruleset.game)
    changed = list(changes(page, ruleset)) if ruleset.key != "main" else []
    page.main = ruleset
    lines = [f"{ruleset.game}  {ruleset.title}", "=" * (len(ruleset.game) + 2 + len(ruleset.title)), ""]
    lines += [*wrap_element(whence(page)), ""]
    if ruleset.kind == "reading":
        lines += [*textwrap.wrap(page.labels.reported(ruleset), room()), ""]
    if ruleset.key != "main":
        lines += [*(line for part in changed for line in grid(part)), ""] if changed else []
        held = "; where it says otherwise than this table, the table holds" if changed else ""
        lines += [
            *textwrap.wrap(
                f"The text below is that of the main rules, with what is told of this version{held}. "
                "Sentences in [brackets] stand in the main rules word for word.",
                room(),
            ),
            "",
        ]
    owners = (origin.layer.partition("/")[0] for origin in ruleset.origin.values())
    if key := page.labels.key(owners, ruleset.game):
        lines += [*textwrap.wrap(words_of(key), room()), ""]
    if ruleset.key == "main":
        others = [r.key for r in page.rulesets if r.key != "main"]
        lines += [*textwrap.wrap(f"Other rulesets: {', '.join(others)}", room()), ""] if others else []
    text = computed.corpus.text(ruleset.game, ruleset.key)
    for heading in dict.fromkeys([*SECTIONS, *text]):
        if heading != "Variants" or ruleset.key == "main":  # how others play is told of the main rules
            lines += section_of(page, ruleset, heading, text.get(heading))
    if ruleset.key == "main":
        lines += otherwise(game, text, page.labels)
    lines += ["Facts", "-----", *facts(computed, ruleset), ""]
    if game.notes:
        lines += ["Notes", "-----"]
        for note in game.notes:
            lines += textwrap.wrap(f"* {words_of(gloss(page, ruleset.game, note))}", room(), subsequent_indent="  ")
    return "\n".join(lines).rstrip()


def section_of(page: GamePage, ruleset: Ruleset, heading: str, text: tuple[str, Section] | None) -> list[str]:
    """Return a section of a ruleset's page: its text, where it is from, its tables; nothing where it has neither."""
    tables = [*page.tables(heading), *page.after(heading)] if heading != "Variants" else []
    lines = [heading, "-" * len(heading)] if text or tables else []
    if text:
        owner, section = text
        if owner != ruleset.game:
            kind = "game" if owner in page.computed.corpus.games else "tradition"
            lines += [f"(as in {page.labels.title(kind, owner)})"]
        voices = page.computed.corpus.voices(ruleset.game, ruleset.key)
        body = main_text(section.body) if ruleset.key == "main" else version_text(section.body, voices)
        lines += [*prose(body, page.labels), ""]
    return [*lines, *(line for part in tables for line in (*grid(part), ""))]


def otherwise(game: Game, text: Mapping[str, tuple[str, Section]], labels: Labels) -> list[str]:
    """Return what a game's text says of its other versions, by topic."""
    lines: list[str] = []
    for title, (_, section) in text.items():
        said = told_otherwise(section.body, {*game.witnesses, *game.readings, *game.variants})
        lines += [title, ""] if said else []
        for one in said:
            whose = [game.variants[k].title if k in game.variants else labels.title("source", k) for k in one.versions]
            lines += [*textwrap.wrap(f"{', '.join(whose)}:", room()), *prose(one.text, labels), ""]
    return [OTHERWISE, "-" * len(OTHERWISE), *lines] if lines else []


def show_tradition(computed: ComputedCorpus, id: str) -> str:
    """Return a tradition as a page of text: head, text, games, what it sets."""
    page = TraditionPage(computed, id)
    title = page.facts.title
    lines = [title, "=" * len(title), "", *(line for part in page.head() for line in wrap_element(part)), ""]
    for heading in dict.fromkeys([*page.order, *computed.corpus.traditions[id].sections]):
        own = computed.corpus.traditions[id].sections.get(heading)
        tables = page.after(heading)
        if own or tables:
            lines += [heading, "-" * len(heading), *(prose(own.body, page.labels) if own else []), ""]
            for part in tables:
                lines += [*grid(part), ""]
    return "\n".join(lines).rstrip()


def facts(computed: ComputedCorpus, ruleset: Ruleset) -> list[str]:
    """Return the columns of comparison for one ruleset, one a line."""
    figures, words = computed.figures(ruleset), Wording(computed.corpus)
    rows = []
    for name, feature in FEATURES.items():
        c = cell(name, ruleset, figures)
        value = f"({words.cell(feature, c)})" if c.value is None else words.cell(feature, c)
        by = (
            c.status.replace("-", " ")
            if c.status in ("computed", "not-reported")
            else ""
            if c.set_by in ("", ruleset.game)
            else whose(words, c.set_by) + (", presumed" if c.status == "presumed" else "")
        )
        rows.append(f"{feature.label:22} {value:28} {by}".rstrip())
    return rows


def whose(words: Wording, layer: str) -> str:
    """Return who set a fact: a tradition and a witness by name, a game by its number."""
    owner, _, key = layer.partition("/")
    named = words.title("tradition", owner)
    return f"{named}, {words.title('source', key)}" if key else named


def prose(text: str, words: Wording) -> list[str]:
    """Return Markdown as plain wrapped lines: what a role names has its name, emphasis loses its marks, lists and paragraphs stay."""
    text = words.read(text).replace("**", "")
    text = re.sub(r"(?<!\*)\*([^*\n]+(?:\n[^*\n]+)*)\*(?!\*)", r"\1", text)
    found: list[str] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.startswith("|"):
            found += grid(table_of_text(block))
        elif re.match(r"\s*([-*] |\||\d+\. )", block) or block.startswith(("#", "|", ":::", "```")):
            for item in re.split(r"\n(?=\s*(?:[-*]|\d+\.) )", block):
                found += (
                    textwrap.wrap(" ".join(item.split()), room(), subsequent_indent="   ")
                    if not item.startswith("|")
                    else item.splitlines()
                )
        else:
            found += textwrap.wrap(" ".join(block.split()), room())
        found.append("")
    return found[:-1]


def table_of_text(block: str) -> El:
    """Return a table of Markdown as an element."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
    head, *body = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    return table_of(head, [[E("th", row[0]), *(E("td", cell) for cell in row[1:])] for row in body], labelled=False)


def wrap_element(part: El) -> list[str]:
    """Return an element's paragraphs as wrapped lines."""
    found: list[str] = []
    for child in part.children:
        if text := words_of(child).strip():
            found += textwrap.wrap(text, room())
    return found


def grid(part: El) -> list[str]:
    """Return a table as lines in columns that wrap, a list as one line or more for each thing; any other element as wrapped text."""
    if part.tag in ("dl", "ol"):
        things = [" ".join(words_of(E("p", *spaced(item))).split()) for item in part.children if isinstance(item, El)]
        return [line for thing in things for line in textwrap.wrap(thing, room(), subsequent_indent="    ")]
    if part.tag == "figure":
        return [line for child in part.children if isinstance(child, El) for line in grid(child)]
    if part.tag in ("details", "div"):
        return [line for child in part.children if isinstance(child, El) for line in [*grid(child), ""]]
    if part.tag in ("summary", "h3", "p"):
        return textwrap.wrap(words_of(part), room())
    if part.tag != "table":
        return wrap_element(part)
    rows: list[list[str]] = []
    caption = ""
    for group in part.children:
        if isinstance(group, El) and group.tag == "caption":
            caption = words_of(group)
        elif isinstance(group, El):
            rows += [
                [" ".join(words_of(unmarked(c)).split()) for c in row.children]
                for row in group.children
                if isinstance(row, El)
            ]
    if not rows:
        return []
    count = max(map(len, rows))
    rows = [r + [""] * (count - len(r)) for r in rows]
    head, *others = laid(rows, 0, room())
    under = "-" * max(len(line) for row in (head, *others) for line in row)
    return [*([caption] if caption else []), *head, under, *(line for row in others for line in row)]


def unmarked(child: Child) -> Child:
    """Return a child of an element with one asterisk for the marks of its notes, which stand below in full."""
    if not isinstance(child, El):
        return child
    notes = [n for n, c in enumerate(child.children) if isinstance(c, El) and dict(c.attrs).get("class") == "note-mark"]
    inner = (c if n not in notes else "*" if n == notes[0] else "" for n, c in enumerate(map(unmarked, child.children)))
    return child._replace(children=tuple(inner))


def spaced(item: El) -> Iterator[Child]:
    """Yield what is in one item of a list, the thing itself apart from what is said of it."""
    for child in item.children:
        yield child
        if isinstance(child, El) and child.tag in ("dt", "span"):
            yield ": "


def as_json(computed: ComputedCorpus, ruleset: Ruleset) -> dict[str, Any]:
    """Return a ruleset as plain data: the game's facts, the rules with who set each, the cells of comparison, the text."""
    game = computed.corpus.game(ruleset.game)
    figures = computed.figures(ruleset)
    cells = {name: cell(name, ruleset, figures) for name in FEATURES}
    return {
        "id": catalogue_number.written(game.id),
        "title": game.title,
        "ruleset": ruleset.key,
        "tradition": game.tradition,
        "played": game.played,
        "places": list(game.places),
        "evidence": game.evidence,
        "source": dict(game.source),
        "witnesses": list(game.witnesses),
        "rulesets": [r.key for r in computed.corpus.of_game(game.id)],
        "cells": {
            n: {
                "value": c.value if isinstance(c.value, bool | int | str) or c.value is None else float(c.value),
                "status": c.status,
            }
            for n, c in cells.items()
        },
        "rules": dict(ruleset.tree),
        "set_by": {".".join(map(str, p)): catalogue_number.written(o.layer) for p, o in ruleset.origin.items()},
        "notes": [{name: fact for name, fact in note if fact is not None} for note in game.notes],
        "text": {title: section.body for title, (_, section) in computed.corpus.text(game.id, ruleset.key).items()},
    }


def comparison(computed: ComputedCorpus, ids: list[str]) -> list[str]:
    """Return rulesets side by side: where they differ, with who set it where that is not the game itself; the notes on that;
    then by name what is not told of all, and what is the same."""
    found = [computed.comparable(id) for id in ids]
    rows = computed.comparison.rows(found)
    notes: dict[str, int] = {}

    def told(r: Ruleset, cell: Told) -> str:
        value = cell.value or STATUS["missing"]
        others = [layer for layer in cell.set_by if layer != r.game]
        value += f" ({', '.join(others)})" if others else ""
        for _, note in cell.notes:
            text = f"{note.kind}, {note.by or 'tarotref'}: {words_of(E('p', *prose_of(note.text)))}"
            value += f" [{notes.setdefault(text, len(notes) + 1)}]"
        return value

    table = [
        [row.label, *(E("td", told(r, c)) for r, c in zip(found, row.cells, strict=True))]
        for row in rows
        if row.kind == "differs"
    ]
    lines = grid(table_of(["", *ids], table)) if table else ["They differ in nothing that is told of both."]
    for text, n in notes.items():
        lines += textwrap.wrap(f"[{n}] {text}", room(), subsequent_indent="    ")
    for kind, head in (("open", "Not told of all"), ("agrees", "The same")):
        labels = [row.label for row in rows if row.kind == kind]
        lines += ["", *textwrap.wrap(f"{head}: {', '.join(labels)}.", room())] if labels else []
    names = Labels(computed)
    for r in found:
        lines += ["", *textwrap.wrap(names.reported(r), room())] if r.kind == "reading" else []
    return lines
