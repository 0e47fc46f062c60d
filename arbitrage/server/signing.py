"""The two ways of making certificates: the interface of both (Signer), and the way with the openssl program. The way
with a library is `signing_library`."""

import datetime
import ipaddress
import re
import ssl
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from django.utils.translation import gettext as _

DAYS = 825
"""Lifetime of the server's certificate in days, the longest that Apple's devices accept."""
ROOT_DAYS = 3650


class CertificateError(Exception):
    """The certificate could not be made or read."""


class Signer(Protocol):
    """Maker and reader of certificates; each method raises CertificateError with a sentence for the user."""

    def make_root(self, root: Path, root_key: Path) -> None:
        """Make a root certificate and its key, which may sign certificates and nothing else."""

    def sign(self, root: Path, root_key: Path, names: Sequence[str], certificate: Path, key: Path) -> None:
        """Make the server's key, and its certificate for *names*, signed by the root."""

    def expiry(self, certificate: Path) -> datetime.datetime: ...

    def names(self, certificate: Path) -> list[str]: ...


def address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parse a name as an IP address; None if it is not one."""
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


class Program:
    """The openssl program."""

    new_key: Sequence[str | Path] = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")

    def make_root(self, root: Path, root_key: Path) -> None:
        subject = ["-subj", "/CN=Arbitrage", "-addext", "basicConstraints=critical,CA:TRUE,pathlen:0"]
        usage = ["-addext", "keyUsage=critical,keyCertSign"]
        lasts = ["-days", str(ROOT_DAYS)]
        run(["req", "-x509", *self.new_key, *lasts, *subject, *usage, "-keyout", root_key, "-out", root])

    def sign(self, root: Path, root_key: Path, names: Sequence[str], certificate: Path, key: Path) -> None:
        request, extensions = certificate.with_name("request.pem"), certificate.with_name("extensions.txt")
        alternatives = ",".join(f"{'IP' if address(name) else 'DNS'}:{name}" for name in names)
        extensions.write_text(
            f"subjectAltName={alternatives}\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n", encoding="ascii"
        )
        signed: list[str | Path] = ["-CA", root, "-CAkey", root_key, "-CAcreateserial", "-extfile", extensions]
        try:
            run(["req", "-new", *self.new_key, "-subj", "/CN=Arbitrage", "-keyout", key, "-out", request])
            run(["x509", "-req", "-in", request, *signed, "-days", str(DAYS), "-sha256", "-out", certificate])
        finally:
            for done in (request, extensions):
                done.unlink(missing_ok=True)

    def expiry(self, certificate: Path) -> datetime.datetime:
        _title, _sign, end = run(["x509", "-in", certificate, "-noout", "-enddate"]).partition("=")
        return datetime.datetime.fromtimestamp(ssl.cert_time_to_seconds(end.strip()), datetime.UTC)

    def names(self, certificate: Path) -> list[str]:
        alternatives = run(["x509", "-in", certificate, "-noout", "-ext", "subjectAltName"])
        names = re.findall(r"(?:DNS|IP Address):([^,\s]+)", alternatives)
        return [str(address(name) or name) for name in names]  # openssl writes IPv6 addresses in full; shorten them


def run(arguments: Sequence[str | Path]) -> str:
    """Run openssl and return its output.

    :raises CertificateError: openssl is missing, or fails.
    """
    try:
        done = subprocess.run(["openssl", *map(str, arguments)], capture_output=True, text=True, check=False)  # noqa: S603, S607
    except FileNotFoundError as error:
        raise CertificateError(_("openssl is missing: install it, then ask again.")) from error
    if done.returncode:
        *_others, reason = done.stderr.strip().splitlines() or [str(done.returncode)]
        raise CertificateError(_("openssl refused: %(reason)s") % {"reason": reason})
    return done.stdout
