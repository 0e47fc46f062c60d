"""The head and the foot of a report: where and when, who, the right of appeal, the record, the code."""

import datetime
from collections.abc import Iterable, Iterator
from functools import lru_cache
from uuid import UUID

import segno
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage import VERSION
from arbitrage.models import Board, Contestant, Incident, Inquiry, Result, Stream, Tournament
from arbitrage.pages import notation as shown
from arbitrage.pages.people import person, players, players_words
from arbitrage.pages.places import table_name
from arbitrage.pages.sentences import Words, hour, said
from arbitrage.services import clock
from arbitrage.services.regulations import appeal_minutes
from rulings.bridge import (
    Side,
)

# The head


def event(incident: Incident) -> str:
    section = incident.section.letter if incident.section else ""
    more = [_("section %(letter)s") % {"letter": section}] if section else []
    return ", ".join([event_of(incident.tournament), *more])


def event_of(tournament: Tournament) -> str:
    """The club, the tournament and its day."""
    return ", ".join([tournament.club.name, tournament.name, shown.day(tournament.date)])


def director(incident: Incident, inquiries: Iterable[Inquiry]) -> str:
    """Who ruled, or else who went to the table, or took the call."""
    ruled = [ruling for ruling in (inquiry.current_ruling for inquiry in inquiries) if ruling and ruling.by]
    return person(ruled[-1].by if ruled else incident.attended_by or incident.opened_by)


def undecided(incident: Incident) -> bool:
    """Is nothing ruled yet of a call that counts?"""
    return incident.state != Incident.State.WITHDRAWN and not any(
        inquiry.current_ruling for inquiry in incident.inquiries.all()
    )


def place_without_names(incident: Incident) -> Iterator[list[str]]:
    """The board alone: a table and a round would tell who sat there."""
    if incident.board:
        yield [_("Board"), board_words(incident.board)]


def board_words(board: Board) -> str:
    values = {
        "number": board.number,
        "dealer": shown.seat(board.dealer),
        "vulnerability": shown.vulnerability(board.vulnerability),
    }
    return _("board %(number)s (dealer %(dealer)s, %(vulnerability)s)") % values


def dealer_words(board: Board) -> str:
    """What of a board says nothing of the evening that it was played on."""
    values = {"dealer": shown.seat(board.dealer), "vulnerability": shown.vulnerability(board.vulnerability)}
    return _("dealer %(dealer)s, %(vulnerability)s") % values


def place(incident: Incident, director: str) -> Iterator[list[str]]:
    where = [table_name(incident) or _("not known")]
    if incident.board:
        where.append(board_words(incident.board))
    if incident.round:
        where.append(_("round %(number)s") % {"number": incident.round})
    yield [_("Table, board, round"), ", ".join(where)]
    pairs = dict(_pairs(incident.result))
    seated = {} if pairs else players(incident)
    for side in Side:
        pair = pairs.get(side)
        names = players_words(pair) if pair else ", ".join(filter(None, (seated.get(seat, "") for seat in side.seats)))
        number = pair.number if pair else ""
        if number or names:
            both = (
                _("%(pair)s: %(players)s") % {"pair": number, "players": names} if number and names else number or names
            )
            yield [shown.side(side), both]
    called = hour(incident.called_at)
    if incident.called_by:
        seat = shown.seat(incident.called_by)
        yield [
            _("Director"),
            _("%(name)s, called by %(seat)s at %(time)s") % {"name": director, "seat": seat, "time": called},
        ]
    else:
        yield [_("Director"), _("%(name)s, called at %(time)s") % {"name": director, "time": called}]


def _pairs(result: Result | None) -> list[tuple[Side, Contestant]]:
    found = [(Side.NS, result.ns), (Side.EW, result.ew)] if result else []
    return [(side, pair) for side, pair in found if pair]


@lru_cache(maxsize=500)
def _drawn(address: str) -> tuple[int, str]:
    """The squares a side of the QR code of an address, and its path."""
    rows = [bytes(row) for row in segno.make(address, error="m", micro=False).matrix]
    return len(rows), "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)


def code(address: str, label: str) -> Words:
    """The QR code of an address as a path of unit squares, for any drawing; *label* says where it leads."""
    size, path = _drawn(address)
    return {"label": label, "size": size, "path": path}


# The foot


def signatures(director: str) -> list[str]:
    """Who signs a report."""
    return [
        _("For North-South"),
        _("For East-West"),
        _("The director, %(name)s") % {"name": director} if director else _("The director"),
    ]


def appeal(tournament: Tournament) -> Words:
    if tournament.published_at is None:
        found = said(
            _(
                "An appeal may be made *until %(minutes)s min after the scores are published*, through the director "
                "and with the consent of both partners (Laws 92B and 92D)."
            ),
            minutes=appeal_minutes(tournament),
        )
    else:
        end = tournament.published_at + datetime.timedelta(minutes=appeal_minutes(tournament))
        found = said(
            _(
                "Scores published at %(published)s: an appeal may be made *until %(end)s*, through the director and "
                "with the consent of both partners (Laws 92B and 92D)."
            ),
            published=hour(tournament.published_at),
            end=hour(end),
        )
    return {"title": _("Right of appeal"), "paragraphs": [found]}


def record(incident: Incident) -> str:
    """Where the record of the incident stands: its last hash shows any later change to what was printed."""
    return record_of(incident.pk, incident.tournament.edition, ruled_by_version(incident))


def record_of(stream_id: UUID, edition: str, version: str = VERSION) -> str:
    """The same of any chain of events."""
    stream = Stream.objects.filter(pk=stream_id).first()
    values = {
        "edition": edition,
        "version": version,
        "count": stream.seq if stream else 0,
        "seal": stream.head[:12] if stream else "",
        "time": hour(clock.now()),
        "day": shown.day(timezone.localdate(clock.now())),
    }
    sentence = ngettext(
        "Laws of Duplicate Bridge %(edition)s, Arbitrage %(version)s. Record of %(count)s entry, seal %(seal)s. "
        "Printed on %(day)s at %(time)s.",
        "Laws of Duplicate Bridge %(edition)s, Arbitrage %(version)s. Record of %(count)s entries, seal %(seal)s. "
        "Printed on %(day)s at %(time)s.",
        stream.seq if stream else 0,
    )
    return sentence % values


def ruled_by_version(incident: Incident) -> str:
    """The version of the program that gave the last ruling of an incident; this one when there is none yet, or when
    it was given before versions were recorded."""
    rulings = incident.events.filter(kind="ruling_issued").order_by("seq")
    last = rulings.last()
    return str(last.data.get("program") or VERSION) if last else VERSION
