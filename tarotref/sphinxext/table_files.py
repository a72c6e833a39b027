"""What the table of a site needs beside its page: a Python for browsers, and the package with the corpus as one archive.

The first is brought in before a site is built (`make site`, docs/_table/package-lock.json pins it by version and checksum);
where it could not be, the site is built without a table.
"""

from __future__ import annotations

import gzip
import io
import shutil
import tarfile
from pathlib import Path

from tarotref.sphinxext.site import Site
from tarotref.store import snapshot
from tarotref.store.cache import digest_of_code
from tarotref.store.loading import of_files

FROM = snapshot.CHECKOUT / "build/table/node_modules/pyodide"
"""Where `make` puts the Python for browsers, in the checkout of the program."""
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of it that a page loads."""
COMPRESSED = "pyodide.asm.wasm"
"""The largest of them, which `worker.js` unpacks: most servers would send it as it is."""
PACKAGE = snapshot.PACKAGE
LEVEL = 6
"""How hard to press: the highest takes twice as long and gives half a hundredth more."""
LEFT_OUT = {"sphinxext", "schema", "checks", "environment.py", "coastline.json", "_snapshot"}
"""Parts of the package that no table needs."""


def there() -> bool:
    """Say whether a Python for browsers has been brought in."""
    return all((FROM / name).is_file() for name in PYTHON)


def write_table(site: Site, out: Path) -> None:
    """Write what the table loads into `_static/table` of a site; nothing where there is no Python for browsers."""
    folder = out / "_static" / "table"
    if not there():
        return
    folder.mkdir(parents=True, exist_ok=True)
    made_of, stamp = f"{digest_of_code()} {site.draft.state}", folder / "made-of.txt"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == made_of:
        return
    for name in PYTHON:
        if name == COMPRESSED:
            (folder / f"{name}.packed").write_bytes(gzip.compress((FROM / name).read_bytes(), LEVEL, mtime=0))
        else:
            shutil.copyfile(FROM / name, folder / name)
    archive(site, folder / "tarotref.packed")
    stamp.write_text(made_of, encoding="utf-8")


def archive(site: Site, file: Path) -> None:
    """Write the package and its corpus as one archive to unpack, the same bytes for the same code and corpus."""
    made, _ = of_files(site.draft.root, site.draft.files, site.draft.strays)
    if made is None:  # of a corpus with faults, which the build tells
        return
    names = [snapshot.CORPUS, *made.index()["parts"]]
    files = {f"{snapshot.PACKAGED.name}/{name}": (made.folder / name).read_bytes() for name in names}
    for path in (*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.json")):
        if not LEFT_OUT & set(path.relative_to(PACKAGE).parts):
            files[path.relative_to(PACKAGE).as_posix()] = path.read_bytes()
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as target:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{PACKAGE.name}/{name}")
            entry.size = len(content)
            target.addfile(entry, io.BytesIO(content))
    file.write_bytes(gzip.compress(whole.getvalue(), LEVEL, mtime=0))  # as one, which is smaller than file by file
