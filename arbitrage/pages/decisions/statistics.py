"""Statistics of a club's decisions: their number per thousand boards, their laws, the time until the ruling, and how
often they were changed."""

import datetime
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from django.db.models import Min, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Appeal, Incident, Inquiry, Remark, Result, Ruling, Stream, Tournament
from arbitrage.models.incident import EDITIONS
from arbitrage.models.tournament import TournamentQuerySet
from arbitrage.pages.decisions import charts
from arbitrage.pages.decisions.charts import Figure
from arbitrage.pages.incident.irregularities import TILES
from arbitrage.pages.wording.notation import clock, law_number, minutes_between, percent
from arbitrage.pages.wording.sentences import parted
from arbitrage.pages.wording.tables_and_boards import round_number, table_name
from arbitrage.services.process_cache import ProcessCache
from arbitrage.services.tournaments.playing_director import closed_boards

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LAWS = EDITIONS["2017"]
MOST_LINES = 15
SOON = (2, 5, 10, 20)
"""Minutes from the call to the first ruling, as upper bounds of the bars of the chart."""


class Evening(NamedTuple):
    """The values of a tournament that are shown."""

    pk: UUID
    name: str
    date: datetime.date


class Call(NamedTuple):
    """The values of a call that the statistics need; a season has thousands of calls. *law* is the law of its first
    inquiry that was not dropped, *ruled* the time of its first ruling, *reread* the kinds of its remarks that review or
    correct a ruling, *appealed* the state and the outcome of its last appeal."""

    pk: UUID
    tournament_id: UUID
    called_at: datetime.datetime
    law: str | None
    ruled: datetime.datetime | None
    reread: tuple[str, ...]
    appealed: tuple[str, str] | None


class Counted:
    """Counts of the tournaments: boards played, calls, their laws and rulings. The number of queries does not depend on
    the number of tournaments, and the counts of a tournament are cached until something is written in it.

    *rated* are the calls that a rate counts: those of tournaments with a board played. A tournament may have calls
    before the file with its results is imported.
    """

    def __init__(self, tournaments: TournamentQuerySet) -> None:
        rows = tournaments.order_by().values_list("pk", "name", "date")
        self.tournaments = {row[0]: Evening(*row) for row in rows}
        within = tournaments.order_by().values("pk")
        self.boards: Mapping[Any, int] = _boards_played(self.tournaments, within)
        calls = _calls(self.tournaments, within)
        self.calls = {call.pk: call for call in calls}
        self.rated = {call.pk for call in calls if call.tournament_id in self.boards}
        self.laws: Mapping[Any, str] = {call.pk: call.law for call in calls if call.law is not None}
        self.ruled: Mapping[Any, datetime.datetime] = {call.pk: call.ruled for call in calls if call.ruled}
        self.reread = {(kind, call.pk) for call in calls for kind in call.reread}
        self.appealed: Mapping[Any, tuple[str, str]] = {call.pk: call.appealed for call in calls if call.appealed}

    def per_thousand(self, calls: int, boards: int) -> Fraction | None:
        """Compute the number of calls per thousand boards played at a table; None if no board was played."""
        return Fraction(1000 * calls, boards) if boards else None

    @property
    def total(self) -> int:
        return sum(self.boards.values())


MOST_TOURNAMENTS = 10_000
"""Most tournaments whose counts a process caches, some kilobytes each."""
_played: ProcessCache[int] = ProcessCache(MOST_TOURNAMENTS)
_called: ProcessCache[tuple[Call, ...]] = ProcessCache(MOST_TOURNAMENTS)
A_FEW = 100
"""Most tournaments that a query lists by identifier; for more, it has their selection as a subquery."""


def _boards_played(tournaments: Iterable[UUID], within: Any) -> dict[UUID, int]:
    """Count the boards played at a table, by tournament. The count of a tournament is cached until its chain grows, as
    every change of a line adds an event to it (`what_counts_in`)."""
    ends = dict(Stream.objects.filter(pk__in=within).values_list("pk", "head"))
    counts = {key: _played.get(key, ends[key]) for key in tournaments if key in ends}
    unknown = [key for key in tournaments if counts.get(key) is None]
    if unknown:
        counted = Result.objects.filter(kind__in=(Result.Kind.PLAYED, Result.Kind.PASSED)).order_by()
        of = within if len(unknown) > A_FEW else unknown
        sums = counted.filter(board__tournament__in=of).values_list("board__tournament").annotate(number=Sum("times"))
        counts |= dict.fromkeys(unknown, 0) | dict(sums)
        for key in unknown:
            if key in ends:
                _played.put(key, ends[key], counts[key] or 0)
    return {key: count for key, count in counts.items() if count}


