# Every target sets up what it needs: a fresh machine wants only Python 3.11+ and make.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

RUN_READY := $(VENV)/.ready-run
PLAY_READY := $(VENV)/.ready-play
DEV_READY := $(VENV)/.ready-dev

.PHONY: play run test check bench fmt lock clean

$(PY):
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Starpost needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready-%: requirements/%.txt pyproject.toml | $(PY)
	$(PY) -m pip install --quiet --require-hashes --requirement requirements/$*.txt
	touch $@
