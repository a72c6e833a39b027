"""What helps who corrects a record: what waits for `make record`, what a change may have left behind."""

from __future__ import annotations

import re
import subprocess

import pytest

from tarotref.checks.touched import hints
from tarotref.checks.waiting import waiting
from tarotref.cli import propose
from tarotref.cli.command import main
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.store.earlier import since
from tests import kit

GAME = "games/08.13-permesso.md"
HAND = ("hands.yaml", "", "")
NOTE = "notes:\n"
NOTED = (
    NOTE + "  - {at: readings.RI-1830.rules.bids.a-tre.base, kind: conjecture, by: tarotref, text: RI pays nothing.}\n"
)


def computed_of(root, **changes):
    root.mkdir(exist_ok=True)
    return ComputedCorpus(read(kit.make(root, **changes)))


def test_a_hand_that_was_chosen_by_other_facts_waits(tmp_path):
    as_it_is = computed_of(tmp_path / "one", a=HAND)
    assert [p.path for p in waiting(as_it_is) if p.message.startswith("the hand")] == []
    other = computed_of(tmp_path / "two", a=HAND, b=(GAME, "base: 3", "base: 4"))
    assert [(p.path, p.field) for p in waiting(other) if p.message.startswith("the hand")] == [
        ("corpus/hands.yaml", "8.13.facts")
    ]


def test_a_game_that_can_be_played_and_has_no_hand_waits(tmp_path):
    told = [p for p in waiting(computed_of(tmp_path, a=HAND)) if "no hand" in p.message]
    assert [p.path for p in told] == ["corpus/games/08.14-four-handed-permesso.md"]


def test_evidence_out_of_order_waits(tmp_path):
    two = kit.EVIDENCE.replace("a-pack", "earlier").replace("dated: 1750", "dated: 1650")
    late = computed_of(tmp_path, a=("attestations.yaml", kit.EVIDENCE, kit.EVIDENCE + two))
    assert [(p.line, p.field) for p in waiting(late)] == [(2, "earlier.dated")]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("a-tre: {base: 0}", "a-tre: {base: 2}", "the rules that this changes say the same"),
        ("a-tre: {base: 0}", "a-tre: {base: 1}", "this note is on a fact that was changed"),
        ("said: A due, base: 3", "said: A due, base: 1", "a-due stands above a-tre and costs less"),
        ("said: A due, base: 3", "said: A due, base: 4", "the page says: line"),
        ("said: A due, base: 3", "said: A due, base: 4", "this example has to do with a fact that was changed"),
    ],
)
def test_what_a_change_leaves_behind_is_hinted_at(tmp_path, old, new, said):
    began = [(GAME, NOTE, NOTED), (GAME, "One against two.", "One against two. *A due* costs 3.")]
    began += [(GAME, "deal: {packets", "bidding: {procedure: immediate-hold}\n  deal: {packets")]
    changes = {str(n): one for n, one in enumerate(began)}
    before = computed_of(tmp_path / "before", **changes)
    after = computed_of(tmp_path / "after", **changes, last=(GAME, old, new))
    told = [p.message for p in hints(before.corpus, after, ["8.13"])]
    assert any(said in message for message in told), told


