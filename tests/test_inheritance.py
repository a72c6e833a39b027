"""Who says what: rulesets like one another, what a witness is not reported to have, whose names and whose faults."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tarotref.checks import CHECKS, faults
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.play.compiled.silences import silent_gaps
from tests import kit
from tests.test_records import GAME, OTHER, TRADITION

THIRD = (
    (
        "sources.bib",
        "@book{RI-1830",
        "@book{MB-1850, title = {Third}, year = {1850}, keywords = {witness}}\n@book{RI-1830",
    ),
    (GAME, "witnesses: [PE-1787, RI-1830]", "witnesses: [PE-1787, RI-1830, MB-1850]"),
)
LIKE_THE_SECOND = (*THIRD, (GAME, "variants:\n", "  MB-1850: {like: 8.13/RI-1830}\nvariants:\n"))


def corpus(root: Path, *changes: tuple[str, str, str]) -> ComputedCorpus:
    """Return the good corpus with some texts replaced."""
    return ComputedCorpus(read(kit.make(root, **{f"c{n}": change for n, change in enumerate(changes)})))


def told(root: Path, *changes: tuple[str, str, str]) -> list[str]:
    """Return what is wrong with the good corpus once some texts are replaced."""
    found = kit.problems(kit.make(root, **{f"c{n}": change for n, change in enumerate(changes)}))
    return [str(p).removeprefix("corpus/") for p in found]


# -- like


def test_a_reading_like_another_of_its_game_has_what_the_other_has(tmp_path):
    computed = corpus(tmp_path, *LIKE_THE_SECOND)
    assert computed.ruleset("8.13/MB-1850").tree == computed.ruleset("8.13/RI-1830").tree
    assert computed.ruleset("8.13/MB-1850").base == "8.13/RI-1830"


def test_a_ruleset_that_is_not_like_its_base_is_found(tmp_path):
    computed = corpus(tmp_path, *LIKE_THE_SECOND)
    assert list(faults(computed, CHECKS["like"])) == []
    undone = replace(computed.ruleset("8.13/MB-1850"), rules=computed.ruleset("8.13").rules)
    computed.corpus.rulesets["8.13/MB-1850"] = undone
    (fault, *_) = faults(computed, CHECKS["like"])
    assert fault.field == "readings.MB-1850.like" and "8.13/RI-1830" in fault.message and fault.line == 28


def test_readings_in_a_circle_are_told(tmp_path):
    found = told(
        tmp_path,
        *THIRD,
        (GAME, "  RI-1830:\n", "  MB-1850: {like: 8.13/RI-1830}\n  RI-1830:\n    like: 8.13/MB-1850\n"),
    )
    assert any("8.13/RI-1830 -> 8.13/MB-1850 -> 8.13/RI-1830" in p and "[cycle]" in p for p in found), found


def test_bases_and_what_variants_change_are_ids_of_rulesets(tmp_path, computed):
    small = corpus(tmp_path)
    assert [r.base for r in small.corpus.rulesets.values()] == [
        "piedmont-savoy", "8.13/main", "8.13/main", "8.13/main", "8.14/main",
    ]  # fmt: skip
    for r in computed.corpus.rulesets.values():
        assert r.base in computed.corpus.rulesets or (r.kind == "main" and r.base in computed.corpus.traditions)


# -- words that decide nothing


def words(root: Path, tradition: str, game: str) -> set[str]:
    """The words that play leaves out, where a tradition and a game have some of one bonus."""
    bonus = (TRADITION, "won: agreed}", f"won: agreed, {tradition}}}")
    own = (GAME, "bids:\n", f"feats: {{slam: {{{game}}}}}\n  bids:\n")
    ruleset = corpus(root, bonus, *([own] if game else [])).ruleset("8.13")
    return {".".join(gap.path) for gap in silent_gaps(ruleset) if gap.assumption == "text"}


@pytest.mark.parametrize(
    "tradition, game, left_out",
    [
        ("text: said with a sigh", "", True),
        ("decides: no, text: said with a sigh", "", False),
        ("decides: no, text: said with a sigh", "text: by the dealer alone", True),
        ("text: by the dealer alone", "decides: no, text: said with a sigh", False),
    ],
)
def test_words_decide_nothing_as_long_as_those_stand_of_which_it_is_said(tmp_path, tradition, game, left_out):
    assert ("feats.slam.text" in words(tmp_path, tradition, game)) is left_out


@pytest.mark.parametrize(
    "bonus", ["decides: yes, text: by the dealer alone", "decides: null, text: by the dealer alone", "decides: no"]
)
def test_what_decides_nothing_is_words(tmp_path, bonus):
    found = told(tmp_path, (TRADITION, "won: agreed}", f"won: agreed, {bonus}}}"))
    assert any("expected `no` or `rubber`, beside words" in p for p in found), found


# -- what is reported of a witness


def carried(ruleset) -> set[str]:
    return {".".join(map(str, path)) for path, origin in ruleset.origin.items() if origin.carried}


def test_what_comes_from_the_main_rules_is_not_reported_of_a_witness(tmp_path):
    computed = corpus(tmp_path)
    found = carried(computed.ruleset("8.13/RI-1830"))
    assert {"players", "deal.hand", "bids.a-tre.said", "win.at_least"} <= found
    assert not found & {"bids.a-tre.base", "discard.trumps", "discard.honours", "pack", "play.must_follow"}
    assert carried(computed.ruleset("8.13")) == set()
    assert {".".join(p) for p in computed.ruleset("8.13/RI-1830").own} == {"bids.a-tre.base", "discard.trumps"}


def test_what_is_carried_stays_so_in_a_game_that_is_like_it(tmp_path):
    computed = corpus(tmp_path)
    found = carried(computed.ruleset("8.14/RI-1830"))
    assert {"bids.a-due.said", "deal.hand", "players"} <= found and "bids.a-tre.base" not in found


@pytest.mark.parametrize(
    ("words", "told", "silent"),
    [
        ("all", {"players", "deal.hand", "score.base"}, set()),
        ("[deal, win]", {"deal.hand", "win.aim"}, {"players", "score.base"}),
    ],
)
def test_a_reading_says_what_the_source_reports_of_its_witness(tmp_path, words, told, silent):
    found = carried(
        corpus(tmp_path, (GAME, "  RI-1830:\n", f"  RI-1830:\n    reports: {words}\n")).ruleset("8.13/RI-1830")
    )
    assert not found & told and silent <= found


def test_a_tradition_says_it_for_all_its_games(tmp_path):
    reading = (TRADITION, "readings:\n", "readings:\n  RI-1830: {reports: deal}\n")
    found = carried(corpus(tmp_path, reading).ruleset("8.14/RI-1830"))
    assert "deal.hand" not in found and "players" in found


def test_a_section_that_is_none_of_the_format_cannot_be_reported(tmp_path):
    found = told(tmp_path, (GAME, "  RI-1830:\n", "  RI-1830:\n    reports: [deals]\n"))
    assert len(found) == 1 and "deal" in found[0] and ":27:" in found[0]


def test_who_is_like_another_is_reported_as_far_as_the_other(tmp_path):
    computed = corpus(tmp_path, *LIKE_THE_SECOND)
    assert carried(computed.ruleset("8.13/MB-1850")) == carried(computed.ruleset("8.13/RI-1830"))


# -- names


def said(computed: ComputedCorpus, game: str) -> list[str]:
    return [name.name for _, name, here in computed.corpus.names(game) if here]


NAMES = "names:\n  - {of: fool, name: Folle, lang: it}\n"


def test_a_base_game_keeps_its_names_unless_it_shares_them(tmp_path):
    alone = corpus(tmp_path / "alone", (GAME, "notes:\n", NAMES + "notes:\n"))
    assert said(alone, "8.13") == ["Folle"] and said(alone, "8.14") == []
    assert [(owner, here) for owner, _, here in alone.corpus.names("8.14")] == [("8.13", False)]
    shared = NAMES.replace("lang: it", 'lang: it, games: ["8.14"]')
    assert said(corpus(tmp_path / "shared", (GAME, "notes:\n", shared + "notes:\n")), "8.14") == ["Folle"]


@pytest.mark.parametrize(
    ("scope", "first", "second"),
    [
        ("", True, True),
        (', games: ["8.14"]', False, True),
        (", by: PE-1787", True, True),
        (", by: dm2004", False, False),
    ],
)
def test_a_name_of_a_tradition_reaches_the_games_in_its_scope(tmp_path, scope, first, second):
    names = NAMES.replace("lang: it", "lang: it" + scope)
    computed = corpus(tmp_path, (TRADITION, "notes:\n", names + "notes:\n"))
    assert (said(computed, "8.13") == ["Folle"], said(computed, "8.14") == ["Folle"]) == (first, second)


def test_a_name_in_the_scope_of_no_known_game_is_told(tmp_path):
    found = told(tmp_path, (TRADITION, "notes:\n", NAMES.replace("lang: it", 'lang: it, games: ["8.99"]') + "notes:\n"))
    assert len(found) == 1 and "no game has the id '8.99'" in found[0]


def test_table_page_and_corpus_agree_on_names(computed):
    from tarotref.catalogue_number import written
    from tarotref.pages.elements import text_of
    from tarotref.pages.game import GamePage
    from tarotref.tables import TABLES
    from tests.test_pages import elements

    rows = list(TABLES["names"].rows(computed))
    for id in computed.corpus.games:
        here = said(computed, id)
        assert [row[3] for row in rows if row[0] == written(id)] == here
        others = [n.name for owner, n, reaches in computed.corpus.names(id) if not reaches and owner != "family"]
        folded = GamePage(computed, id).after("Names")
        assert [part.tag for part in folded] == ["details"] * bool(here or others), id
        tables = [text_of(part) for whole in folded for part in elements(whole, "table")]
        for names, text in zip(filter(None, (here, others)), tables, strict=True):
            assert all(name in text for name in names), id


# -- text


def test_text_page_and_terminal_have_the_same_sections(computed):
    from tarotref import GameView
    from tarotref.cli.terminal import as_json, show

    for id in computed.corpus.games:
        text = GameView(computed.corpus.game(id), computed).text
        ruleset = computed.ruleset(id)
        assert as_json(computed, ruleset)["text"] == text
        printed = show(computed, ruleset).splitlines()
        heads = {line for line, rule in pairwise(printed) if line and rule == "-" * len(line)}
        assert set(text) <= heads, id
        for title, needed in (("Bidding", "bids"), ("Declarations", "declarations"), ("Signals", "signals")):
            inherits = title in text and title not in computed.corpus.games[id].sections
            assert not inherits or isinstance(getattr(ruleset.rules, needed), dict)


def test_a_witness_is_shown_with_what_is_reported_and_whose_text_it_is(computed):
    from tarotref.cli.terminal import show

    text = show(computed, computed.ruleset("8.13/RI-1830"))
    told = " ".join(text.split())
    assert "What is reported of RI 1830 concerns " in told and ". Everything else follows the main rules." in told
    assert text.count("The text below is that of the main rules") == 1
    assert "The text below" not in show(computed, computed.ruleset("8.13"))


@pytest.mark.parametrize(("id", "field", "main", "here"), [("11.14/to-1000", "Played to", "800", "1,000")])
def test_what_a_version_has_otherwise_is_shown_above_its_text(computed, id, field, main, here):
    from tarotref.cli.terminal import show

    head = show(computed, computed.ruleset(id)).partition("The text below")[0]
    row = next(line for line in head.splitlines() if line.startswith(field))
    assert row.split() == [*field.split(), main, here]


# -- faults of layers


def test_a_fault_of_a_reading_is_told_at_the_reading(tmp_path):
    (found,) = told(
        tmp_path,
        (
            GAME,
            "    rules: {bids: {a-tre: {base: 0}",
            "    rules: {deal: {extra: {dealer: 2}}, bids: {a-tre: {base: 0}",
        ),
    )
    assert found.startswith(
        "games/08.13-permesso.md:27: readings.RI-1830.rules.deal.extra: for 3 players 3 x 25 + 2 = 77"
    )
    assert "(in 8.13/RI-1830)" in found


def test_a_fault_of_a_variant_is_told_at_the_variant(tmp_path):
    (found,) = told(tmp_path, (GAME, "use: some, rules: {", "use: some, rules: {deal: {talon: 1}, "))
    assert (
        found.startswith("games/08.13-permesso.md:29: variants.short.rules.deal.talon: ") and "(in 8.13/short)" in found
    )


def test_a_fault_of_the_game_is_told_once_and_not_of_all_that_inherits_it(tmp_path):
    (found,) = told(tmp_path, (GAME, "extra: {dealer: 3}", "extra: {dealer: 2}"))
    assert found.startswith("games/08.13-permesso.md:14: rules.deal.extra: ") and "(in " not in found


def test_a_fault_that_a_game_makes_of_its_base_is_told_at_the_game(tmp_path):
    (found,) = told(tmp_path, (OTHER, "deal: {hand: 19, extra: {dealer: 2}}", "talk: silent"))
    assert found.startswith("games/08.14-four-handed-permesso.md:13: rules.players: for 4 players 4 x 25 + 3 = 103")


def test_a_fault_of_a_tradition_is_told_once_there_and_names_a_ruleset(tmp_path):
    (found,) = told(tmp_path, (TRADITION, "honours: [top, pagat, fool, kings]", "honours: [top, pagat, full, kings]"))
    assert found.startswith("traditions/piedmont-savoy.md:10: rules.groups.honours: ") and "(in 8.13)" in found


def test_a_fault_of_a_bid_is_told_at_its_rules(tmp_path):
    (found,) = told(tmp_path, (GAME, "rules: {win: {at_least: 50}}", "rules: {win: {at_least: 92}}"))
    assert found.startswith("games/08.13-permesso.md:18: rules.bids.solo.rules.win.at_least: 92 points are needed")


def test_checking_one_file_tells_what_its_layers_cause(tmp_path, capsys):
    from tarotref.cli.command import main

    root = kit.make(tmp_path, change=(OTHER, "extra: {dealer: 2}", "extra: {dealer: 3}"))
    main(["check", "--root", str(root), str(root / "corpus" / OTHER)])
    assert "[deal-sum]" in capsys.readouterr().out
    main(["check", "--root", str(root), str(root / "corpus" / GAME)])
    assert "[deal-sum]" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("path", "kind", "answers"),
    [(GAME, "discrepancy", True), (GAME, "misread", True), (GAME, "erratum", True), (GAME, "comment", False),
     (GAME, "inference", False), (GAME, "conjecture", False), (TRADITION, "discrepancy", False)],
)  # fmt: skip
def test_only_a_note_of_the_game_itself_answers_for_a_sum(tmp_path, path, kind, answers):
    note = f"notes:\n  - {{at: rules.deal, kind: {kind}, by: dm2004, text: So it says.}}\n"
    found = told(
        tmp_path,
        (GAME, "extra: {dealer: 3}", "extra: {dealer: 2}"),
        (TRADITION, "  feats: {slam", "  deal: {cut: by the left}\n  feats: {slam"),
        (path, "notes:\n", note),
    )
    assert any("[deal-sum]" in p for p in found) is not answers, found


def test_a_note_on_the_main_rules_answers_for_what_follows_from_them(tmp_path):
    note = "notes:\n  - {at: rules.deal, kind: discrepancy, by: dm2004, text: So it says.}\n"
    changes = (GAME, "extra: {dealer: 3}", "extra: {dealer: 2}"), (GAME, "notes:\n", note)
    assert told(tmp_path, *changes) == []


# -- what a page tells


@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        ("The highest bid is *Solo*.", False),
        ("The highest bid is *Solo*; {witness}`RI-1830` has none.", True),
        ("The highest bid is *Solo*; {witness}`the second <RI-1830>` has none.", True),
        ("The highest bid is *Solo*.\n\n:::{version} RI-1830\nThere is no such bid.\n:::", True),
        ("**Solo** means alone, and *a due* with two.", True),
        ("Whoever plays *due soli* plays alone.", True),
    ],
)
def test_text_that_names_what_a_witness_lacks_speaks_of_the_witness(tmp_path, text, quiet):
    found = [p for p in told(tmp_path, (GAME, "One against two.", text)) if "[withdrawn-name]" in p]
    assert (found == []) is quiet, found


def test_a_page_that_says_too_little_to_play_from_is_told(tmp_path):
    found = told(tmp_path, ("traditions/family.md", "## Scoring\n\nCount the cards.\n", ""))
    assert [p.partition(": ")[0] for p in found] == [f"{GAME}:7", f"{OTHER}:8"]
    assert all("lacks the section 'Scoring'" in p for p in found)


def test_a_game_that_is_only_listed_need_not_be_playable(tmp_path):
    listed = (GAME, "evidence: described", "evidence: listed"), (OTHER, "evidence: described", "evidence: listed")
    assert told(tmp_path, ("traditions/family.md", "## Scoring\n\nCount the cards.\n", ""), *listed) == []


# -- what a tradition says beside its rules

MORE = """variants:
  long: {title: Long games, use: local, places: [turin], by: RI-1830, rules: {tally: {first_to: 100}, feats: {slam: null}}}
