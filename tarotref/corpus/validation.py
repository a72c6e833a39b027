"""A tree of texts against the model: every fault becomes a problem at its line."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from tarotref.corpus.source import Path, Source, Tree, dotted
from tarotref.problem import Problem, nearest

M = TypeVar("M", bound=BaseModel)

_CODES = {"extra_forbidden": "unknown-key", "missing": "missing-key"}


def validate(
    model: type[M], tree: Tree, source: Source, at: Path = (), context: Any = None
) -> tuple[M | None, list[Problem]]:
    """Return the model of a tree that stands at `at` in a file, or None with the problems that prevent it."""
    try:
        return model.model_validate(tree, context=context), []
    except ValidationError as error:
        found: dict[tuple[int, str], Problem] = {}
        for fault in error.errors(include_url=False):
            path = _place(source, at, fault["loc"])
            problem = Problem(
                source.path,
                source.line(path),
                dotted(path),
                _message(model, fault, source, at, path),
                _CODES.get(fault["type"], "bad-value"),
            )
            found.setdefault((problem.line, problem.field), problem)
        return None, list(found.values())


def _place(source: Source, at: Path, loc: tuple[Any, ...]) -> Path:
    """Return the path in the file that pydantic's location means: it also names validators and types, which are no keys."""
    path = at
    for step in loc:
        if (*path, step) in source.lines:
            path = (*path, step)
        elif (*path, str(step)) in source.lines:
            path = (*path, str(step))
    return path


def _message(model: type[BaseModel], fault: Any, source: Source, at: Path, path: Path) -> str:
    kind, found = fault["type"], fault.get("input")
    if kind == "extra_forbidden":
        return f"{path[-1]!r} is no key of the format here{nearest(str(path[-1]), _keys(model, path[len(at) : -1]))}"
    if kind == "missing":
        return f"{fault['loc'][-1]!r} is missing"
    message = str(fault["msg"])
    if kind in ("value_error", "assertion_error"):
        return message.partition(", ")[2] or message
    if message.startswith("found ") or "is no term" in message or kind in ("holding", "worth"):
        return message
    shown = f"{found!r}" if isinstance(found, str | int) else f"a {'mapping' if isinstance(found, dict) else 'list'}"
    return f"found {shown}; {message[0].lower()}{message[1:]}".replace("input should be", "expected").replace(
        "expected a valid dictionary or instance of", "expected a mapping of"
    )


def _keys(model: Any, path: Path) -> list[str]:
    """Return the keys that the model knows at a path, for a suggestion."""
    for step in path:
        step_models = _models(model.model_fields[step].annotation) if step in getattr(model, "model_fields", {}) else []
        if step_models:
            model = step_models[0]
    return list(getattr(model, "model_fields", {}))


def _models(hint: Any) -> list[Any]:
    """Return the model classes inside a type hint."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return [hint]
    if get_origin(hint) is Annotated:
        return _models(get_args(hint)[0])
    return [m for arg in get_args(hint) for m in _models(arg)]
