"""The head and the foot of a report: place and time, director, right of appeal, hash of the record, QR code."""

import datetime
from collections.abc import Iterator
from functools import lru_cache
from uuid import UUID

import segno
from django.db.models import UUIDField
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage import VERSION
from arbitrage.database.prepared import Prepared
from arbitrage.models import Appeal, AppealSeat, Board, Contestant, Event, Incident, Result, Stream, Tournament
from arbitrage.pages.report.chronology import sitting
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.day_and_hour import at_moment, since_when, until_when
from arbitrage.pages.wording.people import person, players
from arbitrage.pages.wording.sentences import Paragraph, Words, hour, paragraph
from arbitrage.pages.wording.standing import body_words
from arbitrage.pages.wording.tables_and_boards import round_number, table_name
from arbitrage.services import clock
from arbitrage.services.appeals import period
from arbitrage.services.appeals.asking import further_period
from arbitrage.services.incidents.standing import Standing, decided_by
from arbitrage.services.tournaments.line_ups import line_ups_of, players_in
from arbitrage.services.tournaments.regulations import appeal_minutes
from rulings.bridge import (
    Side,
)
from rulings.engine import text

# The head


def event(incident: Incident) -> str:
    section = incident.section.letter if incident.section else ""
    more = [_("section %(letter)s") % {"letter": section}] if section else []
    scoring = str(Tournament.Scoring(incident.tournament.scoring).label)
    return ", ".join([event_of(incident.tournament), *more, *filter(None, (scoring, incident.club.city))])


def event_of(tournament: Tournament) -> str:
    """Name the club, the tournament and its day."""
    return ", ".join([tournament.club.name, tournament.name, shown.day(tournament.date)])


def director(standing: Standing) -> str:
    """Name the author of the last ruling, or else the director who attended, or opened the call."""
    ruled = [
        ruling.decided.by for ruling in standing.rulings if ruling.decided.body == "director" and ruling.decided.by
    ]
    return person(ruled[-1] if ruled else standing.incident.attended_by or standing.incident.opened_by)


def place_without_names(incident: Incident) -> Iterator[list[str]]:
    """Name the board only, as table and round would identify the players."""
    if incident.board:
        yield [_("Board"), numbered_board(incident.board)]


def board_words(board: Board) -> str:
    values = {
        "number": board.number,
        "dealer": shown.seat(board.dealer),
        "vulnerability": shown.vulnerability(board.vulnerability),
    }
    return _("board %(number)s (dealer %(dealer)s, %(vulnerability)s)") % values


def numbered_board(board: Board) -> str:
    """Write the board under a label that says "Board" already: "14 (dealer South, nobody vulnerable)"."""
    return f"{board.number} ({dealer_words(board)})"


def dealer_words(board: Board) -> str:
    """Write dealer and vulnerability of a board, which do not identify the evening."""
    values = {"dealer": shown.seat(board.dealer), "vulnerability": shown.vulnerability(board.vulnerability)}
    return _("dealer %(dealer)s, %(vulnerability)s") % values


def _place_label(incident: Incident) -> str:
    """Label the known parts of the place: table, board, round."""
    if incident.board:
        return _("Table, board, round") if incident.round else _("Table, board")
    return _("Table, round") if incident.round else _("Table")


def place(incident: Incident, director: str) -> Iterator[list[str]]:
    where = [table_name(incident) or _("not known")]
    if incident.board:
        where.append(board_words(incident.board))
    if incident.round:
        where.append(_("round %(number)s") % {"number": round_number(incident.round, incident.tournament)})
    yield [_place_label(incident), ", ".join(where)]
    pairs = dict(_pairs(incident.result))
    seated = {} if pairs else players(incident)
    for side in Side:
        pair = pairs.get(side)
        known = ", ".join(filter(None, (seated.get(seat, "") for seat in side.seats)))
        names = _with_licences(pair, incident) if pair else known
        number = pair.number if pair else ""
        if number or names:
            pair_words = (
                _("%(pair)s: %(players)s") % {"pair": number, "players": names} if number and names else number or names
            )
            yield [shown.side(side), pair_words]
    values = {
        "name": director,
        "seat": shown.seat(incident.called_by),
        "when": at_moment(incident.called_at, incident.tournament.date),
    }
    called = _("%(name)s, called by %(seat)s %(when)s") if incident.called_by else _("%(name)s, called %(when)s")
    yield [_("Director"), called % values]


def _with_licences(pair: Contestant, incident: Incident) -> str:
    """Name a pair's players (in teams those who sat there), each with his licence if known: "Hélène Marchand (1234567),
    Jean-Luc Perrin"."""
    round = incident.result.round if incident.result else incident.round
    sat = players_in(pair, round, incident.tournament, line_ups_of(incident.tournament))
    people = [player for player in sat if player.name]
    return ", ".join(f"{player.name} ({player.licence})" if player.licence else player.name for player in people)


def _pairs(result: Result | None) -> list[tuple[Side, Contestant]]:
    pairs = [(Side.NS, result.ns), (Side.EW, result.ew)] if result else []
    return [(side, pair) for side, pair in pairs if pair]


@lru_cache(maxsize=500)
def _drawn(address: str) -> tuple[int, str]:
    """Return the number of squares on a side of an address's QR code, and its path."""
    rows = [bytes(row) for row in segno.make(address, error="m", micro=False).matrix]
    return len(rows), "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)


