"""Rules on a record as a text: its headings, its markup, what its roles name, the name of its file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tarotref.catalogue_number import is_number
from tarotref.corpus.passages import INSTEAD
from tarotref.corpus.records import INHERITED_SECTIONS, SECTIONS, Record
from tarotref.model.record import Game
from tarotref.notation import folded
from tarotref.problem import Problem, nearest

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from tarotref.computed.corpus import ComputedCorpus

from tarotref.checks.registry import Found, of_records, record_rule, records, rule

ROLES = ("game", "tradition", "witness", "source", "pack", "order", "place", "term", "attestation", "card", "lang")
"""Roles that a record's text may use."""

_BLOCKS = {
    "paragraph", "heading", "bullet_list", "ordered_list", "list_item", "blockquote", "table", "thead", "tbody", "tr", "th",
    "td", "dl", "dt", "dd", "footnote_block", "footnote", "inline",
}  # fmt: skip
_INLINES = {"text", "softbreak", "hardbreak", "em", "strong", "code_inline", "link", "footnote_ref", "footnote_anchor"}
_STRANGE = {
    "html_block": "HTML", "html_inline": "HTML", "hr": "a line across the page", "image": "an image", "colon_fence": "a directive",
    "myst_line_comment": "a comment", "myst_block_break": "a block break", "myst_target": "a target",
}  # fmt: skip
RULES_SECTIONS = ("In brief", *INHERITED_SECTIONS)
"""The sections of a record's text that are its rules."""
_TARGET = re.compile(r"(?:.*\S)?\s*<([^<>]*)>", re.S)


@record_rule
def section_title(computed: ComputedCorpus, record: Record) -> Found:
    """The sections of a record's text have the titles of the format, as headings of the second level, each once, in their order, and all text stands in one of them."""
    found: dict[str, int] = {}
    for line, level, title, mark in _headings(record):
        message = _heading_fault(record, level, title, mark, found)
        if message:
            yield Problem(record.source.path, line, title, message, "section-title")
        if level == 2:
            found.setdefault(title, line)
    before = record.sections.get("")
    if before:
        line = next(n for n, row in enumerate(record.source.body.split("\n"), before.line) if row.strip())
        message = "text before the first heading; expected a heading such as ## In brief above it"
        yield Problem(record.source.path, line, "", message, "section-title")
    known = [title for title in found if title in SECTIONS]
    for one, other in pairwise(known):
        if SECTIONS.index(one) > SECTIONS.index(other):
            message = f"stands after {one!r}; the order is {', '.join(SECTIONS)}"
            yield Problem(record.source.path, found[other], other, message, "section-title")
            break


def _heading_fault(record: Record, level: int, title: str, mark: str, found: dict[str, int]) -> str:
    if not level:
        return f"a heading has a space after its signs: {mark} {title}"
    if mark not in ("##", "###"):
        return f"a heading of level {level}, written {mark[:3]}; expected ## for a section, ### for a part of one"
    if level == 3:
        if title in SECTIONS:
            return f"the title of a section; expected ## {title}"
        return "" if found else "a part of no section; expected a section's heading above it"
    if title not in SECTIONS:
        return f"no section of the format{nearest(title, SECTIONS)}; expected one of {', '.join(SECTIONS)}"
    if title in found:
        return f"this section stands at line {found[title]} already"
    return "" if record.sections[title].body.strip() else "a heading without text"


def _headings(record: Record) -> Iterator[tuple[int, int, str, str]]:
    """Yield line, level, title and signs of every heading; level 0 for what only looks like one."""
    tokens = _tokens(record.source.body)
    for n, token in enumerate(tokens):
        line = record.source.body_line + (token.map[0] if token.map else 0)
        if token.type == "heading_open":
            yield line, int(token.tag[1]), tokens[n + 1].content.strip(), token.markup
        elif token.type == "inline" and tokens[n - 1].type == "paragraph_open":
            for down, row in enumerate(token.content.split("\n")):
                if false := re.match(r"(#{1,6})([^#\s].*)", row):
                    yield line + down, 0, false[2].strip(), false[1]


@record_rule
def text_markup(computed: ComputedCorpus, record: Record) -> Found:
    """A record's text is headings, paragraphs, lists, tables, quotations, emphasis, links to the web, roles and passages on versions; no other directive, no HTML, no image, no link to a file."""
    for line, message in _markup(record):
        yield Problem(record.source.path, line, "", message, "text-markup")


