# Two commands are enough: `make run` starts the application, `make test` runs all tests.
# They need make and Python 3.11 or later; packages are installed into .venv.

python := .venv/bin/python
lock := uv pip compile --quiet --generate-hashes --no-header --universal --python-version 3.11 pyproject.toml

.PHONY: help run test law check bench season load federation trials screenshots docs mutants messages locks

help:
	@echo "make run       start Arbitrage (PORT=8001 chooses another port)"
	@echo "make test      run the tests (ARGS='-k revoke' selects some)"
	@echo "make law 27    try one law while you write it: outline, charts, missing French, its tests (ten seconds)"
	@echo "make check     style, types, translations, locks"
	@echo "make bench     speed on SQLite, and on PostgreSQL if a server answers"
	@echo "make season    costs of a club in its third season, and their growth (ARGS='--scale 0.1 --database postgres://…')"
	@echo "make load      an evening of two hundred directors (ARGS='--ladder 25,50,100,200,400' finds the most that the machine holds)"
	@echo "make federation  1,100 clubs in PostgreSQL, and the costs of their pages (ARGS='--database postgres://… --scale 0.05')"
	@echo "make trials    kill -9, stalled clients, 100,000 streams, each attack, restore, the disk before the answer, a lost primary, a club that moves, Windows: with their counts"
	@echo "make screenshots  a picture of every screen, in var/screenshots (ARGS='--only room --quick')"
	@echo "make docs      generate the outlines, docs/laws.md and the charts (in var/charts) from the laws"
	@echo "make mutants   break the program on purpose and count the changes that the tests see (ARGS='--seed 7' takes the same sample)"
	@echo "make messages  gather the texts of the code for the translator, and compile the French"
	@echo "make locks     renew requirements/*.lock after a change of pyproject.toml (needs uv)"

# The tools that check the JavaScript. Without Node these checks are reported as missing; the application needs none of them.
node_modules/.package-lock.json: package-lock.json package.json
	@if command -v npm >/dev/null; then npm ci --no-progress --loglevel=error && touch $@; fi

run:
	@sh requirements/environment.sh run
	@exec $(python) manage.py start

test: node_modules/.package-lock.json
	@sh requirements/environment.sh dev
	@exec $(python) -m tests $(ARGS)

# Words after "law" on the command line are names of laws, not targets.
ifeq (law,$(firstword $(MAKECMDGOALS)))
laws := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
$(eval $(laws):;@:)
endif

law:
	@sh requirements/environment.sh dev
	@DATABASE_URL= $(python) -m tests.rulings.one_law $(laws)

check: node_modules/.package-lock.json
	@sh requirements/environment.sh dev
	@exec $(python) -m tests.check

bench:
	@sh requirements/environment.sh dev
	@exec $(python) -m tests.bench

season:
	@sh requirements/environment.sh dev
	@exec $(python) -m tests.trials.season $(ARGS)

load:
	@sh requirements/environment.sh dev
	@exec $(python) -m tests.trials load --directors 200 $(ARGS)

federation:
	@sh requirements/environment.sh dev
	@exec $(python) -m tests.trials.federation $(ARGS)

trials:
	@sh requirements/environment.sh dev
	@for name in kill stalled streams outbox attacks restore sync failover move full disk wal windows; do $(python) -m tests.trials $$name $(ARGS) || exit 1; done

screenshots:
	@sh requirements/environment.sh dev
	@exec $(python) -m tests.screenshots $(ARGS)

docs:
	@sh requirements/environment.sh dev
	@$(python) -m tests.rulings $(ARGS)

mutants:
	@sh requirements/environment.sh mutants
	@exec $(python) -m tests.mutants $(ARGS)

messages:
	@sh requirements/environment.sh dev
	@$(python) -m tests.rulings.released keep
	@$(python) manage.py makemessages --locale fr --no-location --no-wrap --no-obsolete --ignore .venv --ignore var --ignore node_modules
	@$(python) manage.py compilemessages --locale fr --ignore .venv --ignore var --ignore node_modules --verbosity 0

locks:
	@if command -v npm >/dev/null; then npm install --package-lock-only && $(python) -m tests.javascript.lock; fi
	@$(lock) --output-file requirements/run.lock
	@$(lock) --group dev --output-file requirements/dev.lock
	@$(lock) --group mutants --constraint requirements/dev.lock --output-file requirements/mutants.lock
	@echo endplay==0.5.12 | uv pip compile --quiet --no-deps --no-annotate --generate-hashes --no-header --universal --python-version 3.11 --output-file requirements/solver.lock -
