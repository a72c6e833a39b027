"""What README and CONTRIBUTING show is true: commands print what is printed there, the example record goes as it is told."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from tarotref.cli.command import main
from tarotref.schema import schema

CHECKOUT = Path(__file__).parent.parent
README, CONTRIBUTING = ((CHECKOUT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md"))


def blocks(text: str, language: str) -> list[str]:
    """Return the blocks of code in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def sessions(block: str) -> list[tuple[list[str], str]]:
    """Return the commands of a block and what each prints."""
    return [
        (shlex.split(part.partition("\n")[0])[1:], part.partition("\n")[2])
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]
    ]


def matches(told: str, shown: str) -> bool:
    """Say whether a print is what was promised; `...` stands for anything."""
    return re.fullmatch(".*".join(map(re.escape, re.split(r"\.\.\.", told.strip()))), shown.strip(), re.S) is not None


@pytest.mark.parametrize(("command", "told"), [s for b in blocks(README, "console") for s in sessions(b)])
def test_the_readme_shows_what_commands_print(command, told, capsys):
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert matches(told, shown), shown


@pytest.mark.parametrize("page", ["README.md", "docs/play.md"])
def test_the_python_that_is_shown_runs(page):
    found = blocks((CHECKOUT / page).read_text(encoding="utf-8"), "python")
    assert found
    for block in found:
        exec(block, {})


def test_the_readme_and_the_makefile_name_the_same_commands():
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    for name in re.findall(r"(?:`|^)make ([a-z]+)", README + CONTRIBUTING, re.M):
        assert re.search(rf"^{name}:", makefile, re.M), name


@pytest.mark.parametrize("page", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", page):
        assert (CHECKOUT / target).exists(), target


FOLLOWS = {
    "hands": "every_game_that_runs_has_a_hand",
    "questions": "the_page_has_the_answers_of_today or the_notebook_is_the_page",
    "evidence": "every_piece_once_in_order_of_time",
    "schema": "the_files_are_what_the_command_prints",
    "frozen": "every_ruleset_is_frozen",
}
"""Tests of what is kept in files and follows from records: those that a contribution may leave red."""


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A checkout of its own, committed, with what stands here now."""
    root = tmp_path_factory.mktemp("walk") / "tarotref"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (CHECKOUT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / name, root / name)
    git(root, "init", "-q")
    git(root, "add", "--all")
    git(root, "commit", "-qm", "as it is")
    return root


def git(root: Path, *words: str) -> str:
    person = ("-c", "user.name=x", "-c", "user.email=x@tarot.test")
    return subprocess.run(["git", "-C", str(root), *person, *words], capture_output=True, text=True, check=True).stdout


def python(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python on the clone."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TAROTREF", "PYTEST"))}
    environment["PYTHONPATH"] = str(root)
    return subprocess.run([sys.executable, *words], cwd=root, env=environment, capture_output=True, text=True)


@pytest.mark.prove
def test_the_walk_through_goes_as_it_is_told_and_leaves_nothing_red(clone):
    """From the copy of a record to the commit; with a fact of another game changed, whose relatives nobody opens."""
    with (clone / "corpus" / "sources.bib").open("a", encoding="utf-8") as file:
        file.write("\n" + blocks(CONTRIBUTING, "bibtex")[0])
    ((command, told),) = sessions(blocks(CONTRIBUTING, "console")[0])
    (copy,) = re.findall(r"^cp (\S+) (\S+)$", CONTRIBUTING, re.M)
    assert (clone / copy[0]).exists() and copy[1] == command[-1]
    record = clone / copy[1]
    record.write_text(blocks(CONTRIBUTING, "markdown")[0], encoding="utf-8")
    done = python(clone, "-m", "tarotref.cli.command", *command)
    assert done.returncode == 1 and matches(told, done.stdout + done.stderr), done.stdout + done.stderr
    record.write_text(record.read_text(encoding="utf-8").replace("{dealer: 3}", "{dealer: 2}"), encoding="utf-8")
    other = clone / copy[0]
    other.write_text(other.read_text(encoding="utf-8").replace("base: 3\n", "base: 4\n", 1), encoding="utf-8")
    done = python(clone, "-m", "tarotref.cli.command", "check", "--changed")
    assert done.returncode == 0 and "Waiting for `make record`" in done.stderr, done.stdout + done.stderr
    assert "was '3' and is '4'" in done.stdout
    done = python(clone, "-P", "scripts/record.py")
    assert done.returncode == 0 and f"{record.stem.partition('-')[0]}: " in done.stdout, done.stdout + done.stderr
    assert re.search(r"because (\S+, )*8\.13( and \S+)? changed", done.stdout), done.stdout
    done = python(clone, "-m", "tarotref.cli.command", "check")
    assert done.returncode == 0 and "Waiting" not in done.stderr, done.stdout + done.stderr
    for name, which in FOLLOWS.items():
        file = (clone / "tests" / f"test_{name}.py").read_text(encoding="utf-8")
        assert all(re.search(rf"^def test_\w*{part}", file, re.M) for part in which.split(" or "))
    tests = [f"tests/test_{name}.py" for name in FOLLOWS]
    done = python(
        clone,
        "-m",
        "pytest",
        "-q",
        "-n0",
        *tests,
        "-m",
        "not prove and not browser",
        "-k",
        " or ".join(FOLLOWS.values()),
    )
    assert done.returncode == 0, done.stdout[-4000:]
    git(clone, "add", "--all")
    git(clone, "commit", "-qm", "Permesso at our table")
    assert git(clone, "status", "--porcelain") == ""


@pytest.mark.parametrize("block", blocks(CONTRIBUTING, "yaml"))
def test_every_piece_of_a_record_is_valid(block):
    told = yaml.load(block, yaml.BaseLoader) or {}
    least = {"id": "R1", "title": "x", "tradition": "x", "played": "2024", "evidence": "observed", "source": {"x": "x"}}
    kind, whole = "game", {**least, **nulls(told)}
    if "shows" in told:  # it is of a piece of evidence
        kind, whole = (
            "attestations",
            {"x": {"kind": "letter", "title": "x", "dated": "1505", "source": {"x": "x"}, **told}},
        )
    assert [e.message for e in Draft202012Validator(schema(kind)).iter_errors(whole)] == []


def nulls(value: object) -> object:
    """Turn the word null into what a reader makes of it."""
    return {k: nulls(v) for k, v in value.items()} if isinstance(value, dict) else None if value == "null" else value


def test_the_sections_are_named_as_the_format_has_them():
    from tarotref.corpus.records import SECTIONS

    told = CONTRIBUTING.partition("The sections have fixed titles")[2].partition("Only those")[0]
    assert tuple(re.findall(r"\*([^*]+)\*", " ".join(told.split()))) == SECTIONS


def test_the_kinds_of_absence_and_of_notes_are_all_named(computed):
    from tarotref.model.types import Absence

    assert all(f"`{word}`" in CONTRIBUTING for word in (*Absence, *computed.corpus.vocabulary["note-kind"]))
