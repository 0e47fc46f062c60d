"""A Signer that uses the library `cryptography`. Its certificates have the same extensions as those of `signing`."""

import datetime
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.utils.translation import gettext as _

from arbitrage.server.signing import DAYS, ROOT_DAYS, CertificateError, address
from arbitrage.services import clock

NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Arbitrage")])


class Library:
    """The library `cryptography` as a Signer."""

    def make_root(self, root: Path, root_key: Path) -> None:
        key = _new_key(root_key)
        unsigned = _begun(key.public_key(), ROOT_DAYS)
        unsigned = _identified(unsigned, key.public_key(), key.public_key())
        unsigned = unsigned.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        unsigned = unsigned.add_extension(_signs_certificates(), critical=True)
        _write(root, unsigned, key)

    def sign(self, root: Path, root_key: Path, names: Sequence[str], certificate: Path, key: Path) -> None:
        with _reading(root_key):
            signing = serialization.load_pem_private_key(root_key.read_bytes(), None)
            if not isinstance(signing, ec.EllipticCurvePrivateKey):
                raise ValueError("EC")
        own = _new_key(key).public_key()
        alternatives = [x509.IPAddress(ip) if (ip := address(name)) else x509.DNSName(name) for name in names]
        unsigned = _begun(own, DAYS).add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        server = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
        unsigned = unsigned.add_extension(server, critical=False)
        unsigned = unsigned.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=False)
        _write(certificate, _identified(unsigned, own, signing.public_key()), signing)

    def expiry(self, certificate: Path) -> datetime.datetime:
        with _reading(certificate):
            return x509.load_pem_x509_certificate(certificate.read_bytes()).not_valid_after_utc

    def names(self, certificate: Path) -> list[str]:
        with _reading(certificate):
            extensions = x509.load_pem_x509_certificate(certificate.read_bytes()).extensions
            return [str(name.value) for name in extensions.get_extension_for_class(x509.SubjectAlternativeName).value]


def _new_key(path: Path) -> ec.EllipticCurvePrivateKey:
    """Make a private key, and write it to a file."""
    key = ec.generate_private_key(ec.SECP256R1())
    coded = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path.write_bytes(key.private_bytes(*coded))
    return key


def _begun(own: ec.EllipticCurvePublicKey, days: int) -> x509.CertificateBuilder:
    now = clock.now().astimezone(datetime.UTC)
    begun = x509.CertificateBuilder(NAME, NAME, own, x509.random_serial_number())
    return begun.not_valid_before(now).not_valid_after(now + datetime.timedelta(days=days))


def _identified(
    unsigned: x509.CertificateBuilder, own: ec.EllipticCurvePublicKey, issuer: ec.EllipticCurvePublicKey
) -> x509.CertificateBuilder:
    """Add the key identifiers of the certificate and of its issuer, by which clients find the issuer."""
    whose = x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer)
    unsigned = unsigned.add_extension(x509.SubjectKeyIdentifier.from_public_key(own), critical=False)
    return unsigned.add_extension(whose, critical=False)


def _signs_certificates() -> x509.KeyUsage:
    return x509.KeyUsage(
        key_cert_sign=True, digital_signature=False, content_commitment=False, key_encipherment=False,
        data_encipherment=False, key_agreement=False, crl_sign=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _write(path: Path, unsigned: x509.CertificateBuilder, key: ec.EllipticCurvePrivateKey) -> None:
    path.write_bytes(unsigned.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn errors of reading a file into a CertificateError that names the file and the reason."""
    try:
        yield
    except (OSError, TypeError, ValueError, x509.ExtensionNotFound) as error:
        raise CertificateError(_("%(name)s cannot be read: %(reason)s.") % {"name": path, "reason": error}) from error
