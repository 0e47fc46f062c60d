"""What happens to a tournament while it runs."""

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Tournament
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.history import append, lock

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def begin_round(*, tournament: Tournament, number: int, by: "User") -> Tournament:
    """The tables move: this round is the current one from now on. Saying it twice does not start its clock again.

    :raises Refused: the tournament has no such round.
    """
    lock(tournament.pk)
    tournament = Tournament.objects.get(pk=tournament.pk)
    if tournament.current_round == number:
        return tournament
    if number < 1 or (tournament.rounds is not None and number > tournament.rounds):
        raise Refused(_("This tournament has no such round. Reload the page: it may have moved on."), "no_round")
    tournament.current_round = number
    tournament.round_started_at = clock.now()
    tournament.full_clean(exclude=["club"])
    tournament.save(update_fields=["current_round", "round_started_at"])
    append(tournament.pk, "round_begun", by=by, club=tournament.club_id, tournament=tournament, number=number)
    return tournament
