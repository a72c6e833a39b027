"""The command as people use it: what it prints, how it ends, what it says of mistakes."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import pytest

import tarotref
from tarotref.cli.arguments import EXPORTS
from tarotref.cli.command import main
from tarotref.cli.parser import parser
from tarotref.pages.elements import text_of
from tarotref.pages.game import GamePage
from tarotref.pages.named_things import table_of
from tarotref.tables.exports import ARCHIVE, FORMATS, PARTS
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


def test_show_names_what_the_text_links_and_puts_each_ladder_on_its_line(capsys):
    out = run(capsys, "show", "8.22")[1]
    text = " ".join(out.partition("\nHistory\n")[2].partition("\nFacts\n")[0].split())
    assert "Gelli 1929" in text and "8.23 Trentuno" in text and "gelli-1929" not in text
    ladders = [line for line in out.splitlines() if line.startswith(("Trumps: XX", "Cups and Coins: K"))]
    assert len(ladders) == 2
    assert "not-computable" not in out


def test_show_marks_what_has_a_note_and_explains_its_marks(capsys):
    out = run(capsys, "show", "17.3")[1]
    assert "† means that a fact is shared with " in out
    assert re.search(r"(?m)^Der kleine Mann\* ", out) and "Mannnote" not in out


def test_show_as_json(capsys):
    data = json.loads(run(capsys, "show", "8.13", "--json")[1])
    assert data["cells"]["hand"] == {"value": "25", "status": "stated"} and data["set_by"]["pack"] == "piedmont-savoy"
    assert data["id"] == "DM8.13" and data["set_by"]["deal.hand"] == "DM8.13"


def test_list_finds_words_without_accents(capsys):
    status, out, _ = run(capsys, "list", "permesso", "--players", "3")
    assert status == 0 and "8.13" in out
    assert run(capsys, "list", "no-such-game")[0] == 1


def test_words_may_stand_after_an_option(capsys):
    whole = run(capsys, "find", "--all", "players=3", "pack_cards=78")
    assert whole[0] == 0 and run(capsys, "find", "players=3", "--all", "pack_cards=78") == whole
    assert whole != run(capsys, "find", "players=3", "pack_cards=78")
    assert run(capsys, "list", "bologna", "--players", "4", "minchiate")[1] == run(
        capsys, "list", "bologna", "minchiate", "--players", "4"
    )[1]  # fmt: skip
    for wrong in (["find", "players=3", "--al", "pack_cards=78", "--no-such"], ["show", "8.13", "8.14"]):
        with pytest.raises(SystemExit):
            main(wrong)
        assert "unrecognized arguments" in capsys.readouterr().err


def test_table_selects(capsys):
    out = run(
        capsys, "table", "rulesets", "--where", "game=8.13", "--columns", "ruleset,counted_by", "--format", "csv"
    )[1]
    assert out.splitlines() == ["ruleset,counted_by", "main,twos", "RI-1830,twos"]
    assert "declarations" in run(capsys, "table")[1]


@pytest.mark.parametrize("number", ["8.13", "DM8.13", "dm 8.13"])
def test_table_finds_a_game_by_either_form_of_its_number(capsys, number):
    def found(*words):
        return run(capsys, "table", *words, "--format", "csv")[1].splitlines()[1:]

    assert found("rulesets", "--where", f"game={number}", "--columns", "id") == ["DM8.13/main", "DM8.13/RI-1830"]
    assert found("layers", "--where", f"id={number}/RI-1830", "--columns", "id") == ["DM8.13/RI-1830"]
    assert found("facts", "--where", f"set_by={number}", "--columns", "game")
    assert found("attestations", "--where", f"games={number}", "--columns", "games")
    assert run(capsys, "list", number)[1].startswith("8.13  ")


def test_table_takes_yes_for_true(capsys):
    def found(value):
        return run(capsys, "table", "rulesets", "--where", f"bidding={value}", "--columns", "id,bidding")[1]

    assert found("yes") == found("true") != found("no") == found("false")


def test_the_dictionary_is_a_table_among_the_others(capsys):
    assert "vocabulary" in run(capsys, "table", "tables")[1]
    columns = run(capsys, "table", "columns", "--where", "table_name=feats", "--columns", "name", "--format", "csv")[1]
    assert {"announced_before", "announced_replaces", "announced_text"} <= set(columns.splitlines())


def test_what_is_said_of_an_announcement_is_shown(capsys):
    told = "from the 13th trick"
    assert told in run(capsys, "table", "feats", "--where", "game=4.3", "--format", "csv")[1]
    page = GamePage(tarotref.load(), "4.3")
    assert any(told in text_of(part) for part in table_of(page, "feats"))


def test_count_shows_its_working(capsys):
    status, out, _ = run(capsys, "count", "9.13", "K♠", "Q♥", "XXI", "7♣")
    assert status == 0 and out.splitlines()[-1] == "13 points"


def test_count_says_what_pays_beside_the_cards(capsys):
    _, out, _ = run(capsys, "count", "11.14", "angel", "world", "sun", "moon")
    assert "Not counted here: sets and sequences" in out and "Grande: 10 for three" in out
    _, out, _ = run(capsys, "count", "9.13", "XXI")
    assert "Not counted" not in out


def test_compare_lists_differences_first(capsys):
    out = run(capsys, "compare", "8.11", "8.11/RI-1830")[1]
    assert "twos" in out and "fours" in out and "The same:" in out


def test_cite_and_schema(capsys):
    assert run(capsys, "cite", "8.13", "--format", "bibtex")[1].startswith("@incollection{")
    assert json.loads(run(capsys, "schema", "game")[1])["$schema"]


def test_the_command_offers_every_format_of_an_export():
    assert (*FORMATS, *PARTS, ARCHIVE) == EXPORTS


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
        ["check", "README.md"],
        ["export", "README.md", "--format", "csv"],
        ["export", "README.md/folder", "--format", "csv"],
    ],
)
def test_what_is_not_there_is_said_in_a_line(capsys, words):
    status, out, err = run(capsys, *words)
    assert status == 1 and out == "" and err.startswith("tarotref: ") and len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["table", "rulesets", "--where", "colour=red"], "no column 'colour' in rulesets; `tarotref table columns`"),
        (["table", "rulesets", "--where", "players"], "players: expected COLUMN=VALUE"),
        (["find", "player=3"], "no column 'player' in rulesets; did you mean 'players'?"),
        (["compare", "8.13"], "compare: found 8.13 alone; expected two"),
        (["count", "R2", "K♠"], "R2/main cannot be counted; not known: "),
        (["find", "played_from<early"], "expected a number after <"),
        (["count", "9.13", "K of spoons"], "no card of pack"),
        (["count", "9.13", "K"], "'K' could be any of K♠, K♣, K♥, K♦; say which"),
        (["count", "9.13", "RC"], "write the sign or the name of the suit"),
        (["count", "9.13", " "], "no cards in the pile"),
        (["count", "9.13", "K♠", "--players", "7"], "players: found 7; 9.13/main is for 4"),
    ],
)
def test_misuse_is_said_in_a_line(capsys, words, said):
    status, out, err = run(capsys, *words)
    assert status == 2 and out == "" and err.startswith("tarotref: ") and len(err.splitlines()) == 1 and said in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show", "bolonga"], "no game or tradition has the id 'bolonga'; did you mean 'bologna'?"),
        (["count", "bologna", "K♠"], "bologna is a tradition; expected one of its games"),
        (["deal", "bologna"], "bologna is a tradition"),
        (["table", "nothing-near"], "`tarotref table` lists all"),
    ],
)
def test_what_was_most_likely_meant_is_said(capsys, words, said):
    status, out, err = run(capsys, *words)
    assert status == 1 and out == "" and one_line(err) and said in err


def examples_of_help():
    """Yield the examples in backticks that the short help of commands gives, in words as a shell divides them; those that are
    asked what to do, or deal what is long, have tests of their own."""
    for name in ("find", "show", "table", "count", "deal", "cite"):
        text = next(c.choices[name] for c in parser()._subparsers._group_actions).description
        for example in re.findall(rf"`({name} [^`]+)`", text):
            yield shlex.split(example)


@pytest.mark.parametrize("words", list(examples_of_help()), ids=" ".join)
def test_what_help_gives_as_an_example_works(capsys, words):
    status, out, err = run(capsys, *words)
    assert status == 0 and out and not err


@pytest.mark.parametrize("words", [["show"], ["cite"], ["compare", "8.13"], ["count"]])
def test_a_number_without_a_record_is_told_from_a_misspelling(capsys, words, computed, unrecorded):
    number, entry = unrecorded, computed.corpus.shared["catalogue"][unrecorded]
    status, out, err = run(capsys, *words, number, *(["K♠"] if words == ["count"] else []))
    assert (status, out) == (1, "")
    assert err == f"tarotref: {number} is in the catalogue ({entry.title}), but has no record yet\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["list", "--players", "0"], "found '0'; expected a whole number from 1 on"),
        (["list", "--players", "three"], "found 'three'"),
        (["count", "9.13", "K♠", "--players", "-1"], "found '-1'"),
        (["count", "2.1", "K♠", "--tricks", "-5"], "found '-5'; expected a whole number from 0 on"),
        (["export", ""], "found an empty name; expected that of a folder"),
    ],
)
def test_what_can_never_be_is_refused_as_misuse(capsys, words, told):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2 and told in capsys.readouterr().err


# -- the machine as it may be: what is in the way, full, damaged, cut off


def command(*words, cwd=kit.CHECKOUT, **environment):
    """Run the command as a process of its own; return its status, output and what it says of errors."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TAROTREF"))}
    kept |= {"PYTHONPATH": str(kit.CHECKOUT)}
    words = (sys.executable, "-m", "tarotref.cli.command", *words)
    done = subprocess.run(words, cwd=cwd, env=kept | environment, capture_output=True)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def one_line(err):
    return err.startswith("tarotref: ") and len(err.splitlines()) == 1


