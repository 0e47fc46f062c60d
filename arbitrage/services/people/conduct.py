"""Notes on the conduct of players (Laws 74, 90, 91), which need a separate permission.

The club's chain contains the digest of a note; its text and the player's name are stored outside the chain, and can be
erased. Reports, lists of decisions, boards and exported files never contain a note.
"""

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Club, ConductNote, Event, Incident, Membership
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.record import club_rows, history, unlike_rows

if TYPE_CHECKING:
    from django.contrib.auth.models import User

NOTED, ERASED = "conduct_noted", "conduct_erased"


def member_with_right(club: Club, user: "User") -> Membership | None:
    """Return the membership that gives somebody the right to read the notes of a club; None without it."""
    return Membership.objects.filter(club=club, user=user, conduct=True, club__disabled_at=None).first()


def _digest(note: ConductNote) -> str:
    return history.digest(history.canonical([note.player, note.law, note.words]))


@transaction.atomic
def write(
    *, club: Club, law: str, words: str, by: "User", incident: Incident | None = None, player: str = ""
) -> ConductNote:
    """Write a note on an incident, or on a player by his name.

    :raises Refused: this person may not write notes, or neither an incident nor a player is given.
    """
    member = member_with_right(club, by)
    if member is None or not member.may_write_conduct:
        raise Refused(_("Only who has the right to it writes notes on conduct."), "no_right")
    if (incident is None) == (not player):
        raise Refused(_("Say which player it is about."), "nobody")
    note = ConductNote(club=club, incident=incident, player=player, law=law, words=words, by=by, at=clock.now())
    note.digest = _digest(note)
    note.full_clean()
    note.save()
    of = incident.pk if incident else None
    data: dict[str, Any] = {"note": note.pk, "law": law, "digest": note.digest, "of": of}
    club_rows.append(club, NOTED, by=by, rows=[note], **data)
    return note


@transaction.atomic
def erase(*, note: ConductNote, by: "User | None") -> ConductNote:
    """Delete the words and the name; the chain keeps the digest of the note. A repetition changes nothing."""
    history.lock(note.club_id)
    note = ConductNote.objects.get(pk=note.pk)
    if not note.erased:
        note.words, note.player, note.erased = "", "", True
        note.save(update_fields=["words", "player", "erased"])
        club_rows.append(note.club, ERASED, by=by, rows=[note], note=note.pk)
    return note


def differences(club: Club) -> list[str]:
    """List the differences between the notes of a club and its chain."""
    told: dict[str, Any] = {}
    for event in Event.objects.filter(stream_id=club.pk, kind__in=(NOTED, ERASED)).order_by("seq"):
        data = event.data
        told[data["note"]] = data["digest"] if event.kind == NOTED else None
    stored = {str(conduct_note.pk): conduct_note for conduct_note in ConductNote.objects.filter(club=club)}
    problems = []
    for key in sorted(told.keys() | stored.keys()):
        note = stored.get(key)
        if note is None or key not in told:
            problems.append((unlike_rows.missing if note is None else unlike_rows.surplus)("Note on conduct", key))
        elif note.erased != (told[key] is None) or (not note.erased and _digest(note) != told[key]):
            sentence = _("%(row)s: its words are not those that were recorded")
            problems.append(sentence % {"row": unlike_rows.named("Note on conduct", key)})
    return problems
