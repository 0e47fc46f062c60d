"""The report of a session, for the president the next morning: calls, scores, corrections, penalties, open items."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from django.db.models import Count
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.models import Adjustment, Duty, Event, Incident, Penalty, Remark, Result, Tournament, with_review
from arbitrage.pages.decisions.decision_lines import line, title
from arbitrage.pages.decisions.statistics import statistics_page
from arbitrage.pages.ranking.matches import columns, match_rows, words_of
from arbitrage.pages.ranking.ranking_page import places_of
from arbitrage.pages.ranking.sessions import overall_words
from arbitrage.pages.ranking.simultaneous import general_words
from arbitrage.pages.report.facts import called
from arbitrage.pages.report.frame import appeal, code, event_of, record_of
from arbitrage.pages.tournament.line_ups import played_words
from arbitrage.pages.wording.day_and_hour import moment
from arbitrage.pages.wording.document_parts import document, part, row, tabled, text_block
from arbitrage.pages.wording.lines import line_words
from arbitrage.pages.wording.notation import lasting, law_number
from arbitrage.pages.wording.people import author, person
from arbitrage.pages.wording.rankings import counts_for_nothing, entry, penalty_words, ranking_titles, unit_words
from arbitrage.pages.wording.scores import award_words, taken_words
from arbitrage.pages.wording.sentences import Paragraph, Words, ended, listed, paragraph
from arbitrage.pages.wording.standing import fixed_by
from arbitrage.pages.wording.tables_and_boards import place, table_words
from arbitrage.services.incidents.standing import standings
from arbitrage.services.results.entering import is_first_result
from arbitrage.services.results.field import as_recorded, field_of
from arbitrage.services.results.matches import teams_of
from arbitrage.services.results.several_sessions import overall
from arbitrage.services.results.simultaneous import general
from arbitrage.services.tournaments.playing_director import closed_boards
from rulings.engine import text
from rulings.engine.roles import with_roles

if TYPE_CHECKING:
    from django.contrib.auth.models import User

CORRECTIONS = ("result_corrected", "result_changed", "result_added", "result_removed")
PUBLICATION = ("scores_published", "publication_withdrawn")


def incidents_of(tournament: Tournament, reader: "User") -> list[Incident]:
    """Fetch the calls of a tournament in order of time, with all related rows that the report prints. Calls on boards
    that the reader still has to play are left out."""
    rows = with_review(Incident.objects.filter(tournament=tournament))
    rows = rows.exclude(board__in=closed_boards(reader, tournament))
    rows = rows.annotate(sections=Count("tournament__sections", distinct=True)).with_record()
    return list(rows.order_by("called_at", "pk"))


def evening_document(tournament: Tournament, reader: "User", *, address: str, names: bool = True) -> Words:
    """Build the report of a session. Without *names* it has no players, directors or tables."""
    incidents = incidents_of(tournament, reader)
    several = tournament.sections.count() > 1
    directors = dict.fromkeys(person(incident.attended_by) for incident in incidents if incident.attended_by)
    right = appeal(tournament)
    return document(
        title=_("Report of the session"),
        club=tournament.club.name,
        event=event_of(tournament),
        place=[[_("Directors"), listed(directors)]] if names and directors else [],
        code=code(address, _("Code that leads to the report of the session")) if names else None,
        rows=[
            row([part(_("The session"), text_block(_counts(tournament)))]),
            row([part(_("Calls"), _calls(incidents, names=names))]),
            row([part(_("Adjusted scores"), _scores(tournament, several, names=names))]),
            row([part(_("Corrected results"), _corrections(tournament, several, names=names))]),
            row([part(_("Penalties"), _penalties(tournament, several, names=names))]),
            *([row([part(title, words)]) for title, words in _rankings(tournament)] if names else []),
            row([part(_("Left open"), text_block(_open(tournament, incidents)))]) if names else [],
            row([part(_("Publication"), text_block([*_published(tournament, names=names), *right["paragraphs"]]))]),
        ],
        signatures=[_("The director")] if names else [],
        foot=record_of(tournament.pk, tournament.edition) if names else "",
    )


def _counts(tournament: Tournament) -> Iterator[Paragraph]:
    yield [[False, counted_words(statistics_page(Tournament.objects.filter(pk=tournament.pk)))]]


def counted_words(counts: Words) -> str:
    """Write the numbers of calls, boards and minutes in sentences; *counts* comes from `statistics_page`."""
    calls = ngettext("%(count)s call", "%(count)s calls", counts["calls"]) % {"count": counts["calls"]}
    boards = ngettext("%(count)s board played at a table", "%(count)s boards played at a table", counts["boards"]) % {
        "count": counts["boards"]
    }
    values = {"calls": calls, "boards": boards, "rate": counts["rate"]}
    sentences = [
        _("%(calls)s, %(boards)s: %(rate)s for 1,000 boards.") % values if counts["boards"] else f"{calls}, {boards}."
    ]
    if counts["left_out"]:
        sentences.append(counts["left_out"])
    if counts["median"] is not None:
        words = _("Half of the calls that are ruled on have their first ruling within %(median)s.")
        sentences.append(words % {"median": lasting(counts["median"])})
    return " ".join(sentences)


def _calls(incidents: list[Incident], *, names: bool) -> Words | None:
    if not incidents:
        return text_block([paragraph(_("Nobody called a director in this tournament."))])
    head = [_("Number"), pgettext("of the day", "Time"), _("Table"), _("Board"), _("Ruling"), _("Law")]
    head += [pgettext("role", "Director"), _("State")]
    return _columned(head, call_rows(incidents), grow=4, secret=() if names else (0, 1, 2, 6))


def call_rows(incidents: Iterable[Incident]) -> Iterator[list[str]]:
    """Write each call in a line: number, time, table, board, event and ruling, law, director, state."""
    for incident_standing in standings(incidents).values():
        cells, incident = line(incident_standing), incident_standing.incident
        ruled = " ".join(
            ended(words) for words in (cells["title"], cells["sentence"], cells["stands"], cells["score"]) if words
        )
        board = str(incident.board.number) if incident.board else ""
        when = moment(incident.called_at, incident.tournament.date)
        yield [incident.reference, when, cells["table"], board, ruled, cells["law"], cells["by"], cells["state"]]


def _columned(head: list[str], rows: Iterable[list[str]], *, grow: int, secret: tuple[int, ...]) -> Words:
    """Build a table without the columns that are *secret*."""
    columns = [[words for at, words in enumerate(cells) if at not in secret] for cells in [head, *rows]]
    return tabled(columns[0], columns[1:], grow=columns[0].index(head[grow]))


def _scores(tournament: Tournament, several: bool, *, names: bool) -> Words:
    confirmed = Adjustment.objects.confirmed().filter(incident__tournament=tournament)
    adjustments = list(confirmed.select_related("result__board", "result__section", "incident").order_by("at", "pk"))
    stands, day = standings(adjustment.incident for adjustment in adjustments), tournament.date
    head = [_("Board"), _("Table"), _("As played"), _("Counts now"), _("Law"), _("Fixed by")]
    rows = [
        [
            str(adjustment.result.board.number),
            table_words(adjustment.result, several),
            award_words(played) if (played := as_recorded(adjustment.result)) else "–",
            award_words(adjustment.given),
            ", ".join(law_number(law) for law in adjustment.law.split(", ")),
            fixed_by(stands[adjustment.incident_id].mark.fixed, day),
        ]
        for adjustment in adjustments
    ]
    return _columned(head, rows, grow=3, secret=() if names else (1, 5))


def _corrections(tournament: Tournament, several: bool, *, names: bool) -> Words:
    corrections = Event.objects.filter(tournament=tournament, kind__in=CORRECTIONS).select_related("board", "by")
    events = [
        event
        for event in corrections.order_by("at", "pk")
        if not (is_first_result(event) or event.kind == "result_added")
    ]
    lines = {
        str(result.pk): result
        for result in Result.objects.filter(board__tournament=tournament).select_related("section")
    }
    head = [
        _("Board"),
        _("Table"),
        pgettext("result", "Was"),
        pgettext("result", "Is now"),
        _("Law"),
        _("Corrected by"),
    ]
    rows = []
    for event in events:
        data = event.data
        result = lines.get(data["result"])
        rows.append(
            [
                str(event.board.number) if event.board else "",
                table_words(result, several) if result else str(data.get("table") or "?"),
                line_words(data["was"]) if data.get("was") else "–",
                line_words(data["now"]) if data.get("now") else "–",
                law_number(data.get("law", "")),
                author(event) or _("the file"),
            ]
        )
    return _columned(head, rows, grow=3, secret=() if names else (1, 5))


def _rankings(tournament: Tournament) -> Iterator[tuple[str, Words]]:
    """Print the matches of a team evening, the current rankings, the one over several sessions, and those of a
    simultaneous."""
    field = field_of(tournament)
    points = field.points(field.counted())
    if lines := list(match_rows(field, points)):
        yield _("Matches"), tabled(words_of(columns(points)), lines, grow=1)
    if played := played_words(tournament):
        rows = [[player["team"], player["name"], str(player["boards"])] for player in played]
        yield _("Boards played"), tabled([_("Team"), _("Player"), pgettext("ranking", "Boards")], rows, grow=1)
    rankings = field.rankings(points, points)
    teams = teams_of(field) if field.teams else {}
    head = [_("Rank"), _("Team") if field.teams else _("Contestant"), _("Players"), unit_words(field.method.unit)]
    for heading, ranking in zip(ranking_titles(rankings), rankings, strict=True):
        rows = [
            [str(place[name]) for name in ("rank", "pair", "players", "score")] for place in places_of(ranking, teams)
        ]
        words = tabled(head, rows, grow=2)
        yield (_("Ranking, %(title)s") % {"title": heading} if heading else pgettext("pages", "Ranking")), words
    if totals := overall(tournament):
        shown = overall_words(totals)
        head = [_("Rank"), head[1], _("Players"), *shown["sessions"], shown["unit"]]
        rows = [
            [line["rank"], line["name"], line["players"], *line["scores"], line["total"]] for line in shown["lines"]
        ]
        yield _("General ranking"), tabled(head, rows, grow=2)
        yield _("What is counted"), text_block([[[False, note]] for note in shown["notes"]])
    yield from _everywhere(tournament, head[1])


def _everywhere(tournament: Tournament, contestant: str) -> Iterator[tuple[str, Words]]:
    """Print the rankings of a simultaneous, with the club's score in a column of its own."""
    simultaneous = general(tournament)
    if simultaneous is None:
        return
    shown = general_words(simultaneous)
    for ranking in shown["rankings"]:
        head = [_("Rank"), contestant, _("Players"), ranking["unit"], _("In the club")]
        rows = [
            [line["rank"], line["name"], line["players"], line["score"], f"{line['club']} ({line['club_rank']})"]
            for line in ranking["lines"]
        ]
        title = ", ".join(filter(None, (_("Ranking of the simultaneous"), ranking["title"], ranking["among"])))
        yield title, tabled(head, rows, grow=2)
    yield _("What is counted"), text_block([[[False, note]] for note in shown["notes"]])


