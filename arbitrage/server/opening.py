"""The page that a double click opens: that of the server that starts, or of the one that runs on the folder already."""

import os
import sys
import webbrowser
from pathlib import Path

from django.conf import settings

FILE = "address"
"""The file of the data folder with the address of the running server."""


def remember(address: str) -> None:
    """Write down at which address the running server is found."""
    _path().write_text(f"{address}\n", encoding="utf-8")


def forget() -> None:
    """Take the address away: the server is not found there any more."""
    _path().unlink(missing_ok=True)


def running() -> str:
    """Return the address of the server that runs on this folder; "" where it has not said one."""
    try:
        return _path().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def show(address: str) -> bool:
    """Open an address in the browser of whoever sits here; False where there is no screen."""
    has_screen = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(has_screen) and webbrowser.open(address)


def _path() -> Path:
    return Path(settings.DATA_DIR) / FILE
