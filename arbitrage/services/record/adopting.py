"""What an earlier version stored is taken into the chains: done once after each change of version, harmless again."""

from dataclasses import dataclass

from django.db import transaction

from arbitrage.models import Duty, Event, Incident, Inquiry, Tournament
from arbitrage.paging import in_pages
from arbitrage.services.record import history, index, tables
from arbitrage.services.record.history import record
from arbitrage.services.record.words import adopt_words
from arbitrage.services.results import entering, penalties
from rulings.engine.roles import handed, key, with_roles


@dataclass(frozen=True)
class Adopted:
    """How many were taken in: tournaments, incidents whose words were tied, open entries of cards."""

    tournaments: int
    words: int
    cards: int

    def __bool__(self) -> bool:
        return bool(self.tournaments or self.words or self.cards)


def adopt_everything() -> Adopted:
    """Take in what is not in the chains yet, an incident or a tournament at a time."""
    whole = set(Event.objects.filter(incident=None, body__contains='"base":true').values_list("stream_id", flat=True))
    rows = 0
    for tournament in in_pages(Tournament.objects.exclude(pk__in=whole)):
        with transaction.atomic():
            known = entering.differences(tournament) + penalties.differences(tournament)
            rows += tables.adopt(tournament, known) is not None
    tied = sum(
        adopt_words(incident) is not None
        for incident in in_pages(Incident.objects.filter(notes__isnull=False).distinct())
    )
    cards = 0
    open_cards = Duty.objects.filter(state=Duty.State.OPEN, about="", opens__startswith="50").order_by("pk")
    for duty in open_cards.select_related("inquiry__incident"):
        cards += _describe(duty)
    index.refresh_all()  # the words of this version
    return Adopted(rows, tied, cards)


@transaction.atomic
def _describe(duty: Duty) -> bool:
    """Say of an open entry which card it is for, from the facts that it hands on."""
    incident = duty.inquiry.incident
    history.lock(incident.pk)
    inquiry = Inquiry.objects.with_answers().get(pk=duty.inquiry_id)
    about = key(("owner", "card"), with_roles(handed(duty.hands, inquiry.known())))
    if about:
        record(incident, None, "duty_described", duty=duty.pk, inquiry=inquiry.pk, about=about)
    return bool(about)
