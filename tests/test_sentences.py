"""What the machine says: the file of it is fresh, and none of it has a form that no person would write."""

from __future__ import annotations

import re

import pytest

from tarotref.model.rules import SECTIONS, fields_of, shape
from tarotref.model.types import Facts, given
from tarotref.pages.elements import text_of
from tarotref.words.sentences import of_rule, of_rules, of_thing, open_fact, sentences
from tarotref.words.wording import Wording
from tests import kit

SAID = ("bids", "cases", "feats", "declarations")
"""Things whose rules are told in sentences."""
FORBIDDEN = {
    "a key and its value": re.compile(
        r"(?:^|[.;] )(?:[A-Z][a-z]+(?: [a-z]+){0,3}): (?:none|yes|no|unstated|[\d−]+)(?:[.;]|$)"
    ),
    "none as a rule": re.compile(r"(?:^|[:;,] )none(?:[.;,]|$)"),
    "no bid": re.compile(r"\bno bid:"),
    "a name said twice": re.compile(r"\b([A-Z]\w+) \(?\1\b|\(Pagat\)|\bthe (?:le|la|il|der|die|i) [A-Z]"),
    "two full stops": re.compile(r"\.\.(?!\.)|\.;"),
    "an id": re.compile(r"\b[a-z]+_[a-z]+\b|\bvalue in\b"),
    "no before a card": re.compile(r"\bno the\b|\bdealt not\b"),
    "a card called one of itself": re.compile(r"\bone of the [\w ]+ each\b"),
    "a loss that costs if it fails": re.compile(r"^Lose (?!.*announced).*if it fails"),
    "a question with a full stop": re.compile(r"[?!]\."),
    "what pays none, or less than nothing": re.compile(r"\b(?:pays|costs) (?:none\b|−)"),
    "no word for why": re.compile(r"anything of “"),
}
CELLS = {
    "the same of what another has": re.compile(r"^the same$"),
    "the word unstated as a sentence": re.compile(r"\bUnstated\b"),
    "a step of a part of a point": re.compile(r"card points pay (\d*[½⅓⅔¼¾⅕⅙⅚]|\d+/\d+)\."),
    "how sure evidence is, as a key": re.compile(r"^(?:sure|likely|doubtful|rejected): "),
    "a sign without a verb": re.compile(r"^The player (?:an? |the |one |\w+ing )"),
    "the name of a field": re.compile(
        r"\((?:won|lost|do|said|text|rules|base|talon|worth|holding|means|sign|instead of|only if)\)$"
    ),
    "a game named twice": re.compile(r"\b([A-Z][\w' -]{5,}) \(\1:"),
    "what is done by somebody": re.compile(r"\bmay (?:not )?be (?:announced|bid|asked for)\b[^.]* by (?:the|an|any)\b"),
    "what is meant before who does it": re.compile(r"^Of (?:losers|those|two|several)\b|, or holding all of these"),
    "either of three": re.compile(r"last (?:three|four) tricks.*in either order"),
    "a payment by points that make no difference": re.compile(r"make no difference to the payment\. Payment goes by"),
}
"""What no line of the file may have."""


@pytest.fixture(scope="module")
def said(computed):
    """What is told of every bid, case, bonus and declaration of the main rules of each game, with its place."""
    words = Wording(computed.corpus)
    found = []
    for r in computed.corpus.rulesets.values():
        if r.kind == "main":
            within = words.within(r)
            for section in SAID:
                for id, thing in (given(getattr(r.rules, section)) or {}).items():
                    if isinstance(thing, Facts):
                        found.append((f"{r.game} {section}.{id}", within.thing((section, id), thing)))
                        if rules := given(getattr(thing, "rules", None)):
                            found.append(
                                (f"{r.game} {section}.{id}.rules", within.value((section, id, "rules"), rules))
                            )
    return found


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_sentence_has_a_form_that_nobody_would_write(said, what):
    assert len(said) > 1500
    assert [(place, text) for place, text in said if FORBIDDEN[what].search(text)] == []


@pytest.mark.parametrize("what", CELLS)
def test_no_cell_says_what_is_not_so(what):
    lines = (kit.CHECKOUT / "tests/data/sentences.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if CELLS[what].search(line.rpartition(" [")[0])] == []


def test_a_version_of_which_the_source_says_all_is_told_so(computed):
    from tarotref.pages.wording import Labels

    labels = Labels(computed)
    assert "the main rules to a player of Como as well" in labels.reported(computed.corpus.rulesets["6.7/players-como"])


def test_who_speaks_has_no_year_to_come(computed):
    from tarotref.pages.game import GamePage
    from tarotref.pages.game_head import attest

    for id in computed.corpus.games:
        years = re.findall(r"\b\d{4}\b", text_of(attest(GamePage(computed, id))))
        assert all(int(year) <= 2026 for year in years), id


def test_what_is_said_of_a_thing_is_sentences(said):
    for place, text in said:
        assert not text or (text[0] == text[0].upper() and text.rstrip("”)")[-1] in ".!?"), (place, text)


def test_facts_that_belong_together_are_one_sentence():
    told = [
        ("play", "must_overtake", "yes"),
        ("play", "must_overtrump", "yes"),
        ("score", "step", "5"),
        ("score", "each", "1"),
    ]
    assert list(of_rules(told)) == [
        "Players must play a higher card than those in the trick if they can.",
        "Every 5 card points pay 1.",
    ]
    assert of_thing("bids", "base", "3") == "It is worth 3."
    assert of_rule("discard", "", "none") == "Nobody discards."
    assert sentences(["", "natural Kings only", "natural Kings only", "said so."]) == "Natural Kings only. Said so."
    assert open_fact("agreed", ["what it pays", "who pays"]) == "The players agree what it pays or who pays."


def test_every_fact_of_a_contract_that_is_otherwise_has_a_sentence(computed):
    """Otherwise it would be told by its value alone; words of a source stand for themselves."""
    from tarotref.words.templates import OF_RULES

    bare = set()
    for r in computed.corpus.rulesets.values():
        for section in ("bids", "cases"):
            for thing in (given(getattr(r.rules, section)) or {}).values():
                for name, part in (given(getattr(thing, "rules", None)) or {}).items():
                    if name in SECTIONS and shape(name) == "section" and isinstance(part, dict):
                        bare |= {f"{name}.{field}" for field in part if field in fields_of(name) and field != "text"}
    told = {key.partition("=")[0] for key in OF_RULES}
    apart = {"deal.look", "play.pagat", "score.ranked", "score.losing", "win.marcio", "deal.annul", "score.least"}
    assert len(bare) > 40 and bare - told - apart == set()


@pytest.mark.prove
def test_the_file_of_what_the_machine_says_is_fresh(computed):
    script = kit.script("sentences")
    found = script.written(script.sentences(computed).values())
    known = set(script.FILE.read_text(encoding="utf-8").splitlines())
    assert [line for line in found.splitlines() if line not in known] == [], "run `make sentences`"
