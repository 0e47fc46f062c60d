"""The address, port and names of the server, which a page stores in the settings file."""

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from arbitrage.server import certificates, environment, hosts, settings_file
from arbitrage.server.signing import CertificateError
from arbitrage.services.errors import Refused

EVERYWHERE, HERE_ALONE = "0.0.0.0", "127.0.0.1"  # noqa: S104 (chosen by a manager)
SETTINGS = ("HOST", "PORT", "ALLOWED_HOSTS")


@dataclass(frozen=True)
class Listening:
    """An address, a port, and the names by which browsers may call the server, from the next start on."""

    host: str
    port: int
    names: tuple[str, ...]


def chosen() -> Listening:
    """Read where the next start will listen, from the environment or else the settings file.

    :raises Refused: the settings file is invalid.
    """
    try:
        values = settings_file.read(_file())
    except ImproperlyConfigured as error:
        raise Refused(str(error), "settings") from error
    host, port, names = ((environment.said_outside(name) or values.get(name, "")) for name in SETTINGS)
    parts = tuple(part.strip() for part in names.split(",") if part.strip())
    return Listening(host or HERE_ALONE, int(port) if port.isdecimal() else 8000, parts)


def fixed() -> list[str]:
    """List the settings that are set in the environment, so that the page cannot change them."""
    return [name for name in SETTINGS if environment.said_outside(name)]


def choose(*, everywhere: bool, port: int, names: list[str]) -> None:
    """Store where the next start listens, on this machine only or *everywhere*, and the further names of the server.

    :raises Refused: the file cannot be read or written.
    """
    host = EVERYWHERE if everywhere else HERE_ALONE
    try:
        settings_file.write(_file(), {"HOST": host, "PORT": port, "ALLOWED_HOSTS": names or None})
    except (ImproperlyConfigured, OSError) as error:
        raise Refused(_("Nothing was kept. %(reason)s") % {"reason": error}, "settings") from error


def make_certificate() -> None:
    """Make a certificate for all names and addresses of this machine; https begins at the next start.

    :raises Refused: the certificate cannot be made, or one of the names cannot stand in it.
    """
    called = [*hosts.own_addresses(EVERYWHERE), *environment.own_names(), *chosen().names, "localhost", HERE_ALONE]
    try:
        certificates.make(Path(settings.DATA_DIR), [name for name in dict.fromkeys(called) if name[0] not in "*."])
    except (CertificateError, OSError) as error:
        raise Refused(_("No certificate was made. %(reason)s") % {"reason": error}, "certificate") from error


def _file() -> Path:
    return Path(settings.DATA_DIR) / settings_file.NAME
