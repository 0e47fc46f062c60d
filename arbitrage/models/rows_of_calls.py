"""Prepared queries of the rows that belong to calls: answers, rulings, duties, scores and appeals."""

from django.db.models import UUIDField

from arbitrage.database.prepared import Prepared
from arbitrage.models.appeal import Appeal
from arbitrage.models.incident import Adjustment, Answer, Duty, Incident, Inquiry, Ruling
from arbitrage.models.tournament import PLAYERS_OF

ANSWERS_OF = Prepared(
    lambda of: Answer.objects.filter(inquiry__in=of).select_related("by").order_by("inquiry_id", "version"),
    of=[UUIDField()],
)
"""The answers of these inquiries, with their authors."""


RULINGS_OF = Prepared(lambda of: Ruling.objects.filter(inquiry__in=of), of=[UUIDField()])
INQUIRIES_OF = Prepared(
    lambda of: Inquiry.objects.filter(incident__in=of),
    {
        "answers": ANSWERS_OF,
        "rulings": Prepared(lambda of: Ruling.objects.filter(inquiry__in=of).select_related("by"), of=[UUIDField()]),
        "duties": Prepared(lambda of: Duty.objects.filter(inquiry__in=of), of=[UUIDField()]),
    },
    of=[UUIDField()],
)
"""The inquiries of these incidents, with their answers, rulings and duties."""
ADJUSTMENTS_OF = Prepared(lambda of: Adjustment.objects.filter(incident__in=of).select_related("by"), of=[UUIDField()])
PLAYERS_OF_RESULT = {f"result__{side}__players": PLAYERS_OF for side in ("ns", "ew")}


APPEALS_OF = Prepared(
    lambda calls: (
        Appeal.objects.filter(incident__in=calls)
        .select_related("decided_by", "by", "ruling", "adjustment__supersedes")
        .order_by("at", "pk")
    ),
    calls=[UUIDField()],
)
SCORES_OF = Prepared(
    lambda results: Adjustment.objects.filter(result__in=results).select_related("by").order_by("at", "pk"),
    results=[UUIDField()],
)
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
