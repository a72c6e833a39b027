"""What this release is, and where it lives: one version for data, code and site, and the only place that holds its addresses.

What is empty here is `not published yet`, in these words, wherever it is asked for; a release is not built before all is set.
`scripts/release.py` writes CITATION.cff and .zenodo.json from this file.
"""

VERSION = "1.0.0"
DATE = ""
"""The day on which the version is published, `2026-12-24`; empty until then."""
EDITORS = "The tarotref editors"
REPOSITORY = ""
"""Address of the repository, once it is public."""
SITE = ""
"""Address of the site, once it is public."""
MAIL = ""
"""Address of the editors."""
DOI = ""
"""What the archive has that the deposit goes to: `10.5281/zenodo.1234567`."""
INDEX = ""
"""Name of the package in the Python Package Index, once it is there."""

UNSET = "not published yet"
YEAR = DATE[:4]
WHEN = YEAR or UNSET
EDITION = f"version {VERSION}, {WHEN}"
REPORT = (
    "Page: {title}\nFile: {path}\nVersion: {version}\nField: \nStands there: \nShould stand there: \nSource and page: "
)
"""What is asked of who reports, in a form of the host or in a letter; `tarotref propose` reads it."""


def lacking() -> list[str]:
    """Return what has to be set before a release is built."""
    told = {"DATE": DATE, "EDITORS": EDITORS, "REPOSITORY": REPOSITORY, "SITE": SITE, "MAIL": MAIL, "DOI": DOI}
    return [name for name, value in told.items() if not value]


def reports() -> str:
    """Return where readers report what is wrong, with room for the page, {title}, {path} and {version}: the host's form for a
    wrong fact, or a letter to the editors; '' where nothing is published yet."""
    blank = REPORT.replace(" ", "%20").replace(":", "%3A").replace("\n", "%0A")
    if REPOSITORY:
        return f"{REPOSITORY.rstrip('/')}/issues/new?template=fact.yml&title={{title}}&page={{title}}&file={{path}}&version={{version}}"
    return f"mailto:{MAIL}?subject={{title}}&body={blank}" if MAIL else ""


def install(extra: str) -> str:
    """Return the command that installs an extra: from the index, or from a checkout as long as the package is in none."""
    return f"pip install '{INDEX or '.'}[{extra}]'" + ("" if INDEX else " in a checkout")