def _penalties(tournament: Tournament, several: bool, *, names: bool) -> Words:
    states = {Penalty.State.GIVEN: _("given"), Penalty.State.WITHDRAWN: _("withdrawn")}
    head, field = [_("Penalty"), _("Law"), _("State")], field_of(tournament)
    rows = []
    for penalty in Penalty.objects.filter(tournament=tournament).with_people():
        reason = Penalty.Reason(penalty.reason).label
        words = f"{taken_words(penalty.amount, penalty.unit)}, {reason}"
        pair = penalty_words(penalty, several_sections=several) if names else words
        state = states[Penalty.State(penalty.state)]
        if penalty.state == Penalty.State.GIVEN and counts_for_nothing(penalty, field):
            state = _("It counts for nothing now: the ranking is in another unit, or the team is gone.")
        rows.append([pair, penalty.law, state])
    return tabled(head, rows)


def _open(tournament: Tournament, incidents: list[Incident]) -> Iterator[Paragraph]:
    """List the calls without a ruling, the open duties, and the questions without an answer."""
    by_pk, stands = {incident.pk: incident for incident in incidents}, standings(incidents)
    for incident in incidents:
        if stands[incident.pk].undecided:
            sentences = (ended(words) for words in (title(incident), _in_a_line(place(incident))) if words)
            words = " ".join([*sentences, *_called(incident)])
            yield paragraph(_("*%(reference)s*: no ruling yet. %(what)s"), reference=incident.reference, what=words)
        elif incident.state == Incident.State.OPEN:
            yield paragraph(_("*%(reference)s*: an inquiry is not finished."), reference=incident.reference)
    for duty in Duty.objects.tray(tournament).prefetch_related("inquiry__answers"):
        if duty.inquiry.incident_id in by_pk:
            words = text.plain(duty.text, with_roles(duty.inquiry.known()), translation)
            yield paragraph(
                _("*%(reference)s*: %(duty)s"), reference=duty.inquiry.incident.reference, duty=ended(words)
            )
    remarks = Remark.objects.waiting().filter(incident__tournament=tournament).select_related("incident", "to")
    for remark in remarks:
        if remark.incident_id in by_pk:
            values = {"reference": remark.incident.reference, "name": person(remark.to)}
            yield paragraph(_("*%(reference)s*: a question to %(name)s waits for its answer."), **values)
    unconfirmed = _unconfirmed(incidents)
    if unconfirmed:
        yield paragraph(_("Ruled, without a score confirmed: %(references)s."), references=listed(unconfirmed))


