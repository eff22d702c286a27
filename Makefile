# Commands of the project; `make help` lists them. They need Python 3.11 or newer and GNU make 3.81 or newer.
.DEFAULT_GOAL := help
SHELL := /bin/sh
VENV := .venv
PY := $(VENV)/bin/python
# Number of test processes; more than there are cores, as tests often wait. A single process (WORKERS=0) is easier to debug.
# ARGS is appended to the command.
WORKERS ?= 4
ARGS ?=
# Keep compiled modules even if the shell sets this variable: otherwise each process, such as the bot of a test, compiles all modules.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup setup-dev run sync backup restore doctor verify test ready compiled test-all soak quick coverage new-game lint style types check browser server bench load months gallery art dist audit lock catalogues rules docs docs-tools release clean

help:
	@echo "make run      start the bot: on Discord with DISCORD_TOKEN, else in the sandbox"
	@echo "make run ARGS=--adopt   also take over another application's tables"
	@echo "make sync     register the commands at Discord again (needs DISCORD_TOKEN)"
	@echo "make backup   back up and verify the database; the bot may be running"
	@echo "make restore FILE=...   replace the database by a backup; stop the bot first"
	@echo "make verify   check that the stored tables are consistent"
	@echo "make doctor   report problems and how to fix them"
	@echo "make test     install what the tests need, then run lint, types and all tests"
	@echo "make test-all run the tests with every installed Python from 3.11 to 3.14"
	@echo "make soak     run all tests with more games, positions and numbers of players, as for changes of the engine"
	@echo "make quick    run the fast checks (FOLDER=games/tadmor: those of a folder and of the code that depends on it)"
	@echo "make coverage print the branch coverage of the fast tests by package (ARGS=tests/games/tadmor: of others)"
	@echo "make new-game ID=liars_dice NAME=\"Liar's Dice\"   create a new game from the example: hosted, drawn and tested"
	@echo "make setup    only create .venv with the pinned packages"
	@echo "make lint     check style and types"
	@echo "make bench    run the benchmarks (ARGS=--json)"
	@echo "make load     run the load test, on SQLite and PostgreSQL (ARGS=\"--only a\")"
	@echo "make months   simulate a month of fifty tables and count pings and reminders"
	@echo "make gallery  render every picture into gallery/index.html"
	@echo "make dist     build the wheel, its bill of materials, licenses and checksums in dist/"
	@echo "make audit    check the pinned packages and their dependencies for known vulnerabilities"
	@echo "make lock     write requirements*.lock from requirements*.txt (ARGS=--upgrade: with the newest dependencies)"
	@echo "make release VERSION=0.2.0   prepare a release that CHANGELOG.md describes: test and build it"
	@echo "make art      build the assets of the pictures"
	@echo "make catalogues   give translated texts the layout of the English ones"
	@echo "make rules    write docs/rules from the games' help (ARGS=--words: without pictures)"
	@echo "make docs     build the documentation as a site in site/"
	@echo "make clean    remove generated files"

# After an upgrade of Python the environment may not start; then the next command creates it again.
STALE := $(shell test -e $(VENV)/.stamp-run && { $(PY) -c '' 2>/dev/null || rm -f $(VENV)/.stamp-*; })

# Only distribution needs these tools.
$(VENV)/.stamp-dist: requirements-dist.txt $(wildcard requirements-dist.lock) $(VENV)/.stamp-dev
	@sh tools/setup.sh requirements-dist.txt $@

dist: $(VENV)/.stamp-dist
	@$(PY) -m tools.dist $(ARGS)

# The version that pyproject.toml names. CHANGELOG.md describes it under its number, marked as (unreleased) until the release.
VERSION ?= $(shell sed -n 's/^version = "\([0-9.]*[0-9]\).*"/\1/p' pyproject.toml)
# UNAUDITED=1 is for a machine on which `make audit` can't reach the vulnerability database; the changelog then says so. A known
# vulnerability stops a release even then.
release: $(VENV)/.stamp-dev
	@$(PY) -m tools.release $(VERSION) $(if $(UNAUDITED),--unaudited)
	@$(MAKE) test && $(MAKE) dist && $(MAKE) audit || { echo "No release. To undo the changes: git checkout . && git clean -f tests/db/old"; exit 2; }
	@echo "Now: git add -A && git commit -m 'Version $(VERSION)' && git tag -a v$(VERSION) -m 'Version $(VERSION)'"
	@echo "and attach the files in dist/ to the tag."

audit: $(VENV)/.stamp-dist $(VENV)/.stamp-docs
	@$(PY) -m tools.audit $(if $(UNAUDITED),--unaudited) $(ARGS)