def _calls(tournaments: Iterable[UUID], within: Any) -> list[Call]:
    """List the calls of the tournaments, without withdrawn ones. Every change of a call adds an event to its chain, so
    the calls of a tournament are cached until the number of their events changes."""
    written = Coalesce(Subquery(Stream.objects.filter(pk=OuterRef("pk")).values("seq")), 0)
    chains = Incident.objects.filter(tournament__in=within).order_by().values_list("tournament")
    entries = {key: (least, whole) for key, least, whole in chains.annotate(least=Min(written), whole=Sum(written))}
    calls = {key: _called.get(key, entries[key]) for key in entries}
    unknown = [key for key in entries if calls[key] is None]
    if unknown:
        read = _read_calls(within if len(unknown) > A_FEW else unknown)
        for key in unknown:
            calls[key] = tuple(read[key])
            if entries[key][0]:  # only calls from an earlier version have no chain
                _called.put(key, entries[key], tuple(read[key]))
    return [call for key in tournaments for call in calls.get(key) or ()]


def _read_calls(tournaments: Any) -> Mapping[UUID, list[Call]]:
    """Fetch the calls of tournaments, by tournament, in six queries."""
    calls = Incident.objects.filter(tournament__in=tournaments).exclude(state=Incident.State.WITHDRAWN).order_by()
    keys = calls.values("pk")
    counted = Inquiry.objects.exclude(stage=Inquiry.Stage.DROPPED).filter(incident__in=keys)
    laws = dict(counted.order_by("-order").values_list("incident", "law"))
    rulings = Ruling.objects.filter(inquiry__incident__in=keys).exclude(inquiry__stage=Inquiry.Stage.DROPPED)
    ruled = dict(rulings.order_by().values_list("inquiry__incident").annotate(first=Min("at")))
    reread: defaultdict[UUID, set[str]] = defaultdict(set)
    remarks = Remark.objects.filter(incident__in=keys, kind__in=(Remark.Kind.REVIEW, Remark.Kind.CORRECTION))
    for call, kind in remarks.order_by().values_list("incident", "kind"):
        reread[call].add(kind)
    asked = Appeal.objects.filter(incident__in=keys).order_by("at", "pk")
    appealed = {key: (state, outcome) for key, state, outcome in asked.values_list("incident", "state", "outcome")}
    by_tournament: defaultdict[UUID, list[Call]] = defaultdict(list)
    for key, tournament, at in calls.values_list("pk", "tournament", "called_at"):
        kinds = tuple(sorted(reread[key])) if key in reread else ()
        by_tournament[tournament].append(
            Call(key, tournament, at, laws.get(key), ruled.get(key), kinds, appealed.get(key))
        )
    return by_tournament


def statistics_page(tournaments: TournamentQuerySet) -> dict[str, Any]:
    """Build the page of statistics: the main numbers, then each chart with its table."""
    counted = Counted(tournaments)
    minutes = sorted(_minutes(counted))
    rate = counted.per_thousand(len(counted.rated), counted.total)
    return {
        "calls": len(counted.calls),
        "left_out": _left_out(counted) if counted.total else "",
        "boards": counted.total,
        "rate": _figure(rate),
        "evenings": len(counted.tournaments),
        "median": int(statistics.median(minutes) + 0.5) if minutes else None,
        "charts": [chart for chart in _charts(counted, minutes) if chart["figures"]] if counted.calls else [],
    }


def _left_out(counted: Counted) -> str:
    """Say how many calls the rate does not count; "" for none."""
    unrated = len(counted.calls) - len(counted.rated)
    words = ngettext(
        "The rate leaves out %(count)s call of tournaments without a board played.",
        "The rate leaves out %(count)s calls of tournaments without a board played.",
        unrated,
    )
    return words % {"count": unrated} if unrated else ""


def _figure(rate: Fraction | None) -> str:
    """Write a rate with one decimal, a half rounded up, and grouped thousands: "6,750.0"; a dash for None."""
    if rate is None:
        return "–"
    exact = Decimal(rate.numerator) / Decimal(rate.denominator)
    return number_format(exact.quantize(Decimal("0.1"), ROUND_HALF_UP), 1, force_grouping=True)


