"""Temporary storage of a results file between its preview and its import, for an hour, for its sender."""

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.core import signing

from arbitrage.database.ids import uuid7

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SALT = "arbitrage.uploads"
KEPT_SECONDS = 3600


def keep(data: bytes, filename: str, *, by: "User") -> str:
    """Store the file and return the token that fetches it; delete expired files."""
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    for forgotten in folder.iterdir():
        with suppress(FileNotFoundError):  # another request may have deleted it
            if forgotten.stat().st_mtime < time.time() - KEPT_SECONDS:
                forgotten.unlink(missing_ok=True)
    key = uuid7()
    (folder / key.hex).write_bytes(data)
    return signing.dumps({"key": key.hex, "name": filename, "by": by.pk}, salt=SALT)


def fetch(token: str, *, by: "User") -> tuple[bytes, str] | None:
    """Fetch the file and its name; None when it has expired, or is not this person's."""
    try:
        upload = signing.loads(token, salt=SALT, max_age=KEPT_SECONDS)
        if upload["by"] != by.pk:
            return None
        return (_folder() / UUID(upload["key"]).hex).read_bytes(), upload["name"]
    except (signing.BadSignature, FileNotFoundError):
        return None


def discard(token: str) -> None:
    """Delete the file after its import."""
    upload = signing.loads(token, salt=SALT)
    (_folder() / UUID(upload["key"]).hex).unlink(missing_ok=True)


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "uploads"
