"""The calculator of card points in a browser: what it counts is what `tarotref.count` counts, by every method."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from tarotref.pages.counter import by_share, counted_rulesets
from tarotref.sphinxext.choices import write_counted
from tests.standalone import SIZES, lone_page, standalone  # noqa: F401  (a fixture)

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def calculator(computed, tmp_path_factory) -> str:
    """The address of a page with nothing but the calculator, opened from a file."""
    folder = tmp_path_factory.mktemp("calculator")
    return standalone(folder, computed, "calculator", "calculator", "counting.js", write_counted)


@pytest.fixture
def page(lone_page):  # noqa: F811
    return lone_page


def kind(method) -> tuple:
    """What makes methods different: two of a kind are counted by the same steps."""
    told = (method.fool_apart is not None, bool(method.last_trick), bool(method.over_half), bool(method.under_half))
    return (method.by, method.values, method.discard, method.odd, *told)


def piles(computed, each: int):
    """Random piles over rulesets of every kind of method, small piles and large ones, with all that may be said of them."""
    chance = random.Random(1781)
    rulesets = defaultdict(list)
    for found in counted_rulesets(computed).values():
        for r in found:
            rulesets[kind(computed.figures(r).counting)].append(r)
    for found in rulesets.values():
        for r in chance.sample(found, min(len(found), each)):
            f = computed.figures(r)
            pack = f.pack.cards
            for _ in range(6):
                n = chance.choice([chance.randint(1, 5), chance.randint(1, len(pack)), len(pack)])
                places = sorted(chance.sample(range(len(pack)), n))
                players = chance.choice(list(f.deals)) if f.deals else None
                how = {"players": players, "last": chance.random() < 0.5, "discard": 0, "tricks": None}
                if f.counting.discard:
                    how["discard"] = chance.randint(0, min(n, 6))
                if f.counting.by == "trick" and (players is None or chance.random() < 0.5):
                    how["tricks"] = chance.randint(0, n // (players or 2))
                yield r, places, how


COUNT = """jobs => jobs.map(([id, cards, how]) => {
    const made = TAROTREF.count(id, cards, how);
    const named = c => TAROTREF.counted.cards[TAROTREF.counted.packs[TAROTREF.counted.rulesets[id].pack][c]][0];
    const lines = made.lines.map(l => (l.what || l.cards.map(named).join(' ')) + ': ' + l.sum
        + (l.sum === l.points ? '' : ' = ' + l.points));
    return [made.total, lines, made.assumed];
})"""


def test_random_piles_count_as_the_package_counts_them(calculator, page, computed):
    page.goto(f"{calculator}?of=8.13")
    page.wait_for_function("window.TAROTREF && TAROTREF.counted")
    jobs = list(piles(computed, 4))
    counted = page.evaluate(
        COUNT, [[r.id, cards, {k: v for k, v in how.items() if v is not None}] for r, cards, how in jobs]
    )
    methods, differ = set(), []
    for (r, places, how), found in zip(jobs, counted, strict=True):
        f = computed.figures(r)
        methods.add(f.counting.by)
        names = [str(f.pack.cards[n]) for n in places]
        made = computed.count(
            names, r.id, players=how["players"], tricks=how["tricks"], last_trick=how["last"], discard=how["discard"]
        )
        expected = [str(made.total), [str(line) for line in made.working], made.assumed]
        if found != expected:
            differ.append((r.id, names, how, expected, found))
    assert differ == []
    assert len(jobs) > 500
    assert methods == {
        f.counting.by
        for f in map(computed.figures, computed.corpus.rulesets.values())
        if f.counting and f.ranking and f.values is not None
    }
    assert any(by_share(computed.figures(r).counting) for r, _, _ in jobs)


def test_what_cannot_be_is_refused_in_words(calculator, page, computed):
    page.goto(f"{calculator}?of=8.13")
    page.wait_for_function("window.TAROTREF && TAROTREF.counted")
    with pytest.raises(ValueError, match="tricks: found 9"):
        computed.count(["XXI"], "2.1", players=3, tricks=9)
    told = page.evaluate(
        "() => { try { TAROTREF.count('2.1/main', [0], {players: 3, tricks: 9}); } catch (e) { return e.name + ': ' + e.message; } }"
    )
    assert told == "RangeError: Tricks can be 0 to 0 for this pile"


@pytest.mark.parametrize("lone_page", SIZES, indirect=True)
def test_cards_are_tapped_and_the_points_stand_there(calculator, page, computed):
    page.goto(calculator)
    assert page.evaluate("window.TAROTREF.counted === undefined")  # the data come when a game is chosen
    page.select_option("select[name=game]", "9.13")
    page.get_by_role("button", name="King of Spades").click()
    for name in ("2 of Hearts", "XXI", "Fool"):
        page.get_by_role("button", name=name, exact=name != "XXI").first.click()
    made = computed.count("K♠ 2♥ XXI Fool", "9.13")
    said = page.locator("output.total").inner_text()
    assert said == f"{made.total} points in 4 cards"
    assert page.locator(".working-lines tbody tr").count() == len(made.working)
    page.get_by_role("button", name="King of Spades").click()
    assert "in 3 cards" in page.locator("output.total").inner_text()
    page.get_by_role("button", name="Take the others instead").click()
    assert "in 75 cards" in page.locator("output.total").inner_text()
    wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room
    assert page.url.endswith("?of=9.13")


def test_the_keyboard_is_enough(calculator, page, computed):
    page.goto(f"{calculator}?of=8.13")
    page.locator(".suit button").first.wait_for()
    page.locator("select[name=game]").focus()
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.suit') !== null"):
            break
    first = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    taken = page.locator(".suit [aria-pressed=true]").evaluate_all("all => all.map(b => b.getAttribute('aria-label'))")
    assert len(taken) == 2 and first in taken
    assert "in 2 cards" in page.locator("output.total").inner_text()


def test_an_address_that_cannot_be_counted_says_so(calculator, page):
    page.goto(f"{calculator}?of=99.9")
    page.get_by_text("99.9 cannot be counted").wait_for()


def test_every_game_is_offered_by_its_first_ruleset(calculator, page, computed):
    page.goto(calculator)
    offered = page.locator("select[name=game] option[data-first]").evaluate_all(
        "all => all.map(o => `${o.value}/${o.dataset.first}`)"
    )
    assert sorted(offered) == sorted(found[0].id for found in counted_rulesets(computed).values())
    assert len(offered) > 100
