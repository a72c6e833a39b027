"""The kept hands played by the Python of browsers: what they come to there is what they come to here."""

from __future__ import annotations

import json

import pytest

from tarotref.sphinxext.table_files import there

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not there(), reason="no Python for browsers; `make table` brings it in"),
]
PLAYED = """
import hashlib, json, sys
from tarotref.play import kept
from tarotref.store.loading import computed_corpus

def digest(result):
    told = [result.sides, result.piles, result.points, result.totals, result.won, result.transfers, result.total]
    return hashlib.sha256(str(told).encode()).hexdigest()[:12]

def found():
    computed = computed_corpus()
    hands = computed.corpus.shared["hands"].items()
    return {game: digest(kept.played(computed, computed.ruleset(game), hand)[-1].result()) for game, hand in hands}
"""
THERE = """
assert "pydantic" not in sys.modules and "yaml" not in sys.modules, "what a browser has not got"
json.dumps(found())
"""
ELSEWHERE = """async ([folder, code]) => {
  const sent = window.fetch;
  const unpacked = async what => new Response((await sent(what)).body.pipeThrough(new DecompressionStream('gzip')),
    { headers: { 'Content-Type': 'application/wasm' } });
  window.fetch = (what, ...more) => String(what.url || what).endsWith('.wasm') ? unpacked(`${what.url || what}.packed`) : sent(what, ...more);
  const { loadPyodide } = await import(folder + 'pyodide.mjs');
  const python = await loadPyodide();
  const packed = await (await sent(folder + 'tarotref.packed')).arrayBuffer();
  python.unpackArchive(packed, 'gztar', { extractDir: python.runPython('import site; site.getsitepackages()[0]') });
  return python.runPython(code);
}"""


def test_the_kept_hands_come_to_the_same_in_a_browser(page, server):
    page.goto(f"{server}/docs/table.html")
    said = page.evaluate(ELSEWHERE, [f"{server}/_static/table/", PLAYED + THERE])
    here = {}
    exec(PLAYED, here)  # the very same words
    assert json.loads(said) == here["found"]()
