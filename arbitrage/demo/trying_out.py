"""The demonstration club that the first page of an installation creates, and its results files for trying the
import."""

import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arbitrage.demo.club import AFTERNOON_AGO, CURRENT_ROUND, EARLIER_AGO, DemoClub, make_demo_club
from arbitrage.demo.files import of_afternoon, of_earlier, of_evening
from arbitrage.services.errors import Refused
from arbitrage.services.people import first_club


def try_out(now: datetime.datetime) -> DemoClub:
    """Create the demonstration club in an empty installation, with its evening in the fifth round at *now*.

    :raises Refused: there is a user or a club already.
    """
    with transaction.atomic():
        first_club.one_at_a_time()
        demo = make_demo_club(now=now) if first_club.nobody_yet() else None
        if demo is None:
            raise Refused(_("There is a club here already. Sign in, or ask its manager for an invitation."), "begun")
    write_files(settings.DATA_DIR / "demo", now)
    return demo


def write_files(folder: Path, now: datetime.datetime) -> list[Path]:
    """Create a folder and write into it the results files of the demonstration club made at *now*.

    :raises OSError: the files cannot be written there.
    """
    today = timezone.localdate(now)
    sessions = (
        of_earlier(today - EARLIER_AGO),
        of_afternoon(today - AFTERNOON_AGO),
        of_evening(today, until_round=CURRENT_ROUND - 1),
        of_evening(today),
    )
    paths = []
    folder.mkdir(parents=True, exist_ok=True)
    for file in (file for by_format in sessions for file in by_format.values()):
        paths.append(folder / file.name)
        paths[-1].write_bytes(file.data)
    return paths
