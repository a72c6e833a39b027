"""The command as people use it: what it prints, how it ends, what it says of mistakes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tarotref.cli.command import main
from tests import kit


def run(capsys, *words):
    status = main(list(words))
    out, err = capsys.readouterr()
    return status, out, err


def test_show_tells_the_whole_game(capsys):
    status, out, _ = run(capsys, "show", "8.13")
    assert status == 0
    for word in ("Three-handed Permesso", "Bidding", "Sans prendre", "Vola", "Total computed", "Conjecture"):
        assert word in out
    assert max(map(len, out.splitlines())) <= 120


def test_show_a_witness_and_a_tradition(capsys):
    assert "RI 1830" in run(capsys, "show", "8.13/RI-1830")[1]
    assert "Moors" in run(capsys, "show", "bologna")[1]


def test_show_as_json(capsys):
    data = json.loads(run(capsys, "show", "8.13", "--json")[1])
    assert data["cells"]["hand"] == {"value": "25", "status": "stated"} and data["set_by"]["pack"] == "piedmont-savoy"


def test_list_finds_words_without_accents(capsys):
    status, out, _ = run(capsys, "list", "permesso", "--players", "3")
    assert status == 0 and "8.13" in out
    assert run(capsys, "list", "no-such-game")[0] == 1


def test_table_selects(capsys):
    out = run(
        capsys, "table", "rulesets", "--where", "game=8.13", "--columns", "ruleset,counted_by", "--format", "csv"
    )[1]
    assert out.splitlines() == ["ruleset,counted_by", "main,twos", "RI-1830,twos"]
    assert "declarations" in run(capsys, "table")[1]


def test_count_shows_its_working(capsys):
    status, out, _ = run(capsys, "count", "9.13", "K♠", "Q♥", "XXI", "7♣")
    assert status == 0 and out.splitlines()[-1] == "13 points"


def test_compare_lists_differences_first(capsys):
    out = run(capsys, "compare", "8.11", "8.11/RI-1830")[1]
    assert "twos" in out and "fours" in out and "The same:" in out


def test_cite_and_schema(capsys):
    assert run(capsys, "cite", "8.13", "--format", "bibtex")[1].startswith("@incollection{")
    assert json.loads(run(capsys, "schema", "game")[1])["$schema"]


def test_export(capsys, tmp_path):
    status, out, _ = run(capsys, "export", str(tmp_path / "data"), "--format", "csv")
    assert status == 0 and (tmp_path / "data" / "rulesets.csv").exists() and "datapackage.json" in out


@pytest.mark.parametrize(
    "words",
    [
        ["show", "8.131"],
        ["table", "ruleset"],
        ["cite", "nothing"],
        ["check", "no/such/file"],
        ["compare", "8.13", "x"],
    ],
)
def test_what_is_not_there_is_said_in_a_line(capsys, words):
    status, out, err = run(capsys, *words)
    assert status == 1 and out == "" and err.startswith("tarotref: ") and len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["table", "rulesets", "--where", "colour=red"], "expected COLUMN=VALUE"),
        (["count", "9.13", "K of spoons"], "no card of pack"),
        (["count", "9.13", "K"], "'K' could be any of K♠, K♣, K♥, K♦; say which"),
        (["count", "9.13", "RC"], "write the sign or the name of the suit"),
        (["count", "9.13", " "], "no cards in the pile"),
        (["count", "9.13", "K♠", "--players", "0"], "players: found 0; 9.13/main is for 4"),
        (["count", "9.13", "K♠", "--tricks", "-5"], "tricks: found -5"),
    ],
)
def test_misuse_is_said_in_a_line(capsys, words, said):
    status, out, err = run(capsys, *words)
    assert status == 2 and out == "" and err.startswith("tarotref: ") and len(err.splitlines()) == 1 and said in err


@pytest.mark.parametrize("words", [["show"], ["cite"], ["compare", "8.13"], ["count"]])
def test_a_number_without_a_record_is_told_from_a_misspelling(capsys, words, monkeypatch):
    extra = ["K♠"] if words == ["count"] else []
    status, out, err = run(capsys, *words, "8.1", *extra)
    assert (status, out) == (1, "")
    assert err == "tarotref: 8.1 is in the catalogue (Three-handed Venticinque), but has no record yet\n"


def test_check_tells_everything_and_exits_1(capsys, tmp_path):
    root = kit.make(
        tmp_path,
        a=("games/08.13-permesso.md", "players: 3", "players: x"),
        b=("games/08.14-four-handed-permesso.md", "evidence: described", "evidense: described"),
    )
    status, out, _ = run(capsys, "check", "--root", str(root))
    assert (
        status == 1
        and "08.13-permesso.md:12: rules.players: found 'x'; expected a whole number [bad-value]" in out
        and "did you mean 'evidence'" in out
    )
    status, out, _ = run(capsys, "check", "--root", str(root), str(root / "corpus/games/08.14-four-handed-permesso.md"))
    assert "08.13" not in out and "08.14" in out
    assert json.loads(run(capsys, "check", "--root", str(root), "--json")[1])[0]["line"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---\n",
        "---\n---\n",
        "---\n- a\n---\n",
        "---\n{a: [}\n---\n",
        "---\nid: 3\n---\n",
        "\x00\xff",
        "---\nid: !!python/object:os.system x\n---\n",
        "---\n? [a]\n: b\n---\n",
    ],
)
def test_no_input_makes_the_check_fall_over(capsys, tmp_path, text):
    root = kit.make(tmp_path)
    (root / "corpus/games/99.01-bad.md").write_bytes(text.encode("latin-1"))
    status, out, _ = run(capsys, "check", "--root", str(root))
    assert status == 1 and "99.01-bad.md" in out and "Traceback" not in out


def test_the_rules_are_listed(capsys):
    out = run(capsys, "check", "--rules")[1]
    assert "deal-sum" in out and "unknown-key" in out


def test_the_command_is_installed_and_light():
    code = "import sys, tarotref; assert not {'pandas', 'sphinx', 'pydantic'} & set(sys.modules); print(tarotref.__version__)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