PRICES = """## Bidding

| bid | pays |
|---|---|
| A tre | 2 |
| A due | 3 |

:::{version} RI-1830
A due costs 3 too.
:::

## History

It arose about 1750, before 1787, when {witness}`PE-1787` told of it.
"""
BEGAN = [
    (GAME, "One against two.\n", f"One against two.\n\n{PRICES}"),
    (
        "games/08.14-four-handed-permesso.md",
        "One against three.\n",
        "One against three.\n\n## Scoring\n\nA due pays 3.\n",
    ),
    (
        "traditions/piedmont-savoy.md",
        "Games of Piedmont.\n",
        "Games of Piedmont.\n\n## Deal and discard\n\nNo trumps are laid aside, and never a King.\n",
    ),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            GAME,
            "said: A due, base: 3",
            "said: A due, base: 4",
            [(GAME, "| A due | 3 |"), ("08.14", "A due pays 3."), (GAME, "this example")],
        ),
        (GAME, "a-due: {base: 3}", "a-due: {base: 4}", [(GAME, "A due costs 3 too.")]),
        (GAME, "played: 1750~", "played: 1780~", [(GAME, "It arose about 1750")]),
        (
            "traditions/piedmont-savoy.md",
            "by: dealer, honours: never",
            "by: dealer, honours: free",
            [("piedmont-savoy", "never a King")],
        ),
        ("sources.bib", "year = {1787}", "year = {1788}", [(GAME, "before 1787")]),
        ("attestations.yaml", "dated: 1750", "dated: 1760", [("attestations", "its own words say 1750")]),
    ],
)
def test_what_stands_on_a_changed_fact_is_named_with_its_sentence_wherever_it_stands(tmp_path, file, old, new, told):
    began = [*BEGAN, (GAME, "bids: {a-tre: {base: 0}", "bids: {a-tre: {base: 0}, a-due: {base: 3}")]
    began += [("attestations.yaml", "title: A pack,", "title: A pack of 1750,")]
    changes = {str(n): one for n, one in enumerate(began)}
    before = computed_of(tmp_path / "before", **changes)
    after = computed_of(tmp_path / "after", **changes, last=(file, old, new))
    changed = {GAME: ["8.13"], "traditions/piedmont-savoy.md": ["piedmont-savoy"]}.get(file, [])
    found = [*hints(before.corpus, after, changed)]
    for place, said in told:
        hits = [p for p in found if place in p.path and said in p.message]
        assert len(hits) == 1, (place, said, found)
        if "line " in hits[0].message:
            row = (tmp_path / "after" / hits[0].path).read_text(encoding="utf-8").splitlines()[hits[0].line - 1]
            assert said.split(" ")[-1] in row or said in row
    assert all(p.message.startswith(("rules", "readings", "played", "PE", "a-pack", "this ")) for p in found), found


def test_what_was_so_before_a_change_is_not_told_again(tmp_path):
    same = (GAME, "a-tre: {base: 0}", "a-tre: {base: 2}")
    before = computed_of(tmp_path / "before", a=same)
    after = computed_of(tmp_path / "after", a=same, b=(GAME, "said: Solo, base: 5", "said: Solo, base: 6"))
    assert not [p for p in hints(before.corpus, after, ["8.13"]) if "say the same" in p.message]


def test_all_rules_of_a_version_may_go_at_once(tmp_path):
    variant = "variants:\n  more: {title: More, use: some, rules: {discard: {trumps: never}}}\nreadings:"
    before = computed_of(tmp_path / "before", a=(GAME, "readings:", variant))
    after = computed_of(
        tmp_path / "after", a=(GAME, "readings:", variant.replace(", rules: {discard: {trumps: never}}", ""))
    )
    assert "8.13/more" in before.corpus.rulesets and isinstance([*hints(before.corpus, after, ["8.13"])], list)


def test_a_changed_file_is_found_against_the_last_commit(tmp_path, capsys):
    root = kit.make(tmp_path)

    def git(*words: str) -> None:
        subprocess.run(
            ["git", "-C", str(root), "-c", "user.name=x", "-c", "user.email=x@x", *words],
            check=True,
            capture_output=True,
        )

    git("init", "-q")
    git("add", "corpus")
    git("commit", "-qm", "x")
    assert since(root).files == frozenset()
    record = root / "corpus" / GAME
    record.write_text(
        record.read_text(encoding="utf-8").replace("a-tre: {base: 0}", "a-tre: {base: 2}"), encoding="utf-8"
    )
    before = since(root)
    computed = ComputedCorpus(read(root))
    assert before.files == {f"corpus/{GAME}"} and before.records(computed.corpus) == ["8.13"]
    assert set(before.rulesets(computed.corpus)) == {"8.13/RI-1830", "8.14/RI-1830"}
    assert [*before.causes(computed.corpus, "8.14")] == ["8.13"]
    main(["check", "--root", str(root), "--changed"])
    assert f"corpus/{GAME}:" in capsys.readouterr().out


