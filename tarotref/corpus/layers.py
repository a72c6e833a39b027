"""Layers of rules: how a change is laid on a base, and where each fact of the result was set.

One merge rule (DESIGN section 2): sections merge by key, named things merge by field, what stands under a field replaces
whole. The plain word `null` withdraws what was inherited. `before: ID` puts a new entry ahead of an inherited one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tarotref.corpus.shorthand import ENTRY_WORDS, WORDED, alike, change_on
from tarotref.corpus.source import Path, Source, Tree
from tarotref.model.rules import shape
from tarotref.problem import Problem, nearest


class Origin(NamedTuple):
    """Where a fact was set: the layer (`8.11`, `8.11/RI-1830`, `piedmont-savoy`), its file and line."""

    layer: str
    path: str
    line: int
    presumed: bool = False
    """Whether it is held to apply here only because the rules are presumed to be alike."""
    carried: bool = False
    """Whether a witness's ruleset has it from the main rules only: nobody reports it of him."""
    decides: str = ""
    """What words are marked to decide: `no`, nothing in a hand, as another fact says it, or it is advice or manners; `rubber`, when a
    rubber ends or what it pays, and nothing in a hand; empty where they are not marked."""


@dataclass(slots=True)
class Layered:
    """Rules laid down so far: the tree of texts, and the origin of every field in it and of what was withdrawn."""

    tree: dict[str, Tree] = field(default_factory=dict)
    origin: dict[Path, Origin] = field(default_factory=dict)
    """In the order in which the facts were laid: what was set last stands last."""
    withdrawn: dict[Path, Origin] = field(default_factory=dict)

    def copy(self, presumed: bool = False) -> Layered:
        """Return a copy that can be changed; `presumed` marks all of it as inferred."""
        tree = {
            name: {k: dict(v) if isinstance(v, dict) and shape(name) == "things" else v for k, v in part.items()}
            if isinstance(part, dict) and shape(name) != "field"
            else part
            for name, part in self.tree.items()
        }
        origin = {p: o._replace(presumed=True) for p, o in self.origin.items()} if presumed else dict(self.origin)
        return Layered(tree, origin, dict(self.withdrawn))

    def drop(self, path: Path) -> None:
        """Forget the origins at and below a path. Where one stands at it, none stands below: a field is replaced whole."""
        if self.origin.pop(path, None) is not None:
            return
        for known in [p for p in self.origin if p[: len(path)] == path]:
            del self.origin[known]


ASIDE = ("like", "presumed", "decides")
"""What only laying needs, in a section."""
ASIDE_IN_ENTRIES = (*ENTRY_WORDS, "decides")
"""What only laying needs, in a named thing."""
DECIDES = ("no", "rubber")
"""What words may be marked to decide: nothing, or nothing but a rubber."""
NESTED = ("partner", "talon", "asks", "announced")
"""Fields of a named thing that have words of their own."""
Sections = Callable[[str, Path], Layered | None]
"""Finds the ruleset that a `like` names; the path says where the word stands."""


def lay(base: Layered, source: Source, at: Path, layer: str, like: Sections) -> tuple[Layered, list[Problem]]:
    """Lay the change that stands at `at` in a record's data on a base; return the new rules and what is wrong."""
    return _Laying(base.copy(), source, at, layer, like).run()


