"""What the text under each field of a class of facts says of it."""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarotref.model.types import Facts


@cache
def descriptions(facts: type[Facts]) -> dict[str, str]:
    """Return what the text below each field of a class says of it."""
    body = ast.parse(textwrap.dedent(inspect.getsource(facts))).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for one, after in zip(body.body, body.body[1:], strict=False):
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and isinstance(after, ast.Expr):
            text = after.value.value if isinstance(after.value, ast.Constant) else None
            if isinstance(text, str):
                found[one.target.id] = inspect.cleandoc(text)
    return found
