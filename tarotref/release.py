"""What this release is: one version for data, code and site."""

VERSION = "0.1.0"
DATE = "2026-11-21"
YEAR = DATE[:4]
REPOSITORY = ""
"""Address of the repository, once it is public; empty until then."""
