"""Records that are good, and every way in which one can be bad: file, line, field, what was found, what was expected."""

from __future__ import annotations

import pytest

from tarotref.checks import CHECKS
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.corpus.source_file import read_record, read_yaml
from tarotref.problem import READING
from tests import kit

GAME, OTHER, TRADITION = (
    "games/08.13-permesso.md",
    "games/08.14-four-handed-permesso.md",
    "traditions/piedmont-savoy.md",
)


def test_the_good_corpus_is_good(tmp_path):
    assert kit.problems(kit.make(tmp_path)) == []


BAD = [
    # code, file, text replaced, by what, words of the message, line of the new text (1-based within the file; 0: wherever)
    ("bad-value", GAME, "players: 3", "players: three", "whole number", 12),
    ("bad-value", GAME, "sides: alliance", "sides: allianse", "did you mean 'alliance'", 13),
    ("bad-value", GAME, "played: 1750~/1850~", "played: 1750-ish", "EDTF", 6),
    ("bad-value", GAME, "hand: 25", "hand: lots", "whole number", 14),
    ("bad-value", GAME, "base: 3", "base: [3, x]", "number", 17),
    ("bad-value", GAME, 'id: "8.13"', "id: eight", "catalogue number", 2),
    ("bad-value", GAME, "{of: kings, exactly: 4}", "{off: kings, exactly: 4}", "off", 20),
    ("unknown-key", GAME, "evidence: described", "evidense: described", "did you mean 'evidence'", 7),
    ("missing-key", GAME, "evidence: described\n", "", "'evidence' is missing", 0),
    (
        "unknown-key",
        GAME,
        "deal: {packets: free, hand: 25",
        "deal: {packets: free, handd: 25",
        "did you mean 'hand'",
        14,
    ),
    ("duplicate-key", GAME, "  sides: alliance", "  sides: alliance\n  sides: partners", "twice", 14),
    ("empty-value", GAME, "sides: alliance", "sides:", "no value", 13),
    ("yaml", GAME, "sides: alliance", "sides: [alliance", "well-formed", 0),
    ("yaml-plain", GAME, "sides: alliance", "sides: &a alliance", "anchor", 13),
    ("front-matter", GAME, "---\nid", "id", "no front matter", 1),
    ("dangling", GAME, "places: [piedmont]", "places: [piedmontt]", "did you mean 'piedmont'", 5),
    ("dangling", GAME, "main: PE-1787", "main: PE-1788", "did you mean 'PE-1787'", 10),
    ("dangling", GAME, "witnesses: [PE-1787, RI-1830]", "witnesses: [PE-1787, RI-1831]", "RI-1830", 9),
    ("dangling", TRADITION, "trump_order: piedmont", "trump_order: piemont", "did you mean 'piedmont'", 9),
    ("unknown-base", OTHER, 'like: "8.13"', 'like: "8.31"', "no game or tradition", 5),
    ("unknown-base", OTHER, 'like: "8.13"', "like: 8.13/RI-1831", "no ruleset", 5),
    ("unknown-base", OTHER, 'like: "8.13"', "like: RI-1830", "did you mean '8.14/RI-1830'", 5),
    ("nothing-to-withdraw", GAME, "solo: null", "none-such: null", "nothing of the kind is inherited", 27),
    ("note-path", GAME, "at: rules.win.at_least", "at: rules.win.at_most", "nothing stands", 31),
    ("duplicate-id", OTHER, 'id: "8.14"', 'id: "8.13"', "another record", 2),
    ("file-name", OTHER, 'id: "8.14"', 'id: "8.15"', "expected a name that begins with '08.15-'", 2),
    ("section-title", GAME, "## In brief", "## In breif", "did you mean 'In brief'", 0),
    ("card-name", GAME, "{of: kings, exactly: 4}", "{of: kingz, exactly: 4}", "kingz", 20),
    ("card-name", TRADITION, "honours: [top, pagat, fool, kings]", "honours: [top, pagat, full, kings]", "full", 10),
    ("deal-sum", GAME, "extra: {dealer: 3}", "extra: {dealer: 2}", "3 x 25 + 2 = 77 cards", 14),
    ("packets-hand", GAME, "packets: free", "packets: [5, 10, 9]", "24", 14),
    (
        "stated-total",
        GAME,
        "stated: {points: 91}",
        "stated: {points: 90}",
        "states 90; pack, values and method make 91",
        24,
    ),
    (
        "stated-total",
        GAME,
        "stated: {points: 91}",
        "stated: {points: [90, 91]}",
        "states 90 or 91; pack, values and method make 91 to 91",
        24,
    ),
    (
        "sum-bounds",
        GAME,
        "rules: {bids: {ad-una: {said: Ad una, base: 4, before: solo}}}",
        "rules: {sides: individual, counting: {by: 3, odd: {1: 0, 2: 1}}, deal: {hand: 24, extra: {dealer: 4, others: 1}}}",
        "the pack makes 78, but the piles of 3 players only 77 to 77",
        29,
    ),
    ("bad-value", GAME, "players: 3", "players: 1000000000", "numbers of players from 1 to 30", 12),
    ("threshold", GAME, "at_least: 46}", "at_least: 92}", "only 91", 22),
    ("threshold", GAME, "at_least: 46}", "at_least: 40}", "both sides", 22),
    ("holding-fits", GAME, "{of: kings, exactly: 4}", "{of: suit-cards, at_least: 26}", "no hand of 25", 20),
    ("worked-example", GAME, "pays: 5}", "pays: 6}", "we compute 5", 0),
    ("catalogue-number", OTHER, 'id: "8.14"', 'id: "8.99"', "no number of the catalogue", 2),
    ("witness-date", GAME, "played: 1750~/1850~", "played: 1850~/1900", "before the game is said", 0),
    ("trump-order", "trump-orders.yaml", "2 popess, 1 bagatto", "1 bagatto", "no place for 2", 1),
    ("playable", GAME, "players: 3", "players: unstated", "lacks how many play", 7),
    ("withdrawn-name", GAME, "One against two.", "The highest bid is *Solo*.", "8.13/RI-1830 (Solo)", 37),
    ("note-path", TRADITION, "at: rules.feats.slam", "at: rules.feats.slamm", "nothing stands", 17),
    ("bibtex", "sources.bib", "keywords = {authority}", "keywords = {book}", "role", 1),
]


