"""A certificate for the club's network by one command, believed by whoever trusts its root."""

import datetime
import http.client
import ssl

import pytest
from django.core.management import call_command

from arbitrage.server import certificates, reverse_proxy
from arbitrage.services import clock
from tests.house.test_reverse_proxy import worker  # noqa: F401  (the fixture)
from tests.trials.installation import free_port
from tests.trials.tablet import TAKEN

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.fixture
def data(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_without_a_certificate_there_is_no_https(data):
    assert certificates.context(data) is None


def test_a_tablet_that_trusts_the_root_speaks_https(data, worker, capsys):  # noqa: F811
    call_command("certificate", "127.0.0.1", "arbitrage.local")
    assert "Start Arbitrage again: it speaks https now." in capsys.readouterr().out
    door = reverse_proxy.Front("127.0.0.1", free_port(), worker.server_address, tls=certificates.context(data))
    reverse_proxy.open_in_thread(door)
    trusting = ssl.create_default_context(cafile=str(data / "tls" / "root.pem"))
    connection = http.client.HTTPSConnection(door.host, door.port, timeout=60, context=trusting)
    connection.request("GET", "/room")
    assert connection.getresponse().read() == b"GET /room 0"
    assert worker.asked[-1][1]["X-Forwarded-Proto"] == "https"
    with pytest.raises(ssl.SSLCertVerificationError):
        http.client.HTTPSConnection(door.host, door.port, timeout=60, context=ssl.create_default_context()).request(
            "GET", "/"
        )


def test_a_new_certificate_keeps_the_root_that_tablets_trust(data):
    certificates.make(data, ["127.0.0.1"])
    root = (data / "tls" / "root.pem").read_bytes()
    certificates.make(data, ["192.168.1.20"])
    assert (data / "tls" / "root.pem").read_bytes() == root
    assert oct((data / "tls" / "root.key").stat().st_mode)[-3:] == "600"


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
    certificates._run(new)
    certificates._run([*signed, "-in", folder / "request.pem", "-out", folder / "server.pem"])


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
