"""What a text says of one version of a game: told apart, checked, and shown away from the rules."""

from __future__ import annotations

from tarotref.cli.command import main
from tarotref.corpus.passages import main_text, passages, told_otherwise, version_text, with_carried
from tests import kit

BODY = """\
The dealer discards three cards.

No honour may go.

:::{version} RI-1830
Nor may a trump.
:::

- Kings never go.
- Trumps may.

:::{version} PE-1787 short instead
Anything goes.

| a | b |
|---|---|
| 1 | 2 |
:::

The end."""


def test_the_main_rules_are_what_is_left_without_passages():
    assert main_text(BODY).split("\n\n") == [
        "The dealer discards three cards.",
        "No honour may go.",
        "- Kings never go.\n- Trumps may.",
        "The end.",
    ]


def test_each_passage_knows_its_versions_and_its_row():
    rows = BODY.split("\n")
    for one in passages(BODY):
        assert rows[one.row] == one.text.split("\n")[0]
    assert [(p.versions, p.instead) for p in told_otherwise(BODY, {"RI-1830", "short"})] == [
        (("RI-1830",), False),
        (("PE-1787", "short"), True),
    ]
    assert not told_otherwise(BODY, {"other"})


def test_a_version_by_itself_has_its_own_passages_in_their_places():
    assert version_text(BODY, ["RI-1830"]).split("\n\n")[1:4] == [
        "No honour may go.",
        "Nor may a trump.",
        "- Kings never go.\n- Trumps may.",
    ]
    short = version_text(BODY, ["short"])
    assert "Kings" not in short and "Anything goes." in short and "| 1 | 2 |" in short and short.endswith("The end.")


def test_what_a_passage_carries_over_stands_in_brackets():
    replaced = "The *dealer* deals. Nobody cuts;\nthe first player leads. A misdeal costs 1 to each."
    own = "Who deals is not said. The dealer deals. Nobody cuts; the last player leads. A misdeal\ncosts 1 to each, 4 in all."
    assert with_carried(own, replaced) == (
        "Who deals is not said. [The dealer deals.] Nobody cuts; the last player leads. A misdeal\ncosts 1 to each, 4 in all."
    )
    assert with_carried("Nobody cuts; the first player\nleads. A *misdeal* costs 1 to each.", replaced).startswith(
        "[Nobody"
    )
    assert (
        with_carried("- Nobody cuts.\n- All\n  cut.", "- Nobody cuts.\n- Two cut.") == "- [Nobody cuts.]\n- All\n  cut."
    )
    assert with_carried("1. All cut.\n\n2. One deals.", "One deals.") == "1. All cut.\n\n2. [One deals.]"
    assert with_carried("| a | b |", "| a | b |") == "| a | b |"
    assert with_carried("He says {lang}`de: Kontra` here. He cuts.", "He cuts. Kontra` here.") == (
        "He says {lang}`de: Kontra` here. [He cuts.]"
    )
    body = f"{replaced}\n\n:::{{version}} A instead\n{own}\n:::"
    assert "[The dealer deals.]" in version_text(body, ["A"])


def test_a_variant_of_a_witness_has_his_passages_but_where_its_own_take_their_place():
    run = "One.\n\n:::{version} A instead\nTwo.\n:::\n\n:::{version} b instead\nThree.\n:::\n\n:::{version} A\nFour.\n:::\n\nFive."
    assert version_text(run, ["b", "A"]).split("\n\n") == ["Three.", "Four.", "Five."]
    assert version_text(run, ["c", "A"]) == version_text(run, ["A"]) == "Two.\n\nFour.\n\nFive."


def test_a_good_passage_is_no_problem_and_heirs_count_for_a_tradition(tmp_path):
    good = "One against two.\n\n## Play\n\nFollow.\n\n:::{version} RI-1830 short\nOr {witness}`RI-1830` not.\n:::\n"
    assert not kit.problems(kit.make(tmp_path, change=("games/08.13-permesso.md", "One against two.\n", good)))
    inherited = "Games of Piedmont.\n\n## Play\n\nFollow.\n\n:::{version} RI-1830\nNot so.\n:::\n"
    change = ("traditions/piedmont-savoy.md", "Games of Piedmont.\n", inherited)
    assert not kit.problems(kit.make(tmp_path, change=change))


def test_a_bad_passage_is_told_at_its_line(tmp_path):
    at = kit.ONE.split("\n").index("One against two.") + 1
    for n, (passage, message) in enumerate(
        {
            ":::{version} RI-1831\nNo.\n:::": "no witness or variant has the key 'RI-1831'; did you mean 'RI-1830'?",
            ":::{version} instead\nNo.\n:::": "a passage on no version",
            ":::{version} RI-1830\n:::": "a passage without text",
            ":::{version} RI-1830\nNo.": "a passage that is never closed",
        }.items()
    ):
        root = kit.make(
            tmp_path / str(n),
            change=("games/08.13-permesso.md", "One against two.\n", f"One against two.\n\n{passage}\n"),
        )
        (told,) = (p for p in kit.problems(root) if p.code == "version-passage")
        assert told.line == at + 2 and told.message.startswith(message)


def test_a_witness_other_than_the_main_one_is_named_in_passages_alone(tmp_path):
    rules = "One against two, says {witness}`PE-1787`.\n\n## Play\n\n:::{version} RI-1830\nSays {witness}`RI-1830`.\n:::\n\n"
    text = f"{rules}Follow.\nNot so {{witness}}`RI <RI-1830>`.\n\n## History\n\nSo {{witness}}`RI-1830`.\n"
    root = kit.make(tmp_path, change=("games/08.13-permesso.md", "One against two.\n", text))
    at = kit.ONE.split("\n").index("One against two.") + 1
    assert [(p.code, p.line) for p in kit.problems(root)] == [("one-authority", at + 9)]


def test_what_a_passage_names_is_checked_like_all_text(tmp_path):
    passage = "One against two.\n\n:::{version} RI-1830\nSee\n{game}`8.99`.\n:::\n"
    root = kit.make(tmp_path, change=("games/08.13-permesso.md", "One against two.\n", passage))
    at = kit.ONE.split("\n").index("One against two.") + 1
    assert [(p.code, p.line) for p in kit.problems(root)] == [("text-reference", at + 4)]


def test_the_terminal_tells_versions_apart(capsys):
    assert main(["show", "8.13"]) == 0
    rules, _, others = capsys.readouterr().out.partition("Other versions\n")
    assert "battere" not in rules and "battere" in others.partition("\nFacts\n")[0]
    assert main(["show", "8.13/RI-1830"]) == 0
    told = capsys.readouterr().out
    assert "battere" in told and "bad manners" not in told
