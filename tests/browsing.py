"""The built site in Debian's headless Chromium: fixtures of all tests that open its pages (a plugin of `conftest.py`)."""

from __future__ import annotations

import os
import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

WIDTHS = {"desktop": (1280, 900), "phone": (390, 844)}
"""Width and height of the windows in which pages are tried."""

PATIENCE = 120_000
"""Milliseconds that a page is waited for: a machine with much to do is no failure."""
NO_BROWSER = "no Chromium found"


def the_browser() -> str | None:
    """Return where Chromium is, if it is installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def pytest_addoption(parser):
    parser.addoption("--site", type=Path, help="a built site to open, in place of one built for the tests")


@pytest.fixture(scope="module")
def chromium():
    path = the_browser()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("no browser; .ci/run installs Debian's chromium")
        pytest.skip(NO_BROWSER)
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=path,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(request) -> str:
    """The address of the site as a file."""
    built = request.config.getoption("--site")
    return built.resolve().as_uri() if built else (request.getfixturevalue("site") / "build/site").as_uri()


@pytest.fixture(scope="module")
def server(address):
    """The site on a server that answers unknown addresses with its page for these."""

    class Handler(SimpleHTTPRequestHandler):
        def send_error(self, code, message=None, explain=None):
            lost = Path(self.directory, "404.html").read_bytes()
            self.send_response(code)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(lost)

        def log_message(self, format, *args):
            pass

    folder = url2pathname(urlsplit(address).path)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder)) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()


@pytest.fixture
def page(chromium, request):
    width, height = WIDTHS[getattr(request, "param", "desktop")]
    context = chromium.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(PATIENCE)
    made = context.new_page()
    made.failures = []
    made.on("pageerror", lambda e: made.failures.append(str(e)))
    # What is given up because the page is left has not failed.
    made.on("requestfailed", lambda r: r.failure == "net::ERR_ABORTED" or made.failures.append(r.url))
    yield made
    context.close()