class _Laying:
    def __init__(self, base: Layered, source: Source, at: Path, layer: str, like: Sections):
        self.new, self.source, self.at, self.layer, self.like = base, source, at, layer, like
        self.problems: list[Problem] = []

    def run(self) -> tuple[Layered, list[Problem]]:
        change: Tree = self.source.data
        for step in self.at:
            change = change.get(step, {}) if isinstance(change, dict) else {}
        for name, value in (change or {}).items():
            if not isinstance(value, dict) or shape(name) == "field":
                self.set((name,), value)
            elif shape(name) == "things":
                self.things(name, value)
            else:
                self.section(name, value)
        return self.new, self.problems

    def part(self, name: str, change: dict[str, Tree]) -> dict[str, Tree]:
        """Return the section to change: what is there, or what `like` takes from elsewhere."""
        if isinstance(change.get("like"), str):
            other = self.like(change["like"], (*self.at, name, "like"))
            self.new.tree.pop(name, None)
            self.new.drop((name,))
            if other is not None and name in other.tree:
                taken = other.copy(presumed=change.get("presumed") == "yes")
                self.new.tree[name] = taken.tree[name]
                self.new.origin.update({p: o for p, o in taken.origin.items() if p[0] == name})
        elif "like" in change:
            self.problems.append(self.source.problem((*self.at, name, "like"), no_id(change["like"]), "bad-value"))
        if not isinstance(self.new.tree.get(name), dict):
            self.new.tree[name] = {}
            self.new.drop((name,))
        return self.new.tree[name]  # type: ignore[no-any-return]

    def section(self, name: str, change: dict[str, Tree]) -> None:
        self.part(name, change)
        for key, value in change.items():
            if key not in ASIDE:
                self.set((name, key), value)
        self.mark((name,), change)

    def things(self, name: str, change: dict[str, Tree]) -> None:
        part = self.part(name, change)
        for key, entry in change.items():
            if key in ASIDE and not isinstance(entry, dict):
                continue
            if not isinstance(entry, dict):
                self.set((name, key), entry)
                continue
            entry = self.written_out(name, key, entry)
            if not isinstance(part.get(key), dict):
                if key in part:
                    self.new.drop((name, key))
                part[key] = {}
            if isinstance(entry.get("before"), str):
                self.move(name, key, entry["before"])
                part = self.new.tree[name]
            for facet, value in entry.items():
                if facet not in ASIDE_IN_ENTRIES:
                    self.set((name, key, facet), _without_mark(facet, value))
            self.mark((name, key), entry)
            for facet in NESTED:
                if isinstance(entry.get(facet), dict):
                    self.mark((name, key, facet), entry[facet])

    def mark(self, path: Path, change: dict[str, Tree]) -> None:
        """Mark what stands in words in a part whose change says that they decide nothing."""
        said = change.get("decides")
        worded = [field for field in WORDED if isinstance(change.get(field), str)]
        if "decides" in change and (said not in DECIDES or not worded):
            message = f"found {said!r}; expected `no` or `rubber`, beside words that decide nothing in a hand"
            self.problems.append(self.source.problem((*self.at, *path, "decides"), message, "bad-value"))
        elif said is not None:
            for at in [path] if path in self.new.origin else [(*path, field) for field in worded]:
                self.new.origin[at] = self.new.origin[at]._replace(decides=str(said))

    def written_out(self, name: str, key: str, entry: dict[str, Tree]) -> dict[str, Tree]:
        """Return an entry written out: it may be like another of its section; its change is laid on the one inherited or named."""
        part = self.new.tree[name]
        had, alike = part.get(key), "like" in entry
        if alike:
            entry = {word: entry[word] for word in entry if word == "before"} | self.likeness(name, key, entry)
        change = entry.get("rules")
        if not isinstance(change, dict):
            return entry
        base: Tree = had.get("rules") if isinstance(had, dict) and not alike else None
        if "like" in change:
            base = self.like_of(part, change["like"], (name, key, "rules", "like"), own=key).get("rules")
            change = {section: value for section, value in change.items() if section != "like"}
        return {**entry, "rules": change_on(base, change) if isinstance(base, dict) else change}

    def likeness(self, name: str, key: str, entry: dict[str, Tree]) -> dict[str, Tree]:
        """Return the fields of an entry that is like another, written out."""
        part, had = self.new.tree[name], self.new.tree[name].get(key)
        other = self.like_of(part, entry["like"], (name, key, "like"))
        own = {facet: value for facet, value in entry.items() if facet not in ENTRY_WORDS}
        made = alike(other, own, had if isinstance(had, dict) else {})
        return self.marked((name, str(entry["like"])), own, made)

    def marked(self, like: Path, own: dict[str, Tree], made: dict[str, Tree]) -> dict[str, Tree]:
        """Return an entry written out with the marks of what it has from the other, whose words decide nothing."""
        marks = {facet: self.decides((*like, facet)) for facet in made if facet not in own}
        for facet in NESTED:
            if marks.get(facet):
                made[facet] = {**made[facet], "decides": marks[facet]}
        words = next((marks[word] for word in WORDED if marks.get(word)), "")
        return made | {"decides": words} if words and not {*WORDED} & {*own} else made

    def decides(self, path: Path) -> str:
        origin = self.new.origin.get(path)
        return origin.decides if origin is not None else ""

    def like_of(self, part: dict[str, Tree], like: Tree, at: Path, own: str = "") -> dict[str, Tree]:
        """Return the entry of a section that a `like` names, which stands before it or is inherited."""
        other = part.get(like) if isinstance(like, str) else None
        if isinstance(other, dict) and (own or like != at[1]):
            return other
        message = f"no {at[0]} entry {like!r} stands before this one or is inherited"
        self.problems.append(self.source.problem((*self.at, *at), message, "dangling"))
        return {}

    def move(self, name: str, key: str, before: str) -> None:
        part = self.new.tree[name]
        if before not in part or before == key:
            self.problems.append(
                self.source.problem(
                    (*self.at, name, key, "before"),
                    f"no {name} entry {before!r} to stand before{nearest(before, [id for id in part if id != key])}",
                    "dangling",
                )
            )
            return
        entry = part.pop(key)
        self.new.tree[name] = {
            k: v for old in part for k, v in (([(key, entry)] if old == before else []) + [(old, part[old])])
        }

    def set(self, path: Path, value: Tree) -> None:
        """Set the value at a path of one to three steps, or withdraw it."""
        holder: Tree = self.new.tree
        for step in path[:-1]:
            holder = holder[step]
        last = path[-1]
        if value is None:
            if holder.pop(last, None) is None:
                where = ".".join(map(str, path))
                self.problems.append(
                    self.source.problem(
                        (*self.at, *path),
                        f"null withdraws {where}, but nothing of the kind is inherited",
                        "nothing-to-withdraw",
                    )
                )
            self.new.drop(path)
            self.new.withdrawn[path] = self.origin(path)
            return
        for deep in nulls(value) if last != "rules" else ():
            where = ".".join(map(str, (*path, *deep)))
            message = f"null withdraws {where}, but {path[-1]!r} is replaced whole; leave it out"
            self.problems.append(self.source.problem((*self.at, *path, *deep), message, "nothing-to-withdraw"))
        if last in holder:
            self.new.drop(path)
        holder[last] = value
        self.new.origin[path] = self.origin(path)
        for end in range(1, len(path) + 1):
            self.new.withdrawn.pop(path[:end], None)

    def origin(self, path: Path) -> Origin:
        return Origin(self.layer, self.source.path, self.source.line((*self.at, *path)))


