"""Settings read from the environment: each function gives a value or a sentence that says what to change."""

import os
import secrets
import zoneinfo
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

YES = {"1", "yes", "true", "on"}
NO = {"0", "no", "false", "off"}


def text(name: str, default: str = "") -> str:
    """The variable, trimmed; *default* when it is absent or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    """Yes or no: `DEBUG=yes` is True, `DEBUG=0` is False.

    :raises ImproperlyConfigured: the variable says neither.
    """
    word = text(name).lower()
    if not word:
        return default
    if word in YES | NO:
        return word in YES
    raise ImproperlyConfigured(f"{name} must be yes or no, not {word!r}.")


def whole(name: str, default: int, low: int, high: int) -> int:
    """A whole number from *low* to *high*: `PORT=8000`.

    :raises ImproperlyConfigured: not a number, or outside.
    """
    word = text(name, str(default))
    if word.isascii() and word.isdigit() and low <= int(word) <= high:
        return int(word)
    raise ImproperlyConfigured(f"{name} must be a whole number from {low} to {high}, not {word!r}.")


def words(name: str) -> list[str]:
    """The parts between commas: `ALLOWED_HOSTS=bridge.example.org, 192.168.1.20`."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def time_zone(name: str, default: str) -> str:
    """A time zone by its usual name: `TIME_ZONE=Indian/Reunion`.

    :raises ImproperlyConfigured: no such zone.
    """
    zone = text(name, default)
    try:
        zoneinfo.ZoneInfo(zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError) as error:
        raise ImproperlyConfigured(f"{name} must be a time zone such as Europe/Paris, not {zone!r}.") from error
    return zone


def folder(name: str, default: Path) -> Path:
    """A folder we may write in, made when missing; absolute.

    :raises ImproperlyConfigured: it cannot be made.
    """
    path = Path(text(name, str(default))).expanduser().absolute()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"The folder {path} ({name}) cannot be made: {error.strerror}.") from error
    return path


def secret(name: str, path: Path) -> str:
    """The signing key: the variable, else the one kept in *path*, which is written at the first run for its owner only.

    :raises ImproperlyConfigured: too short to protect anything, or the file cannot be read or written.
    """
    key = text(name)
    where = name
    if not key:
        where = str(path)
        try:
            if not path.exists():
                _write_once(path, secrets.token_urlsafe(60))
            key = path.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ImproperlyConfigured(f"The secret key in {path} cannot be read or written: {error}.") from error
    if len(key) < 50:
        raise ImproperlyConfigured(f"The secret key in {where} has {len(key)} characters; it needs 50 or more.")
    return key


def _write_once(path: Path, content: str) -> None:
    """Whole or not at all, and never over the file of another process that was first."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(content + "\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


# Measured: with these, eight threads on one row meet no "database is locked"; with the defaults most of them do.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=134217728; "
    "PRAGMA journal_size_limit=27103364; PRAGMA cache_size=-8000;",
}


def database(name: str, default: Path) -> dict[str, Any]:
    """Django's description of the database at an address; a SQLite file at *default* when the variable is empty.

    `postgres://user:password@host:5432/name?sslmode=require`, or `sqlite:////absolute/path.sqlite3`. What follows the
    question mark goes to the PostgreSQL driver. The password may come from PGPASSWORD instead.

    :raises ImproperlyConfigured: the address cannot be understood; the sentence never shows the password.
    """
    address = text(name)
    if not address:
        return _sqlite(default)
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} cannot be read: {error}.") from error
    path = unquote(parts.path.removeprefix("/"))
    if parts.scheme == "sqlite" and path and not parts.netloc:
        return _sqlite(Path(path))
    if parts.scheme not in ("postgres", "postgresql") or not path or "/" in path:
        raise ImproperlyConfigured(
            f"{name} must look like postgres://user:password@host:5432/name or sqlite:////path/to/file.sqlite3."
        )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": path,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        "CONN_MAX_AGE": 0,  # the pool keeps the connections; Django refuses both at once
        "OPTIONS": {
            "connect_timeout": 5,
            **dict(parse_qsl(parts.query)),
            "pool": {"min_size": 2, "max_size": 8, "timeout": 10},
        },
    }


def _sqlite(path: Path) -> dict[str, Any]:
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": path.absolute(), "OPTIONS": dict(SQLITE_OPTIONS)}