def _called(incident: Incident) -> Iterator[str]:
    """Write the caller, the director and the time."""
    yield called(incident)
    if incident.attended_by:
        yield _("Gone to the table: %(name)s.") % {"name": person(incident.attended_by)}


def _unconfirmed(incidents: list[Incident]) -> list[str]:
    """List the calls whose ruling changes a score that is not confirmed yet."""
    by_incident = standings(incidents)
    return [incident.reference for incident in incidents if by_incident[incident.pk].mark.state in ("waits", "compose")]


def _published(tournament: Tournament, *, names: bool) -> Iterator[Paragraph]:
    events = Event.objects.filter(stream_id=tournament.pk, kind__in=PUBLICATION).select_related("by").order_by("seq")
    for event in events if names else ():
        words = entry(event)
        values = {"time": moment(event.at, tournament.date), "what": words["words"], "name": words["by"]}
        yield paragraph(_("%(time)s: %(what)s (%(name)s).") if words["by"] else _("%(time)s: %(what)s."), **values)
    if tournament.published_at is None:
        yield paragraph(_("*The scores are not published.*"))


def _in_a_line(place: str) -> str:
    """Write a place within a line: "Table 7, board 3, round 5"."""
    first, *later_parts = place.split(" · ")
    return ", ".join([first, *(part[:1].lower() + part[1:] for part in later_parts)])
