"""The JSON Schemas: valid, up to date, true of every record however its YAML is read, false of broken ones."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tarotref.cli.arguments import SCHEMAS
from tarotref.cli.command import main
from tarotref.corpus.source_file import read_record, read_yaml
from tarotref.schema import KINDS, schema
from tests import kit

CHECKOUT = Path(__file__).parent.parent
FOLDERS = {"game": "games", "tradition": "traditions"}
FILES = [
    (kind, file) for kind, folder in FOLDERS.items() for file in sorted((CHECKOUT / "corpus" / folder).glob("*.md"))
] + [(kind, file) for kind in KINDS if (file := CHECKOUT / "corpus" / f"{kind}.yaml").exists()]


@pytest.fixture(scope="module")
def validators() -> dict[str, Draft202012Validator]:
    return {kind: Draft202012Validator(schema(kind)) for kind in KINDS}


def as_text(path: str, text: str) -> Any:
    """Read a file as we do: every scalar is text."""
    return (read_record if path.endswith(".md") else read_yaml)(path, text).data


def as_yaml(path: str, text: str) -> Any:
    """Read a file as another program may: numbers, dates and truth values where YAML sees them."""
    return plain(yaml.safe_load(text.split("\n---\n", 1)[0] if path.endswith(".md") else text))


def plain(value: Any) -> Any:
    """Return a value as JSON has it: keys are text, dates too."""
    if isinstance(value, dict):
        return {"yes" if k is True else "no" if k is False else str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def faults(validator: Draft202012Validator, data: Any) -> list[str]:
    return [f"{'.'.join(map(str, e.absolute_path))}: {e.message[:300]}" for e in validator.iter_errors(data)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_one(kind):
    Draft202012Validator.check_schema(schema(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_the_files_are_what_the_command_prints(kind, capsys):
    assert main(["schema", kind]) == 0
    printed = capsys.readouterr().out
    assert (CHECKOUT / "schema" / f"{kind}.schema.json").read_text(encoding="utf-8") == printed, "run `make schema`"
    assert json.loads(printed)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_there_is_one_file_for_each_kind():
    assert {f.name.removesuffix(".schema.json") for f in (CHECKOUT / "schema").iterdir()} == set(KINDS) == set(SCHEMAS)


@pytest.mark.prove
@pytest.mark.parametrize(("kind", "file"), FILES, ids=[f.name for _, f in FILES])
@pytest.mark.parametrize("reader", [as_text, as_yaml])
def test_every_file_of_the_corpus_is_valid(kind, file, reader, validators):
    assert faults(validators[kind], reader(file.name, file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("reader", [as_text, as_yaml])
def test_what_only_laying_needs_is_valid(reader, validators):
    rules = """\
      like: "8.7"
      bids:
        like: 8.11/RI-1830
        presumed: yes
        ad-una: {base: 4, before: solo, rules: {declarations: null, bids: {misere: null}}}
        two: {like: ad-una, rules: {like: ad-una, feats: {times: 2, slam: null}}}
        solo: null
      deal: {like: tapp-tarock, hand: null, talon: {3: 6, 4: 4}}
      values: {K: null, Q: 4}
      declarations: none
      counting: null
      rest: unstated
    """
    text = kit.ONE.replace("rules:\n", "presumed: no\nrules:\n", 1)
    data = reader("x.md", text)
    change = yaml.load(rules, yaml.BaseLoader) if reader is as_text else plain(yaml.safe_load(rules))
    data["like"] = change.pop("like")
    data["variants"]["short"]["rules"] = nulls(change) if reader is as_text else change
    assert faults(validators["game"], data) == []


def nulls(value: Any) -> Any:
    """Turn the word null into what our reader makes of it."""
    return {k: nulls(v) for k, v in value.items()} if isinstance(value, dict) else None if value == "null" else value


BAD: list[tuple[tuple[str, ...], Any]] = [
    (("id",), "eight"), (("id",), None), (("titel",), "x"), (("title",), ["a"]), (("played",), "1750-ish"), (("evidence",), "hearsay"), (("source",), "dm2004"),
    (("rules", "player"), "3"), (("rules", "players"), "three"), (("rules", "sides"), "allianse"), (("rules", "deal", "handd"), "25"),
    (("rules", "deal", "hand"), "lots"), (("rules", "deal", "hand"), {"three": "25"}), (("rules", "deal", "extra", "dealer"), None), (("rules", "deal", "before"), "x"),
    (("rules", "deal", "extra"), {"deaelr": "3"}),
    (("rules", "bids", "a-tre", "base"), "x"), (("rules", "bids", "a-tre", "presumed"), "yes"), (("rules", "bids", "solo", "rules", "playerz"), "3"), (("rules", "bids", "A tre"), {}),
    (("rules", "declarations", "kings", "holding"), {"off": "kings"}), (("rules", "declarations", "kings", "holding"), {"of": "kings"}),
    (("rules", "declarations", "kings", "holding"), {"all": "kings"}), (("rules", "declarations", "kings", "holding"), {"of": "kings", "at_least": "x"}),
    (("rules", "declarations", "kings", "worth"), {"3": "10", "bse": "5"}), (("rules", "declarations", "kings", "worth"), []),
    (("rules", "counting", "by"), "5"), (("rules", "counting", "odd"), "1"), (("rules", "values", "K"), "x"), (("rules", "discard", "kings"), "seldom"),
    (("stated", "points"), "many"), (("readings", "RI-1830", "rule"), {}), (("variants", "short", "title"), None), (("variants", "Short One"), {"title": "x"}),
    (("notes", "0", "kind"), "remark"), (("notes", "0", "text"), None), (("examples", "0", "pays"), "much"),
]  # fmt: skip


@pytest.mark.parametrize(("at", "value"), BAD, ids=[".".join(a) + f"-{n}" for n, (a, _) in enumerate(BAD)])
@pytest.mark.parametrize("reader", [as_text, as_yaml])
def test_a_broken_record_is_not_valid(at, value, reader, validators):
    data = copy.deepcopy(reader("x.md", kit.ONE))
    assert faults(validators["game"], data) == []
    holder = data
    for step in at[:-1]:
        holder = holder[int(step)] if isinstance(holder, list) else holder.setdefault(step, {})
    if value is None and at[-1] in ("id", "title", "text"):
        del holder[at[-1]]
    else:
        holder[at[-1]] = value
    assert faults(validators["game"], data) != []


@pytest.mark.parametrize(("kind", "entry"), [
    ("trump-orders", {"x": {"pack": "tarot-78", "source": {"dm2004": "ch. 2"}, "order": ["21 World!"]}}),
    ("trump-orders", {"x": {"source": {"dm2004": "ch. 2"}}}),
    ("packs", {"x": {"title": "X", "cards": "78", "source": {"dm2004": "ch. 2"}, "rule": {"suit": "italian"}}}),
    ("places", {"x": {"title": "X", "kind": "hamlet"}}),
    ("attestations", {"x": {"kind": "letter", "title": "X", "dated": "1500", "shows": [{"what": "burned"}], "source": {"dm2004": "ch. 2"}}}),
    ("glossary", {"x": {"term": "X", "lang": "it"}}),
    ("vocabulary", {"sides": {"x": {"label": "x"}}}),
])  # fmt: skip
def test_a_broken_entry_of_a_shared_file_is_not_valid(kind, entry, validators):
    assert faults(validators[kind], entry) != []


LAYING = ("like", "like-entry", "presumed", "before", "times", "rest", "decides")
"""Words of laying, which are described once."""


def properties(one: Any, path: str = "") -> Any:
    """Yield every property in a schema with where it stands."""
    for key, part in one.items() if isinstance(one, dict) else enumerate(one) if isinstance(one, list) else ():
        if key == "properties" and isinstance(part, dict):
            yield from ((f"{path}.{name}", name, told) for name, told in part.items())
        yield from properties(part, f"{path}.{key}")


@pytest.mark.parametrize("kind", KINDS)
def test_every_property_says_what_to_enter(kind):
    made = schema(kind)
    bare = [
        path
        for path, _, told in properties(made)
        if not told.get("description") and told.get("$ref") not in {f"#/$defs/{word}" for word in LAYING}
    ]
    assert bare == []


def test_the_words_of_the_model_and_the_vocabulary_are_in_it(computed):
    made = schema("game")
    assert made["properties"]["main"]["description"] == "The witness whom `rules` follows where witnesses differ."
    assert made["$defs"]["Counting"]["properties"]["fool_apart"]["description"].startswith(
        "Points of a Fool that is counted by itself"
    )
    seats = made["$defs"]["term-seat"]
    assert seats["enum"] == list(computed.corpus.vocabulary["seat"]) and len(seats["enumDescriptions"]) == len(
        seats["enum"]
    )
    terms = [d for d in made["$defs"].values() if "x-vocabulary" in d]
    assert terms and all("enum" in d for d in terms)


def test_a_term_is_found_however_yaml_reads_it():
    made = schema(
        "places",
        {
            "country": {"NO": {"label": "Norway", "definition": "Norway."}},
            "place-kind": {"town": {"label": "town", "definition": "A town."}},
        },
    )
    validator = Draft202012Validator(made)
    for country, right in (("NO", True), (False, True), ("SE", False), (True, False)):
        assert (faults(validator, {"oslo": {"title": "Oslo", "kind": "town", "country": country}}) == []) is right


def test_no_such_kind():
    with pytest.raises(KeyError, match="did you mean 'packs'"):
        schema("pack")


def test_a_comment_for_editors_may_open_the_front_matter():
    line = "# yaml-language-server: $schema=../../schema/game.schema.json\n"
    source = read_record("x.md", kit.ONE.replace("---\n", f"---\n{line}", 1))
    assert not source.problems and source.data == read_record("x.md", kit.ONE).data
    assert source.lines[("id",)] == 3


def test_editors_are_told_where_the_schemas_are():
    settings = json.loads((CHECKOUT / ".vscode" / "settings.json").read_text(encoding="utf-8"))
    told = settings["yaml.schemas"]
    assert told == {f"./schema/{kind}.schema.json": f"corpus/{kind}.yaml" for kind in KINDS if kind not in FOLDERS}
