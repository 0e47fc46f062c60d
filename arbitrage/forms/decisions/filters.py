"""Filters of the list of decisions: a period, a tournament, an incident or a law, a director, a state, words."""

import datetime
import re
from collections.abc import Collection
from functools import cached_property
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.contrib.auth.models import User
from django.db import connections
from django.db.models import (
    Case,
    Exists,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    UUIDField,
    When,
)
from django.db.models.functions import Cast, Substr, TruncMonth
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from arbitrage.database.prepared import Prepared
from arbitrage.models import Appeal, Club, Incident, IndexEntry, Remark, Tournament, with_review
from arbitrage.models.incident import EDITIONS, IncidentQuerySet, RulingQuerySet
from arbitrage.models.tournament import TournamentQuerySet
from arbitrage.pages.incident.irregularities import TILES, under
from arbitrage.pages.wording.people import person
from arbitrage.services import clock
from arbitrage.services.incidents.finding import cases_by, found_by
from arbitrage.services.tournaments.finality import final_from, further_until

MOST_TOURNAMENTS = 100
LAWS = EDITIONS["2017"]
LAST_EVENING = "last"
TO_REVIEW, REVIEWED, ASKED = "to_review", "reviewed", "asked"
APPEAL_DECIDED, ANY_APPEAL = "appeal_done", "appeal_any"


_CALLED = Prepared(
    lambda club: (
        Tournament.objects.filter(Exists(Incident.objects.filter(tournament=OuterRef("pk"))), club=club)
        .order_by("-date", "-pk")
        .values_list("pk", "name", "date")[:MOST_TOURNAMENTS]
    ),
    club=UUIDField(),
)
_ENTRY = IndexEntry.objects.filter(incident=OuterRef("pk"))  # a join may scan every club's entries
_LAWS = Prepared(
    lambda club: (
        Incident.objects.filter(club=club).order_by().values_list(Subquery(_ENTRY.values("laws")), flat=True).distinct()
    ),
    club=UUIDField(),
)
_WENT = Prepared(
    lambda club: Incident.objects.filter(club=club).order_by().values_list("attended_by", flat=True).distinct(),
    club=UUIDField(),
)


class FilterForm(forms.Form):
    """Filters of a list of incidents, read from the address; without any filter the list is complete.

    An unknown choice (an old URL, another club's tournament) finds nothing rather than everything.
    """

    q = forms.CharField(label=gettext_lazy("Words or law"), required=False, max_length=200)
    period = forms.CharField(label=gettext_lazy("Period"), required=False, max_length=10)
    tournament = forms.CharField(label=gettext_lazy("Tournament"), required=False, max_length=40)
    what = forms.CharField(label=gettext_lazy("Incident or law"), required=False, max_length=50)
    director = forms.CharField(label=pgettext_lazy("role", "Director"), required=False, max_length=20)
    state = forms.CharField(label=gettext_lazy("State"), required=False, max_length=12)

    chosen_among: tuple[str, ...] = ("period", "tournament", "what", "director", "state")
    """Filters with a select, in order; only their options are queried."""

    def __init__(self, club: Club | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.mine: IncidentQuerySet = Incident.objects.in_club(club)
        self.is_valid()

    @property
    def sent(self) -> dict[str, str]:
        """The filters that were set."""
        return {name: value for name, value in self.cleaned_data.items() if value}

    def found(self) -> IncidentQuerySet:
        """Return the incidents of the club that match the form."""
        incidents, sent = self.mine, self.sent
        if self.errors:
            return incidents.none()
        for name, value in sent.items():
            incidents = getattr(self, f"_{name}")(incidents, value)
        return incidents

    def _q(self, incidents: IncidentQuerySet, value: str) -> IncidentQuerySet:
        return found_by(incidents, self.club, value)

    def _period(self, incidents: IncidentQuerySet, value: str) -> IncidentQuerySet:
        if value == LAST_EVENING:
            day = self.last_evening
            return incidents.filter(tournament__date=day) if day else incidents.none()
        begins, ends = _bounds(value)
        if begins is None:
            return incidents.none()
        return incidents.filter(called_at__gte=begins, called_at__lt=ends)

    def _tournament(self, incidents: IncidentQuerySet, value: str) -> IncidentQuerySet:
        try:
            return incidents.filter(tournament=UUID(value))
        except ValueError:
            return incidents.none()

    def _what(self, incidents: IncidentQuerySet, value: str) -> IncidentQuerySet:
        kind, _colon, name = value.partition(":")
        if kind == "law":
            return incidents.of_law(name)
        return incidents.asking(law.id for law in under(LAWS, name))

    def _director(self, incidents: IncidentQuerySet, value: str) -> IncidentQuerySet:
        return incidents.by_director(int(value)) if value.isdecimal() and len(value) < 10 else incidents.none()

    def _state(self, incidents: IncidentQuerySet, value: str) -> IncidentQuerySet:
        if value in (REVIEWED, TO_REVIEW):
            ruled = incidents.filter(state__in=(Incident.State.RULED, Incident.State.APPEALED, Incident.State.FINAL))
            return ruled.filter(pk__in=self._reviewed) if value == REVIEWED else ruled.exclude(pk__in=self._reviewed)
        if value in (APPEAL_DECIDED, ANY_APPEAL):
            asked = Appeal.objects.filter(incident=OuterRef("pk"))
            return incidents.filter(Exists(asked.filter(state="decided") if value == APPEAL_DECIDED else asked))
        if value == Incident.State.FINAL:
            over = Tournament.objects.in_club(self.club).filter(published_at__isnull=False)
            now = clock.now()
            ended = [tournament.pk for tournament in over if (ends := final_from(tournament, self.club)) and now > ends]
            ended_there = Q(state=Incident.State.RULED, tournament__in=ended) & ~Q(pk__in=self._appealable(ended, now))
            return incidents.filter(Q(state=value) | ended_there)
        return with_review(incidents).filter(**{"asked": True}) if value == ASKED else incidents.filter(state=value)

    def _appealable(self, ended: Collection[UUID], now: datetime.datetime) -> list[UUID]:
        """List the incidents of these tournaments whose appeal decision may still be taken to the authority (93C)."""
        decided = Appeal.objects.filter(state=Appeal.State.DECIDED, incident__tournament__in=ended)
        ends = {
            appeal.incident_id: further_until(appeal, appeal.incident.tournament)
            for appeal in decided.select_related("incident__tournament__club").order_by("at")
        }
        return [incident for incident, until in ends.items() if until is not None and now <= until]

    @property
    def _reviewed(self) -> QuerySet[Any, Any]:
        """Keys of the incidents whose current ruling is reviewed. The current ruling is looked up only for incidents
        with a review: doing so for every incident of a club took most of the page's time."""
        reviews = Remark.objects.filter(incident=OuterRef("pk"), kind=Remark.Kind.REVIEW)
        told = with_review(self.mine.filter(Exists(reviews)))
        return told.filter(**{"reviewed": True}).order_by().values("pk")

    @property
    def last_evening(self) -> datetime.date | None:
        """The day of the last tournament in which a director was called."""
        day: datetime.date | None = self.mine.aggregate(last=Max("tournament__date"))["last"]
        return day

    # Choices

    @cached_property
    def selects(self) -> list[dict[str, Any]]:
        """Each select of the page: its name, its label, and its groups of options. A group is its title and a list of
        options (value, words, chosen)."""
        return [
            {
                "name": name,
                "label": self.fields[name].label,
                "groups": [
                    (title, [(value, words, value == self.sent.get(name)) for value, words in options])
                    for title, options in self._groups(name)
                ],
            }
            for name in self.chosen_among
        ]

    def _groups(self, name: str) -> list[tuple[str, list[tuple[str, Any]]]]:
        match name:
            case "what":
                return [(_("Incidents"), _kinds()), (_("Laws"), self._laws())]
            case "period":
                return [("", self._periods())]
            case "tournament":
                return [("", self._tournaments())]
            case "director":
                return [("", self._directors())]
            case "state":
                return [("", self._states())]
        raise LookupError(name)

    def said(self) -> str:
        """Describe the filter in words: "last evening, Revoke, “dummy”"; "" without a filter."""
        names = {
            select["name"]: words
            for select in self.selects
            for _title, options in select["groups"]
            for _value, words, chosen in options
            if chosen
        }
        typed = self.sent.get("q", "")
        quoted = pgettext("quotation", "“{}”").format(typed)
        return ", ".join([*map(str, names.values()), *([quoted] if typed else [])])

    def _periods(self) -> list[tuple[str, Any]]:
        choices: list[tuple[str, Any]] = [(LAST_EVENING, _("Last evening"))]
        return choices + [(f"{month:%Y-%m}", date_format(month, "F Y").capitalize()) for month in self._months()]

    def _months(self) -> list[datetime.date]:
        """List the months with a call, the latest first.

        PostgreSQL truncates the times in the club's time zone, with an index. On SQLite Django would do this in Python
        for every row. There the query instead cuts the texts of the times, in UTC, and returns each beginning once: the
        month, or the minute on days on which another month may have begun in the club's time zone. Python converts
        these few.
        """
        calls = self.mine.order_by()
        if connections[calls.db].vendor == "postgresql":
            months = calls.annotate(month=TruncMonth("called_at")).values_list("month", flat=True).distinct()
            return sorted((month.date() for month in months), reverse=True)
        text = calls.annotate(at=Cast("called_at", TextField())).annotate(day=Substr("at", 9, 2))
        month, minute = Substr("at", 1, 7), Substr("at", 1, 16)
        inside = When(day__gte="02", day__lte="27", then=month)
        cut = text.values_list(Case(inside, default=minute), flat=True).distinct()
        found = set()
        for one in cut:
            moment = datetime.datetime.fromisoformat(one if len(one) > len("2026-11") else f"{one}-15")
            local = timezone.localtime(moment.replace(tzinfo=datetime.UTC))
            found.add(local.date().replace(day=1))
        return sorted(found, reverse=True)

    def _tournaments(self) -> list[tuple[str, Any]]:
        return [
            (str(key), f"{name}, {date_format(date, 'SHORT_DATE_FORMAT')}")
            for key, name, date in self._of_club(_CALLED)
        ]

    def _laws(self) -> list[tuple[str, Any]]:
        lists = self._of_club(_LAWS)
        numbers = sorted({number for numbers_of in lists if numbers_of for number in numbers_of.split()}, key=int)
        titles = {number: _(LAWS[number].title) for number in numbers if number in LAWS}
        law = _("Law %(number)s")
        return [
            (f"law:{one}", ", ".join([law % {"number": one}, *([titles[one]] if one in titles else [])]))
            for one in numbers
        ]

    def _directors(self) -> list[tuple[str, Any]]:
        went = User.objects.filter(pk__in=self._of_club(_WENT))
        return [(str(user.pk), person(user)) for user in sorted(went, key=lambda user: person(user).casefold())]

    def _of_club(self, rows: Prepared[Any]) -> list[Any]:
        return [] if self.club is None else rows(club=self.club.pk)

    def _states(self) -> list[tuple[str, Any]]:
        return [(value, words) for value, words in STATES]


class PeriodForm(FilterForm):
    """The period and the tournament of the figures."""

    chosen_among = ("period", "tournament")

    def tournaments(self) -> TournamentQuerySet:
        """Return the tournaments of the club that match the form."""
        tournaments, sent = Tournament.objects.in_club(self.club), self.sent
        if self.errors:
            return tournaments.none()
        if (period := sent.get("period")) == LAST_EVENING:
            tournaments = tournaments.filter(date=self.last_evening or datetime.date.min)
        elif period:
            begins, ends = _bounds(period)
            tournaments = tournaments.filter(date__gte=begins, date__lt=ends) if begins and ends else tournaments.none()
        if chosen := sent.get("tournament"):
            try:
                tournaments = tournaments.filter(pk=UUID(chosen))
            except ValueError:
                return tournaments.none()
        return tournaments

    @property
    def sent(self) -> dict[str, str]:
        return {name: value for name, value in super().sent.items() if name in self.chosen_among}


class CaseForm(FilterForm):
    """An irregularity, a law and words, to search the casebook, whose cases are anonymous."""

    chosen_among = ("what",)

    def cases(self, rulings: RulingQuerySet) -> RulingQuerySet:
        """Return the cases that match the form. The directors' free text is not searched, because it may name
        somebody."""
        if self.errors:
            return rulings.none()
        incidents, sent = self.mine.order_by(), self.sent
        if "what" in sent:
            incidents = self._what(incidents, sent["what"])
        if "q" in sent:
            incidents = cases_by(incidents, sent["q"])
        return rulings.filter(inquiry__incident__in=incidents.values("pk")) if sent else rulings

    @property
    def query(self) -> str:
        """The chosen values, as the beginning of a query string."""
        return f"{urlencode(self.sent)}&" if self.sent else ""

    @property
    def sent(self) -> dict[str, str]:
        return {name: value for name, value in super().sent.items() if name in (*self.chosen_among, "q")}


STATES: tuple[tuple[str, Any], ...] = (
    ("open", gettext_lazy("In progress")),
    ("waiting", gettext_lazy("To come back to")),
    ("ruled", gettext_lazy("Ruled")),
    ("appealed", gettext_lazy("Under appeal")),
    (APPEAL_DECIDED, gettext_lazy("Appeal decided")),
    (ANY_APPEAL, gettext_lazy("Appealed, whatever came of it")),
    ("final", gettext_lazy("Final")),
    ("withdrawn", gettext_lazy("Withdrawn")),
    (TO_REVIEW, gettext_lazy("To be reviewed")),
    (REVIEWED, gettext_lazy("Reviewed")),
    (ASKED, gettext_lazy("A question waits")),
)


def _kinds() -> list[tuple[str, Any]]:
    return [(f"tile:{tile.key}", tile.title) for tile in TILES if under(LAWS, tile.key)]


def _bounds(month: str) -> tuple[datetime.datetime | None, datetime.datetime | None]:
    """Return the first moments of a month, "2026-11", and of the next month; None twice for an invalid one."""
    if not re.fullmatch(r"\d{4}-\d{2}", month):
        return None, None
    year, number = map(int, month.split("-"))
    if not (1 <= number <= 12 and 1 <= year < datetime.MAXYEAR):
        return None, None
    following = (year, number + 1) if number < 12 else (year + 1, 1)
    begins, ends = (timezone.make_aware(datetime.datetime(*first, 1)) for first in ((year, number), following))
    return begins, ends
