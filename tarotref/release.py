"""What this release is: one version for data, code and site."""

VERSION = "0.1.0"
DATE = "2026-11-21"
YEAR = DATE[:4]
REPOSITORY = ""
"""Address of the repository, once it is public; empty until then."""
SITE = ""
"""Address of the site, once it is public; empty until then."""
REPORTS = ""
"""Where readers report what is wrong: an address in which {title}, {path} and {version} stand for the page, of the web or
`mailto:`; where it is empty, the issues of the repository, if that has an address."""
ISSUE = (
    "/issues/new?title={title}&body=Page%3A%20{title}%0AFile%3A%20{path}%0AVersion%3A%20{version}%0AField%3A%20"
    "%0AStands%20there%3A%20%0AShould%20stand%20there%3A%20%0ASource%20and%20page%3A%20"
)
"""What is asked of who reports: a page of GitHub or Forgejo with a report begun."""


def reports() -> str:
    """Return the address for reports, with room for the page; '' where nothing is public yet."""
    return REPORTS or (f"{REPOSITORY.rstrip('/')}{ISSUE}" if REPOSITORY else "")
