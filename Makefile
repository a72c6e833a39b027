# tarotref: everything from a checkout. Needs Python 3.11 or newer, git and make; the rest goes into .venv.
.DEFAULT_GOAL := help
SHELL := /bin/sh
MAKEFLAGS += --no-print-directory
# Tests start some hundred processes: none of them compiles the package again.
unexport PYTHONDONTWRITEBYTECODE
PYTHON ?= python3
VENV ?= .venv
SITE := build/site
TABLE := build/table
BIN := $(VENV)/bin
SAY := $(BIN)/python -c 'from pathlib import Path; site = Path("$(SITE)").resolve(); print("Open", next(p for p in (site / "index.html", site / "docs/index.html") if p.exists()).as_uri())'
PYTEST := $(BIN)/python -m pytest -q -n auto
SPHINX := $(BIN)/python -m sphinx -b html -c docs -d build/doctrees -W -n --keep-going -j auto

.PHONY: help writable table site draft serve test prove search lint ruff mypy imports check record format schema questions sentences history freeze bench release archive wheel lock clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

site: writable $(VENV)/installed table ## Build the whole site and say where to open it; warnings are errors
	$(SPHINX) -E . $(SITE)
	@$(SAY)

draft: writable $(VENV)/installed table ## Build again only the pages that have changed; data stay as `make site` left them
	$(SPHINX) -D tarotref_data=0 . $(SITE)
	@$(SAY)

serve: writable $(VENV)/installed table ## Build what has changed, data too, and serve it at http://localhost:8000/, its tables for DuckDB and pyarrow
	$(SPHINX) . $(SITE)
	$(BIN)/python -P scripts/serve.py $(SITE)

test: writable $(VENV)/installed table ## Check style, types, layers, records and the built site: minutes, before each commit that is shown to others
	@mkdir -p build; failed=0; $(MAKE) -k lint check >build/checks.log 2>&1 & beside=$$!; \
	$(PYTEST) -m 'not prove and not browser' || failed=1; \
	wait $$beside && echo 'Style, types, layers and records: nothing is wrong.' || { failed=1; cat build/checks.log; }; exit $$failed

prove: writable $(VENV)/installed table ## Run what takes longer: pages in a browser, builds compared, wheel, cluster, notebook, seeded faults
	$(PYTEST) -m 'prove or browser'

search: $(VENV)/installed ## Search new random examples for what breaks the properties of cards (long)
	HYPOTHESIS_PROFILE=search $(BIN)/python -m pytest -n auto tests/test_cards.py tests/test_counting.py tests/test_holdings.py tests/test_odds.py

lint: ruff mypy imports ## Check style and format (ruff), types (mypy) and who may import whom (import-linter)

ruff: $(VENV)/installed
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check

mypy: $(VENV)/installed
	$(BIN)/python -m mypy

imports: $(VENV)/installed
	$(BIN)/lint-imports

check: $(VENV)/installed ## Check every record
	$(BIN)/tarotref check

record: writable $(VENV)/installed ## After an edit of records, bring up to date what follows from them, and say what has changed
	$(BIN)/python -P scripts/record.py

format: writable $(VENV)/installed ## Put all code into the one format
	$(BIN)/python -m ruff check --fix
	$(BIN)/python -m ruff format

schema: writable $(VENV)/installed ## Write the JSON Schemas anew from the model and the vocabulary
	for kind in $$($(BIN)/python -c 'from tarotref.schema import KINDS; print(*KINDS)'); do $(BIN)/tarotref schema $$kind > schema/$$kind.schema.json || exit 1; done

questions: writable $(VENV)/installed ## Answer the questions of docs/questions.md anew from the corpus, as page and notebook
	$(BIN)/python -P scripts/questions.py

sentences: writable $(VENV)/installed ## Write anew the file of all that the machine says, to be read through
	$(BIN)/python -P scripts/sentences.py

history: writable $(VENV)/installed ## Write what this version changes since OLD into the history of records, before it is published
	$(BIN)/python -P scripts/history.py $(OLD)

freeze: writable $(VENV)/installed ## Write anew what hands of every ruleset come to, after a change of result that is meant
	$(BIN)/python -P scripts/freeze.py

bench: $(VENV)/installed ## Measure loading, checking and building (some minutes)
	$(BIN)/python scripts/benchmark.py

release: writable $(VENV)/installed table ## Build from a tag all that a release has, and have others' tools look at it, into dist/
	$(BIN)/python -P scripts/release.py $(if $(DRAFT),--draft)

archive: writable $(VENV)/installed ## Write the data, ready to be deposited, into dist/data/
	$(BIN)/tarotref export dist/data --format archive

wheel: writable $(VENV)/installed ## Build the archive and the wheel into dist/
	$(BIN)/python -m build

lock: writable $(VENV)/installed ## Pin the newest versions that pyproject.toml allows
	$(BIN)/python -m pip install -q uv
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --all-extras --custom-compile-command 'make lock' -o requirements.lock pyproject.toml

clean: ## Remove what was built, the environment included
	rm -rf build dist .tarotref .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache $(VENV)

writable:
	@test -w . || { echo 'Nothing can be written in this folder, and a build writes into it: copy the checkout to where it can be.' >&2; exit 1; }

table: $(VENV)/installed # What the table of the site needs; without it the site is built all the same
	@test $(TABLE)/installed -nt docs/_table/package-lock.json || { mkdir -p $(TABLE) && cp docs/_table/package.json docs/_table/package-lock.json $(TABLE)/ && \
	{ command -v npm >/dev/null || test -x $(BIN)/npm || $(BIN)/python -m pip install -qq --disable-pip-version-check --retries 1 --require-hashes -r docs/_table/requirements.txt; } && \
	PATH="$$PATH:$(abspath $(BIN))" npm ci --prefix $(TABLE) --ignore-scripts --prefer-offline --fetch-retries=1 --no-audit --no-fund --loglevel=error && touch $(TABLE)/installed; } || \
	echo 'The site is built without its table: the Python for browsers could not be brought in. With a network, `make table site` brings it; without one, copy the folder $(TABLE) from a checkout that has it.'

# The stamp is newer than the lock as long as the environment is that of the lock.
$(VENV)/installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tarotref needs Python 3.11 or newer; %s is %s. Name another: make PYTHON=python3.12 ..." % (sys.executable, sys.version.split()[0]) or 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
