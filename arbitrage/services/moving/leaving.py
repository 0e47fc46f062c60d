"""The departure of a club to another installation. From then on the database refuses its events here."""

from django.db import DEFAULT_DB_ALIAS, transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Club, Event
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.record import club_rows, history


@transaction.atomic
def leave(*, club: Club, house: str, to: str = "") -> Club:
    """Close a club because it moves to the installation *house* (`replication.house`), and record this. Transactions
    that have begun are awaited; the database refuses later events. *to* is the new address for the members. A
    repetition changes nothing.

    :raises Refused: the club has moved to a different installation.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.moved_at is not None:
        if house_of(club) != house:
            raise Refused(_("This club has moved to another installation: bring it from there."), "moved")
        return club
    history.lock(club.pk)
    Club.objects.select_for_update().get(pk=club.pk)  # waits for transactions with an event of the club (`triggers`)
    club.moved_at, club.moved_to = clock.now(), to
    club.disabled_at = club.disabled_at or club.moved_at
    club.full_clean()
    club_rows.append(club, "club_left", by=None, rows=[club], disabled=True, house=house)
    club.save(update_fields=["moved_at", "moved_to", "disabled_at"])
    return club


@transaction.atomic
def stay(*, club: Club) -> Club:
    """Open a club again that was closed for its move and is at no other installation. A repetition changes nothing."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.moved_at is not None:
        settle(club)
        club.save(update_fields=["moved_at", "moved_to", "disabled_at"])
        club_rows.append(club, "club_stayed", by=None, rows=[club], disabled=club.disabled_at is not None)
    return club


def house_of(club: Club, alias: str = DEFAULT_DB_ALIAS) -> str:
    """Return the installation to which a club last moved, as recorded in a database; "" if it has never moved."""
    last = Event.objects.using(alias).filter(stream_id=club.pk, kind="club_left").order_by("-seq").first()
    return last.data["house"] if last is not None else ""


def settle(club: Club) -> None:
    """Clear the columns of the move, without saving the club. A club that was disabled before it left stays
    disabled."""
    if club.disabled_at == club.moved_at:
        club.disabled_at = None
    club.moved_at, club.moved_to = None, ""
