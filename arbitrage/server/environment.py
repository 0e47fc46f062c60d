"""Settings from the environment or, for variables that it lacks, from the settings file of the data folder.

Each function returns a value, or raises ImproperlyConfigured with a sentence that says what to change.
"""

import ipaddress
import os
import re
import secrets
import socket
import zoneinfo
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from arbitrage.server import language, settings_file
from arbitrage.server.language import gettext as _

YES = {"1", "yes", "true", "on"}
NO = {"0", "no", "false", "off"}


_in_file: dict[str, str] = {}
_file = Path(settings_file.NAME)


def also_read(path: Path) -> None:
    """Read the settings file; from now on its values are used for variables that the environment lacks.

    :raises ImproperlyConfigured: the file cannot be read, or has an unknown setting.
    """
    global _in_file, _file
    _in_file, _file = settings_file.read(path), path
    language.from_now_on(text("LANGUAGE_CODE"))


def said_outside(name: str) -> str:
    """Read a variable of the environment only, trimmed; "" when it is absent."""
    return os.environ.get(name, "").strip()


def text(name: str, default: str = "") -> str:
    """Read a variable of the environment, trimmed, or else the setting in the file, or else *default*."""
    return said_outside(name) or _in_file.get(name, "") or default


def where_said(name: str) -> str:
    """Name a setting in an error by the place where it was set: "HTTPS", or "https in …/arbitrage.toml"."""
    if said_outside(name) or name not in _in_file:
        return name
    return _("%(name)s in %(file)s") % {"name": name.lower(), "file": _file}


def flag(name: str, default: bool = False) -> bool:
    """Read yes or no: `DEBUG=yes` is True, `DEBUG=0` is False.

    :raises ImproperlyConfigured: the variable has another word.
    """
    word = text(name).lower()
    if not word:
        return default
    if word in YES | NO:
        return word in YES
    raise _refused(_("%(name)s must be yes or no, not %(word)r."), name, word)


def whole(name: str, default: int, low: int, high: int) -> int:
    """Read a whole number from *low* to *high*: `PORT=8000`.

    :raises ImproperlyConfigured: the value is not a whole number, or is out of range.
    """
    word = text(name, str(default))
    if word.isascii() and word.isdigit() and low <= int(word) <= high:
        return int(word)
    sentence = _("%(name)s must be a whole number from %(low)s to %(high)s, not %(word)r.")
    raise _refused(sentence, name, word, low=low, high=high)


def one_of(name: str, choices: Sequence[str]) -> str:
    """Read one of these words, `LANGUAGE_CODE=en`; the first of them when the variable is absent.

    :raises ImproperlyConfigured: the variable has another word.
    """
    word = text(name, choices[0])
    if word not in choices:
        raise _refused(
            _("%(name)s must be one of these: %(words)s; not %(word)r."), name, word, words=", ".join(choices)
        )
    return word


def _refused(sentence: str, name: str, word: str, **more: object) -> ImproperlyConfigured:
    return ImproperlyConfigured(sentence % {"name": where_said(name), "word": word, **more})


def numbers(name: str, default: tuple[int, ...]) -> tuple[int, ...]:
    """Read whole numbers separated by commas, as many as *default* has, the first above zero: `BACKUPS_KEPT=7, 8, 24`.

    :raises ImproperlyConfigured: the variable has something else.
    """
    given = words(name)
    if not given:
        return default
    values = tuple(int(word) for word in given if word.isascii() and word.isdigit() and len(word) < 6)
    if not len(values) == len(given) == len(default) or not values[0]:
        sentence = _("%(name)s must be numbers such as %(words)s, not %(word)r.")
        raise _refused(sentence, name, text(name), words=", ".join(map(str, default)))
    return values


def words(name: str) -> list[str]:
    """Read words separated by commas: `ALLOWED_HOSTS=bridge.example.org, 192.168.1.20`."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def own_names() -> list[str]:
    """Return the names of this machine in its network: its host name "accueil", and "accueil.local" for mDNS; [] if the
    host name has other characters."""
    name = socket.gethostname().partition(".")[0].lower()
    return [name, f"{name}.local"] if name.isascii() and name.replace("-", "").isalnum() else []


def networks(name: str) -> tuple[Any, ...]:
    """Read IP addresses and networks separated by commas: `TRUSTED_PROXIES=192.168.1.2, 172.16.0.0/12`.

    :raises ImproperlyConfigured: one of them is malformed.
    """
    try:
        return tuple(ipaddress.ip_network(word) for word in words(name))
    except ValueError as error:
        sentence = _("%(name)s must be addresses or networks, such as 172.16.0.0/12: %(reason)s.")
        raise ImproperlyConfigured(sentence % {"name": where_said(name), "reason": error}) from error


def time_zone(name: str, default: str) -> str:
    """Read a time zone by its usual name: `TIME_ZONE=Indian/Reunion`.

    :raises ImproperlyConfigured: there is no such zone.
    """
    zone = text(name, default)
    try:
        zoneinfo.ZoneInfo(zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError) as error:
        raise _refused(_("%(name)s must be a time zone such as Europe/Paris, not %(word)r."), name, zone) from error
    return zone


def folder(name: str, default: Path) -> Path:
    """Read the absolute path of a folder, and make the folder if it is missing.

    :raises ImproperlyConfigured: the folder cannot be made.
    """
    path = Path(text(name, str(default))).expanduser().absolute()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        sentence = _("The folder %(folder)s (%(name)s) cannot be made: %(reason)s.")
        raise ImproperlyConfigured(sentence % {"folder": path, "name": name, "reason": error.strerror}) from error
    return path


def secret(name: str, path: Path) -> str:
    """Read the signing key from the variable, or else from the file *path*. The first run generates a key and writes
    this file, readable by its owner only.

    :raises ImproperlyConfigured: the key is too short to be safe, or the file cannot be read or written.
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
            sentence = _("The secret key in %(file)s cannot be read or written: %(reason)s.")
            raise ImproperlyConfigured(sentence % {"file": path, "reason": error}) from error
    if len(key) < 50:
        sentence = _("The secret key in %(where)s has %(count)s characters; it needs 50 or more.")
        raise ImproperlyConfigured(sentence % {"where": where, "count": len(key)})
    return key


