"""The documents of the JSON export and the API: described, linked, whole, and read back to the same tables."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from tarotref.sphinxext.site import API
from tarotref.tables import TABLES, documents
from tarotref.tables.documents import KINDS
from tarotref.tables.exports import write


@pytest.fixture(scope="module")
def folder(site):
    """The documents that the real site offers."""
    return site / "build/site" / API


@pytest.fixture(scope="module")
def read(folder):
    """Every document by its path."""
    return {f.relative_to(folder).as_posix(): json.loads(f.read_bytes()) for f in folder.rglob("*.json")}


@pytest.fixture(scope="module")
def back(folder):
    return documents.tables(folder)


@pytest.mark.prove
def test_the_description_is_valid_openapi(read):
    validate(read["openapi.json"])


def test_every_document_is_as_it_is_described(read):
    described = read["openapi.json"]
    seen = {"openapi.json"}
    for path, item in described["paths"].items():
        answer = item["get"]["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
        schema = Draft202012Validator({**described, "$ref": answer})
        form = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path[1:]))
        found = [name for name in read if re.fullmatch(form, name) and name != "openapi.json"]
        assert found, path
        for name in found:
            wrong = next(schema.iter_errors(read[name]), None)
            assert wrong is None, (name, list(wrong.path), wrong.message)
        seen.update(found)
    assert seen == set(read)


def test_a_document_is_refused_that_is_otherwise(read):
    described = read["openapi.json"]
    schema = Draft202012Validator({**described, "$ref": "#/components/schemas/Game"})
    game = read["games/DM8.13.json"]
    assert schema.is_valid(game)
    for change in ({"played_from": "1750"}, {"colour": "red"}, {"aka": "Permesso"}, {"schema_version": "0"}):
        assert not schema.is_valid({**game, **change}), change


def test_the_index_leads_to_every_document(read):
    index = read["index.json"]
    lists = [c["url"] for c in index["collections"]]
    items = [entry["url"] for url in lists for entry in read[url]["items"]]
    others = [t["url"] for t in index["tables"] if "url" in t]
    assert {"index.json", index["description"], *lists, *items, *others} == set(read)
    assert [c["items"] for c in index["collections"]] == [len(read[url]["items"]) for url in lists]


@pytest.mark.parametrize("name", TABLES)
def test_the_documents_read_back_to_the_same_tables(name, data, back):
    assert sorted(back[name], key=str) == sorted(map(tuple, data[name]), key=str)


def test_a_game_is_whole(read):
    game = read["games/DM8.13.json"]
    assert game["title"] == "Three-handed Permesso" and game["rulesets"][0]["ruleset"] == "main"
    hand = game["rulesets"][0]["facts"]["deal.hand"]
    assert hand == {
        "value": 25,
        "status": "stated",
        "state": "present",
        "provenance": "own",
        "set_by": "DM8.13",
        "topic": "Deal and discard",
    }
    assert game["provenance"]["DM8.13"]["witness"] == "PE-1787"
    assert game["text"][0]["section"] == "In brief" and all(part["text"] for part in game["text"])
    assert "dm2004" in {source["key"] for source in game["sources"]}
    reading = next(r for r in game["rulesets"] if r["ruleset"] == "RI-1830")
    assert reading["facts"]["bids.a-due.base"]["set_by"] == "DM8.13/RI-1830" and "deal.hand" not in reading["lacks"]
    assert {"deals", "bids", "worths"} <= set(game["rulesets"][0]["tables"])


def test_a_ruleset_has_its_rules_whole(read):
    main, reading = (read[f"rulesets/DM8.13/{key}.json"]["rules"] for key in ("main", "RI-1830"))
    assert main["deal"]["hand"] == reading["deal"]["hand"] == 25
    assert main["bids"]["a-due"]["base"] != reading["bids"]["a-due"]["base"]
    assert read["rulesets/DM8.13/RI-1830.json"]["links"]["game"] == "../../games/DM8.13.json"


def test_evidence_of_a_game_is_that_of_its_table(read, data):
    shown = {}
    for attestation, game in data["attestation_games"]:
        shown.setdefault(game, []).append(attestation)
    assert shown
    for game, attestations in shown.items():
        if f"games/{game}.json" in read:
            assert [a["id"] for a in read[f"games/{game}.json"]["attestations"]] == attestations


def test_no_two_files_differ_by_capitals_alone(read):
    assert len({path.casefold() for path in read}) == len(read)


@pytest.mark.prove
def test_the_json_export_is_the_same_files(folder, data, tmp_path):
    write(data, tmp_path, ("json",))
    for file in folder.rglob("*.json"):
        assert (tmp_path / "json" / file.relative_to(folder)).read_bytes() == file.read_bytes(), file
    assert KINDS["trump_orders"] == "trump-orders"