def code(address: str, label: str) -> Words:
    """Draw the QR code of an address as a path of unit squares, for any drawing; *label* names its target."""
    size, path = _drawn(address)
    return {"label": label, "size": size, "path": path}


# The foot


def signatures(director: str, appeal: Appeal | None = None) -> list[str]:
    """Name the signatories of a report: the authors of the decision in force."""
    if appeal is not None and appeal.state == Appeal.State.DECIDED:
        titles = {
            AppealSeat.Role.CHAIR: _("The chairman, %(name)s"),
            AppealSeat.Role.SCRIBE: _("The scribe, %(name)s"),
            AppealSeat.Role.MEMBER: "%(name)s",
        }
        names = [titles[role] % {"name": name} for role, name in sitting(appeal)]
        return names or [_("For the authority of the appeal, %(name)s") % {"name": person(appeal.decided_by)}]
    return [
        _("For North-South"),
        _("For East-West"),
        _("The director, %(name)s") % {"name": director} if director else _("The director"),
    ]


def appeal(tournament: Tournament, standing: Standing | None = None) -> Words:
    """Write the current state of the right of appeal: open until a time, over since a time, used but not judged, or
    decided."""
    return {"title": _("Right of appeal"), "paragraphs": [_right(tournament, standing)]}


def _right(tournament: Tournament, standing: Standing | None) -> Paragraph:
    day = tournament.date
    if standing is not None and standing.appeal is not None:
        return _used(standing.appeal, day)
    time = period(tournament, clock.now())
    kind = Tournament.Kind(tournament.kind)
    if tournament.published_at is None or time.until is None:
        limit = text.show("appeal_minutes", "", str(appeal_minutes(tournament)), translation)
        return paragraph(_not_published()[kind], limit=limit)
    if time.over:
        return paragraph(_("*The time for appeals is over* since %(end)s (Law 92B)."), end=since_when(time.until, day))
    published, end = at_moment(tournament.published_at, day), until_when(time.until, day)
    return paragraph(_published()[kind], published=published, end=end)


def _not_published() -> dict[Tournament.Kind, str]:
    """Return the sentences on the right of appeal before publication, by the consent that an appeal needs (92D)."""
    return {
        Tournament.Kind.PAIRS: _(
            "An appeal may be made *until %(limit)s after the scores are published*, through the director and with "
            "the consent of both partners (Laws 92B and 92D)."
        ),
        Tournament.Kind.TEAMS: _(
            "An appeal may be made *until %(limit)s after the scores are published*, through the director and with "
            "the consent of the captain (Laws 92B and 92D)."
        ),
        Tournament.Kind.INDIVIDUAL: _(
            "An appeal may be made *until %(limit)s after the scores are published*, through the director (Law 92B)."
        ),
    }


def _published() -> dict[Tournament.Kind, str]:
    """Return the sentences on the right of appeal after publication, by the consent that an appeal needs (92D)."""
    return {
        Tournament.Kind.PAIRS: _(
            "Scores published %(published)s: an appeal may be made *until %(end)s*, through the director and with the "
            "consent of both partners (Laws 92B and 92D)."
        ),
        Tournament.Kind.TEAMS: _(
            "Scores published %(published)s: an appeal may be made *until %(end)s*, through the director and with the "
            "consent of the captain (Laws 92B and 92D)."
        ),
        Tournament.Kind.INDIVIDUAL: _(
            "Scores published %(published)s: an appeal may be made *until %(end)s*, through the director (Law 92B)."
        ),
    }


def _used(appeal: Appeal, day: datetime.date) -> Paragraph:
    """Describe a right of appeal that was used: the appeal and, while there is time, the further appeal."""
    if appeal.state == Appeal.State.REQUESTED:
        return paragraph(_("*Appeal asked for %(when)s, not judged yet* (Law 92)."), when=at_moment(appeal.at, day))
    further = further_period(appeal, clock.now())
    body = body_words(decided_by(appeal))
    if further is not None and not further.over and further.until is not None:
        return paragraph(
            _("*No more appeal at the club*: %(body)s has decided. An appeal to the authority is open until %(end)s "
              "(Law 93C)."),
            body=body,
            end=until_when(further.until, day),
        )  # fmt: skip
    return paragraph(_("*No more appeal at the club*: %(body)s has decided (Law 93C)."), body=body)


def record(incident: Incident) -> str:
    """Write the foot of a document about an incident. It has the last hash of the incident's record, by which a later
    change of the record can be detected."""
    return record_of(incident.pk, incident.tournament.edition, ruled_by_version(incident))


_STREAM = Prepared(lambda pk: Stream.objects.filter(pk=pk), pk=UUIDField())


def record_of(stream_id: UUID, edition: str, version: str = VERSION) -> str:
    """Write the foot of a document from a chain of events: the Laws and the program version, the number of entries and
    the last hash of the chain, and the time of printing."""
    stream = _STREAM.first(pk=stream_id)
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


_LAST_RULED = Prepared(
    lambda incident: Event.objects.filter(incident=incident, kind="ruling_issued").order_by("-seq")[:1],
    incident=UUIDField(),
)


def ruled_by_version(incident: Incident) -> str:
    """Find the program version that gave the last ruling of an incident; the current version if there is no ruling yet,
    or if it was given before versions were recorded."""
    last = _LAST_RULED.first(incident=incident.pk)
    return str(last.data.get("program") or VERSION) if last else VERSION