def _charts(counted: Counted, minutes: list[int]) -> Iterable[dict[str, Any]]:
    number, thousand = _("Calls"), _("For 1,000 boards")
    yield _chart("kind", _("By what happened"), "bars", _by_kind(counted), (number, thousand))
    yield _chart("law", _("By law"), "bars", _by_law(counted), (number, thousand))
    yield _chart(
        "month", _("By month, for 1,000 boards"), "columns", _by_month(counted), (number, thousand, _("Boards"))
    )
    yield _chart("tournament", _("By tournament, the latest first"), "bars", _by_tournament(counted),
                 (number, thousand, _("Boards")))  # fmt: skip
    yield _chart(
        "minutes", _("Minutes from the call to the first ruling"), "bars", _by_minutes(minutes), (number, _("Share"))
    )
    yield _chart("review", _("Decisions read again"), "bars", _by_review(counted), (number, _("Share")))
    yield _chart("appeal", _("Appeals"), "bars", _by_appeal(counted), (number, _("Share")))


def _chart(name: str, title: str, shape: str, figures: list[Figure], heads: tuple[str, ...]) -> dict[str, Any]:
    sentence = parted(f"{figure.label} {figure.shown}" for figure in figures)
    drawn = getattr(charts, shape)(figures)
    return {"name": name, "title": title, "shape": shape, "figures": figures, "heads": heads, "said": sentence, **drawn}


def _counted(counted: Counted, laws: Mapping[UUID, str], name_of: Callable[[str], str]) -> list[Figure]:
    """Count calls by the name of their law, the commonest first. Names beyond the size of a chart are counted
    together."""
    names: Counter[str] = Counter()
    rated: Counter[str] = Counter()
    for (law, is_rated), count in Counter((law, key in counted.rated) for key, law in laws.items()).items():
        name = name_of(law)
        names[name] += count
        rated[name] += count if is_rated else 0
    common = names.most_common()
    kept, rest = common[:MOST_LINES], common[MOST_LINES:]
    if rest:
        others = _("All the others")
        kept.append((others, sum(count for _name, count in rest)))
        rated[others] = sum(rated[name] for name, _count in rest)
    return [
        Figure(name, count, str(count), (_figure(counted.per_thousand(rated[name], counted.total)),))
        for name, count in kept
    ]


def _by_kind(counted: Counted) -> list[Figure]:
    return _counted(counted, {key: counted.laws.get(key, "") for key in counted.calls}, _kind)


def _kind(law: str) -> str:
    tile = LAWS[law].tile if law in LAWS else ""
    for candidate in TILES:
        if candidate.key == tile or (law and law in candidate.also):
            return str(candidate.title)
    return _("Another law") if law else _("Nothing asked yet")


def _by_law(counted: Counted) -> list[Figure]:
    return _counted(counted, {key: law for key, law in counted.laws.items() if law[:1].isdigit()}, _law)


def _law(law: str) -> str:
    """Name the Law with its title: the whole Law, or the part that was applied where the whole has no title."""
    number = "".join(takewhile(str.isdigit, law))
    named = number if number in LAWS else law
    return f"{law_number(named)} {_(LAWS[named].title)}" if named in LAWS else number


def _by_month(counted: Counted) -> list[Figure]:
    boards: Counter[tuple[int, int]] = Counter()
    for key, count in counted.boards.items():
        day = counted.tournaments[key].date
        boards[day.year, day.month] += count
    calls: Counter[tuple[int, int]] = Counter()
    rated: Counter[tuple[int, int]] = Counter()
    for call in counted.calls.values():
        day = counted.tournaments[call.tournament_id].date
        calls[day.year, day.month] += 1
        rated[day.year, day.month] += call.pk in counted.rated
    figures = []
    for year, month in sorted(boards.keys() | calls.keys())[-24:]:
        rate = counted.per_thousand(rated[year, month], boards[year, month])
        label = date_format(datetime.date(year, month, 1), "m/Y")
        figures.append(
            Figure(label, float(rate or 0), _figure(rate), (str(boards[year, month]),), (str(calls[year, month]),))
        )
    return figures


def _by_tournament(counted: Counted) -> list[Figure]:
    calls = Counter(call.tournament_id for call in counted.calls.values())
    latest = sorted(
        counted.tournaments.values(), key=lambda tournament: (tournament.date, str(tournament.pk)), reverse=True
    )
    return [
        Figure(
            f"{date_format(tournament.date, 'SHORT_DATE_FORMAT')} {tournament.name}",
            calls[tournament.pk],
            str(calls[tournament.pk]),
            (_figure(counted.per_thousand(calls[tournament.pk], boards)), str(boards)),
        )
        for tournament in latest[:MOST_LINES]
        for boards in [counted.boards.get(tournament.pk, 0)]
    ]


