"""The door: stalled, slow, huge and ambiguous requests never reach a worker, and nobody else waits for them."""

import http.client
import http.server
import ipaddress
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from arbitrage import front
from tests.trials.installation import free_port

PROXIES = tuple(map(ipaddress.ip_network, ("127.0.0.0/8", "10.0.0.1/32")))
CHUNKED = {"Transfer-Encoding": "chunked"}


class Worker(http.server.BaseHTTPRequestHandler):
    """A worker that says what it was asked, one request at a time."""

    asked: list[tuple[str, dict[str, str], bytes]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.append((self.path, dict(self.headers), body))
        text = f"{self.command} {self.path} {len(body)}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST  # noqa: N815

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def worker() -> Iterator[http.server.HTTPServer]:
    server = http.server.HTTPServer(("127.0.0.1", 0), Worker)
    server.asked = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def door(worker, monkeypatch) -> front.Front:
    monkeypatch.setattr(front, "PAUSE_SECONDS", 2.0)
    monkeypatch.setattr(front, "HEAD_SECONDS", 2.0)
    opened = front.Front("127.0.0.1", free_port(), worker.server_address)
    front.open_in_thread(opened)
    return opened


def raw(door: front.Front, data: bytes) -> bytes:
    """What the door answers to these bytes, until it closes."""
    with socket.create_connection((door.host, door.port), timeout=60) as client:
        client.sendall(data)
        said = b""
        while piece := client.recv(65536):
            said += piece
        return said


def status(said: bytes) -> bytes:
    return said.split(b" ")[1]


def test_two_hundred_stalled_clients_stop_nobody(door, worker):
    stalled = []
    for number in range(200):
        client = socket.create_connection((door.host, door.port))
        client.sendall(b"POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nab"[: 20 + number])
        stalled.append(client)
    times = []
    for _request in range(20):
        began = time.monotonic()
        connection = http.client.HTTPConnection(door.host, door.port, timeout=60)
        connection.request("GET", "/room")
        assert connection.getresponse().read() == b"GET /room 0"
        times.append(time.monotonic() - began)
        connection.close()
    assert sorted(times)[10] < 0.5
    assert {path for path, _headers, _body in worker.asked} == {"/room"}
    time.sleep(3)  # by now they have been sent away
    gone = sum(client.recv(1) in (b"", b"H") for client in stalled)
    assert gone == 200
    for client in stalled:
        client.close()


def test_one_connection_serves_many_requests_and_bodies_arrive_whole(door, worker):
    connection = http.client.HTTPConnection(door.host, door.port, timeout=60)
    for size in (0, 10, 1_000_000):
        connection.request("POST", f"/{size}", body=b"x" * size)
        assert connection.getresponse().read() == f"POST /{size} {size}".encode()
    connection.request("POST", "/chunks", body=iter([b"abc", b"defg"]), encode_chunked=True, headers=CHUNKED)
    assert connection.getresponse().read() == b"POST /chunks 7"
    assert worker.asked[-1][2] == b"abcdefg"


def test_who_asks_is_who_has_connected_whatever_is_claimed(door, worker):
    raw(door, b"GET / HTTP/1.1\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n")
    (_path, headers, _body) = worker.asked[-1]
    assert (headers["X-Forwarded-For"], headers["X-Forwarded-Proto"]) == ("127.0.0.1", "http")


def test_a_trusted_proxy_is_believed(worker):
    door = front.Front("127.0.0.1", free_port(), worker.server_address, trusted=PROXIES)
    front.open_in_thread(door)
    said = b"GET / HTTP/1.1\r\nX-Forwarded-For: 6.6.6.6, 82.1.2.3, 10.0.0.1\r\nX-Forwarded-Proto: https\r\n"
    raw(door, said + b"Connection: close\r\n\r\n")
    (_path, headers, _body) = worker.asked[-1]
    assert (headers["X-Forwarded-For"], headers["X-Forwarded-Proto"]) == ("82.1.2.3", "https")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", b"400"),
        (b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nContent-Length : 5\r\n\r\nhello", b"400"),
        (b"POST / HTTP/1.1\r\nX: 1\r\n folded\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", b"413"),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000 + b"\r\n\r\n", b"431"),
        (b"POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\nab", b"408"),
        (b"rubbish\r\n\r\n", b"400"),
    ],
)
def test_what_is_ambiguous_too_large_or_too_slow_is_sent_away(door, worker, data, expected):
    assert status(raw(door, data)) == expected
    assert worker.asked == []


def test_without_a_worker_the_door_says_so(worker):
    door = front.Front("127.0.0.1", free_port(), ("127.0.0.1", free_port()))
    front.open_in_thread(door)
    assert status(raw(door, b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")) == b"503"


def test_a_second_door_on_one_port_is_refused(door):
    with pytest.raises(OSError):
        front.open_in_thread(front.Front(door.host, door.port, door.behind))
