"""The settings file of the data folder, arbitrage.toml. Variables of the environment override it; the page that opens
the server to tablets writes it."""

import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from arbitrage.server.language import gettext as _

NAME = "arbitrage.toml"
SETTINGS = (
    *("HOST", "PORT", "ALLOWED_HOSTS", "DATABASE_URL", "DATABASE_REPLICA_URL", "HTTPS", "TRUSTED_PROXIES", "DEMO"),
    *("TIME_ZONE", "LANGUAGE_CODE", "WATCH_DIR", "WORKERS", "SOLVER_DIR", "NEW_VERSIONS", "DEVICE_WALKS"),
    "BACKUPS_KEPT",
)
"""Settings that the file may have, named as the environment variables but in small letters. The data folder and the
secret key cannot be set in a file of the data folder; DEBUG is for developers only."""
HEAD = (
    "# Settings of Arbitrage, written by its page for the tablets. The variables of the environment go before them.\n"
)

Value = str | int | bool | list[str]


def read(path: Path) -> dict[str, str]:
    """Read a settings file as environment variables; {} if there is no file.

    `port = 8000` becomes {"PORT": "8000"}; the elements of a list are joined by commas.

    :raises ImproperlyConfigured: the file cannot be read, or has an unknown setting.
    """
    return {name.upper(): _as_said(path, name, value) for name, value in _values(path).items()}


def write(path: Path, changes: Mapping[str, Value | None]) -> None:
    """Change settings in the file and keep the others; a value None removes a setting. Comments are lost.

    The file is replaced atomically. Only its owner can read it, because the URL of a database may contain a password.

    :raises ImproperlyConfigured: the present file cannot be read, or has an unknown setting.
    """
    kept = _values(path) | {name.lower(): value for name, value in changes.items()}
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in kept.items() if value is not None]
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(HEAD + "".join(lines))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _values(path: Path) -> dict[str, object]:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        sentence = _("%(name)s cannot be read: %(reason)s.")
        raise ImproperlyConfigured(sentence % {"name": path, "reason": reason}) from error
    for name in values:
        if name != name.lower() or name.upper() not in SETTINGS:
            names = ", ".join(setting.lower() for setting in SETTINGS)
            sentence = _("%(file)s has %(name)r, which is no setting; there are %(names)s.")
            raise ImproperlyConfigured(sentence % {"file": path, "name": name, "names": names})
    return values


def _as_said(path: Path, name: str, value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case str() | int():
            return str(value).strip()
        case list() if all(isinstance(element, str) for element in value):
            return ",".join(value)
    sentence = _("%(name)s in %(file)s must be a text, a whole number, true, false, or a list of texts.")
    raise ImproperlyConfigured(sentence % {"name": name, "file": path})
