"""Adoption of rows stored by an earlier version into the chains, at each start; a second run changes nothing."""

from dataclasses import dataclass

from django.db import transaction

from arbitrage.database.paging import in_pages
from arbitrage.models import Club, Duty, Event, Incident, Inquiry, Tournament
from arbitrage.services.people import members
from arbitrage.services.record import club_rows, history, incident_index, tournament_rows
from arbitrage.services.record.free_words import adopt_words
from arbitrage.services.record.history import record
from arbitrage.services.results import entering, penalties
from rulings.engine.roles import handed, key, with_roles


@dataclass(frozen=True)
class Adopted:
    """Counts of adopted clubs, tournaments, incidents whose words were tied, and open duties on cards."""

    clubs: int
    tournaments: int
    words: int
    cards: int

    def __bool__(self) -> bool:
        return bool(self.clubs or self.tournaments or self.words or self.cards)


def adopt_everything() -> Adopted:
    """Adopt clubs, tournaments and free words that are not in the chains yet, a transaction each."""
    whole = set(Event.objects.filter(incident=None, body__contains='"base":true').values_list("stream_id", flat=True))
    clubs = sum(_of_club(club) for club in in_pages(Club.objects.exclude(pk__in=whole)))
    rows = 0
    for tournament in in_pages(Tournament.objects.exclude(pk__in=whole)):
        with transaction.atomic():
            known = entering.differences(tournament) + penalties.differences(tournament)
            rows += tournament_rows.adopt(tournament, known) is not None
    tied = sum(
        adopt_words(incident) is not None
        for incident in in_pages(Incident.objects.filter(notes__isnull=False).distinct())
    )
    cards = 0
    open_cards = Duty.objects.filter(state=Duty.State.OPEN, about="", opens__startswith="50").order_by("pk")
    for duty in open_cards.select_related("inquiry__incident"):
        cards += _describe(duty)
    incident_index.refresh_all()  # in the words of this version
    return Adopted(clubs, rows, tied, cards)


@transaction.atomic
def _of_club(club: Club) -> bool:
    return club_rows.adopt(club, members.differences(club)) is not None


@transaction.atomic
def _describe(duty: Duty) -> bool:
    """Record which card an open duty is about, from the facts that it hands on."""
    incident = duty.inquiry.incident
    history.lock(incident.pk)
    inquiry = Inquiry.objects.with_answers().get(pk=duty.inquiry_id)
    about = key(("owner", "card"), with_roles(handed(duty.hands, inquiry.known())))
    if about:
        record(incident, None, "duty_described", duty=duty.pk, inquiry=inquiry.pk, about=about)
    return bool(about)