PLACES = [("places.yaml", "turin:", "torino:"), (GAME, "places: [piedmont]", "places: [turin]")]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            [(GAME, "played: 1750~", "played:1750~")],
            [(6, "found 'played:1750~/1850~'; expected a space after the colon")],
        ),
        ([(GAME, "  players: 3", "  players:3")], [(12, "found 'players:3'; expected a space after the colon")]),
        ([(GAME, "  sides: alliance", "  sides:alliance")], [(13, "found 'sides:alliance'; expected a space")]),
        ([(GAME, "odd: {1: 1/2}}", "odd: {1: 1/2}")], [(21, "a '{' that is never closed")]),
        ([(GAME, "[PE-1787, RI-1830]", "[PE-1787, RI-1830")], [(9, "a '[' that is never closed")]),
        (
            [(GAME, "[PE-1787, RI-1830]", "[PE-1788, RI-1830]")],
            [(9, "no source has the id 'PE-1788'; did you mean 'PE-1787'?")],
        ),
        ([(GAME, "main: PE-1787", "main: PE-1787\nplaces: [turin]")], [(11, "this key stands at line 5 already")]),
        ([(GAME, "  counting:", "  deal: {talon: 0}\n  counting:")], [(21, "this key stands at line 14 already")]),
        ([(GAME, "at: rules.win.at_least", "at: rules.win.at_leest")], [(31, "did you mean 'rules.win.at_least'?")]),
        ([(GAME, "before: solo", "before: sollo")], [(29, "did you mean 'solo'?")]),
        (PLACES, [(2, "nothing names this place, and 2 name 'turin', which is not there")]),
        (
            [*PLACES, ("places.yaml", "torino:", "urbino: {title: Urbino, kind: town}\ntorino:")],
            [(3, "nothing names this place, and 2 name 'turin', which is not there")],
        ),
        ([(GAME, "[piedmont]", "&a [piedmont]\naka: *a")], [(5, "an anchor or a tag of YAML")]),
        (
            [
                (GAME, "hand: 25", "hand: &n 25"),
                (GAME, "base: 3", "base: *n"),
                (GAME, "players: 3", "players: [3, *n]"),
            ],
            [(14, "an anchor or a tag of YAML")],
        ),
        (
            [("packs.yaml", "tarot-78-italian:", "tarot-78-italain:")],
            [(16, "name 'tarot-78-italian', which is not there; an id that others name stays as it is")],
        ),
        (
            [
                ("trump-orders.yaml", "piedmont:", "piedmonte:"),
                (GAME, "  players: 3", "  trump_order: piedmont\n  players: 3"),
            ],
            [(3, "nothing names this trump order, and 2 name 'piedmont', which is not there")],
        ),
        (
            [("sources.bib", "@book{PE-1787", "@book{PE-1778")],
            [(3, "nothing names this source, and 4 name 'PE-1787', which is not there")],
        ),
        (
            [(GAME, "[PE-1787, RI-1830]", "[PE-1787]")],
            [(26, "'RI-1830' is not among the witnesses of the record; add it")],
        ),
        (
            [
                (GAME, "  RI-1830:\n", "  RI-1838:\n"),
                (GAME, "at: rules.win.at_least", "at: readings.RI-1830.rules.bids"),
            ],
            [(26, "no source has the id 'RI-1838'; did you mean 'RI-1830'?")],
        ),
    ],
)
def test_one_fault_is_told_once_at_its_line_with_what_mends_it(tmp_path, changes, told):
    found = kit.problems(kit.make(tmp_path, **{str(n): one for n, one in enumerate(changes)}))
    assert [p.line for p in found] == [line for line, _ in told], found
    assert all(said in p.message for p, (_, said) in zip(found, told, strict=True)), found


