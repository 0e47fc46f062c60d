"""The reverse proxy: stalled, slow, huge and ambiguous requests never reach a worker, and delay nobody else."""

import asyncio
import errno
import http.client
import http.server
import io
import ipaddress
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from arbitrage.server import connection_limits, framing, request_queue, reverse_proxy
from tests.trials import streams
from tests.trials.installation import free_port

PROXIES = tuple(map(ipaddress.ip_network, ("127.0.0.0/8", "10.0.0.1/32")))
CHUNKED = {"Transfer-Encoding": "chunked"}


def run_apart(task: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in another thread, because an event loop still runs in this one after a browser's test."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, task).result()


class Worker(http.server.BaseHTTPRequestHandler):
    """A worker that echoes its requests, one at a time."""

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
def door(worker, monkeypatch) -> reverse_proxy.Front:
    monkeypatch.setattr(framing, "PAUSE_SECONDS", 2.0)
    monkeypatch.setattr(framing, "HEAD_SECONDS", 2.0)
    opened = reverse_proxy.Front("127.0.0.1", free_port(), worker.server_address)
    reverse_proxy.open_in_thread(opened)
    return opened


def raw(door: reverse_proxy.Front, data: bytes) -> bytes:
    """Return all bytes with which the proxy answers these bytes, until it closes the connection."""
    with socket.create_connection((door.host, door.port), timeout=60) as client:
        client.sendall(data)
        answer = b""
        while piece := client.recv(65536):
            answer += piece
        return answer


def status(refusal: bytes) -> bytes:
    return refusal.split(b" ")[1]


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
    time.sleep(3)  # by now the proxy has closed them
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
    head = b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\n"
    raw(door, head + b"Connection: close\r\n\r\n")
    (_path, headers, _body) = worker.asked[-1]
    assert (headers["X-Forwarded-For"], headers["X-Forwarded-Proto"]) == ("127.0.0.1", "http")


def test_a_trusted_proxy_is_believed(worker):
    door = reverse_proxy.Front("127.0.0.1", free_port(), worker.server_address, trusted=PROXIES)
    reverse_proxy.open_in_thread(door)
    head = b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 6.6.6.6, 82.1.2.3, 10.0.0.1\r\nX-Forwarded-Proto: https\r\n"
    raw(door, head + b"Connection: close\r\n\r\n")
    (_path, headers, _body) = worker.asked[-1]
    assert (headers["X-Forwarded-For"], headers["X-Forwarded-Proto"]) == ("82.1.2.3", "https")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", b"400"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length : 5\r\n\r\nhello", b"400"),
        (b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", b"501"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 100_000, b"413"),
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", b"400"),
        (b"CONNECT x:25 HTTP/1.1\r\nHost: x\r\n\r\n", b"405"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n", b"413"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 70_000 + b"\r\n\r\n", b"431"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nab", b"408"),
        (b"rubbish\r\n\r\n", b"400"),
    ],
)
def test_what_is_ambiguous_too_large_or_too_slow_is_sent_away(door, worker, data, expected):
    assert status(raw(door, data)) == expected
    assert worker.asked == []


