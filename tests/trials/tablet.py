"""A director's tablet, as far as a server sees it: pages asked for, forms sent, and what was acknowledged."""

import http.client
import re
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from http.cookiejar import Cookie, CookieJar

ANSWERS = {
    "able": "yes", "offender": "W", "declarer": "S", "trick": "4", "noticed": "cards_out", "since": "played",
    "exclusion": "none", "winner": "N", "tricks_after": "2", "line": "", "equity": "no",
}  # fmt: skip
"""A common revoke (Law 64), from the first question to its end; what else is asked is left to its page."""


class Away(Exception):
    """The server did not answer, or said that it could not."""


@dataclass
class Tablet:
    """One signed-in tablet that goes from server to server until one answers."""

    servers: list[str]
    session: str
    acknowledged: list[tuple[str, str, str]] = field(default_factory=list)  # inquiry, question, answer
    times: list[tuple[str, float]] = field(default_factory=list)
    jar: CookieJar = field(default_factory=CookieJar)

    def __post_init__(self) -> None:
        self.jar.set_cookie(self._cookie("sessionid", self.session))
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> tuple[str, str]:
        """The page at a path, and where it was found after every redirection."""
        return self._ask(path, None)

    def post(self, path: str, **fields: str) -> tuple[str, str]:
        token = next((one.value or "" for one in self.jar if one.name == "csrftoken"), "")
        return self._ask(path, urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}).encode())

    def call(self, tournament: str) -> str:
        """Call the director from nowhere in particular and open Law 64; the address of the first question."""
        self.get(f"/fr/tournaments/{tournament}/")
        _page, where = self.post(f"/fr/tournaments/{tournament}/call/")
        return self.post(where, law="64")[1]

    def answer(self, where: str) -> str:
        """Answer the question at *where* as ANSWERS says; where it leads. What the server took is acknowledged."""
        page, where = self.get(where)
        found = re.search(r"/inquiries/([0-9a-f-]+)/q/(\w+)/", where)
        version = re.search(r'name="version" value="(\d+)"', page)
        if not found or not version or found[2] not in ANSWERS:
            return ""
        inquiry, question = found.groups()
        _page, then = self.post(where, answer=ANSWERS[question], version=version[1])
        if then != where:
            self.acknowledged.append((inquiry, question, ANSWERS[question]))
        return then if "/q/" in then else ""

    def _ask(self, path: str, body: bytes | None) -> tuple[str, str]:
        request = urllib.request.Request(self.servers[0] + path, data=body)  # noqa: S310 (our own server)
        try:
            with self.opener.open(request, timeout=20) as answer:
                return answer.read().decode(), urllib.parse.urlsplit(answer.url).path
        except urllib.error.HTTPError as error:
            if error.code in (409, 422):
                return error.read().decode(), urllib.parse.urlsplit(error.url or path).path
            raise Away(f"{error.code} at {path}") from error
        except (OSError, http.client.HTTPException) as error:
            self.servers = self.servers[1:] + self.servers[:1]
            raise Away(str(error)) from error

    def _cookie(self, name: str, value: str) -> Cookie:
        return Cookie(
            0, name, value, None, False, "127.0.0.1", True, False, "/", True, False, None, False, None, None, {}
        )  # fmt: skip
