"""Pages for everybody: nothing that axe-core holds to be a serious fault, and all that a mouse does the keyboard does too."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browsing import WIDTHS
from tests.test_browser import KINDS

pytestmark = [pytest.mark.slow, pytest.mark.browser]
ASKED = {
    "docs/compare": "?ids=8.13,8.13/RI-1830,18.13",
    "docs/calculator": "?of=8.13",
    "docs/games": "?players=3",
    "search": "?q=permesso",
}
"""What some pages are asked, so that what their programs make of it is tried too."""
SERIOUS = ("serious", "critical")


def faults(page, rules: list[str] | None = None) -> list[str]:
    """Return what axe-core holds to be seriously wrong with a page: the rule, how often, the first place."""
    options = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": rules}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']} ({one['impact']}), {len(one['nodes'])} times: {one['nodes'][0]['html'][:160]}"
        for one in found
        if one["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_serious_on_any_kind_of_page(chromium, address, width, scheme):
    """Light pages are tried by all rules; dark ones, whose only difference is their colours, by those of contrast."""
    size = WIDTHS[width]
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    page = context.new_page()
    told = []
    for kind in KINDS:
        page.goto(f"{address}/{kind}.html{ASKED.get(kind, '')}")
        page.wait_for_timeout(300)
        rules = ["color-contrast", "link-in-text-block"] if scheme == "dark" else None
        told += [f"{kind}: {fault}" for fault in faults(page, rules)]
    context.close()
    assert told == []


def test_axe_would_tell(chromium):
    page = chromium.new_page()
    page.set_content("<html lang=en><title>x</title><main><h1>x</h1><p style='color:#ccc;background:#fff'>pale</p><img src='data:,'></main>")
    told = faults(page)
    assert any("color-contrast" in fault for fault in told) and any("image-alt" in fault for fault in told)
    page.close()
