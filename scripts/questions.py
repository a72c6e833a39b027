"""Answers the questions of docs/questions.md: runs what each shows, and writes what comes out below it, as a table and a picture,
and the whole once more as a notebook, docs/questions/questions.ipynb.

Usage: `make questions`, after the corpus or the page has changed. A test runs the same and compares.
"""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pandas as pd

from tarotref import release

PAGE = Path(__file__).parent.parent / "docs" / "questions.md"
PICTURES = PAGE.parent / "questions"
NOTEBOOK = PICTURES / "questions.ipynb"
BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```$\n(?:\n% answer\n.*?^% end$\n)?", re.M | re.S)
OF_ITSELF = re.compile(r"^.*\(questions/questions\.ipynb\).*\n\n", re.M)
"""What the page says of the notebook, and the notebook does not."""
LINK = re.compile(r"\[([^\]]+)\]\((\w+)\.md\)")
NEEDED = f"# %pip install {release.INDEX or '.'} matplotlib"
INK, FILLS = "#808080", ("#4a7fb5", "#c0764a", "#6a9a5b", "#9a6aa8")
"""Colours that can be told from a light page and from a dark one."""

DRAWN: tuple[dict[str, Any] | None, ...] = (
    {"kind": "line", "y": ["least", "middle", "most"], "marker": "o", "ylabel": "cards"},
    {"kind": "bar", "y": "games", "legend": False, "ylabel": "games", "xlabel": "correlation of rarity and worth"},
    {"kind": "barh", "y": "times", "legend": False, "ylabel": "", "xlabel": "times"},
    None,
    {"kind": "bar", "stacked": True, "ylabel": "orders", "xlabel": "Dummett's group"},
    {"kind": "barh", "y": "first sure evidence", "legend": False, "ylabel": "", "xlim": (1400, 2030)},
    {"kind": "bar", "stacked": True, "ylabel": "games", "xlabel": "from year"},
    {"kind": "bar", "y": "middle", "legend": False, "ylabel": "points", "xlabel": ""},
    {"kind": "bar", "y": "games", "legend": False, "ylabel": "games", "xlabel": "players"},
    {"kind": "barh", "y": "share", "legend": False, "ylabel": "", "xlabel": "share of games with bidding"},
    {"kind": "bar", "stacked": True, "ylabel": "claims", "xlabel": "from year"},
    {"kind": "barh", "y": "names", "legend": False, "ylabel": "", "xlabel": "names"},
    *(None,) * 12,
)
"""How the answer to each question is drawn, in the order of the page, as `DataFrame.plot` takes it; None: not at all."""


def answers(text: str) -> list[pd.DataFrame]:
    """Run the blocks of the page, the first before each of the others; return what each of these answers."""
    start, *codes = (match["code"] for match in BLOCK.finditer(text))
    found = []
    for code in codes:
        names: dict[str, Any] = {}
        exec(start + code, names)
        found.append(names["answer"])
    return found


def page(text: str) -> str:
    """Return the page with the answers of today."""
    found = iter(enumerate(answers(text)))
    first = True

    def answered(match: re.Match[str]) -> str:
        nonlocal first
        block = f"```python\n{match['code']}```\n"
        if first:
            first = False
            return block
        n, answer = next(found)
        drawn = f"![The table above, drawn](questions/{n + 1:02}.svg)\n\n" if DRAWN[n] else ""
        return f"{block}\n% answer\n\n{table(answer)}\n{drawn}% end\n"

    return BLOCK.sub(answered, text)


def table(answer: pd.DataFrame) -> str:
    """Return a frame as a table of Markdown, its index first."""
    heads = [str(answer.index.name or ""), *map(str, answer.columns)]
    rows = [[index, *values] for index, values in zip(answer.index, answer.values.tolist(), strict=True)]
    lines = [heads, ["---"] * len(heads), *([_cell(value) for value in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(value: Any) -> str:
    if value is None or pd.isna(value):
        return ""
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def picture(answer: pd.DataFrame, how: dict[str, Any]) -> str:
    """Return the picture of an answer as SVG; the same answer gives the same text."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    names = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
    style = dict.fromkeys(names, INK) | {
        "svg.fonttype": "none",  # text stays text, which readers can search and scale
        "svg.hashsalt": "tarotref",
        "font.family": "sans-serif",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.prop_cycle": matplotlib.cycler(color=FILLS),
        "legend.frameon": False,
    }
    with matplotlib.rc_context(style):
        numbers = answer.apply(pd.to_numeric, errors="coerce").astype(float)  # as `plotting` writes it
        plot = numbers.plot(rot=0, figsize=(7, 0.32 * len(answer) + 1.2 if how["kind"] == "barh" else 3.2), **how)
        if how["kind"] == "barh":
            plot.invert_yaxis()
        if plot.get_legend():
            plot.get_legend().set_title("")
        out = io.StringIO()
        plot.figure.savefig(
            out, format="svg", transparent=True, bbox_inches="tight", metadata={"Date": None, "Creator": None}
        )
        pyplot.close(plot.figure)
    return out.getvalue()


def pictures(text: str) -> dict[str, str]:
    """Return the pictures of the page by their files' names."""
    drawn = zip(range(1, len(DRAWN) + 1), answers(text), DRAWN, strict=True)
    return {f"{n:02}.svg": picture(answer, how) for n, answer, how in drawn if how}


def notebook(text: str) -> dict[str, Any]:
    """Return the page as a notebook: its words and code in cells, what comes out of each as its output."""
    import jupytext

    made = jupytext.reads(_bare(text), fmt="md", as_version=4)
    found, drawn = iter(answers(text)), pictures(text)
    cells: list[dict[str, Any]] = []
    n = 0
    for cell in made.cells:
        if cell.cell_type == "markdown":
            cells.append(_cell_of("markdown", cell.source))
            continue
        if not n:
            cells += [_cell_of("code", NEEDED), _cell_of("code", cell.source)]
        else:
            answer = next(found)
            shown = {"text/html": answer._repr_html_(), "text/plain": repr(answer)}  # type: ignore[operator]
            cells.append(_cell_of("code", f"{cell.source}\nanswer", _output("execute_result", shown)))
            if how := DRAWN[n - 1]:
                picture = {"image/svg+xml": drawn[f"{n:02}.svg"], "text/plain": "<Figure>"}
                cells.append(_cell_of("code", plotting(how), _output("display_data", picture)))
        n += 1
    for at, made_cell in enumerate(cells, 1):
        made_cell["id"] = f"cell-{at:02}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def as_told(text: str) -> bool:
    """Say whether the notebook that is kept has the words of the page, with the addresses of today, and installs what is named today."""
    import jupytext

    kept = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    had = ["".join(cell["source"]) for cell in kept]
    made = jupytext.reads(_bare(text), fmt="md", as_version=4).cells
    return {NEEDED, *(cell.source for cell in made if cell.cell_type == "markdown")} <= {*had}


def _bare(text: str) -> str:
    """Return the words and blocks of the page, without answers, as a notebook has them."""
    return LINK.sub(_elsewhere, OF_ITSELF.sub("", BLOCK.sub(r"```python\n\g<code>```\n", text)))


def plotting(how: dict[str, Any]) -> str:
    """Return the code that draws an answer."""
    told = ", ".join(f"{name}={value!r}" for name, value in how.items())
    lines = [f'plot = answer.apply(pd.to_numeric, errors="coerce").astype(float).plot({told})']
    if how["kind"] == "barh":
        lines.append("plot.invert_yaxis()")
    return "\n".join(lines)


def _elsewhere(match: re.Match[str]) -> str:
    """Return a link as a notebook may have it: to the site where that has an address, else its words."""
    return f"[{match[1]}]({release.SITE.rstrip('/')}/docs/{match[2]}.html)" if release.SITE else match[1]


def _cell_of(kind: str, source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "metadata": {}, "source": source}
    return cell | ({"execution_count": None, "outputs": list(outputs)} if kind == "code" else {})


def _output(kind: str, data: dict[str, str]) -> dict[str, Any]:
    made: dict[str, Any] = {"output_type": kind, "data": data, "metadata": {}}
    return made | ({"execution_count": None} if kind == "execute_result" else {})


def as_file(made: dict[str, Any]) -> str:
    """Return a notebook as the text of its file, its texts line by line so that version control shows what has changed."""
    import nbformat

    return str(nbformat.writes(nbformat.from_dict(made))) + "\n"


def main() -> None:
    """Write page, pictures and notebook anew."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page(text), encoding="utf-8")
    PICTURES.mkdir(exist_ok=True)
    for name, drawn in pictures(text).items():
        (PICTURES / name).write_text(drawn, encoding="utf-8")
    NOTEBOOK.write_text(as_file(notebook(page(text))), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
