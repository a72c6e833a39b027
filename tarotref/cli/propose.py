"""`tarotref propose`: a report that came as a letter becomes a branch of the checkout, with the change made where it is plain."""

from __future__ import annotations

import argparse
import re
import subprocess
from collections.abc import Callable
from email import message_from_bytes, policy
from pathlib import Path

from tarotref.problem import editing, nearest
from tarotref.release import REPORT

LABELS = tuple(line.partition(":")[0] for line in REPORT.splitlines())
"""What a report has, in order: Page, File, Version, Field, Stands there, Should stand there, Source and page."""


def add(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    one = command(
        "propose",
        run,
        "Turn a report that came by mail, as *Correct this page* begins it, into a branch, with the change made where it is plain.",
    )
    one.add_argument("file", type=Path, help="the letter, or the lines of the report alone")
    one.add_argument("--root", type=Path, help="the checkout (default: this one, or here)")


def read(written: bytes) -> tuple[dict[str, str], str]:
    """Return what a report says by label, and who sent it; ValueError where it has no file, or nothing that should stand there."""
    letter = message_from_bytes(written, policy=policy.default)
    sender = str(letter.get("From") or "")
    if sender:
        part = letter.get_body(("plain",)) if letter.is_multipart() else letter
        text = str(part.get_content()) if part is not None else ""
    else:
        text = written.decode("utf-8-sig")
    text = re.sub(r"\r\n?", "\n", text).partition("\n-- \n")[0]  # below that line mail programs put who writes
    text = re.sub(r"^> ?", "", text, flags=re.M)
    begins = rf"^({'|'.join(LABELS)}):[ \t]*"
    parts = re.split(begins, text, flags=re.M)
    told = {label: said.strip() for label, said in zip(parts[1::2], parts[2::2], strict=True)}
    for label in ("File", "Should stand there"):
        if not told.get(label):
            raise ValueError(
                f"the report has nothing after {label + ':'!r}; expected the lines that *Correct this page* begins"
            )
    return told, sender


def changed(path: str, text: str, told: dict[str, str]) -> str | None:
    """Return the text of a file with what should stand there, where it is plain what is meant; else None.

    Plain is what stands on the line of the field, or, without a field, once in the file.
    """
    old, new, field = told.get("Stands there", ""), told["Should stand there"], told.get("Field", "")
    rows = text.split("\n")
    if field and path.endswith((".md", ".yaml")):
        with editing():
            from tarotref.corpus.reader import parse_files
        lines = {".".join(map(str, at)): line for at, line in parse_files({path: text})[path].lines.items()}
        if field not in lines:
            raise ValueError(f"nothing stands at {field!r} in {path}{nearest(field, lines)}")
        found = [lines[field] - 1]
    else:
        found = [n for n, row in enumerate(rows) if old and old in row]
    word = rf"(?<![\w.]){re.escape(old)}(?![\w])"
    if len(found) != 1 or not old or len(re.findall(word, rows[found[0]])) != 1:
        return None
    rows[found[0]] = re.sub(word, lambda _: new, rows[found[0]])
    return "\n".join(rows)


def run(args: argparse.Namespace) -> int:
    """Make the branch and its commit, and say what is left to do."""
    from tarotref.store.loading import root

    folder = args.root or root() or Path.cwd()
    told, sender = read(args.file.read_bytes())
    file = (folder / told["File"]).resolve()
    if not file.is_file() or not file.is_relative_to(folder.resolve()):
        raise FileNotFoundError(f"no such file in {folder}: {told['File']}")
    if git(folder, "status", "--porcelain", "--untracked-files=no"):
        raise ValueError("something in the checkout is not committed; commit it first")
    text = file.read_text(encoding="utf-8")
    new = changed(told["File"], text, told)
    base = f"propose/{file.stem}"
    taken = git(folder, "branch", "--list", "--format=%(refname:short)", f"{base}*").split()
    branch = next(name for name in (base, *(f"{base}-{n}" for n in range(2, 1000))) if name not in taken)
    git(folder, "switch", "--create", branch)
    if new is not None:
        file.write_text(new, encoding="utf-8")
        git(folder, "add", "--", told["File"])
    title = told.get("Page") or file.stem
    report = "\n".join(f"{label}: {told.get(label, '')}" for label in LABELS)
    author = [f"--author={sender}"] if re.fullmatch(r"[^<>]+ <[^<>@]+@[^<>]+>", sender) else []
    git(folder, "commit", "--allow-empty", "--message", f"{title}: as reported\n\n{report}", *author)
    print(f"The branch {branch} has the report as its commit" + (", and the change." if new is not None else "."))
    if new is None:
        print(f"Where it belongs is not plain: make the change in {told['File']}, then `git commit --amend --all`.")
    print("Then `tarotref check --changed HEAD~1`, and `make record`.")
    if author:
        print("If whoever wrote wants to be named, CONTRIBUTORS.yaml has the place.")
    return 0


def git(folder: Path, *words: str) -> str:
    """Return what git says; ValueError, in its words, where it does not do what it is told."""
    done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"git {words[0]}: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'failed'}")
    return done.stdout