relations:
  - {to: "8.13", kind: compare, by: dm2004 ch. 8, text: much alike}
  - {to: "8.20", kind: derived-from, by: dm2004 ch. 8, certainty: doubtful}
"""


def test_a_tradition_has_variants_and_relations_on_its_page_and_in_the_tables(tmp_path):
    from tarotref.cli.terminal import show_tradition
    from tarotref.pages.elements import text_of
    from tarotref.pages.game import GamePage
    from tarotref.tables import TABLES

    assert told(tmp_path / "good", (TRADITION, "notes:\n", MORE + "notes:\n")) == []
    computed = corpus(tmp_path, (TRADITION, "notes:\n", MORE + "notes:\n"))
    page = show_tradition(computed, "piedmont-savoy")
    for word in ("Long games", "Turin", "Played to", "100", "withdrawn", "8.13 Permesso", "much alike", "8.20"):
        assert word in page, word
    assert "8.13/long" not in computed.corpus.rulesets
    assert [row[:2] for row in TABLES["variants"].rows(computed)] == [("piedmont-savoy", "long"), ("DM8.13", "short")]
    assert [(row[0], row[2], row[4]) for row in TABLES["relations"].rows(computed)] == [
        ("piedmont-savoy", "DM8.13", "compare"),
        ("piedmont-savoy", "DM8.20", "derived-from"),
    ]
    assert any("Piedmont and Savoy" in text_of(part) for part in GamePage(computed, "8.13").after("Relations"))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [("[turin]", "[turn]", "place"), ("by: RI-1830", "by: RI-1831", "source"), ('to: "8.20"', 'to: "8.99"', "game"),
     ("title: Long games,", "title: Long games, of: shorter,", "ruleset of the game")],
)  # fmt: skip
def test_what_a_tradition_names_there_must_exist(tmp_path, old, new, words):
    found = told(tmp_path, (TRADITION, "notes:\n", MORE.replace(old, new) + "notes:\n"))
    assert len(found) == 1 and f"no {words} " in found[0], found


# -- totals and provenance


@pytest.mark.parametrize(
    ("stated", "value", "status"),
    [("{points: 91}", 91, "stated"), ("{cards: 78}", None, "missing"), ("{points: unstated}", None, "unstated")],
)
def test_a_total_is_missing_unless_a_record_speaks_of_it(tmp_path, stated, value, status):
    from tarotref.computed.columns import cell

    computed = corpus(tmp_path, (GAME, "stated: {points: 91}", f"stated: {stated}"))
    found = cell("total_points", computed.ruleset("8.13"), computed.figures(computed.ruleset("8.13")))
    assert (found.value, found.status) == (value, status)
    other = computed.ruleset("8.13/RI-1830")
    assert cell("total_points", other, computed.figures(other)).status == "not-reported"


@pytest.mark.parametrize(
    ("slam", "bid", "pays"),
    [
        ("won: agreed", "", True),
        ("won: 10", "", True),
        ("won: none", "", False),
        ("won: none, lost: none", "", False),
        ("won: none, announced: {won: 10}", "", True),
        ("won: none", "aim: all-tricks, ", True),
    ],
)
def test_a_bonus_that_pays_nothing_is_none_unless_it_is_bid(tmp_path, slam, bid, pays):
    from tarotref.computed.columns import cell

    changes = ((TRADITION, "all-tricks, won: agreed", f"all-tricks, {slam}"), (GAME, "win: {", f"win: {{{bid}"))
    main = (computed := corpus(tmp_path, *changes)).ruleset("8.13")
    assert cell("slam", main, computed.figures(main)).value is pays


def test_a_cell_names_the_layer_that_set_its_fact(tmp_path):
    from tarotref.computed.columns import cell

    computed = corpus(tmp_path, (GAME, "hand: 25", "hand: agreed"))
    main = computed.ruleset("8.13")
    hand = cell("hand", main, computed.figures(main))
    assert (hand.status, hand.set_by, hand.path) == ("agreed", "8.13", ("deal", "hand"))


@pytest.mark.parametrize(
    ("rules", "differs"),
    [
        ("{win: {at_least: 50}, counting: {last_trick: null}}", False),
        ("{win: {at_least: 50}, counting: {odd: null}}", True),
    ],
)
def test_a_contract_without_what_the_main_rules_lack_is_no_conflict(tmp_path, rules, differs):
    """What a reading's contract withdraws makes a difference only if the main witness has it."""
    from tarotref.tables import TABLES

    reading = f"rules: {{counting: {{last_trick: 5}}, bids: {{solo: {{rules: {rules}}}}}}}"
    computed = corpus(
        tmp_path, (GAME, "rules: {bids: {a-tre: {base: 0}, solo: null}, discard: {trumps: never}}", reading)
    )
    fields = {row[2] for row in TABLES["conflicts"].rows(computed)}
    assert "counting.last_trick" in fields
    assert ("bids.solo.rules" in fields) is differs


