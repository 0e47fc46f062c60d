"""A certificate for the club's network by one command, believed by whoever trusts its root."""

import http.client
import ssl

import pytest
from django.core.management import call_command

from arbitrage import certificates, front
from tests.house.test_front import worker  # noqa: F401  (the fixture)
from tests.trials.installation import free_port


@pytest.fixture
def data(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_without_a_certificate_there_is_no_https(data):
    assert certificates.context(data) is None


def test_a_tablet_that_trusts_the_root_speaks_https(data, worker, capsys):  # noqa: F811
    call_command("certificate", "127.0.0.1", "arbitrage.local")
    assert "Start Arbitrage again: it speaks https now." in capsys.readouterr().out
    door = front.Front("127.0.0.1", free_port(), worker.server_address, tls=certificates.context(data))
    front.open_in_thread(door)
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
