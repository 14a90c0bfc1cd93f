# Needs GNU make and a python3 of 3.11 or newer that has pip. Everything else is installed under
# .tools and .venv, by name and from requirements.lock.

# What `make run` runs, and with which arguments.
RUN := rightbower hall

PYTHON ?= python3
UV_VERSION := 0.13.7
# More than the cores: browsers and halls wait for each other a good part of the time.
WORKERS ?= 3
# The tests of a file share what they make once, and stand in its order.
TEST = $(PY) -m pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder
# What checks the browser's scripts and styles, by exact versions; nothing of it is shipped.
NODE_TOOLS := typescript@5.9.3 prettier@3.6.2 eslint@9.39.1
NODE_STAMP := .tools/node/.$(subst $() ,+,$(NODE_TOOLS))
NODE_BIN := .tools/node/node_modules/.bin
LAID_OUT := "src/rightbower/web/static/**/*.{css,js}" "tests/web/scripts/*.mjs" eslint.config.mjs

UV := .tools/bin/uv
BIN := .venv/bin
PY := $(BIN)/python

# What is formatted and linted, and what is type-checked: those of the folders that hold code.
with-code = $(foreach folder,$(1),$(if $(shell find $(folder) -name '*.py' 2>/dev/null),$(folder)))
LINTED = $(call with-code,src tests examples tools benchmarks)
TYPED = $(call with-code,src tests examples)

# set-up, in three steps, each with a stamp so that it is done again only when it must be
UV_STAMP := .tools/.uv-$(UV_VERSION)
VENV_STAMP := .venv/.stamp
KERNEL_STAMP := .venv/.kernel
READY := $(VENV_STAMP) $(KERNEL_STAMP)

# What links the kernel: the machine's own, or else Zig, which links for every system.
ZIG_VERSION := 0.17.0
ZIG_STAMP := .tools/.zig-$(ZIG_VERSION)
ZIG := .tools/zig
LINKER := $(if $(shell command -v cc),,$(ZIG_STAMP))

# uv installs into .venv with the python3 it is given, never fetches a Python of its own, and
# trusts the certificates that the machine trusts.
export UV_PYTHON_DOWNLOADS := never
export UV_SYSTEM_CERTS ?= true
export UV_NO_PROGRESS := 1
unexport VIRTUAL_ENV CONDA_PREFIX
# The tests start hundreds of programs: each would compile all it imports where nothing is kept.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup run test check scripts format coverage laws mutate mutants written catalogue bench browser chromium postgres soak lock clean wheel audit release

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(READY) ## install everything into .venv

run: $(READY) ## set up, then open the hall
	$(BIN)/$(RUN) $(if $(PORT),--port $(PORT)) $(if $(EVERYONE),--everyone)

test: $(READY) chromium ## set up, then run the tests, those in a browser with them
	$(TEST)

check: $(VENV_STAMP) ## check format, lint and types; changes nothing
	$(PY) -m ruff format --check $(LINTED)
	$(PY) -m ruff check $(LINTED)
	$(PY) -m mypy --strict $(TYPED)
	@$(MAKE) --no-print-directory scripts

# The scripts carry their types in comments; contributors with npm check them, and how all is laid out.
scripts: $(UV_STAMP) ## check the browser's scripts and styles, where npm is there
	@if command -v npm >/dev/null; then \
		$(MAKE) --no-print-directory $(NODE_STAMP) && \
		$(NODE_BIN)/prettier --check --log-level warn $(LAID_OUT) && \
		$(NODE_BIN)/eslint src/rightbower/web/static/js tests/web/scripts && \
		$(NODE_BIN)/tsc -p src/rightbower/web/static/js/jsconfig.json && \
		echo "The scripts and styles are sound"; \
	else echo "No npm is here: the scripts and styles were not checked"; fi

$(NODE_STAMP): $(UV_STAMP)
	rm -rf .tools/node
	npm install --silent --no-audit --no-fund --no-package-lock --prefix .tools/node $(NODE_TOOLS)
	@touch $@

format: $(VENV_STAMP) ## lay the code out and put its imports in order; removes nothing
	$(PY) -m ruff check --select I --fix-only --quiet $(LINTED)
	$(PY) -m ruff format $(LINTED)
	@if command -v npm >/dev/null; then \
		$(MAKE) --no-print-directory $(NODE_STAMP) && \
		$(NODE_BIN)/prettier --write --log-level warn $(LAID_OUT); \
	else echo "No npm is here: scripts and styles were left as they are"; fi

coverage: $(READY) ## run the tests; each branch of the rule modules must be run
	$(TEST) --cov --cov-branch --cov-fail-under=100

laws: $(READY) ## hold each clause of the rule books against its law
	$(PY) tools/laws.py

mutate: $(READY) ## break the rules one at a time; the tests must notice each
	$(PY) tools/mutate.py --keep

