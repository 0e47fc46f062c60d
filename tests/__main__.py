"""`python -m tests`: the whole suite, shared out between SQLite and PostgreSQL when one answers; one count at the end.

TEST_DATABASE_URL names the PostgreSQL server; a database `test_...` is made on it and removed. Arguments go to pytest.
"""

import os
import sys
from pathlib import Path

import psycopg

ON_THIS_MACHINE = "postgres://postgres@127.0.0.1:5432/test"


def main(arguments: list[str]) -> int:
    address = os.environ.get("TEST_DATABASE_URL") or ON_THIS_MACHINE
    environment = {**os.environ, "DATABASE_URL": ""}
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
    else:
        environment["DATABASE_URL"] = address
        sqlite, postgresql = "popen//id=sqlite//env:DATABASE_URL=", "popen//id=postgresql"
        command += ["-p", "tests.sharing", "--dist", "each", "--tx", sqlite, "--tx", postgresql]
    sys.stdout.flush()
    os.execve(sys.executable, command, environment)  # noqa: S606 (our own Python, our own arguments)


def laws_alone(arguments: list[str]) -> bool:
    """Are only tests of the Laws asked for? They need no database: one process is there the soonest."""
    paths = [one for one in arguments if not one.startswith("-") and Path(one.partition("::")[0]).exists()]
    return bool(paths) and all(Path(one.partition("::")[0]).is_relative_to("tests/rulings") for one in paths)


def unreachable(address: str) -> str:
    """Why PostgreSQL does not answer at *address*, in a few words; "" when it does."""
    try:
        psycopg.connect(address, connect_timeout=3).close()
    except psycopg.Error as error:
        return str(error).strip().splitlines()[-1]
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
