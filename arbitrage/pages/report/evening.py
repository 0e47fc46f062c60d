"""The report of a session, for the president the next morning: calls, scores, corrections, penalties, what is open."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from django.db.models import Count
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.models import Adjustment, Duty, Event, Incident, Penalty, Remark, Result, Tournament, with_review
from arbitrage.pages.decisions import line, overtaken_in, title
from arbitrage.pages.lines import line_words
from arbitrage.pages.notation import law_number
from arbitrage.pages.people import person
from arbitrage.pages.places import place, table_words
from arbitrage.pages.ranking import entry, penalty_words
from arbitrage.pages.report.facts import called
from arbitrage.pages.report.frame import appeal, code, event_of, record_of, undecided
from arbitrage.pages.report.pieces import document, part, row, tabled, text_block
from arbitrage.pages.sentences import Paragraph, Words, ended, hour, listed, said
from arbitrage.pages.statistics import statistics_page
from arbitrage.pages.words import award_words, taken_words
from arbitrage.services import clock
from arbitrage.services.playing import closed_boards
from arbitrage.services.results.field import as_recorded
from arbitrage.services.results.scores import changes_score
from rulings.engine import text
from rulings.engine.roles import with_roles

if TYPE_CHECKING:
    from django.contrib.auth.models import User

CORRECTIONS = ("result_corrected", "result_changed", "result_added", "result_removed")
PUBLICATION = ("scores_published", "publication_withdrawn")


def incidents_of(tournament: Tournament, reader: "User") -> list[Incident]:
    """The calls of a tournament in order of time, with all that is printed of them, without those on a board that the
    reader has yet to play himself."""
    found = with_review(Incident.objects.filter(tournament=tournament))
    found = found.exclude(board__in=closed_boards(reader, tournament))
    found = found.annotate(sections=Count("tournament__sections", distinct=True)).with_record()
    return list(found.order_by("called_at", "pk"))


def evening_document(tournament: Tournament, reader: "User", *, address: str, names: bool = True) -> Words:
    """The report of a session. Without *names* it says neither who played nor who directed, nor at which table."""
    incidents = incidents_of(tournament, reader)
    several = tournament.sections.count() > 1
    directors = dict.fromkeys(person(one.attended_by) for one in incidents if one.attended_by)
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
            row([part(_("Left open"), text_block(_open(tournament, incidents)))]) if names else [],
            row([part(_("Publication"), text_block([*_published(tournament, names=names), *right["paragraphs"]]))]),
        ],
        signatures=[_("The director")] if names else [],
        foot=record_of(tournament.pk, tournament.edition) if names else "",
    )


def _counts(tournament: Tournament) -> Iterator[Paragraph]:
    yield [[False, counted_words(statistics_page(Tournament.objects.filter(pk=tournament.pk)))]]


def counted_words(found: Words) -> str:
    """Calls, boards and minutes in sentences; *found* is of `statistics_page`."""
    calls = ngettext("%(count)s call", "%(count)s calls", found["calls"]) % {"count": found["calls"]}
    boards = ngettext("%(count)s board played at a table", "%(count)s boards played at a table", found["boards"]) % {
        "count": found["boards"]
    }
    values = {"calls": calls, "boards": boards, "rate": found["rate"]}
    sentences = [_("%(calls)s, %(boards)s: %(rate)s for 1,000 boards.") % values]
    if found["median"] is not None:
        words = ngettext("Half are ruled within %(median)s minute.", "Half are ruled within %(median)s minutes.",
                         found["median"])  # fmt: skip
        sentences.append(words % {"median": found["median"]})
    return " ".join(sentences)


def _calls(incidents: list[Incident], *, names: bool) -> Words | None:
    if not incidents:
        return text_block([said(_("Nobody called a director in this tournament."))])
    head = [_("Number"), pgettext("of the day", "Time"), _("Table"), _("Board"), _("Ruling"), _("Law")]
    head += [pgettext("role", "Director"), _("State")]
    return _columned(head, call_rows(incidents), grow=4, secret=() if names else (0, 1, 2, 6))


def call_rows(incidents: Iterable[Incident]) -> Iterator[list[str]]:
    """Each call in a line: number, time, table, board, what happened and was ruled, law, director, state."""
    now, gone = clock.now(), overtaken_in(incidents)
    for incident in incidents:
        one = line(incident, now, gone)
        ruled = " ".join(ended(words) for words in (one["title"], one["sentence"], one["score"]) if words)
        board, when = str(incident.board.number) if incident.board else "", hour(incident.called_at)
        yield [incident.reference, when, one["table"], board, ruled, one["law"], one["by"], one["state"]]


def _columned(head: list[str], rows: Iterable[list[str]], *, grow: int, secret: tuple[int, ...]) -> Words:
    """A table without the columns that are *secret*."""
    kept = [[words for at, words in enumerate(cells) if at not in secret] for cells in [head, *rows]]
    return tabled(kept[0], kept[1:], grow=kept[0].index(head[grow]))


def _scores(tournament: Tournament, several: bool, *, names: bool) -> Words:
    found = Adjustment.objects.confirmed().filter(incident__tournament=tournament)
    found = found.select_related("result__board", "result__section", "incident", "by").order_by("at", "pk")
    head = [_("Board"), _("Table"), _("As played"), _("Counts now"), _("Law"), _("Confirmed by")]
    rows = [
        [
            str(one.result.board.number),
            table_words(one.result, several),
            award_words(played) if (played := as_recorded(one.result)) else "–",
            award_words(one.given),
            ", ".join(law_number(law) for law in one.law.split(", ")),
            person(one.by),
        ]
        for one in found
    ]
    return _columned(head, rows, grow=3, secret=() if names else (1, 5))


def _corrections(tournament: Tournament, several: bool, *, names: bool) -> Words:
    events = Event.objects.filter(tournament=tournament, kind__in=CORRECTIONS).select_related("board", "by")
    events = events.order_by("at", "pk")
    lines = {str(one.pk): one for one in Result.objects.filter(board__tournament=tournament).select_related("section")}
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
                person(event.by) or _("the file"),
            ]
        )
    return _columned(head, rows, grow=3, secret=() if names else (1, 5))


def _penalties(tournament: Tournament, several: bool, *, names: bool) -> Words:
    states = {Penalty.State.GIVEN: _("given"), Penalty.State.WITHDRAWN: _("withdrawn")}
    head = [_("Penalty"), _("Law"), _("State")]
    rows = []
    for one in Penalty.objects.filter(tournament=tournament).with_people():
        reason = Penalty.Reason(one.reason).label
        words = f"{taken_words(one.amount, one.unit)}, {reason}"
        who = penalty_words(one, several_sections=several) if names else words
        rows.append([who, one.law, states[Penalty.State(one.state)]])
    return tabled(head, rows)


def _open(tournament: Tournament, incidents: list[Incident]) -> Iterator[Paragraph]:
    """Calls without a ruling, what a director must come back for, questions without an answer."""
    shown = {one.pk: one for one in incidents}
    for one in incidents:
        if undecided(one):
            what = (ended(words) for words in (title(one), place(one).replace(" · ", ", ")) if words)
            words = " ".join([*what, *_called(one)])
            yield said(_("*%(reference)s*: no ruling yet. %(what)s"), reference=one.reference, what=words)
        elif one.state == Incident.State.OPEN:
            yield said(_("*%(reference)s*: an inquiry is not finished."), reference=one.reference)
    for duty in Duty.objects.tray(tournament).prefetch_related("inquiry__answers"):
        if duty.inquiry.incident_id in shown:
            words = text.plain(duty.text, with_roles(duty.inquiry.known()), translation)
            yield said(_("*%(reference)s*: %(duty)s"), reference=duty.inquiry.incident.reference, duty=ended(words))
    asked = Remark.objects.waiting().filter(incident__tournament=tournament).select_related("incident", "to")
    for remark in asked:
        if remark.incident_id in shown:
            values = {"reference": remark.incident.reference, "name": person(remark.to)}
            yield said(_("*%(reference)s*: a question to %(name)s waits for its answer."), **values)
    unconfirmed = _unconfirmed(incidents)
    if unconfirmed:
        yield said(_("Ruled, without a score confirmed: %(references)s."), references=listed(unconfirmed))


def _called(incident: Incident) -> Iterator[str]:
    """Who called whom, and when."""
    yield called(incident)
    if incident.attended_by:
        yield _("Gone to the table: %(name)s.") % {"name": person(incident.attended_by)}


def _unconfirmed(incidents: list[Incident]) -> list[str]:
    """The calls whose ruling changes a score that nobody has confirmed."""
    found = []
    for incident in incidents:
        if any(one.state == Adjustment.State.CONFIRMED for one in incident.adjustments.all()):
            continue
        rulings = [ruling for one in incident.inquiries.all() if (ruling := one.current_ruling)]
        if incident.state != Incident.State.WITHDRAWN and any(map(changes_score, rulings)):
            found.append(incident.reference)
    return found


def _published(tournament: Tournament, *, names: bool) -> Iterator[Paragraph]:
    events = Event.objects.filter(stream_id=tournament.pk, kind__in=PUBLICATION).select_related("by").order_by("seq")
    for event in events if names else ():
        one = entry(event)
        values = {"time": hour(event.at), "what": one["words"], "name": one["by"]}
        yield said(_("%(time)s: %(what)s (%(name)s).") if one["by"] else _("%(time)s: %(what)s."), **values)
    if tournament.published_at is None:
        yield said(_("*The scores are not published.*"))
