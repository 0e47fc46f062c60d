"""Run of the whole suite (`python -m tests`) on SQLite, and on PostgreSQL if one answers, with one count at the end.

TEST_DATABASE_URL names the PostgreSQL server; a database `test_...` is made on it and removed. Arguments go to pytest.
"""

import os
import sys
from pathlib import Path

import psycopg

ON_THIS_MACHINE = "postgres://postgres@127.0.0.1:5432/test"

WORKERS = min((os.cpu_count() or 1) + 1, 8)
"""Workers on SQLite, one more than processors, because tests often wait for another program. The worker on PostgreSQL
comes in addition."""


def main(arguments: list[str]) -> int:
    address = os.environ.get("TEST_DATABASE_URL") or ON_THIS_MACHINE
    environment = {**os.environ, "DATABASE_URL": ""}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # each worker would compile four hundred files, every time
    command = [sys.executable, "-m", "pytest", *arguments]
    if laws_alone(arguments):
        sys.stdout.flush()
        os.execve(sys.executable, command, environment)  # noqa: S606 (our own Python, our own arguments)
    if reason := unreachable(address):
        said = f"the tests on PostgreSQL: {reason}; TEST_DATABASE_URL names another server"
        if os.environ.get("REQUIRE_ALL") == "1":
            print(f"REQUIRE_ALL=1, and PostgreSQL does not answer: {reason}", file=sys.stderr)
            return 1
        environment["TESTS_NOT_RUN"] = said
        workers = []
    else:
        environment["DATABASE_URL"] = address
        workers = ["popen//id=postgresql"]
    workers += [f"popen//id=sqlite{number}//env:DATABASE_URL=" for number in range(on_sqlite(arguments))]
    if len(workers) > 1:
        command += ["-p", "tests.sharing", "--dist", "each", *(f"--tx={worker}" for worker in workers)]
    sys.stdout.flush()
    os.execve(sys.executable, command, environment)  # noqa: S606 (our own Python, our own arguments)


def laws_alone(arguments: list[str]) -> bool:
    """Are only tests of the Laws asked for? They need no database, and a single process starts the fastest."""
    paths = asked(arguments)
    return bool(paths) and all(path.is_relative_to("tests/rulings") for path in paths)


def on_sqlite(arguments: list[str]) -> int:
    """Return the number of workers on SQLite: at most the number of files asked for."""
    paths = asked(arguments)
    return min(WORKERS, len(paths)) if paths and all(path.is_file() for path in paths) else WORKERS


def asked(arguments: list[str]) -> set[Path]:
    """Return the files and folders among the arguments of pytest."""
    paths = {Path(argument.partition("::")[0]) for argument in arguments if not argument.startswith("-")}
    return {path for path in paths if path.exists()}


def unreachable(address: str) -> str:
    """Explain in a few words why PostgreSQL does not answer at *address*; "" when it does."""
    try:
        psycopg.connect(address, connect_timeout=3).close()
    except psycopg.Error as error:
        return str(error).strip().splitlines()[-1]
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