# The dependencies of the pinned packages, with hashes of all systems' files.
LOCK := pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command "make lock"
lock: $(VENV)/.stamp-dist
	@for name in requirements requirements-dev requirements-dist requirements-docs; do \
		$(VENV)/bin/uv $(LOCK) $(ARGS) $$name.txt --output-file $$name.lock || exit 2; done

# The stamp files make set-up take milliseconds once it is done.
$(VENV)/.stamp-run: requirements.txt $(wildcard requirements.lock) tools/setup.sh
	@sh tools/setup.sh requirements.txt $@

$(VENV)/.stamp-dev: requirements-dev.txt $(wildcard requirements-dev.lock) $(VENV)/.stamp-run
	@sh tools/setup.sh requirements-dev.txt $@

$(VENV)/.stamp-docs: requirements-docs.txt $(wildcard requirements-docs.lock) tools/setup.sh
	@sh tools/setup.sh requirements-docs.txt $@

setup: $(VENV)/.stamp-run
	@echo "Ready: 'make run' starts it."

setup-dev: $(VENV)/.stamp-dev

# exec: Ctrl-C and SIGTERM reach the bot itself, which then shuts down cleanly.
run: $(VENV)/.stamp-run
	@exec $(PY) bot.py $(ARGS)

sync: $(VENV)/.stamp-run
	@exec $(PY) bot.py sync

backup doctor verify: $(VENV)/.stamp-run
	@exec $(PY) bot.py $@

restore: $(VENV)/.stamp-run
	@test -n "$(FILE)" || { echo "Name the backup: make restore FILE=var/backups/..."; exit 2; }
	@exec $(PY) bot.py restore "$(FILE)"

test: ready check

# Everything that must run before the tests, in two parallel jobs.
ready: $(VENV)/.stamp-dev docs-tools
	@$(MAKE) -j 2 style types compiled browser server

# Compile the test modules in one process, so that not each test process compiles all of them. `check` reports their errors.
compiled: $(VENV)/.stamp-dev
	@$(PY) -m pytest --collect-only -qq > /dev/null 2>&1 || true

quick: $(VENV)/.stamp-dev
	@$(PY) -m tools.quick $(FOLDER)

coverage: $(VENV)/.stamp-dev
	@$(PY) -m tools.coverage_table $(ARGS)

new-game: $(VENV)/.stamp-dev
	@$(PY) -m tools.new_game "$(ID)" "$(NAME)"

test-all: $(VENV)/.stamp-dev browser server
	@$(PY) -m tox run $(ARGS)

# The longest tests take minutes of CPU time, which can be an hour on a busy machine.
soak: export TEST_LONG := 1
soak: export PYTEST_TIMEOUT := 3600
soak: check

lint: style types

style: $(VENV)/.stamp-dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check -q .
	$(VENV)/bin/complexipy

types: $(VENV)/.stamp-dev
	$(PY) -m mypy

check: $(VENV)/.stamp-dev browser server
	$(PY) -m pytest -n $(WORKERS) --dist worksteal -r fEs $(ARGS)

browser: $(VENV)/.stamp-dev
	@sh tools/package.sh tests.browser Chromium "browser tests" CHROMIUM chromium-headless-shell chromium   # the first package is smaller

# These packages contain the programs; unlike the package `postgresql` they start no server.
server: $(VENV)/.stamp-dev
	@sh tools/package.sh tests.postgres "PostgreSQL server" "tests of the store on one" PGBIN postgresql-17 postgresql-16 postgresql-15 postgresql

bench: $(VENV)/.stamp-dev
	@$(PY) -m tools.bench $(ARGS)

load: $(VENV)/.stamp-dev server
	@$(PY) -m tools.load $(ARGS)

months: $(VENV)/.stamp-dev
	@$(PY) -m tools.months $(ARGS)

gallery: $(VENV)/.stamp-dev
	@$(PY) -m tools.gallery --out gallery $(ARGS)

art: $(VENV)/.stamp-dev
	@$(PY) -m tools.art $(ARGS)

catalogues: $(VENV)/.stamp-dev
	@$(PY) -m tools.catalogues $(ARGS)

rules: $(VENV)/.stamp-dev
	@$(PY) -m tools.rules $(ARGS)

docs: $(VENV)/.stamp-docs
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict --quiet
	@echo "The documentation is in site/index.html. Its search needs a web server: python3 -m http.server -d site"

# The test that builds the site is skipped if this fails.
docs-tools: $(VENV)/.stamp-dev
	@$(MAKE) $(VENV)/.stamp-docs || echo "The test of the documentation site is left out."

clean:
	rm -rf $(VENV) .tox gallery dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
