"""The archive for deposits: whole, described for machines, with checksums, and the same bytes each time."""

from __future__ import annotations

import hashlib
import json
import subprocess
import zipfile
from pathlib import Path

import pytest
import yaml
from rocrate.rocrate import ROCrate

from tarotref import release
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.tables import archive, imports, rows
from tarotref.tables.exports import DEPOSITED, LICENCE, write
from tests import kit

CHECKOUT = Path(__file__).parent.parent
NAME = f"tarotref-{release.VERSION}"


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Tables of the small corpus: an archive is made of any alike."""
    return rows(ComputedCorpus(read(kit.make(tmp_path_factory.mktemp("kit")))))


@pytest.fixture(scope="module")
def made(data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("archive") / "data"
    write(data, folder, ("archive",))
    return folder


@pytest.fixture(scope="module")
def whole(made):
    with zipfile.ZipFile(made / f"{NAME}.zip") as packed:
        packed.extractall(made.parent / "out")
    return made.parent / "out" / NAME


def test_the_archive_holds_every_table_in_three_forms(whole, data):
    for form in (whole, whole / "json", whole / "tarotref.sqlite"):
        read = imports.read(form)
        assert {name: len(found) for name, found in read.rows.items()} == {n: len(found) for n, found in data.items()}
    assert {"README.md", "LICENSE-corpus", "CITATION.cff", "sources.bib", "places.geojson"} <= {
        f.name for f in whole.iterdir()
    }
    assert set(DEPOSITED) >= {"csv", "json", "sqlite"}


def test_checksums_are_those_of_the_files(made, whole):
    for folder, name in ((whole, archive.CHECKSUMS), (made, f"{NAME}.zip.sha256")):
        done = subprocess.run(["sha256sum", "--check", "--strict", "--quiet", name], cwd=folder, capture_output=True)
        assert done.returncode == 0, done.stderr
    listed = {line.partition("  ")[2] for line in (whole / archive.CHECKSUMS).read_text().splitlines()}
    assert listed == {f.relative_to(whole).as_posix() for f in whole.rglob("*") if f.is_file()} - {archive.CHECKSUMS}
    (whole.parent / "changed").mkdir()
    (whole.parent / "changed" / "a").write_text("a")
    assert archive.checksums(whole.parent / "changed") == f"{hashlib.sha256(b'a').hexdigest()}  a\n"


def test_rocrate_reads_the_crate(whole):
    crate = ROCrate(whole)
    assert crate.name == "tarotref: games played with the tarot pack"
    root = crate.root_dataset
    assert root["version"] == release.VERSION and str(root.get("datePublished", "")).startswith(release.DATE)
    assert root["license"].id == LICENCE["path"] and root["author"][0]["name"] == "The tarotref editors"
    parts = {part.id: part for part in root["hasPart"]}
    there = {f"{f.name}/" if f.is_dir() else f.name for f in whole.iterdir()} - {archive.CRATE, archive.CHECKSUMS}
    assert set(parts) == there
    for id, part in parts.items():
        if not id.endswith("/"):
            content = (whole / id).read_bytes()
            assert part["contentSize"] == str(len(content)) and part["sha256"] == hashlib.sha256(content).hexdigest()


def test_what_zenodo_is_told_agrees_with_the_citation(made):
    told = json.loads((made / ".zenodo.json").read_text(encoding="utf-8"))
    cited = yaml.safe_load((CHECKOUT / "CITATION.cff").read_text(encoding="utf-8"))
    assert (told["title"], told["version"], told["keywords"]) == (cited["title"], cited["version"], cited["keywords"])
    dates = {told.get("publication_date", ""), str(cited.get("date-released", ""))}
    assert dates == {release.DATE} and told["version"] == release.VERSION
    people = [*told["creators"], *told.get("contributors", ())]
    assert [one["name"] for one in people] == [one["name"] for one in cited["authors"]]
    assert (
        told["upload_type"] == cited["type"] and told["license"] == cited["license"].lower() == LICENCE["name"].lower()
    )


def test_two_archives_are_the_same_bytes(made, data, tmp_path):
    write(data, tmp_path / "again", ("archive",))
    for file in made.iterdir():
        assert (tmp_path / "again" / file.name).read_bytes() == file.read_bytes(), file.name