mutants: $(READY) chromium ## change a sample of the code (SEED=1); the tests must notice each
	$(PY) tools/code_mutants.py --seed $(or $(SEED),0)

# Whole papers, commands, days, seasons, games and explanations stand in files beside their tests.
WRITTEN := papers.samples cli.commands.typed_lines terminal.recorded_games.recording referee.every_ruling study.lessons.told tournament.listing tournament.league.made_up
written: $(READY) ## write down anew what papers, commands, days and games say; read the difference
	cd tests && for each in $(WRITTEN); do ../$(PY) -m $$each || exit 1; done
	cd tests && ../$(PY) -m cli.transcripts.speaking cli/transcripts/*.txt

catalogue: $(READY) ## bring the translations to the sentences of the code; say which are missing
	$(PY) tools/catalogue.py

bench: $(READY) ## measure speed
	$(PY) benchmarks/run.py

browser: $(READY) chromium ## drive the hall in a real Chromium
	$(TEST) -m browser tests/web/browser

# The tests in a browser need a Chromium of the machine's own; without one they are skipped.
chromium: ## install a browser for the tests, where that can be done
	@for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do \
		command -v $$name >/dev/null && exit 0; \
	done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Debian's headless Chromium for the tests in a browser"; \
		export DEBIAN_FRONTEND=noninteractive; \
		apt-get update -qq >/dev/null 2>&1; \
		for name in chromium-headless-shell chromium; do \
			apt-get install -y -qq --no-install-recommends $$name >/dev/null 2>&1 && exit 0; \
		done; \
	fi; \
	echo "No Chromium is here and none could be installed: the tests in a browser are skipped"

postgres: $(READY) ## run the tests of hall and desk with the journal in PostgreSQL
	$(TEST) --engine postgresql tests/web tests/tournament/league/test_desk.py \
		tests/store/test_eventbook.py tests/cli/test_event_files.py tests/cli/test_event_command.py

soak: $(READY) ## run the tests that take minutes
	$(TEST) -m soak

lock: $(UV_STAMP) ## choose newer versions and write requirements.lock
	$(UV) pip compile --quiet --upgrade --universal --fork-strategy fewest \
		--python $(PYTHON) --python-version 3.11 --extra all --extra cluster --extra environments --extra federation --extra kernel-build --extra parquet --extra plots --extra dev \
		--generate-hashes --no-annotate --no-emit-index-url --no-emit-find-links \
		--custom-compile-command "make lock" \
		--output-file requirements.lock pyproject.toml

wheel: $(VENV_STAMP) $(ZIG_STAMP) ## build the wheels of all systems and the source archive into dist
	rm -rf dist/rightbower-* build/kernel
	$(PY) -m hatchling build -d dist -t sdist
	PYTHONPATH=$(ZIG) $(PY) -m rightbower.players.kernel.build --all build/kernel
	for each in none build/kernel/*/*; do \
		RIGHTBOWER_LIBRARY=$$each $(PY) -m hatchling build -d dist -t wheel || exit 1; done

# Without an answer for each package it fails: an audit that could not look is none.
audit: $(UV_STAMP) ## ask whether a dependency has a known weakness; needs the internet
	$(UV) tool run pip-audit --strict --disable-pip --require-hashes -r requirements.lock

release: wheel ## build all that a release holds: wheel, archive, bill of materials, audit
	$(PY) tools/bill_of_materials.py dist/rightbower.cdx.json
	$(MAKE) --no-print-directory audit

clean: ## remove all that was made, set-up included
	rm -rf .tools .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache .coverage .coverage.* \
		htmlcov build dist
	find $(LINTED) -name __pycache__ -type d -prune -exec rm -rf {} +

$(UV_STAMP):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3" >&2; exit 1; }
	rm -rf .tools
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --no-deps \
		--target .tools uv==$(UV_VERSION)
	$(UV) --version
	@touch $@

$(VENV_STAMP): $(UV_STAMP) requirements.lock pyproject.toml
	@$(PY) -c '' 2>/dev/null || $(UV) venv --quiet --clear --python $(PYTHON) .venv
	$(UV) pip sync --quiet --python $(PY) --require-hashes requirements.lock
	$(UV) pip install --quiet --python $(PY) --no-deps --no-build-isolation --editable .
	$(PY) -m compileall -q src
	@touch $@

# Where nothing can be installed to link it, Numba compiles the kernel for this machine alone.
$(ZIG_STAMP): | $(UV_STAMP)
	rm -rf $(ZIG)
	-$(PYTHON) -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
		--target $(ZIG) ziglang==$(ZIG_VERSION)
	@touch $@

$(KERNEL_STAMP): $(VENV_STAMP) $(LINKER) $(wildcard src/rightbower/players/kernel/*.py) \
		src/rightbower/players/league.py src/rightbower/rules/cards.py
	PYTHONPATH=$(ZIG) $(PY) -m rightbower.players.kernel.build
	@touch $@
