"""A view with its program as a page of its own, opened from a file: what a browser can be asked without building the site."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pytest

from tarotref.pages.elements import Ref
from tarotref.pages.lists import VIEWS
from tarotref.sphinxext.rendering import Part, Section, render

STATIC = Path(__file__).parent.parent / "docs/_theme/tarotref/static"
SIZES = [(1280, 900), (390, 844)]


def standalone(
    folder: Path, computed: Any, view: str, program: str, data: str, write: Callable[[Any, Path], None]
) -> str:
    """Write the page, its style, its program and its data into a folder; return its address."""
    shutil.copytree(STATIC, folder, dirs_exist_ok=True)
    write(computed, folder / data)
    styles = "".join(f'<link rel="stylesheet" href="{name}.css">' for name in ("tarotref", "game", program))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width">{styles}'
    head += '<script>document.documentElement.classList.add("js")</script>'
    head += f'<script defer src="{program}.js"></script>'
    body = html(render(VIEWS[view](computed)))
    page = f'<!DOCTYPE html><html lang="en"><head>{head}</head><body><main class="body">{body}</main></body></html>'
    (folder / "page.html").write_text(page, encoding="utf-8")
    return (folder / "page.html").as_uri()


def html(parts: tuple[Part | Section, ...]) -> str:
    """Return parts of a page as HTML, links as plain text."""
    pieces = [piece for part in parts for piece in (part.pieces if isinstance(part, Part) else (html(part.parts),))]
    return "".join(escape(p.text) if isinstance(p, Ref) else p if isinstance(p, str) else p.html for p in pieces)


@pytest.fixture
def lone_page(chromium, request):
    """A page at a width that a test may choose, in which nothing may fail."""
    width, height = getattr(request, "param", SIZES[0])
    context = chromium.new_context(viewport={"width": width, "height": height}, accept_downloads=True)
    made = context.new_page()
    made.failures = []
    made.on("pageerror", lambda e: made.failures.append(str(e)))
    made.on("requestfailed", lambda r: made.failures.append(r.url))
    yield made
    assert made.failures == []
    context.close()
