"""What every test of the rulings shares: the laws, their paths enumerated once, and the case tables."""

import io
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from rulings.__main__ import main
from rulings.engine.earlier import EARLIER
from rulings.engine.inquiry import Law, explore
from rulings.engine.inquiry import Path as LawPath
from rulings.engine.text import translator
from rulings.laws2017 import LAWS

HERE = Path(__file__).parent

every_law = pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)


@cache
def paths(law: Law) -> list[LawPath]:
    """Every path of a law, enumerated once a run."""
    return list(explore(law))


@cache
def all_cases() -> list[tuple[str, dict[str, Any]]]:
    """Every case of every table, with the law that its file name begins with."""
    found = []
    for file in sorted((HERE / "cases").glob("law_*.toml")):
        law = file.stem.split("_")[1]
        found += [(law, case) for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]]
    return found


def outlines() -> dict[tuple[str, str], Path]:
    """Where the outline of each law stands, by language."""
    return {(law, language): HERE / "trees" / f"law_{law}.{language}.txt" for law in LAWS for language in ("en", "fr")}


def cases_by_row() -> dict[str, list[str]]:
    """The names of the cases that cover each row of the reference."""
    rows: dict[str, list[str]] = {}
    for _, case in all_cases():
        for row in case["rows"]:
            rows.setdefault(row, []).append(case["name"])
    return rows


def door(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """What `python -m rulings` ends with, prints and complains of, asked in this process."""
    said, complained = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _stream in range(2))
    typed = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    with (
        patch.multiple(sys, argv=["rulings", *arguments], stdin=typed),
        redirect_stdout(said),
        redirect_stderr(complained),
    ):
        code = main()
    return code, printed(said), printed(complained)


def printed(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.detach().getvalue().decode()


def started(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """The same of a program of its own, with the standard library alone."""
    command = [sys.executable, "-S", "-m", "rulings", *arguments]
    done = subprocess.run(command, cwd=HERE.parents[1], input=stdin.encode(), capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


EARLIER_FRENCH = HERE / "earlier.fr.txt"


def earlier_in_french() -> str:
    """The sentences of earlier versions, each with its French below it."""
    words = translator("fr")
    return "\n".join(f"{sentence}\n    {words.gettext(sentence)}\n" for sentence in EARLIER)