def test_without_a_worker_the_door_says_so(worker):
    door = reverse_proxy.Front("127.0.0.1", free_port(), ("127.0.0.1", free_port()))
    reverse_proxy.open_in_thread(door)
    assert status(raw(door, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")) == b"503"


def test_a_second_door_on_one_port_is_refused(door):
    with pytest.raises(OSError):
        reverse_proxy.open_in_thread(reverse_proxy.Front(door.host, door.port, door.behind))


def test_a_name_that_a_worker_would_read_as_ours_is_left_out(door, worker):
    raw(door, b"GET / HTTP/1.1\r\nHost: x\r\nX_Forwarded_For: 1.2.3.4\r\nConnection: close\r\n\r\n")
    (_path, headers, _body) = worker.asked[-1]
    assert headers["X-Forwarded-For"] == "127.0.0.1"
    assert "X_Forwarded_For" not in headers


def test_a_proxy_that_adds_a_line_of_its_own_below_the_clients_is_the_one_believed(worker):
    door = reverse_proxy.Front("127.0.0.1", free_port(), worker.server_address, trusted=PROXIES)
    reverse_proxy.open_in_thread(door)
    head = b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 82.1.2.3\r\n"
    raw(door, head + b"Connection: close\r\n\r\n")
    assert worker.asked[-1][1]["X-Forwarded-For"] == "82.1.2.3"


def test_requests_that_come_together_are_answered_in_their_order(door, worker):
    request = b"POST /%d HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s"
    answer = raw(door, b"".join(request % (n, n, b"x" * n) for n in range(5)) + b"GET /last HTTP/1.0\r\n\r\n")
    assert [path for path, _headers, _body in worker.asked] == ["/0", "/1", "/2", "/3", "/4", "/last"]
    assert [answer.find(b"POST /%d %d" % (n, n)) > 0 for n in range(5)] == [True] * 5


def test_who_has_said_everything_and_only_listens_is_answered(door, worker):
    with socket.create_connection((door.host, door.port), timeout=60) as client:
        client.sendall(b"POST /half HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
        client.shutdown(socket.SHUT_WR)
        answers = b"".join(iter(lambda: client.recv(65536), b""))
    assert answers.endswith(b"POST /half 3")


def test_who_stops_in_the_middle_and_only_listens_is_told(door, worker):
    with socket.create_connection((door.host, door.port), timeout=60) as client:
        client.sendall(b"POST /half HTTP/1.1\r\nHost: x\r\nContent-Length: 30\r\n\r\nabc")
        client.shutdown(socket.SHUT_WR)
        assert status(client.recv(65536)) == b"400"
    assert worker.asked == []


def test_a_worker_that_breaks_off_is_told_and_never_taken_for_an_answer(door, worker, monkeypatch):
    monkeypatch.setattr(Worker, "do_GET", lambda self: self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-"))
    answer = raw(door, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert status(answer) == b"502"
    assert "regardez si ce que vous avez envoyé est là" in answer.decode()
    half = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
    monkeypatch.setattr(Worker, "do_GET", lambda self: self.wfile.write(half))
    answer = raw(door, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert b"hello" in answer and not answer.endswith(b"0\r\n\r\n")


# Places


def connected(door: reverse_proxy.Front) -> socket.socket:
    return socket.create_connection((door.host, door.port), timeout=60)


def asked(client: socket.socket) -> bytes:
    client.sendall(b"GET /room HTTP/1.1\r\nHost: x\r\n\r\n")
    answer = http.client.HTTPResponse(client)
    answer.begin()
    return b"HTTP/1.1 %d %s" % (answer.status, str(answer.headers).encode() + answer.read())


@pytest.fixture
def few(worker) -> reverse_proxy.Front:
    """A proxy with eight places for an address, four of them at a worker."""
    opened = reverse_proxy.Front(
        "127.0.0.1", free_port(), worker.server_address, places=connection_limits.Places(16, 8)
    )
    reverse_proxy.open_in_thread(opened)
    return opened


def test_the_connection_that_has_waited_longest_makes_room_for_one_that_asks(few):
    waiting = [connected(few) for _number in range(8)]
    assert [status(asked(client)) for client in waiting] == [b"200"] * 8
    ninth = connected(few)
    assert status(asked(ninth)) == b"200"
    assert waiting[0].recv(1) == b""
    assert [status(asked(client)) for client in waiting[1:]] == [b"200"] * 7
    for client in [*waiting, ninth]:
        client.close()


def test_a_machine_with_a_network_of_addresses_has_the_places_of_one():
    """A machine with IPv6 has any number of addresses, and could take every place of the proxy."""
    seen = []

    class Counted(connection_limits.Places):
        def come(self, address: str, leave: Callable[[], None]) -> connection_limits.Place | None:
            seen.append(address)
            return super().come(address, leave)

    class Connection:
        def get_extra_info(self, _name: str) -> tuple[str, int]:
            return "2001:db8:1:2::7", 1

        def close(self) -> None:
            pass

    async def come_and_go() -> None:
        reader = asyncio.StreamReader()
        reader.feed_eof()
        await opened.connection(reader, Connection())

    opened = reverse_proxy.Front("127.0.0.1", 0, ("127.0.0.1", 0), places=Counted(16, 8))
    run_apart(come_and_go())
    assert seen == ["2001:db8:1:2::/64"]


def test_who_has_stalled_makes_room_but_not_who_is_just_asking(few, monkeypatch):
    monkeypatch.setattr(connection_limits, "STALLED_SECONDS", 1.0)
    stalled = [connected(few) for _number in range(8)]
    for client in stalled:
        client.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
    time.sleep(0.2)
    with connected(few) as early:
        answer = asked(early).decode()
    assert status(answer.encode()) == b"503"
    assert "Retry-After: 5" in answer and "réessayez dans quelques secondes" in answer
    time.sleep(1)
    with connected(few) as late:
        assert status(asked(late)) == b"200"
    stalled[-1].sendall(b"x" * 9)
    assert status(stalled[-1].recv(65536)) == b"200"
    for client in stalled:
        client.close()


def test_more_requests_at_the_workers_than_an_address_may_have_are_refused_with_a_sentence(few, worker, monkeypatch):
    go_on = threading.Event()
    answer = Worker.do_POST
    monkeypatch.setattr(Worker, "do_GET", lambda self: (go_on.wait(30), answer(self)))
    working = [connected(few) for _number in range(5)]
    for client in working:
        client.sendall(b"GET /room HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.1)
    assert status(working[-1].recv(65536)) == b"503"
    go_on.set()
    assert [status(client.recv(65536)) for client in working[:4]] == [b"200"] * 4
    for client in working:
        client.close()


# Turns


@pytest.fixture
def busy(worker, monkeypatch) -> Iterator[tuple[reverse_proxy.Front, threading.Event]]:
    """A proxy that passes one request at a time to its worker, which answers when the test tells it."""
    go_on = threading.Event()
    answer = Worker.do_POST
    for verb in ("do_GET", "do_POST"):
        monkeypatch.setattr(Worker, verb, lambda self: (go_on.wait(30), answer(self)))
    opened = reverse_proxy.Front("127.0.0.1", free_port(), worker.server_address, turns=request_queue.Turns(1))
    reverse_proxy.open_in_thread(opened)
    yield opened, go_on
    go_on.set()


def ask(door: reverse_proxy.Front, path: str) -> socket.socket:
    client = connected(door)
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    time.sleep(0.1)  # one after the other
    return client


def paths(worker) -> list[str]:
    return [path for path, _headers, _body in worker.asked]


def test_who_has_hung_up_while_he_waited_asks_no_worker_for_anything(busy, worker):
    door, go_on = busy
    first = ask(door, "/first")
    gone = [ask(door, f"/gone/{number}") for number in range(5)]
    last = ask(door, "/last")
    for client in gone:
        client.close()
    time.sleep(0.2)
    go_on.set()
    assert [status(client.recv(65536)) for client in (first, last)] == [b"200"] * 2
    assert paths(worker) == ["/first", "/last"]


def test_who_waits_longer_than_a_page_is_told_and_may_come_again(busy, worker, monkeypatch):
    monkeypatch.setattr(request_queue, "PATIENCE_SECONDS", 0.5)
    door, go_on = busy
    first, second = ask(door, "/first"), ask(door, "/second")
    answer = second.recv(65536).decode()
    assert "503" in answer and "Retry-After: 5" in answer and "réessayez dans quelques secondes" in answer
    go_on.set()
    assert status(first.recv(65536)) == b"200"
    assert status(ask(door, "/second").recv(65536)) == b"200"
    assert paths(worker) == ["/first", "/second"]


def test_what_is_asked_while_one_waits_for_a_turn_is_answered_in_its_order(busy, worker):
    door, go_on = busy
    first = ask(door, "/first")
    second = ask(door, "/second")
    second.sendall(b"POST /third HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab")
    time.sleep(0.1)
    go_on.set()
    assert status(first.recv(65536)) == b"200"
    assert status(second.recv(65536)) == b"200"
    second.sendall(b"c")
    assert second.recv(65536).endswith(b"POST /third 3")
    assert paths(worker) == ["/first", "/second", "/third"]


def test_who_takes_an_answer_slowly_keeps_no_turn(worker, monkeypatch):
    large = b"x" * 30_000_000

    def answer(self) -> None:
        self.server.asked.append((self.path, {}, b""))
        with suppress(OSError):  # the test has closed the connection
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(large) + large)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Worker)
    server.asked = worker.asked
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(Worker, "do_GET", answer)
    door = reverse_proxy.Front("127.0.0.1", free_port(), server.server_address, turns=request_queue.Turns(1))
    reverse_proxy.open_in_thread(door)
    slow = [ask(door, f"/slow/{number}") for number in range(3)]
    assert [status(client.recv(100)) for client in slow] == [b"200"] * 3
    server.shutdown()
    server.server_close()


def test_one_address_that_asks_much_keeps_no_other_waiting_behind_all_of_it():
    async def order() -> list[str]:
        line, come = request_queue.Turns(1), []
        never = asyncio.Event()

        async def come_by(address: str) -> None:
            with (await line.take(address, never.wait)).held():
                come.append(address)
                await asyncio.sleep(0)

        first = await line.take("a", never.wait)
        tasks = [asyncio.create_task(come_by(address)) for address in "aaaabbc"]
        await asyncio.sleep(0.01)
        first.end()
        first.end()  # a second time does nothing
        await asyncio.gather(*tasks)
        assert (line.free, line.waiting) == (1, {})
        return come

    assert run_apart(order()) == ["a", "b", "c", "a", "b", "a", "a"]


@pytest.mark.parametrize("moment", ["waiting", "given"])
def test_a_turn_that_nobody_takes_any_more_is_given_on(moment):
    async def left() -> tuple[int, int]:
        line, never = request_queue.Turns(1), asyncio.Event()
        first = await line.take("a", never.wait)
        second = asyncio.create_task(line.take("b", never.wait))
        await asyncio.sleep(0.01)
        if moment == "given":
            first.end()
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        first.end()
        return line.free, len(line.waiting)

    assert run_apart(left()) == (1, 0)


def test_a_refused_upload_hears_why_before_it_has_sent_everything(door, worker):
    with connected(door) as client:
        client.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n")
        client.sendall(b"x" * 300_000)
        assert status(client.recv(65536)) == b"413"


def test_the_system_is_asked_for_the_files_that_the_connections_need():
    here = connection_limits.of_this_machine()
    assert (here.most, here.working) == (connection_limits.CONNECTIONS, connection_limits.WORKING)


def test_a_worker_gets_what_was_meant_or_nothing(monkeypatch):
    """The test sends a small part of the streams of `make trials`. Its timeouts are three seconds, because a busy
    machine may take a second to read a request that was sent at once."""
    monkeypatch.setattr(framing, "PAUSE_SECONDS", 3.0)
    monkeypatch.setattr(framing, "HEAD_SECONDS", 3.0)
    _lines, wrong = run_apart(streams.tried(300, seed=300))
    assert wrong == []


def test_a_long_body_that_finds_the_disk_full_is_told_so_and_the_door_goes_on(door, worker, monkeypatch):
    class Full(io.BytesIO):
        def write(self, data) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(framing, "_room", Full)
    answer = raw(door, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
    assert status(answer) == b"507"
    assert "Le disque du serveur est plein" in answer.decode()
    assert worker.asked == []
    monkeypatch.undo()
    assert status(raw(door, b"GET /room HTTP/1.0\r\nHost: x\r\n\r\n")) == b"200"