def test_a_root_without_a_corpus_is_named_and_not_made(tmp_path):
    status, out, err = command("list", TAROTREF_ROOT=str(tmp_path / "nowhere"))
    assert (status, out) == (1, b"") and one_line(err) and "nowhere, which TAROTREF_ROOT names" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("words", [["list"], ["table", "facts", "--format", "csv"], ["check", "--rules"]])
def test_a_full_disk_is_said_in_a_line(words):
    code = f"import sys; from tarotref.cli.command import main; sys.stdout = open('/dev/full', 'w'); sys.exit(main({words}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=kit.CHECKOUT, capture_output=True, text=True)
    assert done.returncode == 1 and one_line(done.stderr) and "No space left" in done.stderr


def test_a_reader_that_has_had_enough_is_no_error():
    code = "import subprocess, sys; from tarotref.cli.command import main; sys.exit(main(['table', 'facts']))"
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=kit.CHECKOUT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b"" and process.wait() == 0


@pytest.mark.parametrize("words", [["show", "8.13"], ["count", "9.13", "K♠", "Q♥"], ["table", "games"]])
def test_a_terminal_of_few_letters_shows_what_it_can(words):
    status, out, err = command(*words, PYTHONIOENCODING="ascii")
    assert (status, err) == (0, "") and out.isascii() and b"?" in out


