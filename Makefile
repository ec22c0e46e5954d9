# make play: a game in the terminal.  make test: every test.  Both set up what they need, once.
VENV ?= .venv
PYTHON ?= python3
export PYTHONPATH := $(CURDIR)/src
PY := $(VENV)/bin/python
SOURCES := $(shell find src -name '*.py' -o -name '*.pxd')

.PHONY: play test check bench load soak rules goldens clean
.DEFAULT_GOAL := play

play: build/compiled
	@$(PY) -m silverhook play $(ARGS)

test: build/compiled
	$(PY) -m pytest -n $${TEST_JOBS:-2} $(ARGS)

check: build/compiled
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy

# The engine against OpenSpiel, in one run on one core.
bench: build/compiled $(VENV)/bench
	$(PY) bench/engine.py
	$(PY) bench/search.py

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

# Nobody runs old rules: a changed source is compiled before anything else happens.
build/compiled: $(VENV)/installed $(SOURCES)
	@mkdir -p build
	@$(PY) setup.py --quiet build_ext --inplace --parallel 2 > build/log 2>&1 || { cat build/log; exit 1; }
	@grep "^silverhook:" build/log || true
	@touch $@

clean:
	rm -rf build $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src -name '*.so' -delete
