"""The package: what an import costs, who may import whom, and a wheel that carries the corpus and works alone."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml

import tarotref
from tarotref import release
from tarotref.tables import citations, exports
from tests import kit

CHECKOUT = Path(__file__).parent.parent
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]


def python(*arguments: str, cwd: Path = CHECKOUT, using: Path | str = sys.executable, **environment: str) -> str:
    """Run Python without what the caller's environment adds to it; return what it prints."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TAROTREF", "COV"))}
    done = subprocess.run([str(using), *arguments], cwd=cwd, env=kept | environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout


# -- what an import costs


def loaded(code: str) -> set[str]:
    """Return the top-level modules that code loads."""
    return set(
        json.loads(
            python(
                "-c",
                f"{code}\nimport json, sys\nprint(json.dumps(sorted({{m.partition('.')[0] for m in sys.modules}})))",
                PYTHONPATH=str(CHECKOUT),
            ).splitlines()[-1]
        )
    )


def test_importing_tarotref_imports_neither_pandas_nor_sphinx_nor_the_model():
    assert (
        loaded("import tarotref")
        & {"pandas", "numpy", "sphinx", "docutils", "myst_parser", "pyarrow", "pydantic", "pybtex"}
        == set()
    )


def test_the_command_imports_neither_pandas_nor_sphinx():
    assert (
        loaded("from tarotref.cli.command import main; main(['list'])")
        & {"pandas", "numpy", "sphinx", "docutils", "pyarrow"}
        == set()
    )


def test_functions_are_not_hidden_by_modules_of_the_same_name():
    code = """
import importlib, pkgutil, types, tarotref
for found in pkgutil.walk_packages(tarotref.__path__, "tarotref."):
    if not found.name.startswith("tarotref.sphinxext"):
        importlib.import_module(found.name)
assert not [name for name in tarotref.__all__ if isinstance(getattr(tarotref, name), types.ModuleType)]
"""
    python("-c", code, PYTHONPATH=str(CHECKOUT))


def test_what_is_public_is_there():
    assert all(callable(getattr(tarotref, name)) for name in tarotref.__all__)
    assert tarotref.__version__ == release.VERSION


def test_no_module_is_longer_than_a_reader_keeps_in_mind():
    long = {
        str(file.relative_to(CHECKOUT)): lines
        for file in (CHECKOUT / "tarotref").rglob("*.py")
        if (lines := file.read_text(encoding="utf-8").count("\n")) > 400
    }
    assert long == {}


def test_no_part_of_the_code_is_excused_from_the_check_of_complexity():
    lint = PROJECT["tool"]["ruff"]["lint"]
    assert "C901" in lint["select"] and lint["mccabe"]["max-complexity"] <= 12
    assert all("C901" not in codes for codes in (lint["ignore"], *lint["per-file-ignores"].values()))
    sources = (file for folder in ("tarotref", "scripts") for file in (CHECKOUT / folder).rglob("*.py"))
    assert [str(file) for file in sources if "noqa: C901" in file.read_text(encoding="utf-8")] == []


# -- one version, one list of dependencies


def test_every_place_names_the_same_version():
    cff = (CHECKOUT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(rf'^version: "?{re.escape(release.VERSION)}"?$', cff, re.M)
    assert re.findall(r'^date-released: "?(.*?)"?$', cff, re.M) == [release.DATE] * bool(release.DATE)
    assert f"## {release.VERSION}" in (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert (
        PROJECT["project"]["dynamic"] == ["urls", "version"]
        and PROJECT["tool"]["hatch"]["version"]["path"] == "tarotref/release.py"
    )
    if "tarotref" in {d.name for d in metadata.distributions()}:
        assert metadata.version("tarotref") == release.VERSION


def test_the_citation_is_valid_and_true(computed):
    file = CHECKOUT / "CITATION.cff"
    python("-m", "check_jsonschema", "--builtin-schema", "vendor.citation-file-format", str(file))
    told = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert told["title"] == citations.TITLE and told["authors"][0] == {"name": citations.AUTHORS}
    assert told["license"] == exports.LICENCE["name"] and told.get("repository-code", "") == release.REPOSITORY
    for work in told["references"]:
        (known,) = (
            b for b in computed.corpus.bibliography.values() if b.title == work["title"] and b.role == "authority"
        )
        assert [f"{a['family-names']}, {a['given-names']}" for a in work["authors"]] == list(known.authors)
        assert str(work["year"]) == known.fields["year"] and work["publisher"]["name"] == known.fields["publisher"]
        assert known.key in ("dm2004", "dm2009")


@pytest.mark.parametrize("address", ["", "https://example.org/tarotref"])
def test_one_line_says_where_the_project_lives(address, tmp_path):
    from hatchling.metadata.core import ProjectMetadata
    from hatchling.plugin.manager import PluginManager

    (tmp_path / "scripts").mkdir()
    (tmp_path / "tarotref").mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-corpus", "scripts/packaging.py"):
        shutil.copy(CHECKOUT / name, tmp_path / name)
    lines = (CHECKOUT / "tarotref/release.py").read_text(encoding="utf-8")
    (line,) = re.findall(r"^REPOSITORY = .*$", lines, re.M)
    text = lines.replace(line, f"REPOSITORY = {address!r}")
    (tmp_path / "tarotref/release.py").write_text(text, encoding="utf-8")
    project = ProjectMetadata(str(tmp_path), PluginManager())
    project.validate_fields()
    assert project.version == release.VERSION
    assert all(url.startswith("https://") for url in project.core.urls.values())
    assert project.core.urls.get("Repository", "") == address and bool(project.core.urls) == bool(address)


def test_the_lock_pins_all_that_the_project_asks_for():
    pins = {
        name(m[1]): m[2]
        for m in re.finditer(
            r"^([A-Za-z0-9._-]+)==(\S+)", (CHECKOUT / "requirements.lock").read_text(encoding="utf-8"), re.M
        )
    }
    asked = [
        *PROJECT["project"]["dependencies"],
        *(r for extra in EXTRAS.values() for r in extra),
        *PROJECT["build-system"]["requires"],
    ]
    assert {name(r) for r in asked} <= set(pins)


def name(requirement: str) -> str:
    """Return the normalised name of a requirement."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\s<>=!~;\[(]", requirement.strip(), maxsplit=1)[0]).lower()


# -- a wheel, alone


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """A wheel built from an archive built from the checkout, so that both are complete."""
    out = tmp_path_factory.mktemp("dist")
    python("-m", "build", "--no-isolation", "--outdir", str(out), str(CHECKOUT))
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def alone(wheel, tmp_path_factory) -> tuple[Path, Path]:
    """Python of a new environment with the wheel in it, and an empty folder to run in.

    The dependencies are those of the environment under test, put behind the new one's own packages: nothing is downloaded,
    and the checkout, which is there through a link of its own, is not.
    """
    folder = tmp_path_factory.mktemp("alone")
    python("-m", "venv", str(folder / "env"))
    binary = folder / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    python(
        "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--disable-pip-version-check", str(wheel), using=binary
    )
    site = Path(python("-c", "import sysconfig; print(sysconfig.get_path('purelib'))", using=binary).strip())
    paths = {str(Path(p)) for p in sys.path if Path(p).name in ("site-packages", "dist-packages") and Path(p).is_dir()}
    (site / "dependencies.pth").write_text("".join(f"{p}\n" for p in sorted(paths)), encoding="utf-8")
    (folder / "empty").mkdir()
    return binary, folder / "empty"


@pytest.mark.prove
def test_the_wheel_holds_the_compiled_corpus_and_nothing_of_the_checkout(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {"tarotref/_snapshot/corpus.json", "tarotref/_snapshot/tables.json", "tarotref/py.typed"} <= set(names)
    assert {n.partition("/")[0] for n in names} == {"tarotref", f"tarotref-{release.VERSION}.dist-info"}
    text = zipfile.ZipFile(wheel).read("tarotref/_snapshot/corpus.json").decode("utf-8")
    assert str(CHECKOUT) not in text
    assert {f"tarotref/_snapshot/{name}" for name in exports.BESIDE} <= set(names)
    licences = {n.rpartition("/")[2] for n in names if "/licenses/" in n}
    assert licences == {"LICENSE", "LICENSE-corpus"}


@pytest.mark.prove
def test_the_wheel_works_where_there_is_no_checkout(alone, computed):
    binary, empty = alone
    game = next(g for g, r in computed.corpus.games.items() if len(computed.corpus.of_game(g)) > 1)
    key = computed.corpus.of_game(game)[1].key
    code = f"""
import json, sys, tarotref, tarotref.store.loading
assert tarotref.load.__class__.__name__ == "function"
rulesets = tarotref.table("rulesets")
assert len(rulesets) and len(rulesets.columns) > 20
assert tarotref.game({game!r}).ruleset({key!r}).rules.players
assert tarotref.pack("tarot-78-italian").cards
assert tarotref.cite({game!r}, "bibtex").startswith("@")
print(json.dumps([tarotref.__file__, len(rulesets)]))
"""
    where, rows = json.loads(python("-c", code, cwd=empty, using=binary).splitlines()[-1])
    assert Path(where).is_relative_to(empty.parent)
    assert rows == len(computed.corpus.rulesets)


@pytest.mark.prove
def test_tables_are_ready_made_and_need_no_more_than_pandas(alone):
    binary, empty = alone
    code = "import pandas as pd; pd.array(['a'], dtype='string')"
    told = "\nimport json, sys; print(json.dumps(sorted(m for m in sys.modules if '.' not in m)))"
    pandas = set(json.loads(python("-c", code + told, cwd=empty, using=binary)))
    ours = set(
        json.loads(python("-c", f"{code}; import tarotref; tarotref.table('games')" + told, cwd=empty, using=binary))
    )
    assert {m for m in ours - pandas if m not in sys.stdlib_module_names and not m.startswith("_")} == {"tarotref"}


@pytest.mark.prove
def test_everything_it_imports_is_among_its_dependencies(alone, computed):
    binary, empty = alone
    game = next(iter(computed.corpus.games))
    code = f"""
import sys
before = set(sys.modules)
import json, tarotref, tarotref.cli.command
tarotref.compare(*[r.id for r in tarotref.load().corpus.of_game({game!r})])
tarotref.cli.command.main(["show", {game!r}])
print()
print(json.dumps(sorted({{m.partition(".")[0] for m in set(sys.modules) - before if "site-packages" in (getattr(sys.modules[m], "__file__", None) or "")}})))
"""
    found = owners(json.loads(python("-c", code, cwd=empty, using=binary).splitlines()[-1]))
    assert {"numpy", "pandas"} <= found
    # pandas takes pyarrow where it is there, and pyarrow cloudpickle
    assert found - {"pyarrow", "cloudpickle"} <= closure("tarotref")


NOTHING_TO_EDIT_WITH = (
    "import sys; sys.modules.update(dict.fromkeys(('yaml', 'pybtex', 'pydantic', 'pydantic_core')))\n"
)
READ = """
import tarotref
from tarotref.cli.command import main
assert len(tarotref.table("rulesets")) and tarotref.game("8.13").text and tarotref.cite("8.13/RI-1830", "csl")
assert tarotref.count("K♠ Q♥ XXI", "8.13").total and len(tarotref.compare("8.11", "8.11/RI-1830"))
assert tarotref.pack("tarot-78").cards and tarotref.load().corpus.bibliography["dm2004"].year == 2004
for words in ("list", "show 8.13", "show bologna", "table", "table games", "compare 8.11 8.11/RI-1830", "count 8.13 XXI", "cite 8.13"):
    assert main(words.split()) == 0, words
assert main(["export", sys.argv[1]]) == 0
"""


@pytest.mark.prove
def test_reading_needs_nothing_that_only_editing_needs(tmp_path):
    python("-c", "import tarotref; tarotref.table('games')", PYTHONPATH=str(CHECKOUT))  # compiles, where it must
    python("-c", NOTHING_TO_EDIT_WITH + READ, str(tmp_path / "out"), PYTHONPATH=str(CHECKOUT))
    assert (tmp_path / "out" / "README.md").exists()


@pytest.mark.prove
def test_the_wheel_needs_nothing_that_only_editing_needs(alone):
    binary, empty = alone
    python("-c", NOTHING_TO_EDIT_WITH + READ, "read", cwd=empty, using=binary)
    shutil.rmtree(empty / "read")


@pytest.mark.parametrize("words", [["check"], ["schema", "game"]])
def test_what_editing_needs_is_named_where_it_is_missing(words, tmp_path):
    code = f"{NOTHING_TO_EDIT_WITH}from tarotref.cli.command import main; sys.exit(main({words}))"
    environment = {**os.environ, "TAROTREF_ROOT": str(kit.make(tmp_path)), "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("tarotref: ") and "pip install '.[edit]' in a checkout" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_python_names_it_too(tmp_path):
    code = f"""{NOTHING_TO_EDIT_WITH}
import tarotref
try:
    tarotref.table("games")
except ModuleNotFoundError as error:
    print(error)
"""
    told = python("-c", code, PYTHONPATH=str(CHECKOUT), TAROTREF_ROOT=str(kit.make(tmp_path)))
    assert told.startswith("this reads the files of a corpus") and "pip install '.[edit]' in a checkout" in told


@pytest.mark.prove
def test_the_command_of_the_wheel_works(alone, computed):
    binary, empty = alone
    command = binary.parent / "tarotref"

    def run(*arguments: str) -> str:
        environment = dict(os.environ)  # without COLUMNS, which readline puts where Python does not see it
        return subprocess.run(
            [str(command), *arguments], cwd=empty, env=environment, capture_output=True, text=True, check=True
        ).stdout

    listed = run("list").splitlines()
    assert len(listed) == len(computed.corpus.games)
    id = next(iter(computed.corpus.games))
    title = computed.corpus.game(id).title
    assert title in listed[0] and title in run("show", id)
    assert run("--version").strip() == f"tarotref {release.VERSION}"
    assert json.loads(run("schema", "game"))["properties"]["id"]
    assert run("table", "games", "--format", "csv").startswith("id,")
    assert (empty / "out" / "datapackage.json").exists() or run("export", "out")
    assert sorted(p.suffix for p in empty.iterdir()) == [""], "nothing is left behind but what was asked for"


def owners(modules: list[str]) -> set[str]:
    """Return the distributions that top-level modules come from, compiled helpers apart."""
    of = metadata.packages_distributions()
    return {name(d) for m in modules for d in of.get(m, []) if m != "tarotref"}


def closure(root: str) -> set[str]:
    """Return the distributions that a plain install brings, its own dependencies' included."""
    found: set[str] = set()
    waiting: list[Any] = [root]
    while waiting:
        for requirement in metadata.requires(waiting.pop()) or []:
            if "extra ==" not in requirement and name(requirement) not in found:
                try:
                    metadata.version(name(requirement))
                except metadata.PackageNotFoundError:
                    continue
                found.add(name(requirement))
                waiting.append(name(requirement))
    return found


@pytest.mark.prove
def test_the_same_corpus_gives_the_same_bytes_whatever_the_hash_seed(tmp_path):
    code = """
import hashlib, sys
from pathlib import Path
from tarotref.store.loading import compile_to
folder = Path(sys.argv[1])
compile_to(folder, Path(sys.argv[2]))
files = sorted(p for p in folder.rglob("*") if p.is_file())
print(hashlib.sha256(b"".join(p.name.encode() + p.read_bytes() for p in files)).hexdigest())
"""
    made = [
        python("-c", code, str(tmp_path / seed), str(CHECKOUT), PYTHONPATH=str(CHECKOUT), PYTHONHASHSEED=seed)
        for seed in ("1", "3")
    ]
    assert made[0] == made[1]