def test_a_name_that_another_thing_still_has_is_not_lost(tmp_path):
    """A witness who lacks one of two bids that are said alike has the word."""
    two = (GAME, "    solo: {said: Solo,", "    again: {said: Solo, base: 4}\n    solo: {said: Solo,")
    lacks = (GAME, "rules: {bids: {a-tre: {base: 0}, solo: null}", "rules: {bids: {a-tre: {base: 0}, again: null}")
    text = (GAME, "One against two.", "The highest bid is *Solo*.")
    assert not any("speak of them" in one for one in told(tmp_path, two, lacks, text))
    lost = told(tmp_path / "lost", (two[0], two[1], two[2].replace("again: {said: Solo", "again: {said: Again")), lacks,
                (GAME, "One against two.", "The bid is *Again*."))  # fmt: skip
    assert any("speak of them: 8.13/RI-1830 (Again)" in one for one in lost)


def test_a_note_on_witnesses_does_not_travel_to_a_game_that_has_none_of_them(computed):
    """LJ, RT, MMT and Grimaud's leaflet have 9.6; of the Swiss games that are like it none of them speaks."""
    told = {
        id: {note.text for owner, _, note in computed.corpus.notes(computed.ruleset(id)) if owner == "9.6"}
        for id in ("9.6", "9.7", "9.10")
    }
    of_witnesses = {text for text in told["9.6"] if "LJ" in text or "MMT" in text}
    assert len(of_witnesses) > 3 and of_witnesses & told["9.7"]
    assert not of_witnesses & told["9.10"] and told["9.10"]


# -- notes


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("Then both others pay.", True), ("Then all others pay.", False), ("Then both others pay.', games: '8.13", False)],
)
def test_a_note_of_another_game_speaks_of_players_that_are_there(tmp_path, text, wrong):
    note = (GAME, "kind: inference, by: dm2004 game 8.13, text: It follows.", f"kind: inference, text: '{text}'")
    found = told(tmp_path, note)
    code = CHECKS["note-reach"].name
    assert any(f"[{code}]" in line for line in found) is wrong
