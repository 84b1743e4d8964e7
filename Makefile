# Every target sets up what it needs: a fresh machine wants only Python 3.11 or newer, and make.
# Another interpreter than the first that fits: make PYTHON=/path/to/python ...

VENV := .venv
PY := $(VENV)/bin/python
PIP := -m pip --disable-pip-version-check install --quiet --require-hashes --requirement
CODE := games renderers bot migrations bench tools tests

# A stamp for each lock: installed, and as the lock says.
RUN := $(VENV)/ready-run
PLAY := $(VENV)/ready-play
DEV := $(VENV)/ready-dev

CHECKS := lint lengths budgets types worlds imports coverage caps mutants

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play run test test-long pytest check $(CHECKS) browser postgres bench fmt \
	commands lock audit image pin clean

# Each of many processes would otherwise compile all modules, and rewrite all assertions, anew.
unexport PYTHONDONTWRITEBYTECODE

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

play: $(PLAY) ## play in your browser: the real bot, a simulated Discord, no account needed
	@$(PY) -m bot.playground $(if $(DATABASE),--database '$(DATABASE)')

run: $(RUN) ## run the bot on Discord, with the settings in .env
	@$(PY) -m bot

test: check pytest ## everything that CI demands: make check, then all tests

test-long: export STARPOST_LONG := 1
test-long: mutants worlds pytest ## the same tests with more matches and examples, and all mutants: hours

pytest: $(DEV) browser postgres ## all tests, without make check
	@$(PY) -m pytest --numprocesses auto --dist worksteal

# Side by side: some use one core only. What one of them says is printed when it ends.
check: $(DEV) ## lint, types, imports, rule coverage and mutants, Discord's caps, lengths, budgets, two worlds
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target $(CHECKS)

$(CHECKS): $(DEV)
lint:
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
types:
	@$(PY) -m mypy $(CODE)
imports:
	@$(VENV)/bin/lint-imports --no-logo
coverage:
	@$(PY) -m tools.rule_coverage
mutants:
	@$(PY) -m tools.rule_mutations $(if $(STARPOST_LONG),,--sample 150)
caps:
	@$(PY) -m tools.discord_caps
	@$(PY) -m tools.command_page --check
lengths:
	@$(PY) -m tools.module_lengths
budgets:
	@$(PY) -m tools.budgets
worlds:
	@$(PY) -m tools.two_worlds

browser:
	@tools/browser

postgres:
	@tools/postgres

bench: $(DEV) ## measure, and print each figure beside its reference and goal
	@$(PY) -m bench

fmt: $(DEV) ## format the code and mend what the linter can mend
	@$(PY) -m ruff check --fix-only --quiet .
	@$(PY) -m ruff format .

# Keeps the versions that still fit; make lock UPGRADE=--upgrade takes the newest.
LOCK := $(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header $(UPGRADE)

commands: $(DEV) ## write docs/commands.md anew from the commands
	@$(PY) -m tools.command_page

lock: $(VENV)-lock/ready ## write requirements/*.txt anew from pyproject.toml
	$(LOCK) pyproject.toml --extra postgresql --output-file requirements/run.txt >/dev/null
	$(LOCK) pyproject.toml --extra postgresql --extra play --output-file requirements/play.txt >/dev/null
	$(LOCK) pyproject.toml --extra postgresql --extra play --extra dev --output-file requirements/dev.txt >/dev/null
	$(LOCK) requirements/lock.in --output-file requirements/lock.txt >/dev/null

audit: $(VENV)-lock/ready ## say which locked packages have known vulnerabilities; asks the package index
	@$(VENV)-lock/bin/pip-audit --strict --disable-pip --require-hashes --requirement requirements/dev.txt

image: ## build the image and start it with a token that Discord refuses; needs Docker
	@tools/image

pin: ## write today's digests of the base images into Dockerfile and compose.yaml; needs Docker
	@tools/pin_images

clean: ## remove the virtual environments and all caches; matches stay
	rm -rf $(VENV) $(VENV)-lock .mypy_cache .ruff_cache .pytest_cache .import_linter_cache \
		.hypothesis .coverage artifacts build dist *.egg-info
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@tools/venv $(VENV) "$(PYTHON)"

$(VENV)/ready-%: requirements/%.txt | $(PY)
	@echo "Installing requirements/$*.txt into $(VENV)"
	@$(PY) $(PIP) requirements/$*.txt
	@touch $@

$(VENV)-lock/ready: requirements/lock.txt
	@tools/venv $(VENV)-lock "$(PYTHON)"
	@$(VENV)-lock/bin/python $(PIP) requirements/lock.txt
	@touch $@
