"""What this release is: one version for data, code and site."""

VERSION = "0.1.0"
DATE = "2026-11-21"
YEAR = DATE[:4]
REPOSITORY = ""
"""Address of the repository, once it is public; empty until then."""
SITE = ""
"""Address of the site, once it is public; empty until then."""
REPORTS = ""
"""Where readers report what is wrong: an address in which {title} and {path} stand for the page, of the web or `mailto:`."""
