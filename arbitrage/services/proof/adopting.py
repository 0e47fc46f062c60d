"""Recording of rows that an earlier version stored without events, once for each version. A second run changes
nothing."""

import hashlib
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Q
from django.utils import translation

from arbitrage.database.paging import in_pages
from arbitrage.models import Club, Duty, Event, Incident, Inquiry, Note, Tournament
from arbitrage.server import kept_files
from arbitrage.services.people import members
from arbitrage.services.record import club_rows, history, tournament_rows
from arbitrage.services.record.free_words import adopt_words
from arbitrage.services.record.history import record
from arbitrage.services.results import entering, penalties
from rulings.engine.roles import handed, key, with_roles


@dataclass(frozen=True)
class Adopted:
    """Numbers of adopted clubs and tournaments, of incidents whose free texts were adopted, and of open duties whose
    card was recorded."""

    clubs: int
    tournaments: int
    words: int
    cards: int

    def __bool__(self) -> bool:
        return bool(self.clubs or self.tournaments or self.words or self.cards)


def adopt_at_start() -> Adopted | None:
    """Adopt the rows of an earlier version; None if this version has done so since the last migration.

    The file ``DATA_DIR/adopted`` has a digest of the version and of the applied migrations with their times, which
    differs after an older database was restored.
    """
    done_for, now = Path(settings.DATA_DIR) / "adopted", _version_and_tables()
    if done_for.exists() and done_for.read_text(encoding="ascii") == now:
        return None
    adopted = adopt_everything()
    done_for.write_text(now, encoding="ascii")
    return adopted


def _version_and_tables() -> str:
    applied = MigrationRecorder(connection).applied_migrations().values()
    tables = sorted(f"{migration.app} {migration.name} {migration.applied.isoformat()}" for migration in applied)
    return hashlib.sha256("\n".join([kept_files.version(), *tables]).encode()).hexdigest()


def adopt_everything() -> Adopted:
    """Adopt clubs, tournaments, free texts and duties that are not in the chains yet, each in its own transaction."""
    whole = set(Event.objects.filter(incident=None, body__contains='"base":true').values_list("stream_id", flat=True))
    clubs = sum(_of_club(club) for club in in_pages(Club.objects.exclude(pk__in=whole)))
    rows = 0
    for tournament in in_pages(Tournament.objects.exclude(pk__in=whole)):
        with transaction.atomic(), translation.override(None):  # events are the same in every language
            known = entering.differences(tournament) + penalties.differences(tournament)
            rows += tournament_rows.adopt(tournament, known) is not None
    tied = sum(adopt_words(incident) is not None for incident in _with_untied_words())
    cards = 0
    open_cards = Duty.objects.filter(state=Duty.State.OPEN, about="", opens__startswith="50").order_by("pk")
    for duty in open_cards.select_related("inquiry__incident"):
        cards += _describe(duty)
    return Adopted(clubs, rows, tied, cards)


def _with_untied_words(size: int = 400) -> Iterator[Incident]:
    """Yield the incidents with a note that no event of their chain names, in three queries per *size* incidents."""
    piece: list[Incident] = []
    for incident in in_pages(Incident.objects.filter(notes__isnull=False).distinct()):
        piece.append(incident)
        if len(piece) == size:
            yield from _untied(piece)
            piece = []
    yield from _untied(piece)


def _untied(piece: list[Incident]) -> list[Incident]:
    keys = [incident.pk for incident in piece]
    naming = Q(body__contains='"digests"') | Q(body__contains='"erased"')
    tied: set[str] = set()
    for event in Event.objects.filter(naming, stream_id__in=keys):
        tied |= {*event.data.get("digests", ()), *event.data.get("erased", ())}
    notes = Note.objects.filter(incident__in=keys).values_list("incident_id", "pk")
    untied: set[uuid.UUID] = {incident for incident, note in notes if str(note) not in tied}
    return [incident for incident in piece if incident.pk in untied]


@transaction.atomic
def _of_club(club: Club) -> bool:
    with translation.override(None):
        return club_rows.adopt(club, members.differences(club)) is not None


@transaction.atomic
def _describe(duty: Duty) -> bool:
    """Record which card an open duty is about, from the facts that it passes on."""
    incident = duty.inquiry.incident
    history.lock(incident.pk)
    inquiry = Inquiry.objects.with_answers().get(pk=duty.inquiry_id)
    about = key(("owner", "card"), with_roles(handed(duty.hands, inquiry.known())))
    if about:
        record(incident, None, "duty_described", duty=duty.pk, inquiry=inquiry.pk, about=about)
    return bool(about)