def no_id(found: Tree) -> str:
    """Return what is wrong with a `like` that is no text."""
    return (
        f"found a {'mapping' if isinstance(found, dict) else 'list'}; expected the id of a game, ruleset or tradition"
    )


def nulls(value: Tree) -> Iterator[Path]:
    """Yield the paths within a value at which `null` stands."""
    for key, part in value.items() if isinstance(value, dict) else ():
        if part is None:
            yield (key,)
        yield from ((key, *path) for path in nulls(part))


def touched(change: Tree) -> Iterator[Path]:
    """Yield the paths that a change sets or withdraws; a section that it takes from elsewhere is touched as a whole."""
    for name, value in (change or {}).items():
        if not isinstance(value, dict) or shape(name) == "field" or "like" in value:
            yield (name,)
            continue
        for key, entry in value.items():
            if isinstance(entry, dict) and shape(name) == "things" and "like" in entry:
                yield name, key
            elif isinstance(entry, dict) and shape(name) == "things":
                yield from ((name, key, facet) for facet in entry if facet not in ASIDE_IN_ENTRIES)
            elif key not in ASIDE:
                yield name, key


def _without_mark(field: str, value: Tree) -> Tree:
    """Return a field of a named thing without the mark of its own words."""
    marked = field in NESTED and isinstance(value, dict) and "decides" in value
    return {k: v for k, v in value.items() if k != "decides"} if marked else value


def bare(tree: Tree) -> Tree:
    """Return a change without what only laying needs (`null`, `like`, `presumed`, `before`), fit for the model."""
    if not isinstance(tree, dict):
        return tree
    clean: dict[str, Tree] = {}
    for name, part in tree.items():
        kind = shape(name)
        if part is None:
            continue
        if isinstance(part, dict) and kind != "field":
            part = {k: v for k, v in part.items() if v is not None and not (k in ASIDE and isinstance(v, str))}
            if kind == "things":
                part = {k: _bare_entry(v) if isinstance(v, dict) else v for k, v in part.items()}
        clean[name] = part
    return clean


def _bare_entry(entry: dict[str, Tree]) -> dict[str, Tree]:
    return {
        f: _without_mark(f, x)
        for f, x in entry.items()
        if x is not None and not (f in ASIDE_IN_ENTRIES and isinstance(x, str))
    }
