# Sobremesa: one command each. Needs Python 3.11 or newer and GNU make 3.81 or newer; `make help` lists what there is.
.DEFAULT_GOAL := help
SHELL := /bin/sh
VENV := .venv
PY := $(VENV)/bin/python
# How many test processes, of which one or other always waits for something; a single one (WORKERS=0) is easier to debug.
# ARGS goes to the command at hand.
WORKERS ?= 4
ARGS ?=
# Compiled modules are kept, whatever the shell says: else every process, each test's bot among them, compiles all of them anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup setup-dev run sync backup restore doctor verify test ready compiled test-all soak quick new-game lint style types check browser server bench load months gallery art dist audit rules release clean

help:
	@echo "make run      start the bot: the sandbox without DISCORD_TOKEN, Discord with it"
	@echo "make sync     tell Discord of the commands anew (needs DISCORD_TOKEN)"
	@echo "make backup   back up and verify the tables, beside a running bot too    make doctor   what is not in order, and its mend"
	@echo "make verify   whether the tables hold    make run ARGS=--adopt   take over another application's tables"
	@echo "make restore FILE=...   put a backup in the tables' place, while the bot is stopped"
	@echo "make test     set up all that tests need, then lint, types and every test"
	@echo "make test-all the tests again with every Python from 3.11 to 3.14 that is installed"
	@echo "make soak     every test with more games, moments and numbers of players: what changes the engine needs"
	@echo "make quick    what a change needs at once (ROOM=games/tadmor: a room and what depends on it)"
	@echo "make new-game ID=liars_dice NAME=\"Liar's Dice\"   a game to begin with: hosted, drawn and green"
	@echo "make setup    only create .venv with the pinned packages"
	@echo "make lint     style and types        make bench    figures (ARGS=--json)"
	@echo "make load     thousands of servers and tables, hundreds of people, on a file and on a server (ARGS=\"--only a\")"
	@echo "make months   a simulated month of fifty tables: pings, reminders, what becomes of them"
	@echo "make gallery  every picture, in gallery/index.html"
	@echo "make dist     the wheel that others install, with what is in it, in dist/        make audit    known holes in the packages that are pinned, and in what they bring along"
	@echo "make release VERSION=0.2.0   write a version that CHANGELOG.md knows, with its database; test, build; then the steps that are left"
	@echo "make art      build the pictures' assets anew        make clean    remove what can be made again"
	@echo "make rules    write docs/rules anew from the games' help (ARGS=--words: without its pictures)"

# A Python that was upgraded away leaves an environment that does not start: then it is made anew.
STALE := $(shell test -e $(VENV)/.stamp-run && { $(PY) -c '' 2>/dev/null || rm -f $(VENV)/.stamp-*; })

# What goes out to others is made by tools that nothing else needs.
$(VENV)/.stamp-dist: requirements-dist.txt $(VENV)/.stamp-dev
	@sh tools/setup.sh requirements-dist.txt $@

dist: $(VENV)/.stamp-dist
	@$(PY) -m tools.dist $(ARGS)

# What is said of a version stands in CHANGELOG.md under its number, as (unreleased) until then.
VERSION ?= $(shell sed -n 's/^version = "\([0-9.]*[0-9]\).*"/\1/p' pyproject.toml)
# UNAUDITED=1 where `make audit` can ask nobody: the changelog says so. A hole that it knows stops a release all the same.
release: $(VENV)/.stamp-dev
	@$(PY) -m tools.release $(VERSION) $(if $(UNAUDITED),--unaudited)
	@$(MAKE) test && $(MAKE) dist && $(MAKE) audit || { echo "No release: git checkout . && git clean -f tests/db/old takes back what was written."; exit 2; }
	@echo "Now: git add -A && git commit -m 'Version $(VERSION)' && git tag -a v$(VERSION) -m 'Version $(VERSION)'"
	@echo "and put what is in dist/ beside the tag."

audit: $(VENV)/.stamp-dist
	@$(PY) -m tools.audit $(if $(UNAUDITED),--unaudited) $(ARGS)

# The stamps make set-up a matter of milliseconds once it is done.
$(VENV)/.stamp-run: requirements.txt tools/setup.sh
	@sh tools/setup.sh requirements.txt $@

$(VENV)/.stamp-dev: requirements-dev.txt $(VENV)/.stamp-run
	@sh tools/setup.sh requirements-dev.txt $@

setup: $(VENV)/.stamp-run
	@echo "Ready: 'make run' starts it."

setup-dev: $(VENV)/.stamp-dev

# exec: Ctrl-C and SIGTERM reach the bot itself, which ends cleanly.
run: $(VENV)/.stamp-run
	@exec $(PY) bot.py $(ARGS)

sync: $(VENV)/.stamp-run
	@exec $(PY) bot.py sync

backup doctor verify: $(VENV)/.stamp-run
	@exec $(PY) bot.py $@

restore: $(VENV)/.stamp-run
	@test -n "$(FILE)" || { echo "Which one? make restore FILE=var/backups/..."; exit 2; }
	@exec $(PY) bot.py restore "$(FILE)"

test: ready check

# All that comes before the tests, side by side.
ready: $(VENV)/.stamp-dev
	@$(MAKE) -j 2 style types compiled browser server

# By one process, so that not each of those that test compiles all of them anew. What is wrong with one says `check`.
compiled: $(VENV)/.stamp-dev
	@$(PY) -m pytest --collect-only -qq > /dev/null 2>&1 || true

quick: $(VENV)/.stamp-dev
	@$(PY) -m tools.quick $(ROOM)

new-game: $(VENV)/.stamp-dev
	@$(PY) -m tools.new_game "$(ID)" "$(NAME)"

test-all: $(VENV)/.stamp-dev browser server
	@$(PY) -m tox run $(ARGS)

# Its longest cases are minutes of the processor's time, of which a busy machine gives little: they may take an hour.
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
	@sh tools/package.sh tests.browser Chromium "browser tests" CHROMIUM chromium-headless-shell chromium   # the former is smaller

# Debian's postgresql would start a server of its own; only its programs are wanted, and no cluster is made.
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

rules: $(VENV)/.stamp-dev
	@$(PY) -m tools.rules $(ARGS)

clean:
	rm -rf $(VENV) .tox gallery dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