def _markup(record: Record) -> Iterator[tuple[int, str]]:
    for line, token in _walk(record):
        kind = re.sub(r"_(open|close)$", "", token.type)
        if _is_passage(token):
            continue
        if token.type in ("fence", "code_block", "colon_fence"):
            if token.type == "colon_fence" or token.info.strip().startswith("{"):
                yield line, f"the directive {token.info.strip()}; a record's text has none but {{version}}"
            elif token.type == "fence" and not _closed(record, token):
                yield line, f"a fence of {token.markup} that is never closed"
        elif token.type == "myst_role":
            name = token.meta["name"]
            if name not in ROLES:
                yield line, f"no role {name!r}{nearest(name, ROLES)}; expected one of {', '.join(ROLES)}"
        elif token.type == "ordered_list_open" and _joins(record, line):
            yield line, "a line that begins with a number and a point makes a list; break the line elsewhere"
        elif kind in _STRANGE or kind not in _BLOCKS | _INLINES:
            yield (
                line,
                f"found {_STRANGE.get(kind, kind.replace('_', ' '))}: {_first(token)}; expected plain text with roles",
            )
        elif token.type == "link_open" and not re.match(r"https?://", str(token.attrGet("href"))):
            yield line, f"a link to {token.attrGet('href')!r}; expected a role, or an address of the web"
        elif token.type == "text" and (sign := re.search(r"\{[^}\s]*\}?`?|\]\(.*", token.content)):
            yield line, f"found {sign[0]!r}; a role is written {{game}}`8.13`, a link [words](https://...)"


def _joins(record: Record, line: int) -> bool:
    """Whether a line of a record's file goes on with the paragraph before it, as it was meant: no blank, no colon, no passage begins."""
    down = line - record.source.body_line - 1
    before = record.source.body.split("\n")[down].strip() if down >= 0 else ""
    return bool(before) and not before.endswith(":") and not before.startswith(":::")


def _is_passage(token: Token) -> bool:
    return token.type == "colon_fence" and token.markup == ":::" and token.info.strip().startswith("{version}")


@rule
def version_passage(computed: ComputedCorpus) -> Found:
    """A passage on a version names readings or variants that its record or an heir of it has, says something of them, and is closed."""
    corpus = computed.corpus
    heirs: dict[str, set[str]] = {}
    for id, record in corpus.games.items():
        for owner in (id, *corpus.bases(id)):
            heirs.setdefault(owner, set()).update(record.facts.witnesses, record.facts.readings, record.facts.variants)
    for record in records(computed):
        known = heirs.get(record.facts.id, set()) | {INSTEAD}
        for found in _VERSIONS.finditer(record.source.body):
            wrong = [key for key in found[1].split() if key not in known]
            if wrong:
                line = record.source.body_line + record.source.body.count("\n", 0, found.start())
                message = f"no witness or variant has the key {wrong[0]!r}{nearest(wrong[0], known)}"
                yield Problem(record.source.path, line, "", message, "version-passage")


_VERSIONS = re.compile(r"^:::\{version\}(.*)$", re.M)


@of_records("version-passage")
def _of_versions(computed: ComputedCorpus, record: Record) -> Found:
    for line, token in _walk(record):
        if not _is_passage(token):
            continue
        message = ""
        if not set(token.info.split()[1:]) - {INSTEAD}:
            message = "a passage on no version; expected the key of a witness or variant after {version}"
        elif not token.content.strip():
            message = "a passage without text"
        elif not any(row.rstrip() == ":::" for row in _rows(record, token)[1:]):
            message = "a passage that is never closed; expected ::: on a line of its own"
        if message:
            yield Problem(record.source.path, line, "", message, "version-passage")


@record_rule
def one_authority(computed: ComputedCorpus, record: Record) -> Found:
    """In a section of rules one authority speaks: a witness other than the main one is named only in a passage on a version."""
    facts = record.facts
    main = facts.main if isinstance(facts, Game) else None
    speakers = (main,) if main else facts.witnesses if len(facts.witnesses) == 1 else ()
    until = 0
    for line, token in _walk(record):
        if _is_passage(token):
            assert token.map
            until = line + token.map[1] - token.map[0]
        if line < until or token.type != "myst_role" or token.meta["name"] != "witness":
            continue
        explicit = _TARGET.fullmatch(token.content)
        named = explicit[1] if explicit else token.content
        title = next((s.title for s in reversed(record.sections.values()) if s.line <= line), "")
        if title in RULES_SECTIONS and named not in speakers:
            message = f"the rules name {named!r}; expected its words between :::{{version}} {named} and :::"
            yield Problem(record.source.path, line, title, message, "one-authority")


def _rows(record: Record, token: Token) -> list[str]:
    assert token.map
    return record.source.body.split("\n")[token.map[0] : token.map[1]]


def _first(token: Token) -> str:
    return repr(str(token.content or token.markup).strip().split("\n")[0][:40])


def _closed(record: Record, token: Token) -> bool:
    assert token.map
    last = record.source.body.split("\n")[token.map[1] - 1]
    return token.map[1] - token.map[0] > 1 and last.strip(" >").startswith(token.markup)


@record_rule
def text_reference(computed: ComputedCorpus, record: Record) -> Found:
    """What a role of a record's text names is in the corpus: a game, a source, a card, a language..."""
    for line, token in _walk(record):
        if token.type == "myst_role" and token.meta["name"] in ROLES:
            message = _named(computed, token.meta["name"], token.content)
            if message:
                yield Problem(record.source.path, line, "", message, "text-reference")


