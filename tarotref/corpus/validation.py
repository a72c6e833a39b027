"""A tree of texts against the model: every fault becomes a problem at its line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Annotated, Any, TypeVar, get_args, get_origin

from tarotref.corpus.layers import no_id
from tarotref.corpus.source import Path, Source, Tree, dotted
from tarotref.model.types import Absence, Facts
from tarotref.problem import Problem, near, nearest

M = TypeVar("M", bound=Facts)

_CODES = {"extra_forbidden": "unknown-key", "missing": "missing-key"}


def validate(
    model: type[M], tree: Tree, source: Source, at: Path = (), context: Any = None
) -> tuple[M | None, list[Problem]]:
    """Return the model of a tree that stands at `at` in a file, or None with the problems that prevent it.

    What is known to be at fault already is not reported again, nor is a key missing that was only misspelt.
    """
    from pydantic import ValidationError

    from tarotref.model.validation import validated

    try:
        return validated(model, tree, context), []
    except ValidationError as error:
        found: dict[tuple[int, str], Problem] = {}
        faults = [(fault, _place(source, at, fault)) for fault in error.errors(include_url=False)]
        misspelt = {
            (*path[:-1], near(str(path[-1]), _keys(model, path[len(at) : -1])))
            for fault, path in faults
            if fault["type"] == "extra_forbidden"
        }
        for fault, path in faults:
            if path in misspelt or any(path[: len(known)] == known for known in source.faults):
                continue
            lacking = fault["type"] == "missing"
            at_ = path[:-1] if lacking else path
            code = "bad-value" if path[-1:] == ("like",) else _CODES.get(fault["type"], "bad-value")
            problem = Problem(
                source.path, source.line(at_), dotted(at_), _message(model, fault, source, at, path), code
            )
            found.setdefault((0 if lacking else problem.line, dotted(path)), problem)
        return None, list(found.values())


def mended(
    model: type[M], source: Source, at: Path = (), context: Any = None, view: Callable[[Tree], Tree] = lambda tree: tree
) -> M | None:
    """Return what is left of a faulty entry: a fault is taken out of the source's data, or, where something has to stand,
    replaced; its path goes to the source's faults. None where nothing can be made of it.

    Whatever names the entry still finds it, so that one fault is one report, and all else that is wrong with it is found too.
    `view` turns the data into what the model takes.
    """
    from pydantic import ValidationError

    from tarotref.model.validation import validated

    source.data, source.lines = deepcopy(source.data), dict(source.lines)
    tries: Counter[Path] = Counter()
    for _ in range(4 * len(_STAND_INS)):
        tree = view(source.data)
        for step in at:
            tree = tree.get(step, {}) if isinstance(tree, dict) else {}
        try:
            return validated(model, tree, context)
        except ValidationError as error:
            for fault in error.errors(include_url=False):
                path = _place(source, at, fault)
                _mend(model, source, at, path, fault, tries)
    return None


_STAND_INS: tuple[Tree, ...] = ("?", "x", "0", "/..", "R0", [], {}, ["?"], {"?": "?"})


def _mend(model: type[Facts], source: Source, at: Path, path: Path, fault: Any, tries: Counter[Path]) -> None:
    source.faults.add(path)
    holder: Tree = source.data
    for step in path[:-1]:
        if isinstance(holder, dict):
            holder = holder.setdefault(str(step), {})
        elif isinstance(holder, list) and isinstance(step, int) and step < len(holder):
            holder = holder[step]
    if not path or not isinstance(holder, dict | list):
        return
    last, kind = path[-1], fault["type"]
    if kind == "term" and (tries[path] or isinstance(holder, list)):
        holder[last] = next(iter(fault["ctx"]["known"]), "?")  # type: ignore[index]
        return
    if kind == "missing" or isinstance(holder, list):
        holder[last] = deepcopy(_STAND_INS[min(tries[path], len(_STAND_INS) - 1)])  # type: ignore[index]
        source.lines.setdefault(path, source.line(path))
        tries[path] += 1
        return
    value = holder.pop(str(last), None)
    source.lost += f" {last} {value!r}"
    meant = near(str(last), _keys(model, path[len(at) : -1])) if kind == "extra_forbidden" else None
    if meant and meant not in holder:
        holder[meant] = value
        source.lines[*path[:-1], meant] = source.line(path)


def _place(source: Source, at: Path, fault: Any) -> Path:
    """Return the path in the file that a fault is at: pydantic's location also names validators and types, which are no keys."""
    path, loc = at, fault["loc"]
    for step in loc[:-1] if fault["type"] == "missing" else loc:
        if (*path, step) in source.lines:
            path = (*path, step)
        elif (*path, str(step)) in source.lines:
            path = (*path, str(step))
    return (*path, str(loc[-1])) if fault["type"] == "missing" else path


def _message(model: type[Facts], fault: Any, source: Source, at: Path, path: Path) -> str:
    kind, found = fault["type"], fault.get("input")
    if path[-1:] == ("like",) and not isinstance(found, str):
        return no_id(found)
    if kind == "extra_forbidden":
        return f"{path[-1]!r} is no key of the format here{nearest(str(path[-1]), _keys(model, path[len(at) : -1]))}"
    if kind == "missing":
        return f"{fault['loc'][-1]!r} is missing"
    message = str(fault["msg"])
    if kind in ("value_error", "assertion_error"):
        return message.partition(", ")[2] or message
    if message.startswith("found ") or "is no term" in message or kind in ("holding", "worth"):
        return message
    shown = repr(found) if isinstance(found, str | int) else f"a {'mapping' if isinstance(found, dict) else 'list'}"
    wanted = {"tuple_type": "one value or a list", "dict_type": "a mapping of keys to values"}.get(kind)
    if kind == "model_type":
        keys = ", ".join(
            next(m for m in Facts.__subclasses__() if m.__name__ == fault["ctx"]["class_name"]).model_fields
        )
        wanted = f"a mapping with any of {keys}" + (f", or one of {', '.join(Absence)}" if "rules" in path else "")
    return f"found {shown}; " + (f"expected {wanted}" if wanted else message.replace("Input should be", "expected"))


def _keys(model: Any, path: Path) -> list[str]:
    """Return the keys that the model knows at a path, for a suggestion."""
    for step in path:
        step_models = _models(model.model_fields[step].annotation) if step in getattr(model, "model_fields", {}) else []
        if step_models:
            model = step_models[0]
    return list(getattr(model, "model_fields", {}))


def _models(hint: Any) -> list[Any]:
    """Return the model classes inside a type hint."""
    if isinstance(hint, type) and issubclass(hint, Facts):
        return [hint]
    if get_origin(hint) is Annotated:
        return _models(get_args(hint)[0])
    return [m for arg in get_args(hint) for m in _models(arg)]
