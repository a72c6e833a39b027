"""The site: records and hand-written pages, one build. Run from the checkout with `make site`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tarotref.pages.navigation import MENU
from tarotref.release import DATE, DOI, EDITORS, REPOSITORY, SITE, UNSET, VERSION, WHEN, reports

project = "tarotref"
author = EDITORS
copyright = f"{WHEN}, {EDITORS}"
version = VERSION

extensions = ["myst_parser", "tarotref.sphinxext"]
myst_enable_extensions = ["colon_fence", "deflist", "attrs_block", "attrs_inline", "smartquotes", "substitution"]
myst_substitutions = {"site": SITE or UNSET, "doi": DOI or UNSET, "date": DATE or UNSET}
myst_disable_syntax = ["html_block", "html_inline"]  # HTML in a text is text
myst_heading_anchors = 0
suppress_warnings = ["myst.header", "myst.topmatter"]

root_doc = "docs/index"
include_patterns = ["CONTRIBUTING.md", "docs/*.md", "docs/*/*.md", "corpus/games/*.md", "corpus/traditions/*.md"]
exclude_patterns = ["build", ".venv", "docs/_theme", "docs/_table"]
primary_domain = "tarot"
nitpicky = True
show_warning_types = True
smartquotes = False  # MyST has made them already

html_theme = "tarotref"
html_theme_path = ["_theme"]
html_theme_options = {"licence_page": "docs/about", "repository": REPOSITORY, "reports": reports()}
html_title = "tarotref"
html_baseurl = SITE  # makes sitemap.xml, and addresses of pages in their heads
html_additional_pages = {"404": "404.html"}
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_last_updated_fmt = None
templates_path = ["_templates"]
html_context = {
    "tarotref_nav": [
        (group, [(f"docs/{way.page}", f"#{way.place}" if way.place else "", way.label) for way in ways if way.often])
        for group, ways in MENU.items()
    ],
}
