"""A finding as a value: where it is, what is wrong, and which rule it breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches

from tarotref import release


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong in one file.

    `path` is relative to the corpus's parent folder, `line` counts from 1, `field` is a dotted path into the record
    (empty for the file as a whole), `code` names the rule that is broken (`tarotref check --rules` lists them all).
    """

    path: str
    line: int
    field: str
    message: str
    code: str

    def __str__(self) -> str:
        field = f"{self.field}: " if self.field else ""
        return f"{self.path}:{self.line}: {field}{self.message} [{self.code}]"


def problems(n: int) -> str:
    """Return how many problems there are, in words."""
    return f"{n} problem{'s' if n != 1 else ''}"


class CorpusError(ValueError):
    """The corpus cannot be read as it stands; `problems` says why, all at once."""

    def __init__(self, problems: Iterable[Problem]):
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))


EDITING = frozenset(("markdown_it", "mdit_py_plugins", "pybtex", "pydantic", "pydantic_core", "yaml"))
"""Modules that only those need who read the files of a corpus: what the extra `edit` installs."""


@contextmanager
def editing() -> Iterator[None]:
    """Say in a sentence what to install where one of `EDITING` is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] not in EDITING:
            raise
        text = f"this reads the files of a corpus, which needs PyYAML, pybtex and pydantic: {release.install('edit')}"
        raise ModuleNotFoundError(text, name=error.name) from None


def near(word: str, known: Iterable[str]) -> str | None:
    """Return the known word nearest to `word`, or None where none comes near."""
    by_lower = {k.lower(): k for k in known}
    match = get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[match[0]] if match else None


def nearest(word: str, known: Iterable[str]) -> str:
    """Return `"; did you mean 'x'?"` for the known word nearest to `word`, or an empty text."""
    found = near(word, known)
    return f"; did you mean {found!r}?" if found else ""


#: The rules that reading itself enforces; those of the checks stand in their docstrings.
READING = {
    "file": "A file of the corpus is one that is read, is there if it is needed, and is UTF-8 text without control or invisible characters.",
    "front-matter": "A record begins with a line of three hyphens, its facts in YAML, and a second line of three hyphens.",
    "yaml": "The facts are well-formed YAML.",
    "yaml-plain": "The facts use neither anchors, aliases nor tags.",
    "duplicate-key": "No key stands twice in one mapping.",
    "empty-value": "Every key has a value; what nobody has looked up is left out, what a source leaves unsaid is `unstated`.",
    "unknown-key": "Every key is one that the format knows.",
    "missing-key": "Every key that the format asks for is there.",
    "bad-value": "Every value has the type that the format asks for.",
    "nothing-to-withdraw": "`null` withdraws a fact that was inherited.",
    "unknown-base": "`like` names a game, a game/ruleset or a tradition of the corpus.",
    "cycle": "No ruleset is like itself, by whatever detour.",
    "bibtex": "The bibliography is well-formed BibTeX of known types and fields; every entry has a key of its own, a title, a role, a date that can be read and a known language, if any.",
    "duplicate-id": "An id belongs to one record.",
}
