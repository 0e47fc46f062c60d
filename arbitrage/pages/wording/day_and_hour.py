"""Moments in words: the hour, with the day unless it is that of the session."""

import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.sentences import hour


def at_moment(at: datetime.datetime | None, day: datetime.date | None) -> str:
    """Write the moment, with its day unless that is the *day* of the session: "at 16:49", "on Friday 20 November 2026
    at 16:49"; "" for no moment."""
    if at is None:
        return ""
    if day is not None and timezone.localdate(at) == day:
        return _("at %(time)s") % {"time": hour(at)}
    return _("on %(day)s at %(time)s") % {"day": shown.day(timezone.localdate(at)), "time": hour(at)}


def moment(at: datetime.datetime | None, day: datetime.date | None) -> str:
    """Write the moment for a column or a separate line: "16:49", "Friday 20 November 2026, 16:49"."""
    if at is None:
        return ""
    if day is not None and timezone.localdate(at) == day:
        return hour(at)
    return _("%(day)s, %(time)s") % {"day": shown.day(timezone.localdate(at)), "time": hour(at)}


def final_moment(at: datetime.datetime | None, day: datetime.date | None) -> str:
    """Write a time without a preposition, with its day unless the page shows it already: "23:30", "Friday 20 November
    2026 at 23:30"."""
    if at is None or (day is not None and timezone.localdate(at) == day):
        return moment(at, day)
    return _("%(day)s at %(time)s") % {"day": shown.day(timezone.localdate(at)), "time": hour(at)}


def since_when(at: datetime.datetime | None, day: datetime.date | None) -> str:
    """Write a moment to stand after "since": "23:30", "Friday 20 November 2026 at 23:30", in French with its
    article."""
    if at is None or (day is not None and timezone.localdate(at) == day):
        return moment(at, day)
    return pgettext("since", "%(day)s at %(time)s") % {"day": shown.day(timezone.localdate(at)), "time": hour(at)}


def until_when(at: datetime.datetime | None, day: datetime.date | None) -> str:
    """Write a moment to stand after "until": "23:30", "Friday 20 November 2026 at 23:30", in French with its
    preposition."""
    if at is None:
        return ""
    if day is not None and timezone.localdate(at) == day:
        return pgettext("until", "%(time)s") % {"time": hour(at)}
    return pgettext("until", "%(day)s at %(time)s") % {"day": shown.day(timezone.localdate(at)), "time": hour(at)}
