"""*Ce qui nous est arrivé*: a pair's own evening, by its link: its boards, its rulings, its right of appeal.

It has nothing about other tables or conduct, no free text, and no points before the scores are published.
"""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from arbitrage.models import Appeal, Contestant, Incident, Inquiry, PlayerLink, Result, Ruling, Tournament
from arbitrage.pages.appeal.appeals import clock_of, state_words
from arbitrage.pages.board.boards import traveller_line
from arbitrage.pages.board.players_link import ruling_words
from arbitrage.pages.decisions.casebook import last_rulings
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.day_and_hour import at_moment
from arbitrage.pages.wording.lines import columns, line_words, seated
from arbitrage.pages.wording.people import contestant_words, players_words
from arbitrage.pages.wording.scores import award_words
from arbitrage.services import appeals, clock
from arbitrage.services.appeals.asking import CONSENT
from arbitrage.services.appeals.wishes import wish_of
from arbitrage.services.incidents import polls
from arbitrage.services.incidents.standing import standings
from arbitrage.services.results.entering import says
from arbitrage.services.results.field import TravellerLine, traveller
from arbitrage.services.tournaments.regulations import for_appeals


def lines_of(pair: Contestant) -> list[Result]:
    """List the lines at which a contestant sat, by round and board."""
    here = Result.objects.filter(board__tournament=pair.section.tournament_id, section=pair.section)
    mine = here.filter(Q(ns=pair) | Q(ew=pair) | Q(ns=None, ew=None)).select_related("board", "section", "ns", "ew")
    rows = mine.order_by("round", "board__number", "position")
    return [row for row in rows if side_of(row, pair)]


def side_of(line: Result, pair: Contestant) -> str:
    """Return the side on which a contestant sat, "NS" or "EW"; "" where it did not sit."""
    if line.seats:
        return ("NS", "EW", "NS", "EW")[line.seats.index(str(pair.pk))] if str(pair.pk) in line.seats else ""
    return "NS" if line.ns_id == pair.pk else "EW" if line.ew_id == pair.pk else ""


def evening_page(link: PlayerLink, problem: str = "", of: Incident | None = None) -> dict[str, Any]:
    """Build the page of a pair's evening; *problem* is the error of a request about *of*."""
    pair, tournament = link.contestant, link.board.tournament
    mine, published, now = lines_of(pair), tournament.published_at is not None, clock.now()
    counted = {row.pk: _counted(row) for row in mine if row.kind != Result.Kind.NOT_PLAYED} if published else {}
    time = appeals.period(tournament, now)
    return {
        "club": link.club,
        "of": tournament,
        "pair": contestant_words(pair),
        "names": players_words(pair),
        "published": published,
        "boards": [_board(row, side_of(row, pair), counted.get(row.pk)) for row in mine],
        "unit": next((counts[1]["unit"] for counts in counted.values() if counts[1].get("compared")), ""),
        "rulings": _rulings(pair, mine, counted, problem, of),
        "waiting": _waiting(mine),
        "clock": clock_of(time, now),
        "ended": at_moment(time.until, timezone.localdate(now)) if time.over and time.until else "",
        "consent": CONSENT[Tournament.Kind(tournament.kind)],
        "deposit": int(for_appeals(tournament)["appeal_deposit"]),
        "until": link.expires_at,
    }


AGREEING = ("me", "partner")
"""Checkboxes of a request for an appeal: for the player himself, and for his partner or the captain of his team."""


def missing_words(link: PlayerLink, ticked: Collection[str]) -> str:
    """Explain whose consent a request for an appeal still lacks (92D)."""
    if CONSENT[Tournament.Kind(link.board.tournament.kind)].value == "captain":
        return _("The captain of your team has to wish it: tick the box once he does (Law 92D).")
    if "partner" in ticked:
        return _("You yourself have not ticked that you wish it: an appeal takes both partners (Law 92D).")
    if "me" in ticked:
        return _("Your partner’s agreement is missing: an appeal takes both partners (Law 92D).")
    return _("Tick both boxes: an appeal takes both partners (Law 92D).")


Counted = tuple[TravellerLine, dict[str, Any], dict[str, Any]]
"""A line with the score in force, the columns of its traveller, and its row there."""


def _counted(row: Result) -> Counted:
    lines = traveller(row.board)
    own = next(line for line in lines if line.result.pk == row.pk)
    return own, columns(lines), traveller_line(own, seated(lines)[row.pk])


def _board(row: Result, side: str, counted: Counted | None) -> dict[str, Any]:
    """Show a board of the pair: its place, its result and, once published, its points."""
    worth_line: dict[str, Any] = {
        "number": row.board.number,
        "round": row.round or "",
        "side": shown.side(side, "letter"),
        "words": "" if row.kind == Result.Kind.NOT_PLAYED else line_words(says(row)),
    }
    if counted is not None:
        own, of_board, line = counted
        worth_line["worth"] = line["worth"][side == "EW"] if of_board.get("compared") else ""
        if own.before.award != own.after.award and own.after.award is not None:
            worth_line |= {"was": worth_line["words"], "words": award_words(own.after.award)}
    return worth_line


def _rulings(
    pair: Contestant, mine: Sequence[Result], counted: dict[Any, Counted], problem: str, of: Incident | None
) -> list[dict[str, Any]]:
    """Write the rulings in force at the pair's table, with its right of appeal."""
    rulings_shown = last_rulings(Ruling.objects.filter(inquiry__incident__result__in=mine))
    rulings_shown = rulings_shown.select_related("inquiry__incident__tournament", "inquiry__incident__board")
    rulings = list(rulings_shown.order_by("inquiry__incident__called_at", "inquiry__order"))
    known, rows = standings(ruling.inquiry.incident for ruling in rulings), {row.pk: row for row in mine}
    written = []
    for ruling in rulings:
        incident = ruling.inquiry.incident
        assert incident.result_id is not None  # noqa: S101  the query asks for incidents with a result
        row = rows[incident.result_id]
        lines = [counted[row.pk][0]] if row.pk in counted else []
        written.append(
            ruling_words(ruling, known[incident.pk], lines, set(), several=False)
            | {
                "board": row.board.number,
                "incident": incident.pk,
                "appeal": _appeal(incident, side_of(row, pair)),
                "problem": problem if of == incident else "",
            }
        )
    return written


def _appeal(incident: Incident, side: str) -> dict[str, Any]:
    """Describe the state of the side's right of appeal against a decision."""
    own = Appeal.objects.filter(incident=incident, side=side).order_by("at").last()
    wished = wish_of(incident, side)
    return {
        "state": state_words(own)[1] if own else "",
        "wished": wished.event.at if wished else None,
        "may_ask": own is None and wished is None and incident.state == Incident.State.RULED,
    }


def _waiting(mine: Sequence[Result]) -> list[dict[str, Any]]:
    """List the undecided incidents at the pair's table, and whether other players are being polled."""
    running = Incident.objects.running().filter(result__in=mine).select_related("board").order_by("called_at", "pk")
    waiting = []
    for incident in running:
        open_polls = [
            poll
            for inquiry in incident.inquiries.exclude(stage=Inquiry.Stage.DROPPED)
            if (poll := polls.poll_of(inquiry)) is not None and poll.is_open
        ]
        number = incident.board.number if incident.board else ""
        waiting.append({"board": number, "at": incident.called_at, "polled": bool(open_polls)})
    return waiting
