"""Builds a release from a tag, whole, and says what is wrong with it: `make release`.

    .venv/bin/python -P scripts/release.py            build site, wheel, archive of the source, data and notes into dist/
    .venv/bin/python -P scripts/release.py --draft    the same of what is not published yet, to try it
    .venv/bin/python -P scripts/release.py --cite     only write CITATION.cff and .zenodo.json from tarotref/release.py

A release is refused where an address, the date or the editors are not set, where the commit does not bear the tag of its version, or
where something in the checkout is not committed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tarotref import release

ROOT = Path(__file__).resolve().parent.parent
CITATION, ZENODO, CHANGELOG = (ROOT / name for name in ("CITATION.cff", ".zenodo.json", "CHANGELOG.md"))
CONTRIBUTORS, HISTORY = ROOT / "CONTRIBUTORS.yaml", ROOT / "corpus" / "history.yaml"
OUT = ROOT / "dist"
NOTES, SUMS = "NOTES.md", "SHA256SUMS"


def main(argv: list[str] | None = None) -> int:
    """Build it, or say why not."""
    top = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    top.add_argument("--draft", action="store_true", help="build what is not published yet, to try it")
    top.add_argument("--cite", action="store_true", help="only write CITATION.cff and .zenodo.json")
    args = top.parse_args(argv)
    if args.cite:
        CITATION.write_text(citation(CITATION.read_text(encoding="utf-8")), encoding="utf-8")
        ZENODO.write_text(zenodo(ZENODO.read_text(encoding="utf-8")), encoding="utf-8")
        return 0
    faults = [*wrong(args.draft)]
    if faults:
        print("No release is built:", *(f"- {fault}" for fault in faults), sep="\n", file=sys.stderr)
        return 1
    build()
    validate()
    (OUT / SUMS).write_text(checksums(OUT), encoding="utf-8")
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", SUMS], cwd=OUT, check=True)
    print(*sorted(f"dist/{file.name}" for file in OUT.iterdir()), sep="\n")
    return 0


def wrong(draft: bool) -> Iterator[str]:
    """Yield what stands in the way of a release."""
    if not draft:
        yield from (f"{name} is {release.UNSET}: set it in tarotref/release.py" for name in release.lacking())
        tags = said("git", "tag", "--points-at", "HEAD").split()
        if f"v{release.VERSION}" not in tags:
            yield f"this commit does not bear the tag v{release.VERSION}"
        if said("git", "status", "--porcelain").strip():
            yield "something here is not committed"
        yield from unwritten(CHANGELOG.read_text(encoding="utf-8"), HISTORY.read_text(encoding="utf-8"))
    for file, made in ((CITATION, citation), (ZENODO, zenodo)):
        text = file.read_text(encoding="utf-8")
        if made(text) != text:
            yield f"{file.name} is not what tarotref/release.py says: python scripts/release.py --cite"
    if not notes(CHANGELOG.read_text(encoding="utf-8"), release.VERSION):
        yield f"CHANGELOG.md has no section on {release.VERSION}"


def unwritten(changelog: str, history: str) -> Iterator[str]:
    """Yield where the changelog and the history of records do not know of the version of today and its day."""
    if f"\n## {release.VERSION} ({release.DATE})\n" not in changelog:
        yield f"CHANGELOG.md has no heading '## {release.VERSION} ({release.DATE or release.UNSET})'"
    if (yaml.safe_load(history) or {}).get(release.VERSION, {}).get("date") != release.DATE:
        yield f"corpus/history.yaml has no version {release.VERSION} of that day: make history OLD=..."


def citation(text: str) -> str:
    """Return CITATION.cff with version, date, addresses and people of today; what else stands there stays."""
    head, _, rest = text.partition("authors:\n")
    tail = rest[rest.index("version:") :]
    tail = re.sub(r"^(version|date-released|doi|repository-code|url|contact):.*\n(  .*\n)*", "", tail, flags=re.M)
    people = [f"  - name: {release.EDITORS}"]
    for one in contributors():
        people += [f"  - name: {one['name']}"] + (
            [f"    orcid: https://orcid.org/{one['orcid']}"] if one.get("orcid") else []
        )
    told = {"version": release.VERSION, "date-released": release.DATE, "doi": release.DOI}
    told |= {"repository-code": release.REPOSITORY, "url": release.SITE}
    lines = [f"{name}: {value}" for name, value in told.items() if value]
    if release.MAIL:
        lines += ["contact:", f"  - name: {release.EDITORS}", f"    email: {release.MAIL}"]
    return head + "authors:\n" + "\n".join([*people, *lines]) + "\n" + tail


def zenodo(text: str) -> str:
    """Return .zenodo.json likewise."""
    told = {k: v for k, v in json.loads(text).items() if k not in ("publication_date", "contributors")}
    told |= {"version": release.VERSION, "creators": [{"name": release.EDITORS}]}
    if release.DATE:
        told["publication_date"] = release.DATE
    if people := [{"name": one["name"], "type": "DataCollector"} for one in contributors()]:
        told["contributors"] = people
    return (
        "{\n" + ",\n".join(f" {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in told.items()) + "\n}\n"
    )


def contributors() -> list[dict[str, str]]:
    """Return who has contributed, by name, in the order of their file."""
    found = yaml.safe_load(CONTRIBUTORS.read_text(encoding="utf-8")) if CONTRIBUTORS.exists() else None
    return [*(found or {}).values()]


def notes(changelog: str, version: str) -> str:
    """Return what the changelog says of a version: of the corpus and of the software apart, as it stands there."""
    found = re.search(rf"^## {re.escape(version)} .*?\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    return found[1].strip() + "\n" if found else ""


def build() -> None:
    """Make everything into `dist/`, which is emptied first."""
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    run("-m", "build", "--no-isolation", "--outdir", str(OUT))
    run("-m", "tarotref.cli.command", "export", str(OUT / "data"), "--format", "archive")
    for file in (*(OUT / "data").glob("*.zip"), *(OUT / "data").glob("*.sha256")):
        file.rename(OUT / file.name)
    shutil.rmtree(OUT / "data")  # the rest of it, licence and citation, is in the archive too
    run("-m", "sphinx", "-q", "-b", "html", "-c", "docs", "-d", "build/doctrees", "-W", "-n", "-E", ".", "build/site")
    shutil.make_archive(str(OUT / f"tarotref-{release.VERSION}-site"), "zip", ROOT / "build" / "site")
    told = notes(CHANGELOG.read_text(encoding="utf-8"), release.VERSION)
    (OUT / NOTES).write_text(f"# tarotref {release.VERSION}\n\n{told}", encoding="utf-8")


def validate() -> None:
    """Have others' tools look at what was built: citation, archives, data package, and the wheel in an environment of its own."""
    run("-m", "check_jsonschema", "--builtin-schema", "vendor.citation-file-format", str(CITATION))
    for tool, ending in (("zipfile", "*.zip"), ("zipfile", "*.whl"), ("tarfile", "*.tar.gz")):
        for file in sorted(OUT.glob(ending)):
            run("-m", tool, "--test", str(file))
    packed = OUT / f"tarotref-{release.VERSION}.zip"
    whole = OUT / "unpacked"
    shutil.unpack_archive(packed, whole)
    (inner,) = whole.iterdir()
    run("-m", "frictionless", "validate", str(inner / "datapackage.json"))
    for folder, sums in ((inner, SUMS), (OUT, f"{packed.name}.sha256")):
        subprocess.run(["sha256sum", "--check", "--strict", "--quiet", sums], cwd=folder, check=True)
    shutil.rmtree(whole)
    (wheel,) = OUT.glob("*.whl")
    run("-m", "pip", "install", "-q", "--no-deps", "--disable-pip-version-check", "--target", str(whole), str(wheel))
    run(
        "-c",
        f"import sys; sys.path.insert(0, {str(whole)!r}); import tarotref; assert tarotref.__file__.startswith({str(whole)!r}); tarotref.cite('8.13')",
    )
    shutil.rmtree(whole)


def checksums(folder: Path) -> str:
    """Return the checksums of what is published of a folder, as `sha256sum --check` reads them beside the files."""
    files = sorted(f for f in folder.iterdir() if f.name not in (NOTES, SUMS))
    return "".join(f"{hashlib.sha256(f.read_bytes()).hexdigest()}  {f.name}\n" for f in files)


def run(*words: str) -> None:
    """Run Python on something in the checkout; end where it fails."""
    print("python", *words, flush=True)
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True)


def said(*words: str) -> str:
    """Return what a command says in the checkout."""
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
