"""Paths of the program's own files and of the data folder, for a checkout of the repository and for an installed
package."""

import os
import sys
from pathlib import Path

import rulings

PACKAGE = Path(__file__).resolve().parent.parent
RULINGS = Path(rulings.__file__).resolve().parent
CHECKOUT = PACKAGE.parent if (PACKAGE.parent / "manage.py").is_file() else None
"""Folder of the repository; None if the program is an installed package."""

TEMPLATES = (CHECKOUT or PACKAGE) / "templates"
STATIC = (CHECKOUT or PACKAGE) / "static"
LOCALE = (CHECKOUT or RULINGS) / "locale"


def data() -> Path:
    """Return the default data folder: var/ of a checkout, or else the folder in which the system keeps the data of
    programs."""
    if CHECKOUT is not None:
        return CHECKOUT / "var"
    home = Path.home()
    if sys.platform == "win32":  # Local, not Roaming: a database does not travel with a profile
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Arbitrage"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Arbitrage"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "arbitrage"


def command(*arguments: str) -> list[str]:
    """Build the command line of another process of this program: `command("daily", "--if-due")`."""
    return [sys.executable, "-m", "arbitrage", *arguments]


def where_to_run() -> Path | None:
    """Return the working directory that `command` needs; None if the program is installed."""
    return CHECKOUT


def how(words: str) -> str:
    """Write a command as the user of this installation types it: "manage.py backup", or "arbitrage backup" if the
    program is installed."""
    return f"{'manage.py' if CHECKOUT is not None else 'arbitrage'} {words}"


def how_to_start(port: int) -> str:
    """Write the command that starts the server on another port."""
    return f"make run PORT={port}" if CHECKOUT is not None else f"arbitrage start --port {port}"


def refusal(error: OSError) -> str:
    """Write the message of a system error with its file: "Permission denied (…/arbitrage.sqlite3)"."""
    reason = error.strerror or str(error)
    return f"{reason} ({error.filename})" if error.filename else reason
