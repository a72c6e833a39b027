"""Run the steps of a workflow here, one after another, as a public host would: in a fresh clone, each in a shell that ends at the first fault.

    .venv/bin/python -P scripts/workflow.py .github/workflows/tests.yml [--tag v1.0.0]

What a host alone can do is passed over and said: actions of others (`uses`), and steps that need a secret. With `--tag` the clone is
that of the tag, and the steps know its name. Exit status 1 where a step fails.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

CHECKOUT = Path(__file__).resolve().parent.parent


def run(workflow: Path, clone: Path, tag: str) -> int:
    """Run the steps of each job of a workflow in a clone; return how many have failed."""
    told = yaml.safe_load(workflow.read_text(encoding="utf-8"))
    env = {**os.environ, "CI": "true", "GITHUB_REF_NAME": tag or "main"}
    for job, facts in told["jobs"].items():
        for step in facts["steps"]:
            name = f"{job}: {step.get('name') or step.get('uses') or step['run']}"
            if "run" not in step or "${{" in str(step.get("env", "")):
                print(f"passed over, only a host can do it: {name}", flush=True)
                continue
            print(name, flush=True)
            if subprocess.run(
                ["bash", "-e", "-c", step["run"]], check=False, cwd=clone, env={**env, **step.get("env", {})}
            ).returncode:
                print(f"failed: {name}", flush=True)
                return 1
    return 0


def main() -> int:
    """Run a workflow in a clone that is thrown away."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("workflow", type=Path)
    asked.add_argument("--tag", default="", help="the tag to clone (default: what is checked out)")
    asked.add_argument(
        "--from", dest="origin", default=str(CHECKOUT), help="the repository to clone (default: this one)"
    )
    args = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        of = ["--branch", args.tag] if args.tag else []
        subprocess.run(["git", "clone", "-q", *of, args.origin, folder], check=True)
        return run(args.workflow.resolve(), Path(folder), args.tag)


if __name__ == "__main__":
    sys.exit(main())
