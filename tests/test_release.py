"""Where the project lives, in one file; an export that overwrites nobody's files; a release that is refused, or built from a tag."""

from __future__ import annotations

import re
import subprocess
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
    remedy = "is not what tarotref/release.py says: python scripts/release.py --cite"
    assert f"CITATION.cff {remedy}" in (told := [*script.wrong(draft=True)])
    assert all(line.endswith(remedy) for line in told)


def test_nothing_names_a_package_index_before_the_package_is_in_one():
    texts = [
        kit.CHECKOUT / "README.md",
        kit.CHECKOUT / "CONTRIBUTING.md",
        *kit.CHECKOUT.glob("docs/**/*.md"),
        *kit.CHECKOUT.glob("tarotref/**/*.py"),
    ]
    hints = re.compile(r"pip3? install (-\S+ )*['\"]?tarotref|pypi\.org/project/tarotref")
    found = [path.name for path in texts if hints.search(path.read_text(encoding="utf-8"))]
    assert bool(found) <= bool(release.INDEX), found
    assert len(texts) > 100


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
    earlier = "## 0.1.0 (x)\n\n### Corpus\n\n- By hand.\n\n### Records\n\n- Record 1: old.\n\n### Software\n\n- So was this.\n"
    text = f"# Changelog\n\n## 0.2.0 (x)\n\n### Corpus\n\n- By hand.\n\n### Software\n\n- This too.\n\n{earlier}"
    new = script.in_changelog(text, "0.2.0", told, {"R14": "Dappen"})
    added = "- Record R14, Dappen: a new record.\n- Record 8.13, 8.13: 1 fact or text changed, by Ada Player.\n"
    assert new == text.replace("### Software", f"### Records\n\n{added}\n### Software", 1)
    assert script.in_changelog(new, "0.2.0", told, {"R14": "Dappen"}) == new
    last = text.removesuffix(earlier).rstrip("\n") + "\n"
    assert script.in_changelog(last, "0.2.0", told, {}).endswith("- This too.\n")


def test_records_stand_in_the_changelog_in_the_order_of_the_catalogue():
    script = kit.script("history")
    told = {"first": [], "withdrawn": [], "changes": {"9.1": {"x": []}}, "rewritten": {"2.1": 19}, "contributors": {}}
    made = script.in_changelog("## 1 (x)\n\n### Corpus\n", "1", told, {"2.1": "A", "8.13": "B", "9.1": "C"})
    assert made.index("Record 2.1, A: 19 facts") < made.index("Record 9.1, C: 1 fact") and "8.13" not in made


def test_a_release_is_refused_where_changelog_or_history_do_not_know_of_it(script, monkeypatch):
    monkeypatch.setattr(release, "DATE", "2027-01-02")
    head = f"# Changelog\n\n## {release.VERSION} (2027-01-02)\n"
    history = f'"{release.VERSION}": {{date: "2027-01-02"}}\n'
    assert [*script.unwritten(head, history)] == []
    assert ["CHANGELOG.md" in told for told in script.unwritten(head.replace("01-02", "01-03"), history)] == [True]
    assert ["history.yaml" in told for told in script.unwritten(head, "")] == [True]


def test_checksums_of_a_release_hold_beside_the_files_that_are_published(script, tmp_path):
    for name in ("tarotref-1.zip", "tarotref-1.zip.sha256", "NOTES.md"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    (tmp_path / "SHA256SUMS").write_text(script.checksums(tmp_path), encoding="utf-8")
    (tmp_path / "NOTES.md").unlink()  # it is the text of the release and no file of it
    command = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.count(": OK") == 2
    workflow = (kit.CHECKOUT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    for ending in ("*.whl", "*.tar.gz", "*.zip", "*.sha256", "SHA256SUMS"):
        assert f"dist/{ending}" in workflow
