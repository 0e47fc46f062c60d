"""The https certificate for the club's own network, and the root certificate that signs it. A tablet trusts the server
once this root is installed on it."""

import datetime
import hashlib
import os
import plistlib
import re
import shutil
import ssl
import uuid
from collections.abc import Sequence
from pathlib import Path

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arbitrage.server import program_files
from arbitrage.server.signing import CertificateError, Program, Signer, address

SOON = datetime.timedelta(days=30)
HOST_NAME = re.compile(r"(?!\d+\.[\d.]*$)[a-z0-9*_][a-z0-9*_.-]*", re.IGNORECASE | re.ASCII)
"""Pattern of a host name. It excludes numbers with dots, which are an IP address, or a mistyped one."""


def signer() -> Signer:
    """Choose the openssl program, or the library `cryptography` if openssl is missing. Windows prefers the library,
    because an openssl there belongs to another program and often cannot find its configuration file."""
    if os.name == "nt" or not shutil.which("openssl"):
        try:
            from arbitrage.server.signing_library import Library
        except ImportError:
            return Program()  # its error says that openssl is missing
        return Library()
    return Program()


def context(data: Path) -> ssl.SSLContext | None:
    """Build the TLS context of the server; None when no certificate was made."""
    folder = data / "tls"
    if not (folder / "server.pem").exists():
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(folder / "server.pem", folder / "server.key")
    return context


def runs_out(data: Path) -> datetime.datetime | None:
    """Return the expiry of the certificate; None if there is no certificate, or it cannot be read."""
    certificate = data / "tls" / "server.pem"
    if not certificate.exists():
        return None
    try:
        return signer().expiry(certificate)
    except (CertificateError, ValueError):
        return None


def names(data: Path) -> list[str]:
    """List the names and addresses in the certificate; [] if there is no certificate, or it cannot be read."""
    certificate = data / "tls" / "server.pem"
    if not certificate.exists():
        return []
    try:
        return signer().names(certificate)
    except (CertificateError, ValueError):
        return []


def root(data: Path) -> bytes | None:
    """Read the root certificate of this installation, as DER bytes; None if there is none."""
    try:
        return ssl.PEM_cert_to_DER_cert((data / "tls" / "root.pem").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def fingerprint(data: Path) -> str:
    """Format the SHA-256 of the root certificate as devices show it, "AB CD …"; "" if there is no root."""
    certificate = root(data)
    return hashlib.sha256(certificate).digest().hex(" ").upper() if certificate else ""


def profile(data: Path) -> bytes | None:
    """Build the configuration profile by which an iPad or iPhone installs the root certificate; None if there is no
    root."""
    certificate = root(data)
    if certificate is None:
        return None
    own = [str(uuid.UUID(hashlib.sha256(part + certificate).hexdigest()[:32])) for part in (b"profile", b"root")]
    payload = {
        "PayloadType": "com.apple.security.root", "PayloadVersion": 1, "PayloadIdentifier": f"arbitrage.{own[1]}",
        "PayloadUUID": own[1], "PayloadDisplayName": "Arbitrage", "PayloadCertificateFileName": "arbitrage.cer",
        "PayloadContent": certificate,
    }  # fmt: skip
    whole = {
        "PayloadType": "Configuration", "PayloadVersion": 1, "PayloadIdentifier": f"arbitrage.{own[0]}",
        "PayloadUUID": own[0], "PayloadDisplayName": "Arbitrage", "PayloadContent": [payload],
    }  # fmt: skip
    return plistlib.dumps(whole)


def renew(data: Path, addresses: Sequence[str], now: datetime.datetime) -> list[str]:
    """Make a new certificate if these addresses of the machine are not all in the present one, because a router has
    assigned new addresses; return the added addresses.

    The root stays, so tablets need no new installation. An expired certificate is not renewed; `warning` reports it.

    :raises CertificateError: the certificate cannot be made.
    """
    called, until = names(data), runs_out(data)
    missing = [address for address in addresses if address not in called]
    if not (missing and called and until and until > now and (data / "tls" / "root.key").exists()):
        return []
    make(data, [*called, *missing])
    return missing


def warning(data: Path, now: datetime.datetime) -> str:
    """Return a warning about a certificate that has expired or expires within a month, to print at startup; "" for any
    other certificate."""
    until = runs_out(data)
    if until is None or until - now > SOON:
        return ""
    when = (
        _("The certificate for https ran out on %(day)s: browsers refuse it.")
        if until <= now
        else _("The certificate for https runs out on %(day)s: browsers refuse one that has.")
    ) % {"day": date_format(until, "DATE_FORMAT")}
    another = _(
        "“%(how)s” with the names that the tablets type makes another; the tablets trust it as they do this one."
    )
    return f"{when} {another % {'how': program_files.how('certificate')}}"


def make(data: Path, names: Sequence[str]) -> Path:
    """Make a certificate for *names*, and the root of this installation if there is none yet; return the path of the
    root. After an error the previous certificate and its key are still in place.

    :raises CertificateError: neither openssl nor the library is installed, or one of the names is malformed.
    """
    for name in names:
        if not (address(name) or HOST_NAME.fullmatch(name)):
            raise CertificateError(_("No certificate can be for “%(name)s”.") % {"name": name})
    signing = signer()
    folder = data / "tls"
    folder.mkdir(mode=0o700, exist_ok=True)
    root, root_key = folder / "root.pem", folder / "root.key"
    if not root.exists():
        signing.make_root(root, root_key)
    made = {folder / name: folder / f"{name}.new" for name in ("server.key", "server.pem")}
    key, certificate = made.values()
    signing.sign(root, root_key, names, certificate, key)
    for secret in (root_key, key):
        secret.chmod(0o600)
    for path, new in made.items():
        new.replace(path)
    return root