@pytest.mark.parametrize(
    "words", [["table", "games", "--format", "csv"], ["show", "2.6", "--json"], ["cite", "18.13", "--format", "bibtex"]]
)
def test_data_are_utf_8_whatever_the_terminal_is(words):
    plain, odd = command(*words, PYTHONIOENCODING="utf-8"), command(*words, PYTHONIOENCODING="ascii")
    assert plain == odd and plain[0] == 0


def test_an_interrupt_ends_it_in_a_line(capsys, monkeypatch):
    from tarotref.cli import rows as module

    def interrupted(args):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "run_list", interrupted)
    assert run(capsys, "list") == (130, "", "tarotref: interrupted\n")


@pytest.mark.parametrize("form", ["csv", "json", "sqlite", "archive"])
def test_an_export_onto_a_full_disk_is_said_in_a_line_and_leaves_nothing(tmp_path, form):
    root = kit.make(tmp_path / "made")
    code = (
        "import resource, sys; from tarotref.cli.command import main; from tarotref.store.loading import tables; tables(); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000)); "  # no file may be longer
        f"sys.exit(main(['export', {str(tmp_path / 'out')!r}, '--format', {form!r}]))"
    )
    environment = os.environ | {"TAROTREF_ROOT": str(root), "PYTHONPATH": str(kit.CHECKOUT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 1 and one_line(done.stderr), done.stderr
    assert [f.name for f in tmp_path.iterdir()] == ["made"]


def test_an_export_that_cannot_be_written_names_the_folder_that_was_asked_for(capsys, tmp_path, monkeypatch):
    def refused(**_):
        raise PermissionError(13, "Permission denied", str(tmp_path / "tmpabc"))

    monkeypatch.setattr(tempfile, "TemporaryDirectory", refused)
    status, _, said = run(capsys, "export", str(tmp_path / "mine"), "--format", "csv")
    assert status == 1 and said == f"tarotref: Permission denied: {tmp_path / 'mine'}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script_that_the_shell_reads(capsys, tmp_path, shell):
    status, out, _ = run(capsys, "completion", shell)
    assert status == 0 and "simulate" in out and "facts" in out and "8.13" in out
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell} here")
    (tmp_path / "script").write_text(out, encoding="utf-8")
    done = subprocess.run([shell, "-n", str(tmp_path / "script")], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "offered"),
    [(["sim"], {"simulate"}), (["table", "trump_r"], {"trump_ranks"}), (["show", "8.1"], {"8.1", "8.13"})],
)
def test_bash_completes_commands_tables_and_games(capsys, tmp_path, words, offered):
    (tmp_path / "script").write_text(run(capsys, "completion", "bash")[1], encoding="utf-8")
    line = " ".join(f"'{w}'" for w in ("tarotref", *words))
    code = (
        f"source {tmp_path / 'script'}; COMP_WORDS=({line}); COMP_CWORD={len(words)}; "
        '$(complete -p tarotref | sed "s/.*-F //; s/ .*//"); printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True)
    assert offered <= set(map(str.strip, done.stdout.split("\n"))), (done.stdout, done.stderr)


def test_completion_without_its_library_says_what_is_missing(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert run(capsys, "completion", "bash") == (
        1,
        "",
        "tarotref: completion needs shtab: pip install '.[completion]' in a checkout\n",
    )


def test_check_tells_everything_and_exits_1(capsys, tmp_path):
    root = kit.make(
        tmp_path,
        a=("games/08.13-permesso.md", "players: 3", "players: x"),
        b=("games/08.14-four-handed-permesso.md", "evidence: described", "evidense: described"),
    )
    status, out, _ = run(capsys, "check", "--root", str(root))
    assert (
        status == 1
        and "08.13-permesso.md:12: rules.players: found 'x'; expected a whole number of six figures at most [bad-value]"
        in out
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


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["find", "fool=skip"], "expected one of excuse, highest-trump, lowest-trump"),
        (["find", "region=piedmnt"], "did you mean 'piedmont'?"),
        (["table", "games", "--where", "tradition=bolgna"], "did you mean 'bologna'?"),
        (["list", "--where", "tradition=bolgna"], "did you mean 'bologna'?"),
        (["show", "permesso"], "8.13 Three-handed Permesso, 8.14"),
        (["show", "Trocas"], "no game is called 'Trocas'; did you mean 'Troccas'?"),
        (["cite", "feature:fool"], "nothing is cited as 'feature'; expected one of tradition, "),
        (["find"], "found no condition"),
    ],
)
def test_what_comes_near_is_said(capsys, command, words):
    status, _, said = run(capsys, *command)
    assert status and words in said


