"""Where the project lives, in one file; an export that overwrites nobody's files; a release that is refused, or built from a tag."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tarotref import cite, release
from tarotref.cli.command import main
from tarotref.tables import citations, exports
from tests import kit

GAME = SimpleNamespace(id="8.13", title="Permesso")


@pytest.fixture(scope="module")
def script():
    return kit.script("release")


def test_a_release_is_refused_as_long_as_anything_is_not_published_yet(script, monkeypatch):
    for name in ("DATE", "REPOSITORY", "SITE", "MAIL", "DOI"):
        monkeypatch.setattr(release, name, "x")
    monkeypatch.setattr(release, "SITE", "")
    monkeypatch.setattr(script, "said", lambda *words: "v9.9.9\n" if words[1] == "tag" else " M README.md\n")
    told = [*script.wrong(draft=False)]
    assert "SITE is not published yet: set it in tarotref/release.py" in told
    assert f"this commit does not bear the tag v{release.VERSION}" in told and "something here is not committed" in told
    assert not [line for line in told if line.startswith("MAIL")]
    monkeypatch.setattr(release, "DATE", "")
    assert [*script.wrong(draft=True)] == [
        "CITATION.cff is not what tarotref/release.py says: python scripts/release.py --cite"
    ]


def test_citation_and_deposit_are_written_from_the_one_file(script, monkeypatch):
    for file, made in ((script.CITATION, script.citation), (script.ZENODO, script.zenodo)):
        text = file.read_text(encoding="utf-8")
        assert made(text) == text
        with monkeypatch.context() as patch:
            patch.setattr(release, "DATE", "2027-01-02")
            patch.setattr(release, "MAIL", "desk@tarot.test")
            patch.setattr(script, "contributors", lambda: [{"name": "Ada Player", "orcid": "0000-0002-1825-0097"}])
            other = made(text)
            assert "2027-01-02" in other and "Ada Player" in other and made(other) == other
        assert made(other) == text


def test_what_is_not_published_yet_says_so_in_every_citation(monkeypatch):
    for form in ("text", "bibtex", "csl", "ris"):
        told = cite("8.13", form).lower()
        assert (release.UNSET in told) is not bool(release.DATE) and "example.org" not in told


def test_a_record_in_no_published_version_is_cited_as_unreleased(monkeypatch):
    history = {"1.0.0": SimpleNamespace(first=("8.13",))}
    assert not citations.unreleased(history, "R14") or release.DATE
    monkeypatch.setattr(release, "DATE", "2027-01-02")
    assert citations.unreleased(history, "R14") and not citations.unreleased(history, "8.13")
    new = citations.cited(GAME, unreleased=True)
    assert "unreleased, after version" in new.text() and "year" not in new.bibtex() and "issued" not in new.csl()


def test_notes_of_a_version_tell_of_facts_apart_from_software(script):
    told = script.notes(script.CHANGELOG.read_text(encoding="utf-8"), release.VERSION)
    assert told.index("### Corpus") < told.index("### Software") and "## 0.1.0" not in told
    assert script.notes("## 0.2.0 (x)\n\na\n\n## 0.1.0 (x)\n\nb\n", "0.1.0") == "b\n"


def test_an_export_writes_over_nothing_of_anybody(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(exports, "write", lambda *_: [])
    (tmp_path / "mine").mkdir()
    readme = tmp_path / "mine" / "README.md"
    readme.write_text("mine", encoding="utf-8")
    assert main(["export", str(tmp_path / "mine")]) == 1
    assert "holds files that no export has written" in capsys.readouterr().err and readme.read_text() == "mine"
    assert [f.name for f in readme.parent.iterdir()] == ["README.md"]
    assert main(["export", str(tmp_path / "mine"), "--force"]) == 0
    assert main(["export", str(tmp_path / "new" / "folder")]) == main(["export", str(tmp_path / "new" / "folder")]) == 0


def test_a_line_of_the_changelog_is_written_for_each_record_and_says_who_contributed():
    script = kit.script("history")
    told = {"first": ["R14"], "withdrawn": [], "changes": {"8.13": {(("field", "a"),): ["main"]}}}
    people = 'ada: {name: Ada Player, records: {"8.13": a, R14: b, "9.1": c}}'
    assert script.contributions(people, '"0.1.0": {contributors: {R14: [Ada Player]}}') == {
        "8.13": ["Ada Player"],
        "9.1": ["Ada Player"],
    }
    told["contributors"] = {"8.13": ["Ada Player"]}
    text = "# Changelog\n\n## 0.2.0 (x)\n\n### Corpus\n\n- By hand.\n\n## 0.1.0 (x)\n\n### Corpus\n\n- Record 1: old.\n"
    new = script.in_changelog(text, "0.2.0", told, {"R14": "Dappen"})
    added = "- Record R14, Dappen: a new record.\n- Record 8.13, 8.13: 1 fact or text changed, by Ada Player.\n"
    assert new == text.replace("- By hand.\n", added + "- By hand.\n")
    assert script.in_changelog(new, "0.2.0", told, {"R14": "Dappen"}) == new
