"""What the table of a site needs beside its page: a Python for browsers, and the package with the corpus as one archive.

The first is brought in before a site is built (`make site`, docs/_table/package-lock.json pins it by version and checksum);
where it could not be, the site is built without a table.
"""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from pathlib import Path

from tarotref.sphinxext.site import Site
from tarotref.store import snapshot
from tarotref.store.cache import digest_of_code

FROM = snapshot.CHECKOUT / "build/table/node_modules/pyodide"
"""Where `make` puts the Python for browsers, in the checkout of the program."""
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of it that a page loads."""
WHEELS = snapshot.CHECKOUT / "build/table/wheels"
PACKAGE = snapshot.PACKAGE
LEFT_OUT = {"sphinxext", "schema", "checks", "environment.py"}
"""Parts of the package that no table needs."""
STAMP = (1980, 1, 1, 0, 0, 0)


def there() -> bool:
    """Say whether a Python for browsers has been brought in."""
    return all((FROM / name).is_file() for name in PYTHON)


def write_table(site: Site, out: Path) -> None:
    """Write what the table loads into `_static/table` of a site; nothing where there is no Python for browsers."""
    folder = out / "_static" / "table"
    if not there():
        return
    folder.mkdir(parents=True, exist_ok=True)
    for name in PYTHON:
        if not (folder / name).exists() or (folder / name).stat().st_size != (FROM / name).stat().st_size:
            shutil.copyfile(FROM / name, folder / name)
    made_of, stamp = f"{digest_of_code()} {site.draft.state}", folder / "made-of.txt"
    if not (stamp.exists() and stamp.read_text(encoding="utf-8") == made_of):
        archive(site, folder / "tarotref.zip")
        stamp.write_text(made_of, encoding="utf-8")


def archive(site: Site, file: Path) -> None:
    """Write the package and its corpus as an archive that Python imports from, the same bytes for the same code and corpus."""
    with tempfile.TemporaryDirectory() as work:
        made = Path(work) / snapshot.PACKAGED.name
        snapshot.write(made, site.draft.sources, site.draft.bibliography[0], {}, {})
        code = (path for path in PACKAGE.rglob("*.py") if not LEFT_OUT & set(path.relative_to(PACKAGE).parts))
        files = [(path.relative_to(PACKAGE).as_posix(), path) for path in code]
        files += [(path.relative_to(work).as_posix(), path) for path in made.rglob("*.json")]
        with zipfile.ZipFile(file, "w") as target:
            for name, path in sorted(files):
                entry = zipfile.ZipInfo(f"{PACKAGE.name}/{name}", STAMP)
                entry.compress_type = zipfile.ZIP_DEFLATED
                target.writestr(entry, path.read_bytes(), compresslevel=9)
            for wheel in sorted(WHEELS.glob("*.whl")):
                with zipfile.ZipFile(wheel) as source:
                    for name in source.namelist():
                        entry = zipfile.ZipInfo(name, STAMP)
                        entry.compress_type = zipfile.ZIP_DEFLATED
                        target.writestr(entry, source.read(name))