def _minutes(counted: Counted) -> Iterable[int]:
    for key, at in counted.ruled.items():
        if key in counted.calls:
            yield minutes_between(counted.calls[key].called_at, at)


def _by_minutes(minutes: list[int]) -> list[Figure]:
    names = [ngettext("up to %(most)s minute", "up to %(most)s minutes", most) % {"most": most} for most in SOON]
    names.append(_("more than %(least)s minutes") % {"least": SOON[-1]})
    counts = Counter(sum(minute > most for most in SOON) for minute in minutes)
    whole = len(minutes) or 1
    return [
        Figure(name, counts[place], str(counts[place]), (_share(counts[place], whole),))
        for place, name in enumerate(names)
    ] if minutes else []  # fmt: skip


def _by_review(counted: Counted) -> list[Figure]:
    changed = {key for kind, key in counted.reread if kind == Remark.Kind.CORRECTION}
    stands = {key for kind, key in counted.reread if kind == Remark.Kind.REVIEW} - changed
    whole = len(counted.ruled)
    parts = (
        (_("changed at review"), len(changed)),
        (_("reviewed, unchanged"), len(stands)),
        (_("not reviewed"), whole - len(changed) - len(stands)),
    )
    return [Figure(name, count, str(count), (_share(count, whole),)) for name, count in parts] if whole else []


def _by_appeal(counted: Counted) -> list[Figure]:
    """Count the outcomes of appeals, only the last appeal of each decision, as a share of all rulings."""
    changed = {Appeal.Outcome.SCORE.value, Appeal.Outcome.RULING.value}
    last = counted.appealed.values()
    parts = (
        (_("changed at appeal"), sum(outcome in changed for _state, outcome in last)),
        (_("appealed, the ruling stands"), sum(bool(outcome) and outcome not in changed for _state, outcome in last)),
        (_("withdrawn or not heard"), sum(state in ("withdrawn", "refused") for state, _outcome in last)),
        (_("under appeal"), sum(state == "requested" for state, _outcome in last)),
    )
    whole = len(counted.ruled)
    return [Figure(name, count, str(count), (_share(count, whole),)) for name, count in parts] if whole and last else []


def _share(count: int, whole: int) -> str:
    return _("%(share)s%%") % {"share": percent(100 * count / whole, 0)}


# An evening


def evening_page(tournament: Tournament, reader: "User") -> dict[str, Any]:
    """Build the page of an evening: its calls by round and in order of time, as a drawing and as a table. What happened
    on a board that the reader still has to play is not said."""
    closed = closed_boards(reader, tournament)
    decisions = Counted(Tournament.objects.filter(pk=tournament.pk))
    counted = tournament.incidents.exclude(state=Incident.State.WITHDRAWN)
    calls = list(counted.select_related("section").order_by("called_at", "pk"))
    begins = calls[0].called_at if calls else None
    lines, marks = [], []
    for call in calls:
        ruled, call.tournament = decisions.ruled.get(call.pk), tournament
        since = (call.called_at - begins).total_seconds() / 60 if begins else 0
        until = since + max((ruled - call.called_at).total_seconds() / 60, 0) if ruled else since
        round_name = str(call.round) if call.round else "?"
        table = table_name(call)
        marks.append((round_name, table or "?", since, until))
        lines.append(
            {
                "incident": call,
                "at": clock(timezone.localtime(call.called_at)),
                "round": round_number(call.round, tournament) or "?",
                "table": table,
                "kind": _("On a board that you have yet to play.")
                if call.board_id in closed
                else _kind(decisions.laws.get(call.pk, "")),
                "minutes": minutes_between(call.called_at, ruled) if ruled else None,
            }
        )
    # Sort by round, even where calls of a later round came first.
    marks.sort(key=lambda mark: (not mark[0].isdigit(), int(mark[0]) if mark[0].isdigit() else 0, mark[2]))
    boards = decisions.total
    return {
        "tournament": tournament,
        "lines": lines,
        "chart": charts.timeline(marks) if marks else None,
        "begins": clock(timezone.localtime(begins)) if begins else "",
        "boards": boards,
        "rate": _figure(decisions.per_thousand(len(calls), boards)),
    }
