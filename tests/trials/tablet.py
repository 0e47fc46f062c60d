"""A director's tablet as a client of the server: its requests, and the answers that the server acknowledged."""

import gzip
import http.client
import re
import ssl
import time
import urllib.parse
from dataclasses import dataclass, field

ANSWERS = {
    "able": "yes", "offender": "W", "declarer": "S", "trick": "4", "noticed": "all_played",
    "after_play": "not_yet", "exclusion": "none", "winner": "N", "tricks_after": "2", "line": "", "equity": "no",
}  # fmt: skip
"""Answers to a common revoke (Law 64), from the first question to the end."""
QUESTION = re.compile(r"/inquiries/([0-9a-f-]+)/q/(\w+)/")
VERSION = re.compile(r'name="version" value="(\d+)"')
SPENT = re.compile(r"(\w+);dur=([\d.]+)")
HTMX = {"HX-Request": "true"}
TAKEN = ssl._create_unverified_context()  # noqa: S323
"""Context without verification of certificates, because the proxy of a trial signs its own."""
PATIENCE = 20.0
"""The most seconds that a tablet waits."""


class Away(Exception):
    """Error: the server did not answer, or answered with an error *page*."""

    def __init__(self, why: str, page: str = "") -> None:
        super().__init__(why)
        self.page = page


def connected(server: str, patience: float = PATIENCE) -> http.client.HTTPConnection:
    """Return a connection to a server."""
    to = urllib.parse.urlsplit(server)
    if to.scheme == "https":
        return http.client.HTTPSConnection(to.netloc, timeout=patience, context=TAKEN)
    return http.client.HTTPConnection(to.netloc, timeout=patience)


@dataclass
class Tablet:
    """A signed-in tablet. It tries one server after the other until one answers, and keeps that connection."""

    servers: list[str]
    session: str
    acknowledged: list[tuple[str, str, str]] = field(default_factory=list)  # inquiry, question, answer
    at: list[tuple[float, str]] = field(default_factory=list)
    """The time of each acknowledged answer, and the server."""
    spent: list[dict[str, float]] = field(default_factory=list)
    """For each request the milliseconds until its answer, and those of its parts if the server reports them."""

    patience: float = PATIENCE
    """Seconds after which the page hangs up."""

    def __post_init__(self) -> None:
        self.cookies = {"sessionid": self.session}
        self.connection: http.client.HTTPConnection | None = None

    def get(self, path: str, **headers: str) -> tuple[str, str]:
        """Return the page at a path, and its address after every redirection."""
        return self._follow("GET", path, None, headers)

    def post(self, path: str, *, htmx: bool = False, **fields: str) -> tuple[str, str]:
        """Send a form; return the page that follows it, and its address."""
        body = {"csrfmiddlewaretoken": self.cookies.get("csrftoken", ""), **fields}
        headers = {"Content-Type": "application/x-www-form-urlencoded", **(HTMX if htmx else {})}
        return self._follow("POST", path, urllib.parse.urlencode(body).encode(), headers)

    def call(self, tournament: str) -> str:
        """Open a call without a table and Law 64; return the address of the first question."""
        self.get(f"/fr/tournaments/{tournament}/")
        _page, where = self.post(f"/fr/tournaments/{tournament}/call/")
        return self.post(where, law="64")[1]

    def answer(self, where: str) -> str:
        """Answer the question at *where* from ANSWERS, and note the acknowledged answer. Return the address of the next
        question; "" at the end."""
        page, where = self.get(where)
        found, version = QUESTION.search(where), VERSION.search(page)
        if not found or not version or found[2] not in ANSWERS:
            return ""
        inquiry, question = found.groups()
        _page, then = self.post(where, answer=ANSWERS[question], version=version[1])
        if then == where:
            return ""
        self.acknowledged.append((inquiry, question, ANSWERS[question]))
        self.at.append((time.monotonic(), self.servers[0]))
        return then if "/q/" in then else ""

    def _follow(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[str, str]:
        for _step in range(8):
            status, location, text = self._ask(method, path, body, headers)
            if status in (200, 204, 409, 422):  # the answer to htmx is the next page, with its address in a header
                return text, urllib.parse.urlsplit(location if location.startswith("/") else path).path
            if status not in (301, 302, 303):
                raise Away(f"{status} at {path}", text)
            split = urllib.parse.urlsplit(urllib.parse.urljoin(path, location))
            path = split.path + (f"?{split.query}" if split.query else "")
            method, body = "GET", None
        raise Away(f"redirected without end at {path}")

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, str, str]:
        """Return the status, the redirection and the text. Like a browser, repeat the request at once if the server has
        closed a kept connection."""
        kept = self.connection is not None
        said = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Accept-Encoding": "gzip",
            "Origin": self.servers[0],
            **headers,
        }
        began = time.perf_counter()
        try:
            if self.connection is None:
                self.connection = connected(self.servers[0], self.patience)
            elif self.connection.sock is not None:
                self.connection.sock.settimeout(self.patience)
            self.connection.request(method, path, body, said)
            answer = self.connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._hang_up()
            if kept and isinstance(error, ConnectionError):
                return self._ask(method, path, body, headers)
            self.servers = self.servers[1:] + self.servers[:1]
            raise Away(str(error) or type(error).__name__) from error
        told = {name: float(ms) for name, ms in SPENT.findall(answer.headers.get("Server-Timing", ""))}
        self.spent.append({"whole": (time.perf_counter() - began) * 1000, **told})
        for one in answer.headers.get_all("Set-Cookie", ()):
            name, _equals, value = one.partition(";")[0].partition("=")
            self.cookies[name.strip()] = value.strip()
        if answer.will_close:
            self._hang_up()
        packed = answer.headers.get("Content-Encoding") == "gzip"
        text = (gzip.decompress(data) if packed else data).decode(errors="replace")
        return answer.status, answer.headers.get("Location") or answer.headers.get("HX-Push-Url", ""), text

    def _hang_up(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None
