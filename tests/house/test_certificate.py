"""A certificate for the club's network, made by one command and valid for every device that trusts its root."""

import datetime
import http.client
import http.server
import re
import socket
import ssl
import sys
import threading
import time
from contextlib import suppress
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from arbitrage.server import certificates, framing, reverse_proxy, signing
from arbitrage.services import clock
from tests.conftest import missing
from tests.house.test_reverse_proxy import Worker, raw, worker  # noqa: F401  (the fixture)
from tests.trials.installation import free_port
from tests.trials.tablet import TAKEN

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.fixture
def data(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


SIGNERS = ("program", "library")
NAMES = ["192.168.1.20", "arbitrage.local", "fd00::2", "127.0.0.1"]


def signer(name: str) -> signing.Signer:
    """Return a signer of this machine: openssl, or the library of Windows."""
    if name == "program":
        return signing.Program()
    try:
        from arbitrage.server.signing_library import Library
    except ImportError:
        missing("what signs certificates on Windows needs cryptography")
    return Library()


def sign_with(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = signer(name)
    monkeypatch.setattr(certificates, "signer", lambda: chosen)


@pytest.fixture(params=SIGNERS)
def signed_by_either(request, monkeypatch) -> None:
    sign_with(request.param, monkeypatch)


def test_without_a_certificate_there_is_no_https(data):
    assert certificates.context(data) is None


def test_without_openssl_and_on_windows_the_library_signs(monkeypatch):
    program, library = map(signer, SIGNERS)
    assert isinstance(certificates.signer(), type(program))
    with monkeypatch.context() as patch:
        patch.setattr(certificates, "os", SimpleNamespace(name="nt"))
        assert isinstance(certificates.signer(), type(library))
    monkeypatch.setenv("PATH", "")
    assert isinstance(certificates.signer(), type(library))
    monkeypatch.setitem(sys.modules, "arbitrage.server.signing_library", None)
    assert isinstance(certificates.signer(), type(program))


def printed(path) -> str:
    """Return the text of a certificate without its number, its days, its key, its signature and the digests of keys."""
    text = signing.run(["x509", "-in", path, "-noout", "-text"])
    text = re.sub(r"(Not Before|Not After ): .*", r"\1", text)
    return re.sub(r"(?m)^\s*(keyid:)?([0-9A-Fa-f]{2}:)+[0-9A-Fa-f:]*\n", "", text)


def test_either_signer_makes_the_certificates_that_the_other_makes(tmp_path, monkeypatch):
    texts = {}
    for name in SIGNERS:
        sign_with(name, monkeypatch)
        folder = tmp_path / name
        folder.mkdir()
        before = clock.now().replace(microsecond=0)
        certificates.make(folder, NAMES)
        lasts = datetime.timedelta(days=825)  # an iPad trusts no certificate that is valid for longer
        assert before + lasts <= certificates.runs_out(folder) <= clock.now() + lasts
        texts[name] = [printed(folder / "tls" / file) for file in ("root.pem", "server.pem")]
        assert certificates.names(folder) == NAMES
        assert (folder / "tls" / "server.key").read_text().startswith("-----BEGIN PRIVATE KEY-----")
    assert texts["program"] == texts["library"]
    root, server = texts["library"]
    assert "CA:TRUE, pathlen:0" in root and "Certificate Sign" in root and "CA:FALSE" in server
    assert "TLS Web Server Authentication" in server and "IP Address:192.168.1.20, DNS:arbitrage.local" in server


@pytest.mark.parametrize(("first", "second"), [SIGNERS, SIGNERS[::-1]])
def test_what_one_signer_made_the_other_reads_and_signs_anew(data, monkeypatch, first, second):
    """A club that moves to another computer takes its root certificate with it."""
    sign_with(first, monkeypatch)
    certificates.make(data, NAMES)
    root, until = certificates.root(data), certificates.runs_out(data)
    sign_with(second, monkeypatch)
    assert (certificates.names(data), certificates.runs_out(data)) == (NAMES, until)
    assert certificates.renew(data, ["fd00::2", "10.0.0.1"], clock.now()) == ["10.0.0.1"]
    assert certificates.root(data) == root
    folder = data / "tls"
    strictly = ["verify", "-x509_strict", "-purpose", "sslserver"]
    signing.run([*strictly, "-CAfile", folder / "root.pem", folder / "server.pem"])


@pytest.mark.usefixtures("signed_by_either")
def test_a_name_that_is_refused_leaves_https_as_it_was(data):
    certificates.make(data, NAMES)
    for name in ("192.168.1.999", "192.168.1", "pc-agnès", "a b", "a,DNS:b", ""):
        with pytest.raises(CommandError, match="No certificate can be for"):
            call_command("certificate", "127.0.0.1", name)
    assert certificates.context(data) is not None
    assert certificates.names(data) == NAMES


@pytest.mark.usefixtures("signed_by_either")
def test_a_root_whose_key_is_lost_signs_nothing_and_leaves_https_as_it_was(data):
    certificates.make(data, NAMES)
    (data / "tls" / "root.key").write_text("lost")
    with pytest.raises(CommandError, match="openssl refused|root.key cannot be read"):
        call_command("certificate", "127.0.0.1")
    assert certificates.context(data) is not None
    (data / "tls" / "server.pem").write_text("lost")
    assert (certificates.runs_out(data), certificates.names(data)) == (None, [])


@pytest.mark.usefixtures("signed_by_either")
def test_a_tablet_that_trusts_the_root_speaks_https(data, worker, capsys):  # noqa: F811
    call_command("certificate", "127.0.0.1", "arbitrage.local")
    assert "Start Arbitrage again: it speaks https now." in capsys.readouterr().out
    door = reverse_proxy.Front("127.0.0.1", free_port(), worker.server_address, tls=certificates.context(data))
    reverse_proxy.open_in_thread(door)
    trusting = ssl.create_default_context(cafile=str(data / "tls" / "root.pem"))
    trusting.verify_flags |= ssl.VERIFY_X509_STRICT
    connection = http.client.HTTPSConnection(door.host, door.port, timeout=60, context=trusting)
    connection.request("GET", "/room")
    assert connection.getresponse().read() == b"GET /room 0"
    assert worker.asked[-1][1]["X-Forwarded-Proto"] == "https"
    with pytest.raises(ssl.SSLCertVerificationError):
        http.client.HTTPSConnection(door.host, door.port, timeout=60, context=ssl.create_default_context()).request(
            "GET", "/"
        )


@pytest.mark.usefixtures("signed_by_either")
def test_a_new_certificate_keeps_the_root_that_tablets_trust(data):
    certificates.make(data, ["127.0.0.1"])
    root = (data / "tls" / "root.pem").read_bytes()
    certificates.make(data, ["192.168.1.20"])
    assert (data / "tls" / "root.pem").read_bytes() == root
    for key in ("root.key", "server.key"):
        assert oct((data / "tls" / key).stat().st_mode)[-3:] == "600"


def ran_out(data) -> None:
    """Store a certificate that expired two days ago, signed by the root that the tablets trust."""
    certificates.make(data, ["127.0.0.1"])
    folder = data / "tls"
    ends = (clock.now() - datetime.timedelta(days=2)).strftime("%Y%m%d%H%M%SZ")
    database = folder / "index.txt"
    database.touch()
    (folder / "ca.cnf").write_text(
        f"[ca]\ndefault_ca=one\n[one]\ndatabase={database}\nnew_certs_dir={folder}\nserial={folder}/number\n"
        "default_md=sha256\npolicy=any\nx509_extensions=server\n[any]\ncommonName=supplied\n"
        "[server]\nsubjectAltName=IP:127.0.0.1\n"
    )
    (folder / "number").write_text("1234\n")
    new = ["req", "-new", "-key", folder / "server.key", "-subj", "/CN=Arbitrage", "-out", folder / "request.pem"]
    signed = ["ca", "-batch", "-notext", "-config", folder / "ca.cnf", "-cert", folder / "root.pem"]
    signed += ["-keyfile", folder / "root.key", "-startdate", "20200101000000Z", "-enddate", ends]
    signing.run(new)
    signing.run([*signed, "-in", folder / "request.pem", "-out", folder / "server.pem"])


def test_a_certificate_that_has_run_out_is_said_at_the_start_and_refused_by_browsers(data, worker):  # noqa: F811
    ran_out(data)
    now = clock.now()
    assert certificates.runs_out(data) < now
    assert "ran out on" in certificates.warning(data, now)
    opened = reverse_proxy.Front("127.0.0.1", free_port(), worker.server_address, tls=certificates.context(data))
    reverse_proxy.open_in_thread(opened)
    trusting = ssl.create_default_context(cafile=str(data / "tls" / "root.pem"))
    for _time in range(20):
        with pytest.raises(ssl.SSLCertVerificationError, match="expired"):
            http.client.HTTPSConnection(opened.host, opened.port, timeout=60, context=trusting).request("GET", "/")
    assert worker.asked == []
    connection = http.client.HTTPSConnection(opened.host, opened.port, timeout=60, context=TAKEN)
    connection.request("GET", "/room")
    assert connection.getresponse().status == 200
    call_command("certificate", "127.0.0.1")
    assert certificates.warning(data, now) == ""


def test_a_certificate_that_runs_out_within_a_month_is_said(data):
    certificates.make(data, ["127.0.0.1"])
    until = certificates.runs_out(data)
    assert certificates.warning(data, until - datetime.timedelta(days=31)) == ""
    assert "runs out on" in certificates.warning(data, until - datetime.timedelta(days=29))


# https and plain http on one port


@pytest.fixture(scope="module")
def own(tmp_path_factory) -> SimpleNamespace:
    """A proxy that speaks https with its own certificate, before a worker that echoes the request."""
    data = tmp_path_factory.mktemp("own")
    certificates.make(data, ["127.0.0.1"])
    behind = http.server.HTTPServer(("127.0.0.1", 0), Worker)
    behind.asked = []
    threading.Thread(target=behind.serve_forever, daemon=True).start()
    door = reverse_proxy.Front("127.0.0.1", free_port(), behind.server_address, tls=certificates.context(data))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(framing, "HEAD_SECONDS", 2.0)
        reverse_proxy.open_in_thread(door)
        trusting = ssl.create_default_context(cafile=str(data / "tls" / "root.pem"))
        yield SimpleNamespace(door=door, worker=behind, trusting=trusting)
    behind.shutdown()
    behind.server_close()


def plainly(own: SimpleNamespace, data: bytes) -> bytes:
    return raw(own.door, data + b"Connection: close\r\n\r\n")


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        (b"GET /room?day=1 HTTP/1.1\r\nHost: 192.168.1.20:8000\r\n", b"Location: https://192.168.1.20:8000/room?day=1\r\n"),
        (b"HEAD / HTTP/1.1\r\nHost: [fd00::2]:8000\r\n", b"Location: https://" + b"[fd00::2]:8000/\r\n"),
        (b"GET /tablets/ HTTP/1.1\r\nHost: a.example\r\n", b"Location: https://a.example/tablets/\r\n"),
        (b"GET /fr/tablet/arbitrage.key/x HTTP/1.1\r\nHost: a.example\r\n", b"Location: https://a.example/"),
        (b"GET /room HTTP/1.1\r\nHost: x@evil.example\r\n", b" 400 "),
        (b"GET http://evil.example/ HTTP/1.1\r\nHost: x\r\n", b" 400 "),
        (b"GET /room HTTP/1.0\r\n", b" 400 "),
        (b"POST /fr/login/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n", b"ouvrez cette page en https"),
        (b"\x00\x01\x02\x03garbage\r\n", b" 400 "),
    ],
)  # fmt: skip
def test_plain_http_on_the_port_of_https_is_told_where_to_go_and_asks_no_worker(own, asked, answered):
    before = len(own.worker.asked)
    said = plainly(own, asked)
    assert answered in said
    assert b"Set-Cookie" not in said and len(own.worker.asked) == before


