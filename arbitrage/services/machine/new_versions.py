"""Is there a newer version? Asked once a week, only where a manager has ticked it; nothing is ever installed by itself.

What is asked is one address, the same for every installation, without anything that says who asks: no cookie, no
parameter, no version. What came of it stands in a file of the data folder, which the page of the version shows.
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
"""Bytes of an answer that is read; a longer one is none."""
SECONDS = 10
TITLE = re.compile(r"<item>\s*<title>\s*(\d+(?:\.\d+){1,3})\s*</title>")


@dataclass(frozen=True)
class Answer:
    """The last answer: when it was asked for (ISO), and the newest version that it named, "" where none came."""

    at: str
    version: str


def wanted() -> bool:
    """Is it asked for? The environment says so first, then the settings file as it is now.

    :raises Refused: the file cannot be followed.
    """
    try:
        word = environment.said_outside("NEW_VERSIONS") or settings_file.read(_settings()).get("NEW_VERSIONS", "")
    except ImproperlyConfigured as error:
        raise Refused(str(error), "settings") from error
    return word.lower() in environment.YES


def fixed() -> bool:
    """Does the environment say it, above anything that is chosen on the page?"""
    return bool(environment.said_outside("NEW_VERSIONS"))


def choose(*, ask: bool) -> None:
    """Have it asked once a week from now on, or never; with that the last answer goes.

    :raises Refused: the settings file cannot be read or written.
    """
    try:
        settings_file.write(_settings(), {"NEW_VERSIONS": True if ask else None})
        if not ask:
            _path().unlink(missing_ok=True)
    except (ImproperlyConfigured, OSError) as error:
        raise Refused(_("Nothing was kept. %(reason)s") % {"reason": error}, "settings") from error


def ask_if_due(now: datetime.datetime) -> None:
    """Ask where somebody wants it and a week has passed; whatever the network does, the next time is in a week."""
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
    """Return the last answer; None where nobody asked yet, or the file is none."""
    try:
        answer = Answer(**json.loads(_path().read_text(encoding="utf-8")))
        is_whole = datetime.datetime.fromisoformat(answer.at).tzinfo is not None and isinstance(answer.version, str)
    except (OSError, ValueError, TypeError):
        return None
    return answer if is_whole else None


def newer() -> str:
    """Name the version that is newer than this one; "" where none is known."""
    answer = last()
    return answer.version if answer and _order(answer.version) > _order(VERSION) else ""


class _Straight(urllib.request.HTTPRedirectHandler):
    """An address that leads on to another one is not followed: only the one that the page names is asked."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


def _asked() -> str:
    """Ask; "" where no answer comes, or too long a one."""
    request = urllib.request.Request(VERSIONS, headers={"User-Agent": "Arbitrage"})  # noqa: S310 (a fixed address)
    try:
        with urllib.request.build_opener(_Straight).open(request, timeout=SECONDS) as answer:
            content: bytes = answer.read(LIMIT + 1)
    except (OSError, HTTPException, ValueError):
        return ""
    return content.decode(errors="replace") if len(content) <= LIMIT else ""


def _newest(feed: str) -> str:
    """Find the newest version among the titles of a feed; "" where it has none."""
    return max(TITLE.findall(feed), key=_order, default="")


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal() and len(part) < 10)


def _settings() -> Path:
    return Path(settings.DATA_DIR) / settings_file.NAME


def _path() -> Path:
    return Path(settings.DATA_DIR) / FILE