def test_rows_have_the_same_options_everywhere(capsys):
    for command in (["find", "players=4"], ["table", "rulesets"]):
        status, said, _ = run(
            capsys, *command, "--where", "pack_cards=54", "--columns", "id,pack_cards", "--format", "csv"
        )
        assert status == 0 and said.startswith("id,pack_cards\n") and said.count(",54\n") == said.count("\n") - 1
    status, said, _ = run(capsys, "evidence", "--place", "piedmont", "--columns", "id,certainty", "--format", "json")
    assert status == 0 and {row["certainty"] for row in json.loads(said)} >= {"sure"}
    status, said, _ = run(capsys, "cross", "fool", "counted_by", "--format", "csv")
    assert status == 0 and said.startswith("fool,threes")
    status, said, _ = run(capsys, "list", "--where", "tradition=bologna", "--columns", "id", "--format", "csv")
    assert status == 0 and said.startswith("id\nDM11.1\n")
    for command in (["list", "permesso"], ["show", "8.13"], ["compare", "8.13", "8.14"], ["count", "9.13", "XXI"]):
        assert run(capsys, *command, "--format", "json") == run(capsys, *command, "--json")
    assert run(capsys, "show", "Troccas")[0] == 0


def test_a_game_shows_itself_shortly(capsys):
    assert repr(tarotref.game("8.13")).startswith("<game 8.13 Three-handed Permesso: rulesets main, ")
    assert repr(tarotref.game("8.13").ruleset()) == "<ruleset 8.13/main: Three-handed Permesso>"
    assert "<table" in tarotref.game("8.13")._repr_html_()