def _write_once(path: Path, content: str) -> None:
    """Write a file atomically; if another process has written it first, keep that file."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(content + "\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # the file system has no hard links
        if not path.exists():
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


# Measured: with these options, eight threads that write one row never fail with "database is locked"; with SQLite's
# defaults most of them do. With synchronous=FULL a committed answer survives a power failure. temp_store=MEMORY keeps
# SQLite's temporary tables off the disk, because the disk of temporary files may be full while the database has room.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA mmap_size=134217728; "
    "PRAGMA journal_size_limit=27103364; PRAGMA cache_size=-8000; PRAGMA temp_store=MEMORY;",
}


def database(name: str, default: Path) -> dict[str, Any]:
    """Build Django's settings of the database whose URL is in a variable; a SQLite file at *default* when the variable
    is empty.

    The URL is `postgres://user:password@host:5432/name?sslmode=require` or `sqlite:////absolute/path.sqlite3`. The
    query after the question mark is passed to the PostgreSQL driver. The password may come from PGPASSWORD instead.
    With several hosts, `postgres://user@one:5432,two:5432/name`, each new connection looks for the host that accepts
    writes.

    :raises ImproperlyConfigured: the URL is invalid; the sentence never shows the password.
    """
    address = text(name)
    return described(name, address) if address else _sqlite(default)


def described(name: str, address: str) -> dict[str, Any]:
    """Build Django's settings of the database at a URL; *name* is the name of the variable in an error.

    :raises ImproperlyConfigured: the URL is invalid; the sentence never shows the password.
    """
    try:
        parts = _parts(address)
        hosts, ports = _hosts(parts)
    except ValueError as error:
        sentence = _("%(name)s cannot be read: %(reason)s.")
        raise ImproperlyConfigured(sentence % {"name": where_said(name), "reason": error}) from error
    path = unquote(parts.path.removeprefix("/"))
    if parts.scheme == "sqlite" and path and not parts.netloc:
        return _sqlite(Path(path))
    if parts.scheme not in ("postgres", "postgresql") or not path or "/" in path:
        sentence = _(
            "%(name)s must look like postgres://user:password@host:5432/name or sqlite:////path/to/file.sqlite3."
        )
        raise ImproperlyConfigured(sentence % {"name": where_said(name)})
    from arbitrage.database.postgresql_connection import PostgreSQLConnection  # its driver is not loaded for SQLite

    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": path,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": ",".join(hosts),
        "PORT": ",".join(ports) if any(ports) else "",
        "CONN_MAX_AGE": 0,  # the pool keeps connections open; Django forbids both together
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": True,  # cursors do not survive a pooler such as PgBouncer in transaction mode
        "OPTIONS": {
            "connect_timeout": 5,
            **dict(parse_qsl(parts.query)),
            "server_side_binding": True,  # a statement is prepared only if its values are sent apart (ADR 028)
            "pool": {**POOL, "connection_class": PostgreSQLConnection},
        },
    }


POOL = {"min_size": 2, "max_size": 8, "timeout": 10, "reconnect_timeout": 5}
"""A request waits up to ten seconds (*timeout*) for a connection. The pool gives up reconnecting after five seconds, so
that the next request makes a new attempt at once. Otherwise its retries, at growing delays, would leave a database that
is back unused for about as long as it was down."""


def standby(name: str, primary: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Build Django's settings of the database "replica", a hot standby of PostgreSQL for pages that only read; {} when
    the variable is empty.

    :raises ImproperlyConfigured: the URL is invalid, or the *primary* is not PostgreSQL.
    """
    if not text(name):
        return {}
    described = database(name, Path())
    if not primary["ENGINE"] == described["ENGINE"] == "django.db.backends.postgresql":
        sentence = _("%(name)s is for a standby of PostgreSQL: DATABASE_URL must be PostgreSQL too.")
        raise ImproperlyConfigured(sentence % {"name": where_said(name)})
    return {"replica": described | {"TEST": {"MIRROR": "default"}}}


_PARTS = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
"""Pattern of a URL from RFC 3986, appendix B. It matches any text."""


def _parts(address: str) -> SplitResult:
    """Split a URL whose authority may have several hosts, some of them in brackets. Some versions of Python refuse this
    in `urlsplit`, so `_hosts` parses each host by itself."""
    scheme, *others = cast("re.Match[str]", _PARTS.fullmatch(address)).groups("")
    return SplitResult(scheme.lower(), *others)


def _hosts(parts: SplitResult) -> tuple[list[str], list[str]]:
    """Return the hosts of a URL, in lower case, and the port of each ("" if it has none).

    :raises ValueError: a port is not a number.
    """
    hosts, ports = [], []
    for host in parts.netloc.rpartition("@")[2].split(","):
        alone = urlsplit(f"//{host}")
        hosts.append(unquote(alone.hostname or ""))
        ports.append(str(alone.port or ""))
    return hosts, ports


def _sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path.absolute(),
        "CONN_MAX_AGE": None,  # opening a connection costs as much as half a request
        "OPTIONS": dict(SQLITE_OPTIONS),
    }
