"""Exports for tools of other fields: each is read by such a tool, and has what the tables have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rispy
from commonnexus import Nexus
from pybtex.database import parse_string
from pycldf import StructureDataset
from pyld import jsonld

from tarotref.computed.columns import FEATURES
from tarotref.tables import TABLES
from tarotref.tables.exports import PARTS, records, write


@pytest.fixture(scope="module")
def folder(published):
    return published


@pytest.fixture(scope="module")
def cldf(data, tmp_path_factory):
    made = tmp_path_factory.mktemp("export")
    write(data, made, ("cldf",))
    return made / "cldf"


def of(data, name):
    return records(TABLES[name], data[name])


def test_bibtex_is_read_by_pybtex(folder, data):
    found = parse_string((folder / "sources.bib").read_text(encoding="utf-8"), "bibtex").entries
    sources = {s["key"]: s for s in of(data, "sources")}
    assert set(found) == set(sources)
    book = found["dm2004"]
    assert [str(p) for p in book.persons["author"]] == sources["dm2004"]["author"].split(";")
    assert book.fields["title"].strip("{}") == sources["dm2004"]["title"]
    inside = [key for key, s in sources.items() if s["container"] and s["kind"] == "incollection"]
    assert inside and all("booktitle" in found[key].fields for key in inside)


def test_ris_is_read_by_rispy(folder, data):
    found = {entry["id"]: entry for entry in rispy.loads((folder / "sources.ris").read_text(encoding="utf-8"))}
    sources = {s["key"]: s for s in of(data, "sources")}
    assert set(found) == set(sources)
    assert found["dm2004"]["type_of_reference"] == "BOOK" and found["dm2004"]["year"] == "2004"
    assert found["dm2004"]["authors"] == sources["dm2004"]["author"].split(";")


def test_csl_has_every_source_once(folder, data):
    found = json.loads((folder / "sources.csl.json").read_text(encoding="utf-8"))
    assert sorted(entry["id"] for entry in found) == sorted(s["key"] for s in of(data, "sources"))
    one = next(entry for entry in found if entry["id"] == "dm2004")
    assert one["issued"] == {"date-parts": [[2004]]} and {"family", "given"} <= set(one["author"][0])


def test_geojson_has_places_and_evidence_where_they_are(folder, data):
    found = json.loads((folder / "places.geojson").read_text(encoding="utf-8"))
    ids = [feature["id"] for feature in found["features"]]
    known = [p for p in of(data, "places") if p["lat"] is not None]
    assert len(ids) == len(set(ids)) and {f"place/{p['id']}" for p in known} <= set(ids)
    for feature in found["features"]:
        lon, lat = feature["geometry"]["coordinates"]
        assert -180 <= lon <= 180 and -90 <= lat <= 90
    bologna = next(f for f in found["features"] if f["id"] == "place/bologna")
    assert bologna["geometry"]["coordinates"] == pytest.approx([11.3, 44.5], abs=0.2)
    assert "DM11.14" in bologna["properties"]["games"]
    assert sum(i.startswith("attestation/") for i in ids) > 300


def test_nexus_is_read_by_commonnexus(folder, data):
    found = Nexus((folder / "features.nex").read_text(encoding="utf-8"))
    matrix = found.characters.get_matrix()
    mains = {r["game"].replace(".", "_"): r for r in of(data, "rulesets") if r["ruleset"] == "main"}
    assert set(matrix) == set(mains)
    states = matrix["DM8_13"]
    assert set(states) <= set(FEATURES) and len(states) > 20
    # Games that agree in a feature have one state in it, and games that do not have two.
    for feature in ("sides", "direction", "fool"):
        by_value = {}
        for taxon, row in matrix.items():
            by_value.setdefault(mains[taxon][feature], set()).add(row[feature])
        assert by_value.pop(None, {None}) == {None}, feature
        assert all(len(one) == 1 for one in by_value.values()), feature
        assert len(set.union(*by_value.values())) == len(by_value)


def test_the_comparative_form_has_what_may_be_compared(folder, data):
    """Independent rulesets, characters that are none of each other, ten states at most: what PAUP and SplitsTree read."""
    text = (folder / "features-comparative.nex").read_text(encoding="utf-8")
    matrix = Nexus(text).characters.get_matrix()
    mains = {r["game"].replace(".", "_"): r for r in of(data, "rulesets") if r["ruleset"] == "main"}
    listed = {g["id"].replace(".", "_") for g in of(data, "games") if g["evidence"] == "listed"}
    assert 100 < len(matrix) < len(mains) and not listed & set(matrix)
    assert all(mains[taxon]["base_tradition"] for taxon in matrix)
    characters = next(iter(matrix.values()))
    assert len(characters) > 15 and not {"pack", "suits", "trumps", "pack_cards", "total_computed"} & set(characters)
    for name in characters:
        assert 1 < len({row[name] for row in matrix.values()} - {None, "\ufffd", "-"}) <= 10, name
    assert {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "?", "-"} >= {
        symbol
        for line in text.partition("MATRIX")[2].partition(";")[0].split("\n")
        if line.strip()
        for symbol in line.split()[1]
    }
    ordered = text.partition(" ord: ")[2].partition(";")[0].split()
    names = list(characters)
    assert {names[int(n) - 1] for n in ordered} >= {"hand", "discard", "talon"}


def test_skos_is_read_by_a_json_ld_processor(folder, data):
    document = json.loads((folder / "terms.jsonld").read_text(encoding="utf-8"))
    graph = jsonld.expand(document)
    core = "http://www.w3.org/2004/02/skos/core#"
    concepts = [node for node in graph if f"{core}Concept" in node["@type"]]
    assert len(concepts) == len(data["vocabulary"]) + len(data["glossary"])
    ids = {node["@id"] for node in graph}
    assert len(ids) == len(graph)
    for node in concepts:
        assert node[f"{core}prefLabel"][0]["@value"] and node[f"{core}definition"]
        assert {other["@id"] for name in ("inScheme", "related") for other in node.get(core + name, [])} <= ids


@pytest.mark.prove
def test_cldf_is_valid_and_has_every_cell(cldf, data):
    made = StructureDataset.from_metadata(cldf / "StructureDataset-metadata.json")
    assert made.validate()
    assert len(list(made["LanguageTable"])) == len(data["rulesets"]) and len(list(made["ParameterTable"])) == len(
        FEATURES
    )
    values = {(v["Language_ID"], v["Parameter_ID"]): v for v in made["ValueTable"]}
    cells = of(data, "cells")
    assert len(values) == len(cells)
    for cell in cells:
        value = values[f"{cell['game']}__{cell['ruleset']}".replace(".", "_"), cell["feature"]]
        assert value["Value"] == cell["value"] and value["Status"] == cell["status"]
        assert [s.partition("[")[0] for s in value["Source"]] == ([cell["source"]] if cell["source"] else [])


def test_two_exports_are_the_same_bytes(folder, data, tmp_path):
    """What the site offers was made by another process; the archive's tests have the form that only that has."""
    write(data, tmp_path / "again", [form for form in PARTS if form != "cldf"])
    files = [p.relative_to(tmp_path / "again") for p in (tmp_path / "again").rglob("*") if p.is_file()]
    files.remove(Path("README.md"))  # which lists what lies beside it
    assert len(files) > 6
    for file in files:
        assert (folder / file).read_bytes() == (tmp_path / "again" / file).read_bytes(), file