@pytest.mark.parametrize("path", ["/tablet/", "/fr/tablet/", "/en/tablet/arbitrage.crt", "/static/css/base.css"])
def test_a_tablet_that_trusts_nothing_yet_reads_how_in_plain_http(own, path):
    said = plainly(own, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode())
    assert said.endswith(f"GET {path} 0".encode())
    assert own.worker.asked[-1][1]["X-Forwarded-Proto"] == "http"


@pytest.mark.parametrize("size", [1, 5, 100_000])
def test_https_begins_however_its_first_bytes_come(own, size):
    """The proxy reads the first bytes before TLS begins, whether only one of them has arrived or all."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    tls = own.trusting.wrap_bio(incoming, outgoing, server_hostname="127.0.0.1")
    with socket.create_connection((own.door.host, own.door.port), timeout=60) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

        def done(act):
            while True:
                with suppress(ssl.SSLWantReadError):
                    return act()
                said = outgoing.read()
                for at in range(0, len(said), size):
                    client.sendall(said[at : at + size])
                    if at < 8:
                        time.sleep(0.05)
                answer = client.recv(65536)
                assert answer, "the door hung up"
                incoming.write(answer)

        done(tls.do_handshake)
        tls.write(b"GET /room HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"200 OK" in done(lambda: tls.read(65536))
    assert own.worker.asked[-1][1]["X-Forwarded-Proto"] == "https"


@pytest.mark.parametrize("said", [b"", b"\x16", b"\x16\x03\x01\x00\x05abc", b"\x16" * 1000, b"GET /ro"])
def test_who_says_nothing_half_a_word_or_nonsense_is_left_in_time_and_nobody_waits_for_him(own, said):
    with socket.create_connection((own.door.host, own.door.port), timeout=60) as client:
        client.sendall(said)
        began = time.monotonic()
        connection = http.client.HTTPSConnection(own.door.host, own.door.port, timeout=60, context=own.trusting)
        connection.request("GET", "/room")
        assert connection.getresponse().read() == b"GET /room 0"
        with suppress(ConnectionResetError):
            while client.recv(65536):
                pass
        assert time.monotonic() - began < 20