def _named(computed: ComputedCorpus, role: str, text: str) -> str:
    """Return what is wrong with what a role names, or an empty text."""
    corpus = computed.corpus
    if role == "card":
        try:
            computed.card(text)
        except ValueError as error:
            return str(error)
        return ""
    if role == "lang":
        lang, sign, words = text.partition(":")
        languages = corpus.vocabulary.get("language", {})
        if not sign or not words.strip():
            return f"found {text!r}; expected a language and words, such as {{lang}}`it: a monte`"
        return "" if lang.strip() in languages or not languages else f"no language has the code {lang.strip()!r}"
    explicit = _TARGET.fullmatch(text)
    id = explicit[1] if explicit else text
    if role == "game":
        game, _, ruleset = id.partition("/")
        catalogue = corpus.shared["catalogue"]
        if (is_number(game) and game in corpus.known_ids) or game in catalogue:
            rulesets = [r.key for r in corpus.of_game(game)]
            wrong = ruleset and rulesets and ruleset not in rulesets
            return f"{game} has no ruleset {ruleset!r}{nearest(ruleset, rulesets)}" if wrong else ""
        known: Any = [n for n in {*corpus.known_ids, *catalogue} if is_number(n)]
    elif role == "tradition":
        known = [t for t in corpus.known_ids if not is_number(t)]
    elif role in ("source", "witness"):
        known = corpus.bibliography
    else:
        known = corpus.shared[{"term": "glossary", "order": "trump-orders"}.get(role, f"{role}s")]
    what = {"witness": "source", "order": "trump order"}.get(role, role)
    return "" if id in known else f"no {what} has the id {id!r}{nearest(id, known)}"


def _walk(record: Record) -> Iterator[tuple[int, Token]]:
    """Yield every token of a record's text with its line in the file."""
    yield from _walk_text(record.source.body, record.source.body_line)


def _walk_text(text: str, first: int) -> Iterator[tuple[int, Token]]:
    for token in _tokens(text):
        line = first + (token.map[0] if token.map else 0)
        yield line, token
        if _is_passage(token):
            yield from _walk_text(token.content, line + 1)
        for child in token.children or ():
            yield line, child
            line += (child.type in ("softbreak", "hardbreak")) + (
                child.content.count("\n") if child.type == "html_inline" else 0
            )


@lru_cache(maxsize=2048)
def _tokens(body: str) -> tuple[Token, ...]:
    return tuple(_parser().parse(body))


@cache
def _parser() -> MarkdownIt:
    """Markdown with the roles, directives and comments of MyST, as the site reads it (`docs/conf.py`)."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.colon_fence import colon_fence_plugin
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.footnote import footnote_plugin
    from mdit_py_plugins.myst_blocks import myst_block_plugin
    from mdit_py_plugins.myst_role import myst_role_plugin

    parser = MarkdownIt("commonmark").enable("table")
    for plugin in (colon_fence_plugin, deflist_plugin, footnote_plugin, myst_block_plugin, myst_role_plugin):
        parser.use(plugin)
    return parser


def names_of_file(record: Record) -> tuple[str, ...]:
    """Return the names that the file of a game's record may have, that to be given first.

    Number with two digits a part, then the title in plain letters, hyphens between words: é is e, ß is ss; ä, ö and ü are a, o
    and u, or ae, oe and ue. Hyphens are not compared, so that l’Hombre may be l-hombre or lhombre.
    """
    chapter, dot, number = record.facts.id.partition(".")
    begin = f"{int(chapter):02d}.{int(number):02d}" if dot else record.facts.id
    titles = (record.facts.title, record.facts.title.translate(_UMLAUTS))
    plain = (re.sub(r"[^a-z0-9]+", "-", folded(title)).strip("-") for title in titles)
    return tuple(dict.fromkeys(f"{begin}-{title}" for title in plain))


def is_named_after(record: Record) -> bool:
    """Say whether the file of a game's record has one of its names."""
    stem = record.source.path.rpartition("/")[2].removesuffix(".md")
    return stem.replace("-", "") in [name.replace("-", "") for name in names_of_file(record)]


_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


@rule
def file_name(computed: ComputedCorpus) -> Found:
    """A record's file is named after its id and title: `08.07-mitigati` for game 8.7, `R1-...` for R1, the tradition's id for a tradition."""
    for record in records(computed):
        stem = record.source.path.rpartition("/")[2].removesuffix(".md")
        id = record.facts.id
        if not isinstance(record.facts, Game):
            if stem != id:
                message = f"the file is called {stem!r}; expected {id!r}"
                yield record.source.problem(("id",), message, "file-name")
            continue
        names = names_of_file(record)
        begin = names[0].partition("-")[0] + "-"
        if not stem.startswith(begin):
            message = f"the file is called {stem!r}; expected a name that begins with {begin!r}"
            yield record.source.problem(("id",), message, "file-name")
        elif not is_named_after(record):
            yield record.source.problem(("title",), f"the file is called {stem!r}; expected {names[0]!r}", "file-name")