@pytest.mark.parametrize(
    ("code", "path", "old", "new", "words", "line"), BAD, ids=[f"{b[0]}-{n}" for n, b in enumerate(BAD)]
)
def test_a_bad_record_is_told_where_and_why(tmp_path, code, path, old, new, words, line):
    found = kit.problems(kit.make(tmp_path, change=(path, old, new)))
    mine = [p for p in found if p.code == code and words in p.message]
    assert mine, [str(p) for p in found]
    assert mine[0].path.endswith(path.rpartition("/")[2])
    if line:
        assert mine[0].line == line, str(mine[0])


def test_a_circle_of_likes_is_told(tmp_path):
    found = kit.problems(
        kit.make(tmp_path, change=(GAME, "tradition: piedmont-savoy", 'tradition: piedmont-savoy\nlike: "8.14"'))
    )
    assert {p.code for p in found} >= {"cycle"}


def test_all_problems_come_in_one_run_sorted(tmp_path):
    found = kit.problems(
        kit.make(
            tmp_path,
            a=(GAME, "sides: alliance", "sides: allianse"),
            b=(OTHER, "evidence: described", "evidence: hearsay"),
            c=(TRADITION, "honours: never", "honours: seldom"),
        )
    )
    assert {p.path.rpartition("/")[2] for p in found} >= {
        "08.13-permesso.md",
        "08.14-four-handed-permesso.md",
        "piedmont-savoy.md",
    }
    assert found == sorted(found)


def test_a_note_answers_for_a_figure_that_does_not_add_up(tmp_path):
    note = "notes:\n  - {at: stated.points, kind: discrepancy, text: The source says 90.}"
    root = kit.make(tmp_path, a=(GAME, "stated: {points: 91}", "stated: {points: 90}"), b=(GAME, "notes:", note))
    assert kit.problems(root) == []


def test_one_mistake_gives_one_message(tmp_path):
    found = kit.problems(kit.make(tmp_path, change=(GAME, "evidence: described", "evidence: heard")))
    assert [p.code for p in found] == ["bad-value"], [str(p) for p in found]


def test_every_check_has_a_case_or_guards_the_shared_files():
    covered = {b[0] for b in BAD} | {
        "like",
        "claim-subject",
        "unused-source",
        "pack-rule",
        "stated-cards",
        "bid-talon",
        "derivation-date",
    }
    assert set(CHECKS) <= covered
    assert {b[0] for b in BAD} | {"cycle", "file"} >= set(READING) - {"file-name"}


# -- layers


def rules(computed, id):
    return computed.ruleset(id).rules


