"""A certificate for the club's own network, made by one command; a tablet trusts it once its root is installed
there."""

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
"""Form of a name; numbers with dots are an address, or a slip in one."""


def signer() -> Signer:
    """Choose the openssl program, or the library where it is missing. On Windows the library comes first: an openssl
    there belongs to another program, and often cannot find its own settings."""
    if os.name == "nt" or not shutil.which("openssl"):
        try:
            from arbitrage.server.signing_library import Library
        except ImportError:
            return Program()  # which says that openssl is missing
        return Library()
    return Program()


def context(data: Path) -> ssl.SSLContext | None:
    """Build the context with which the server speaks https; None when no certificate was made."""
    folder = data / "tls"
    if not (folder / "server.pem").exists():
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(folder / "server.pem", folder / "server.key")
    return context


def runs_out(data: Path) -> datetime.datetime | None:
    """Return the expiry of the certificate; None where there is none, or it cannot be read."""
    certificate = data / "tls" / "server.pem"
    if not certificate.exists():
        return None
    try:
        return signer().expiry(certificate)
    except (CertificateError, ValueError):
        return None


def names(data: Path) -> list[str]:
    """List the names and addresses that the certificate was made for; [] where there is none, or it cannot be read."""
    certificate = data / "tls" / "server.pem"
    if not certificate.exists():
        return []
    try:
        return signer().names(certificate)
    except CertificateError:
        return []


def root(data: Path) -> bytes | None:
    """Read the root of this installation, which a tablet is told to trust, as its DER bytes; None where there is
    none."""
    try:
        return ssl.PEM_cert_to_DER_cert((data / "tls" / "root.pem").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def fingerprint(data: Path) -> str:
    """Write the SHA-256 of the root as devices show it, "AB CD …"; "" where there is none."""
    certificate = root(data)
    return hashlib.sha256(certificate).digest().hex(" ").upper() if certificate else ""


def profile(data: Path) -> bytes | None:
    """Build the profile that has an iPad or an iPhone install the root; None where there is none."""
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
    """Name these addresses of the machine too in its certificate, for a router has assigned others; those that were
    added. The root stays, and so does the trust of the tablets; a certificate that has run out is left to be told.

    :raises CertificateError: it cannot be made.
    """
    called, until = names(data), runs_out(data)
    missing = [address for address in addresses if address not in called]
    if not (missing and called and until and until > now and (data / "tls" / "root.key").exists()):
        return []
    make(data, [*called, *missing])
    return missing


def warning(data: Path, now: datetime.datetime) -> str:
    """Warn at the start of a certificate that has run out, or does so within a month; "" of any other."""
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
    """Make a root of this installation (kept when there is one) and a certificate for *names*; the root's path. Where
    that fails, the certificate of before stays, with its key.

    :raises CertificateError: nothing here makes certificates, or none can have one of the names.
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
