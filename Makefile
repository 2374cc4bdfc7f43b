# The commands of this repository. Nothing but make and Python 3.11 or later is needed.
#   make run    the whole service on this machine     make test      every check and test
#   make check  what is run before each commit        make bench     speed, beside other libraries
#   make test-full  the same as make test, with whole products and games, and many more examples: for hours
#   make lint   style, types and contracts alone
#   make format Python and templates, laid out
#   make lock   renew the lock files                   make messages  the texts to translate
#   make soak   the service under load, its processes killed one by one
#   make drill  a backup brought back, PostgreSQL to a moment, a full disk, on servers of their own
#   make image  the service's image, with Docker, Podman or Buildah, and what is in it
#   make test-dates  the rooms that know dates, at other moments than now, with Debian's faketime
#   make test-nodes  two whole nodes with PgBouncer and RabbitMQ, killed and restarted under load
#   make test-citus  the log on a cluster of Citus, its nodes killed under load: CITUS=PREFIX
#   make events whole events at full size, played by real workers
#   make client   the client for Python as a wheel, in .local/client
#   make clients  the API's document, read by linters and by generators of clients (Node.js)

# The first of these that is new enough; another: make run PYTHON=/path/to/python3
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$python"; exit; }; \
	done; echo python3)
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8000
# For pytest: make test ARGS="-k supervisor" JOBS=0. The processes of pytest-xdist, each with servers of its own
# (tests/servers.py): one more than there are cores, as browsers and services are waited for; four at most; 0: all in one.
ARGS ?=
JOBS ?= $(shell $(PYTHON) -c 'import os; print(min(4, 1 + (os.cpu_count() or 1)))')
# For make soak
MINUTES ?= 30

ENVIRONMENT := $(PYTHON) tournaments/config/supervisor/environment.py
SERVICES := $(BIN)/python -m tournaments.config.supervisor
RUNNING := docker/requirements.lock tournaments/config/supervisor/requirements.lock
BENCH_VENV := .local/bench

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# A dozen processes start at once: else each of them compiles everything that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run help check test test-full test-dates test-nodes test-citus lint format soak events drill bench client clients image lock messages setup
.DEFAULT_GOAL := run

help:
	@sed -n 's/^#   //p' Makefile

run:
	@$(ENVIRONMENT) $(VENV) $(RUNNING)
	@PORT=$(PORT) exec $(SERVICES) run

# What is run before each commit: no browser, no processes, few examples, nothing slow.
check: lint
	@exec $(SERVICES) exec -- $(BIN)/python -m pytest -n $(JOBS) -q -m "not browser and not processes and not slow" \
		--hypothesis-profile=quick $(ARGS)

test: lint
	@exec $(SERVICES) exec -- $(BIN)/python -m pytest -n $(JOBS) $(ARGS)

# Where `make test` walks what covers a product (tests/covering.py), all of it; of laws a thousand examples.
test-full: lint
	@exec $(SERVICES) exec -- $(BIN)/python -m pytest -n $(JOBS) --hypothesis-profile=deep $(ARGS)

# Plain English: .words has words that a common one replaces, .phrases patterns that no text needs.
PROSE := '*.py' '*.html' '*.md' '*.js' '*.css' '*.yml' Makefile docker ':!*.es.md' ':!*/vendor/*'
lint: setup
	@echo "Checking style, types and the contracts between packages"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/djangofmt --quiet --check tournaments || { echo "Some templates are not formatted: make format"; exit 1; }
	@! git grep -nE '^.{121,}' -- '*.html'
	@git ls-files -z $(PROSE) | xargs -0 $(BIN)/codespell --dictionary .words
	@! git grep -nEf .phrases -- $(PROSE)
	@$(BIN)/mypy .
	@$(BIN)/python tournaments/client/hatch_build.py
	@cd tournaments/client && $(abspath $(BIN))/mypy
	@$(BIN)/lint-imports

format: setup
	@$(BIN)/ruff format .
	@$(BIN)/djangofmt tournaments

# The whole service under load while each of its processes is killed once.
soak: setup
	@exec $(BIN)/python -m tests.soak --minutes $(MINUTES) $(ARGS)

# At each moment of tests/dates, or at some: make test-dates ARGS="'on 29 February' tests/leagues"
test-dates: setup
	@exec $(BIN)/python -m tests.dates $(ARGS)

# Two whole nodes: one is killed, all is restarted in turn. Needs pgbouncer and rabbitmq-server, such as Debian's.
test-nodes: setup
	@exec $(BIN)/python -m tests.nodes $(ARGS)

# The log on three servers, later four. PREFIX: where a PostgreSQL with Citus has its programs, in bin.
test-citus: setup
	@CITUS="$(CITUS)" exec $(BIN)/python -m tests.citus $(ARGS)

# Whole events, with people who do not come and with rulings.
events: setup
	@exec $(SERVICES) exec --durable -- $(BIN)/python -m tests.events $(ARGS)

# What was kept is brought back and compared. With continuous WAL where pgBackRest and PostgreSQL are installed.
drill: setup
	@exec $(SERVICES) exec --durable -- $(BIN)/python -m tests.drill $(ARGS)

# Peers are installed here alone, into an environment of their own.
bench: setup
	@$(ENVIRONMENT) $(BENCH_VENV) requirements.lock tests/benchmarks/requirements.lock
	@exec $(SERVICES) exec --durable -- $(BENCH_VENV)/bin/python -m tests.benchmarks $(ARGS)

# Needs Node.js 18.18 or later and npm, such as Debian's. The versions: tests/clients/package.json, then ARGS=--lock.
clients: setup
	@exec $(BIN)/python -m tests.clients $(ARGS)

# What `pip install` takes; what it is made of: tournaments/client.
client: setup
	@cd tournaments/client && $(abspath $(BIN))/python -m hatchling build -t wheel -d $(abspath .local/client)

# Nothing has to be set up for it. ARGS go to the builder: make image ARGS="--build-arg BASE=..."
image:
	@sh docker/build $(ARGS)

# What `make run` needs is a part of it: that has been installed, too.
setup:
	@$(ENVIRONMENT) $(VENV) requirements.lock $(RUNNING)

# Newer versions: make lock ARGS=--upgrade. No address of an index may stand in a lock: that is what the two --no options are for.
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header $(ARGS)
lock: setup
	$(COMPILE) --group dev --group local pyproject.toml -o requirements.lock
	$(COMPILE) pyproject.toml -c requirements.lock --no-emit-package numpy -o docker/requirements.lock
	$(COMPILE) --group pyproject.toml:local -c requirements.lock -o tournaments/config/supervisor/requirements.lock
	$(COMPILE) docker/contents/requirements.in -o docker/contents/requirements.lock
	$(if $(wildcard tests/benchmarks/requirements.in), \
	$(COMPILE) tests/benchmarks/requirements.in -c requirements.lock -o tests/benchmarks/requirements.lock)

# Needs GNU gettext. The texts of the engine are marked with gettext_noop as _.
messages: setup
	$(BIN)/python manage.py makemessages --locale es --no-location --ignore $(VENV) --ignore .local --ignore tests
	$(BIN)/python manage.py compilemessages --locale es --locale en --ignore $(VENV) --ignore .local