@pytest.mark.parametrize("most", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(capsys, monkeypatch, most):
    """Every command, and what it says of itself."""
    monkeypatch.setenv("COLUMNS", str(most))
    monkeypatch.setattr(sys, "stdin", io.StringIO("help\n1\n"))
    each = {
        "check": ["--rules"],
        "list": ["permesso"],
        "find": ["players=5"],
        "evidence": ["--place", "piedmont"],
        "cross": ["fool", "counted_by"],
        "show": ["8.13"],
        "table": ["games", "--where", "id=DM8.13"],
        "compare": ["8.13", "8.14"],
        "count": ["9.13", "K♠ Q♥ XXI"],
        "deal": ["8.13"],
        "play": ["8.13", "--seed", "1"],
        "simulate": ["8.13", "--hands", "2"],
        "cite": ["8.13/RI-1830#bids.a-tre.base"],
        "export": ["README.md"],
        "diff": ["nothing", "here"],
        "schema": ["no-such-kind"],
        "completion": ["no-such-shell"],
        "propose": ["README.md"],
    }
    named = next(a for a in parser()._actions if a.dest != "help" and getattr(a, "choices", None)).choices
    assert set(named) == set(each)
    for name, words in [("--help", []), *each.items(), *((name, ["--help"]) for name in each)]:
        with contextlib.suppress(SystemExit):
            main([name, *words])
        told = capsys.readouterr()
        lines = [
            re.sub(r"^(\w+> )+", "", line) for stream in told for line in stream.splitlines()
        ]  # no Enter is echoed here
        assert lines and max(map(len, lines)) <= most, (name, words, max(lines, key=len))
    assert main(["table", "games", "--format", "csv"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) > most