def test_layers_join_by_witness_and_do_not_leak(tmp_path):
    computed = ComputedCorpus(read(kit.make(tmp_path)))
    main, other = rules(computed, "8.13"), rules(computed, "8.13/RI-1830")
    assert main.discard.limits == {"honours": "never", "pagat": "only-trump"}
    assert other.discard.limits == {"honours": "never", "trumps": "never"}
    assert list(main.bids) == ["a-tre", "a-due", "solo"] and list(other.bids) == ["a-tre", "a-due"]
    assert (
        main.bids["a-tre"].base == (2,)
        and other.bids["a-tre"].base == (0,)
        and other.bids["a-tre"].said == ("Permesso",)
    )


def test_a_game_takes_another_as_base_witness_by_witness(tmp_path):
    computed = ComputedCorpus(read(kit.make(tmp_path)))
    assert rules(computed, "8.14").bids["a-tre"].base == (2,)
    assert rules(computed, "8.14/RI-1830").bids["a-tre"].base == (0,)
    assert computed.ruleset("8.14").origin[("bids", "a-tre", "base")].layer == "8.13"
    assert computed.ruleset("8.14").origin[("players",)].layer == "8.14"
    assert computed.ruleset("8.14").origin[("pack",)].layer == "piedmont-savoy"


def test_a_presumed_base_makes_all_it_gives_an_inference(tmp_path):
    computed = ComputedCorpus(read(kit.make(tmp_path, change=(OTHER, 'like: "8.13"', 'like: "8.13"\npresumed: yes'))))
    origin = computed.ruleset("8.14").origin
    assert origin[("bids", "a-tre", "base")].presumed and not origin[("players",)].presumed


def test_an_entry_can_stand_before_an_inherited_one(tmp_path):
    computed = ComputedCorpus(read(kit.make(tmp_path)))
    assert list(rules(computed, "8.13/short").bids) == ["a-tre", "a-due", "ad-una", "solo"]


def test_a_section_can_be_taken_from_elsewhere(tmp_path):
    computed = ComputedCorpus(
        read(
            kit.make(
                tmp_path,
                a=(OTHER, 'like: "8.13"\n', ""),
                b=(OTHER, "  players: 4", "  players: 4\n  declarations: {like: 8.13/RI-1830}"),
            )
        )
    )
    assert list(rules(computed, "8.14").declarations) == ["kings"] and rules(computed, "8.14").bids is None


def test_a_bid_lays_its_own_change_on_the_rules(tmp_path):
    computed = ComputedCorpus(read(kit.make(tmp_path)))
    assert computed.ruleset("8.13").cases["bids.solo"].rules.win.at_least == (50,)
    assert rules(computed, "8.13").win.at_least == (46,)


def test_a_note_travels_with_its_fact_and_dies_with_it(tmp_path):
    computed = ComputedCorpus(read(kit.make(tmp_path)))
    assert [(o, n.kind) for o, _, n in computed.corpus.notes(computed.ruleset("8.14"))] == [
        ("8.13", "inference"),
        ("piedmont-savoy", "comment"),
    ]
    computed = ComputedCorpus(
        read(kit.make(tmp_path, change=(OTHER, "  players: 4", "  players: 4\n  win: {at_least: 47}")))
    )
    assert [(o, n.kind) for o, _, n in computed.corpus.notes(computed.ruleset("8.14"))] == [
        ("piedmont-savoy", "comment")
    ]


def test_text_is_inherited_section_by_section(tmp_path):
    corpus = read(kit.make(tmp_path))
    text = {title: (owner, section.body) for title, (owner, section) in corpus.text("8.14").items()}
    assert list(text) == ["In brief", "Cards and terms", "Deal and discard", "Play", "Scoring"]
    assert text["In brief"] == ("8.14", "One against three.") and text["Play"] == ("family", "Follow suit.")


# -- reading


def test_scalars_stay_text():
    source = read_yaml("x.yaml", "a: 8.10\nb: 3:25\nc: no\nd: Null\non: yes\ne: null\nf: 1_000\n")
    assert source.data == {"a": "8.10", "b": "3:25", "c": "no", "d": "Null", "on": "yes", "e": None, "f": "1_000"}
    assert not source.problems


def test_every_value_knows_its_line():
    source = read_record(
        "x.md",
        "---\na: 1\nb:\n  - x\n  - {c: 2}\n---\n# T\n\n## One\n\ntext\n\n```\n## no heading\n```\n## Two\nmore\n",
    )
    assert source.lines[("b", 1, "c")] == 5 and source.body_line == 7
    assert {t: s.line for t, s in source.sections().items()} == {"": 7, "One": 9, "Two": 16}
