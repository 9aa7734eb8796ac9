# `make train` and `make test` do all their own set-up; they need Python 3.11+ and make.

PYTHON      ?= python3
PIP_VERSION := 26.3
# More words for pip, for example where to find a CPU build of torch on Linux: make venv PIP_ARGS="..."
PIP_ARGS    ?=
# More words for pytest, for example: make test PYTEST_ARGS="-k scopa"
PYTEST_ARGS ?=

# What to train; an option left empty takes the command's own default.
GAME    ?= sicilianos
MINUTES ?=
SEED    ?=
RESUME  ?=

BIN    := .venv/bin
PYTEST := $(BIN)/python -m pytest -n auto --maxprocesses 4
STAMP  := .venv/.installed

.PHONY: help venv train test nightly coverage mutants lint bench clean

help:
	@echo "make train     train an agent: GAME=$(GAME) MINUTES= SEED= RESUME="
	@echo "make test      lint, types and tests, as the project's checks run them"
	@echo "make nightly   the tests on their large budget (long)"
	@echo "make coverage  the tests with nothing compiled, and which lines they reach"
	@echo "make mutants   how many small faults in a game's rules the tests notice: GAME=$(GAME)"
	@echo "make lint      ruff and mypy only"
	@echo "make bench     measure the speed of the environments on this machine"
	@echo "make venv      only set up .venv (the others do it when it is needed)"
	@echo "make clean     remove environments, caches and builds; runs/ stays"

venv: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "This project needs Python 3.11 or newer with its venv module, and '$(PYTHON)' is not one: try make PYTHON=python3.11." >&2; exit 1; }
	@echo "==> Creating .venv"
	@$(PYTHON) -m venv .venv
	@echo "==> Installing requirements.lock (one to three minutes the first time)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) pip==$(PIP_VERSION)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) --requirement requirements.lock
	@echo "==> Installing this project, editable"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

train: $(STAMP)
	$(BIN)/sicilianos train --game $(GAME) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(SEED),--seed $(SEED)) $(if $(RESUME),--resume $(RESUME))

test: lint
	$(PYTEST) $(PYTEST_ARGS)

nightly: $(STAMP)
	SICILIANOS_BUDGET=nightly $(PYTEST) $(PYTEST_ARGS)

# Without the tests of training: they play thousands of games, which interpreted take hours.
coverage: $(STAMP)
	SICILIANOS_JIT=0 SICILIANOS_BUDGET=reduced $(PYTEST) --cov $(PYTEST_ARGS) \
	  --ignore tests/training --ignore tests/notebooks

# Apart from .venv, which needs none of what cosmic-ray brings along.
mutants: $(STAMP) .venv-mutants/.installed
	.venv-mutants/bin/python tests/mutation/mutants.py --game $(GAME) --python $(BIN)/python

.venv-mutants/.installed:
	@$(PYTHON) -m venv .venv-mutants
	@.venv-mutants/bin/python -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) cosmic-ray==8.7.0
	@touch $@

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy sicilianos_env

bench: $(STAMP)
	$(BIN)/sicilianos bench --players 4

clean:
	rm -rf .venv .venv-mutants build dist .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
