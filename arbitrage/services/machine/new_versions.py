"""Check for a newer version once a week, only if a manager has switched it on. Nothing is installed automatically.

The request is the same for every installation, without a cookie, parameter or version number. The answer is stored in a
file of the data folder and shown on the page about the program.
"""

import datetime
import json
import os
import re
import urllib.request
from dataclasses import asdict, dataclass
from email.message import Message
from http.client import HTTPException
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from arbitrage import VERSION, VERSIONS
from arbitrage.server import environment, settings_file
from arbitrage.services.errors import Refused

FILE = "new_version.json"
"""The file of the data folder with the last answer."""
A_WEEK = datetime.timedelta(days=7)
LIMIT = 64 * 1024
"""The largest answer in bytes; a longer one is ignored."""
SECONDS = 10
TITLE = re.compile(r"<item>\s*<title>\s*(\d+(?:\.\d+){1,3})\s*</title>")


@dataclass(frozen=True)
class Answer:
    """The last answer: the time of the request (ISO), and the newest version in the answer, "" if there was no
    answer."""

    at: str
    version: str


def wanted() -> bool:
    """Is the check switched on? The environment decides first, then the settings file as it is now.

    :raises Refused: the settings file is invalid.
    """
    try:
        word = environment.said_outside("NEW_VERSIONS") or settings_file.read(_settings()).get("NEW_VERSIONS", "")
    except ImproperlyConfigured as error:
        raise Refused(str(error), "settings") from error
    return word.lower() in environment.YES


def fixed() -> bool:
    """Does the environment fix the choice, so that the page cannot change it?"""
    return bool(environment.said_outside("NEW_VERSIONS"))


def choose(*, ask: bool) -> None:
    """Switch the weekly check on or off; switching it off deletes the last answer.

    :raises Refused: the settings file cannot be read or written.
    """
    try:
        settings_file.write(_settings(), {"NEW_VERSIONS": True if ask else None})
        if not ask:
            _path().unlink(missing_ok=True)
    except (ImproperlyConfigured, OSError) as error:
        raise Refused(_("Nothing was kept. %(reason)s") % {"reason": error}, "settings") from error


def ask_if_due(now: datetime.datetime) -> None:
    """Check for a newer version, if the check is switched on and the last one is a week old. After a failure the next
    attempt is a week later."""
    try:
        if not wanted():
            return
    except Refused:
        return
    before = last()
    if before is not None and datetime.timedelta(0) <= now - datetime.datetime.fromisoformat(before.at) < A_WEEK:
        return
    newest = _newest(_asked()) or (before.version if before else "")
    draft = _path().with_name(f".{FILE}.{os.getpid()}")
    draft.write_text(json.dumps(asdict(Answer(now.isoformat(timespec="seconds"), newest))), encoding="utf-8")
    draft.replace(_path())


def last() -> Answer | None:
    """Return the last answer; None before the first check, or where the file is invalid."""
    try:
        answer = Answer(**json.loads(_path().read_text(encoding="utf-8")))
        is_whole = datetime.datetime.fromisoformat(answer.at).tzinfo is not None and isinstance(answer.version, str)
    except (OSError, ValueError, TypeError):
        return None
    return answer if is_whole else None


def newer() -> str:
    """Return the newest known version if it is newer than this one, otherwise ""."""
    answer = last()
    return answer.version if answer and _order(answer.version) > _order(VERSION) else ""


class _Straight(urllib.request.HTTPRedirectHandler):
    """Handler that follows no redirects, so that only the address shown on the page is requested."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


def _asked() -> str:
    """Request the feed of versions; "" if there is no answer, or it is too long."""
    request = urllib.request.Request(VERSIONS, headers={"User-Agent": "Arbitrage"})  # noqa: S310 (a fixed address)
    try:
        with urllib.request.build_opener(_Straight).open(request, timeout=SECONDS) as answer:
            content: bytes = answer.read(LIMIT + 1)
    except (OSError, HTTPException, ValueError):
        return ""
    return content.decode(errors="replace") if len(content) <= LIMIT else ""


def _newest(feed: str) -> str:
    """Find the newest version among the titles of a feed; "" if it has none."""
    return max(TITLE.findall(feed), key=_order, default="")


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal() and len(part) < 10)


def _settings() -> Path:
    return Path(settings.DATA_DIR) / settings_file.NAME


def _path() -> Path:
    return Path(settings.DATA_DIR) / FILE
