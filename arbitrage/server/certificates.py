"""A certificate for the club's own network, made by one command; a tablet trusts it once its root is installed
there."""

import datetime
import ssl
import subprocess
from collections.abc import Sequence
from pathlib import Path

from arbitrage.server import program_files

DAYS = 825
"""The longest that Apple's devices accept."""
SOON = datetime.timedelta(days=30)


class CertificateError(Exception):
    """The certificate could not be made."""


def context(data: Path) -> ssl.SSLContext | None:
    """Build what the server speaks https with; None when no certificate was made."""
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
        said = _run(["x509", "-in", certificate, "-noout", "-enddate"]).partition("=")[2].strip()
        return datetime.datetime.fromtimestamp(ssl.cert_time_to_seconds(said), datetime.UTC)
    except (CertificateError, ValueError):
        return None


def warning(data: Path, now: datetime.datetime) -> str:
    """Warn at the start of a certificate that has run out, or does so within a month; "" of any other."""
    until = runs_out(data)
    if until is None or until - now > SOON:
        return ""
    when = "ran out" if until <= now else "runs out"
    return (
        f"The certificate for https {when} on {until:%Y-%m-%d}: browsers refuse one that has. "
        f"“{program_files.how('certificate')}” with the names that the tablets type makes another; the tablets trust "
        "it as they do this one."
    )


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
    key, found = folder / "server.key", folder / "server.pem"
    alternatives = ",".join(f"{'IP' if _is_address(name) else 'DNS'}:{name}" for name in names)
    extensions.write_text(
        f"subjectAltName={alternatives}\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n", encoding="ascii"
    )
    _run(["req", "-new", *new_key, "-subj", "/CN=Arbitrage", "-keyout", key, "-out", request])
    signed: list[str | Path] = ["-CA", root, "-CAkey", root_key, "-CAcreateserial", "-extfile", extensions]
    _run(["x509", "-req", "-in", request, *signed, "-days", str(DAYS), "-sha256", "-out", found])
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
        raise CertificateError("openssl is missing: install it, then ask again.") from error
    if done.returncode:
        raise CertificateError(f"openssl refused: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout
