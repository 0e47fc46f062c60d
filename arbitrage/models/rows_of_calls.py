"""Prepared queries of calls, of the rows that belong to them (answers, rulings, duties, scores, appeals), and of those
to which they belong (tournaments, clubs, boards, results)."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import Count, OuterRef, Subquery, UUIDField

from arbitrage.database.prepared import Prepared
from arbitrage.models.appeal import Appeal
from arbitrage.models.board import Board, Result
from arbitrage.models.club import Club
from arbitrage.models.incident import Adjustment, Answer, Duty, Incident, Inquiry, Ruling
from arbitrage.models.review import Remark, with_review
from arbitrage.models.tournament import PLAYERS_OF, Section, Tournament

ANSWERS_OF = Prepared(
    lambda of: Answer.objects.filter(inquiry__in=of).select_related("by").order_by("inquiry_id", "version"),
    of=[UUIDField()],
)
"""The answers of these inquiries, with their authors."""


RULINGS_OF = Prepared(lambda of: Ruling.objects.filter(inquiry__in=of), of=[UUIDField()])
SIGNED_RULINGS_OF = Prepared(lambda of: Ruling.objects.filter(inquiry__in=of).select_related("by"), of=[UUIDField()])
"""The rulings of these inquiries, with their authors"""
INQUIRIES_OF = Prepared(
    lambda of: Inquiry.objects.filter(incident__in=of),
    {
        "answers": ANSWERS_OF,
        "rulings": SIGNED_RULINGS_OF,
        "duties": Prepared(lambda of: Duty.objects.filter(inquiry__in=of), of=[UUIDField()]),
    },
    of=[UUIDField()],
)
"""The inquiries of these incidents, with their answers, rulings and duties."""
ADJUSTMENTS_OF = Prepared(lambda of: Adjustment.objects.filter(incident__in=of).select_related("by"), of=[UUIDField()])
PLAYERS_OF_RESULT = {f"result__{side}__players": PLAYERS_OF for side in ("ns", "ew")}


APPEALS_OF = Prepared(
    lambda of: (
        Appeal.objects.filter(incident__in=of)
        .select_related("decided_by", "by", "ruling", "adjustment__supersedes")
        .order_by("at", "pk")
    ),
    of=[UUIDField()],
)
SCORES_OF = Prepared(
    lambda results: Adjustment.objects.filter(result__in=results).select_related("by").order_by("at", "pk"),
    results=[UUIDField()],
)
CORRECTIONS_OF = Prepared(
    lambda calls: Remark.objects.filter(incident__in=calls, kind=Remark.Kind.CORRECTION, ruling__isnull=False),
    calls=[UUIDField()],
)
"""The typed reasons of rulings that replaced another one in these incidents"""
INQUIRIES_ON = Prepared(
    lambda result: (
        Inquiry.objects.filter(incident__result=result)
        .exclude(incident__state=Incident.State.WITHDRAWN)
        .exclude(stage=Inquiry.Stage.DROPPED)
        .select_related("incident")
        .order_by("incident__called_at", "-incident_id", "order")
    ),
    {"rulings": RULINGS_OF},
    result=UUIDField(),
)
CONFIRMED_ON = Prepared(
    lambda result: Adjustment.objects.confirmed().filter(result=result).order_by("result_id", "at", "pk")[:1],
    result=UUIDField(),
)


TOURNAMENTS = Prepared(lambda of: Tournament.objects.filter(pk__in=of).order_by(), of=[UUIDField()])
CLUBS = Prepared(lambda of: Club.objects.filter(pk__in=of).order_by(), of=[UUIDField()])
BOARDS = Prepared(lambda of: Board.objects.filter(pk__in=of).order_by(), of=[UUIDField()])
RESULTS = Prepared(lambda of: Result.objects.filter(pk__in=of).order_by(), of=[UUIDField()])


def put_places(calls: Sequence[Incident]) -> None:
    """Fetch the tournament, club, board and result of calls, except those that are loaded already."""
    for name, rows in (("tournament", TOURNAMENTS), ("club", CLUBS), ("board", BOARDS), ("result", RESULTS)):
        rows.put_forward(calls, name)


_SECTIONS = Section.objects.filter(tournament=OuterRef("tournament")).order_by().values("tournament")
_LISTED = Prepared(
    lambda of: (
        with_review(Incident.objects.filter(pk__in=of))
        .annotate(sections=Subquery(_SECTIONS.annotate(count=Count("pk")).values("count")))
        .select_related("section", "board", "opened_by", "attended_by")
        .order_by("-called_at", "-pk")
    ),
    {
        "inquiries": Prepared(
            lambda of: Inquiry.objects.filter(incident__in=of), {"rulings": SIGNED_RULINGS_OF}, of=[UUIDField()]
        )
    },
    of=[UUIDField()],
)


def listed(calls: Iterable[UUID]) -> list[Incident]:
    """Fetch these calls for the list of decisions, newest first, with everything that the list shows; *sections* is the
    number of sections of the tournament.

    Several small queries are used, because PostgreSQL took longer to plan one large join.
    """
    return _LISTED(of=calls)
