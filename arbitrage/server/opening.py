"""The page that a double click opens: the page of the server that it starts, or of the server already running on the
data folder."""

import os
import sys
import webbrowser
from pathlib import Path

from django.conf import settings

FILE = "address"
"""File of the data folder with the address of the running server."""


def remember(address: str) -> None:
    """Store the address of the running server."""
    _path().write_text(f"{address}\n", encoding="utf-8")


def forget() -> None:
    """Delete the stored address when the server ends."""
    _path().unlink(missing_ok=True)


def running() -> str:
    """Return the address of the server that runs on this data folder; "" if none is stored."""
    try:
        return _path().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def show(address: str) -> bool:
    """Open an address in a browser on this machine; False if the machine has no screen."""
    has_screen = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(has_screen) and webbrowser.open(address)


def _path() -> Path:
    return Path(settings.DATA_DIR) / FILE
