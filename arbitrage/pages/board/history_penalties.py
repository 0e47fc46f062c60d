"""The events of a penalty in the history of a board."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from arbitrage.models import Board, Event, Penalty
from arbitrage.pages.wording.rankings import penalty_words


class PenaltyEntries:
    """Mixin of `History` for the entries of a penalty on *board*, whose tournament may have *several_sections*."""

    board: Board
    several_sections: bool

    @cached_property
    def penalties(self) -> dict[str, Penalty]:
        """The penalties on the board, read only when one is needed: few boards have any."""
        return {str(penalty.pk): penalty for penalty in Penalty.objects.filter(board=self.board).with_people()}

    def _penalty_given(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        penalty = self.penalties.get(data["penalty"])
        if penalty is None:
            return {}
        values = {"penalty": penalty_words(penalty, several_sections=self.several_sections)}
        return {
            "fact": _("Penalty: %(penalty)s") % values,
            "law": data["law"],
            "big": True,
            "void": penalty.state == Penalty.State.WITHDRAWN,
        }

    def _penalty_withdrawn(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        penalty = self.penalties.get(data["penalty"])
        if penalty is None:
            return {}
        words = _("It was: %(penalty)s.") % {"penalty": penalty_words(penalty, several_sections=self.several_sections)}
        return {"fact": _("Penalty withdrawn"), "words": words, "law": data["correction"]}
