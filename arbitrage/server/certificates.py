"""A certificate for the club's own network, made by one command; a tablet trusts it once its root is installed
there."""

import datetime
import hashlib
import plistlib
import re
import ssl
import subprocess
import uuid
from collections.abc import Sequence
from pathlib import Path

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arbitrage.server import program_files

DAYS = 825
"""The longest that Apple's devices accept."""
SOON = datetime.timedelta(days=30)


class CertificateError(Exception):
    """The certificate could not be made."""


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
    """Return the expiry of the certificate; None where there is none, or openssl cannot say."""
    certificate = data / "tls" / "server.pem"
    if not certificate.exists():
        return None
    try:
        output = _run(["x509", "-in", certificate, "-noout", "-enddate"]).partition("=")[2].strip()
        return datetime.datetime.fromtimestamp(ssl.cert_time_to_seconds(output), datetime.UTC)
    except (CertificateError, ValueError):
        return None


def names(data: Path) -> list[str]:
    """List the names and addresses that the certificate was made for; [] where there is none, or openssl cannot say."""
    certificate = data / "tls" / "server.pem"
    if not certificate.exists():
        return []
    try:
        output = _run(["x509", "-in", certificate, "-noout", "-ext", "subjectAltName"])
    except CertificateError:
        return []
    return re.findall(r"(?:DNS|IP Address):([^,\s]+)", output)


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

    :raises CertificateError: openssl refuses.
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


def make(data: Path, names: list[str]) -> Path:
    """Make a root of this installation (kept when there is one) and a certificate for *names*; the root's path.

    :raises CertificateError: openssl is missing, or refuses a name.
    """
    folder = data / "tls"
    folder.mkdir(mode=0o700, exist_ok=True)
    root, root_key = folder / "root.pem", folder / "root.key"
    new_key: list[str | Path] = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    if not root.exists():
        subject: list[str | Path] = ["-subj", "/CN=Arbitrage", "-addext", "basicConstraints=critical,CA:TRUE,pathlen:0"]
        usage = ["-addext", "keyUsage=critical,keyCertSign"]
        _run(["req", "-x509", *new_key, "-days", "3650", *subject, *usage, "-keyout", root_key, "-out", root])
    request, extensions = folder / "request.pem", folder / "extensions.txt"
    key, pem = folder / "server.key", folder / "server.pem"
    alternatives = ",".join(f"{'IP' if _is_address(name) else 'DNS'}:{name}" for name in names)
    extensions.write_text(
        f"subjectAltName={alternatives}\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n", encoding="ascii"
    )
    _run(["req", "-new", *new_key, "-subj", "/CN=Arbitrage", "-keyout", key, "-out", request])
    signed: list[str | Path] = ["-CA", root, "-CAkey", root_key, "-CAcreateserial", "-extfile", extensions]
    _run(["x509", "-req", "-in", request, *signed, "-days", str(DAYS), "-sha256", "-out", pem])
    for secret in (root_key, key):
        secret.chmod(0o600)
    for done in (request, extensions):
        done.unlink()
    return root


def _is_address(name: str) -> bool:
    return name.replace(".", "").isdigit() or ":" in name


def _run(arguments: Sequence[str | Path]) -> str:
    """Run openssl and return its output."""
    try:
        done = subprocess.run(["openssl", *map(str, arguments)], capture_output=True, text=True, check=False)  # noqa: S603, S607
    except FileNotFoundError as error:
        raise CertificateError(_("openssl is missing: install it, then ask again.")) from error
    if done.returncode:
        raise CertificateError(_("openssl refused: %(reason)s") % {"reason": done.stderr.strip().splitlines()[-1]})
    return done.stdout
