"""The ranking over several sessions: its lines, the weights of the sessions, and the sessions to carry over."""

from collections.abc import Mapping
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.forms import number_in
from arbitrage.models import Tournament
from arbitrage.pages.wording.people import contestant_words
from arbitrage.pages.wording.rankings import places_marked, score_words, unit_words
from arbitrage.services.results.field import field_of
from arbitrage.services.results.several_sessions import Overall, carried_into, followed_by, overall, to_follow

SHARES = (100, 75, 50, 33, 25, 10)


def sessions_page(tournament: Tournament, sent: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Build the ranking over several sessions, its parts, and the sessions that can be carried over. *sent* is a
    rejected form, to show again."""
    carried, sent = carried_into(tournament), sent or {}
    total = overall(tournament) if carried else None
    share = sent.get("share") or (str(carried.share) if carried else "100")
    previous = sent.get("previous") or (str(carried.previous.pk) if carried else "")
    return {
        "carried": carried,
        "overall": overall_words(total) if total else None,
        "apart": carried is not None and total is None,
        "followed": [{"tournament": session, "words": session_words(session)} for session in followed_by(tournament)],
        "earlier": [
            {"value": str(session.pk), "label": session_words(session), "on": str(session.pk) == previous}
            for session in to_follow(tournament)
        ],
        "shares": [
            {"value": part, "on": str(part) == share} for part in sorted({*SHARES, *_number(share)}, reverse=True)
        ],
        "by_board": "by_board" in sent if sent else bool(carried and carried.by_board),
        "in_percent": field_of(tournament).method.unit == "percent",
    }


def _number(typed: str) -> tuple[int, ...]:
    number = number_in(typed)
    return (number,) if number is not None and 1 <= number <= 100 else ()


def session_words(tournament: Tournament) -> str:
    """Name a session with its day: "Tournoi du lundi, 16 novembre"."""
    return f"{tournament.name}, {formats.date_format(tournament.date, 'j F')}"


def overall_words(total: Overall) -> dict[str, Any]:
    """Write the ranking over several sessions: heads of columns, lines, and notes."""
    sessions = [
        pgettext("ranking", "Session %(number)s") % {"number": number} for number in range(1, len(total.sessions) + 1)
    ]
    return {
        "sessions": sessions,
        "unit": unit_words(total.unit),
        "lines": [
            {
                "rank": rank,
                "name": contestant_words(line.contestant) if line.contestant else line.name,
                "players": ", ".join(line.players),
                "scores": [score_words(score, total.unit) for score in line.scores],
                "total": score_words(line.total, total.unit),
            }
            for rank, line in zip(places_marked(line.rank for line in total.lines), total.lines, strict=True)
        ],
        "notes": list(_notes(total, sessions)),
    }


def _notes(total: Overall, sessions: list[str]) -> list[str]:
    """Explain the weight of each session, how sessions are combined, and the provisional parts."""
    notes = []
    for heading, session in zip(sessions, total.sessions, strict=True):
        counts = _("%(session)s: %(what)s, counted whole.")
        if session.share < 1:
            counts = _("%(session)s: %(what)s, counted for %(share)s %%.")
        share = formats.number_format(f"{float(100 * session.share):.2f}".rstrip("0").rstrip("."), use_l10n=True)
        notes.append(counts % {"session": heading, "what": session_words(session.tournament), "share": share})
    if total.unit != "percent":
        notes.append(_("The points of the sessions are added, each for its share."))
    elif total.by_board:
        notes.append(_("The mean of the percentages, every board for its share: a longer session counts for more."))
    else:
        notes.append(_("The mean of the percentages, every session for its share, whatever its number of boards."))
    absent = sum(line.rank is None for line in total.lines)
    if absent:
        words = ngettext(
            "%(count)s contestant has not played every session, and has no place.",
            "%(count)s contestants have not played every session, and have no place.",
            absent,
        )
        notes.append(words % {"count": absent})
    if total.numbered:
        words = ngettext(
            "%(count)s score without a name was found again by its number.",
            "%(count)s scores without a name were found again by their number.",
            total.numbered,
        )
        notes.append(words % {"count": total.numbered})
    if total.provisional:
        names = " ; ".join(session_words(session) for session in total.provisional)
        notes.append(_("Provisional: scores are not published yet (%(sessions)s).") % {"sessions": names})
    return notes
