"""How a feature is spread: a bar for each row, divided by the values that its games have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

SHADES = 7
"""As many values have a shade of their own; the others share the last."""


def shares(rows: Sequence[tuple[str, Mapping[str, int]]], values: Sequence[str], silent: str, label: str) -> str:
    """Draw rows (name, games by value) as bars of equal length; `silent` is the value that stands for nothing told, left pale.

    Widths are in percent and type in its natural size, so that it fits a phone as it is.
    """
    height = 34.0
    shade = {value: min(n, SHADES - 1) for n, value in enumerate(v for v in values if v != silent)}
    out = [
        f'<figure class="shares"><svg width="100%" height="{height * len(rows):.0f}" role="img" aria-label="{escape(label, quote=True)}">'
    ]
    for n, (name, counts) in enumerate(rows):
        y, at, total = n * height, 0.0, sum(counts.values())
        out.append(f'<text x="0" y="{y + 13:.0f}">{escape(name)} ({total})</text>')
        for value in values:
            if not (count := counts.get(value, 0)):
                continue
            width = 100 * count / total
            cls = "silent" if value == silent else f"shade-{shade[value]}"
            out.append(
                f'<rect class="{cls}" x="{at:.2f}%" y="{y + 18:.0f}" width="{width:.2f}%" height="10">'
                f"<title>{escape(f'{name}: {value}, {count} of {total}')}</title></rect>"
            )
            at += width
    out.append("</svg><figcaption>")
    keys = [(v, "silent" if v == silent else f"shade-{shade[v]}") for v in values if any(c.get(v) for _, c in rows)]
    out += [
        f'<span><svg width="12" height="12" aria-hidden="true"><rect class="{cls}" width="12" height="12"/></svg> {escape(v)}</span> '
        for v, cls in keys
    ]
    return "".join(out) + "</figcaption></figure>"