@pytest.mark.parametrize(
    ("title", "right", "wrong"),
    [
        (
            "Großes Fünferrufen",
            ["08.13-grosses-funferrufen", "08.13-grosses-fuenferrufen"],
            [
                "08.13-grosses-funfer",
                "08.13-grosses-fünferrufen",
                "08.13-groses-funferrufen",
                "8.13-grosses-funferrufen",
            ],
        ),
        ("Königrufen", ["08.13-konigrufen", "08.13-koenigrufen"], ["08.13-kenigrufen", "08.13-konig"]),
        ("Tarot à l’Hombre", ["08.13-tarot-a-l-hombre", "08.13-tarot-a-lhombre"], ["08.13-tarot-l-hombre"]),
    ],
)
def test_a_file_is_named_after_number_and_title_in_plain_letters_of_which_an_umlaut_may_be_two(
    tmp_path, title, right, wrong
):
    for name in (*right, *wrong):
        root = kit.make(tmp_path / name, a=(GAME, "title: Permesso", f"title: {title}"))
        (root / "corpus" / GAME).rename(root / f"corpus/games/{name}.md")
        found = kit.problems(root)
        assert [p.code for p in found] == ["file-name"] * (name in wrong), name
        assert all(f"{name!r}; expected " in p.message and "08.13-" in p.message for p in found)
        assert all(p.message.endswith(f"expected {right[0]!r}") for p in found if name.startswith("08.13"))


def test_what_writes_into_the_checkout_says_first_whether_it_can():
    """Where nothing can be written every target says so in a sentence; these alone write nothing, or what is made anew at any time."""
    makefile = (kit.CHECKOUT / "Makefile").read_text(encoding="utf-8")
    needs = dict(re.findall(r"^([a-z]+): ?(.*?) *##", makefile, re.M))
    assert {name for name, on in needs.items() if "writable" not in on.split()} == {
        "help", "search", "lint", "check", "bench", "clean"
    }  # fmt: skip


LETTER = f"""From: Ada Player <ada@tarot.test>
Subject: 8.13 Permesso

Page: 8.13 Permesso
File: corpus/{GAME}
Version: 1.0.0
Field: rules.bids.a-due.base
Stands there: 3
Should stand there: 4
Source and page: PE-1787, p. 12
"""


@pytest.mark.parametrize(("old", "made"), [("3", True), ("7", False)])
def test_a_letter_becomes_a_branch(tmp_path, capsys, old, made):
    root = kit.make(tmp_path)

    def git(*words: str) -> str:
        done = subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True, text=True)
        return done.stdout

    git("init", "-q")
    git("config", "user.name", "x")
    git("config", "user.email", "x@tarot.test")
    git("add", "corpus")
    git("commit", "-qm", "x")
    letter = tmp_path / "letter.txt"
    letter.write_text(LETTER.replace("Stands there: 3", f"Stands there: {old}"), encoding="utf-8")
    assert main(["propose", str(letter), "--root", str(root)]) == 0
    assert git("branch", "--show-current").strip() == "propose/08.13-permesso"
    assert git("log", "-1", "--format=%an").strip() == "Ada Player" and "PE-1787, p. 12" in git(
        "log", "-1", "--format=%b"
    )
    record = (root / "corpus" / GAME).read_text(encoding="utf-8")
    assert ("a-due: {said: A due, base: 4}" in record) is made
    assert ("is not plain" in capsys.readouterr().out) is not made
    letter.write_text(LETTER.replace("a-due.base", "a-deu.base"), encoding="utf-8")
    assert main(["propose", str(letter), "--root", str(root)]) == 2
    assert "did you mean 'rules.bids.a-due.base'?" in capsys.readouterr().err


def test_a_letter_is_read_as_mail_programs_write_it():
    head = "From: Zo\u00eb Player <zoe@tarot.test>\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nDear editors,\r\n\r\n"
    body = "\n".join(LETTER.splitlines()[3:]).replace("p. 12", "p. 12: pr\u00eat") + "\n\n-- \nZo\u00eb, Lyon\n"
    told, sender = propose.read((head + body.replace("\n", "\r\n")).encode("latin-1"))
    assert told["Field"] == "rules.bids.a-due.base" and told["Source and page"] == "PE-1787, p. 12: pr\u00eat"
    assert sender.endswith("<zoe@tarot.test>")
    quoted = "\n".join(f"> {line}" for line in body.splitlines())
    assert propose.read(f"\ufeff{quoted}".encode())[0]["Should stand there"] == "4"
