"""What tables say by themselves from their sheets: why they call."""

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from arbitrage.models import Incident
from arbitrage.pages.code import for_players
from arbitrage.services.incidents import table_calls


def told_words(calls: Sequence[Incident]) -> dict[UUID, str]:
    """Write for each call that players have made what they say happened."""
    leaves = for_players.by_slug()
    return {
        key: _("The table says: %(case)s.") % {"case": leaves[about].title}
        if about in leaves
        else _("The table called by itself.")
        for key, about in table_calls.told_by_table(list(calls)).items()
    }
