"""The events of an appeal in the history of a board."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.models import Appeal, AppealWords, Event, RightTold
from arbitrage.pages.wording import notation as shown


class AppealEntries:
    """Mixin of `History` for the entries of an appeal; *notes* are the free words of the board's incidents, by
    identifier."""

    notes: Mapping[str, str]

    def _right_told(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Told of the right to appeal"), "words": RightTold.Side(data["side"]).label, "law": "83"}

    def _appeal_requested(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        fact = _("Appeal by %(side)s") % {"side": shown.side(data["side"]) if data["side"] else _("the director")}
        return self._of(data) | {"fact": fact, "law": "92", "big": True}

    def _appeal_wished(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        fact = _("%(side)s asks to appeal, by its own link") % {"side": shown.side(data["side"])}
        return {"fact": fact, "law": "92", "words": _("The director notes it.")}

    def _appeal_refused(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._of(data) | {"fact": _("Appeal asked for, not heard"), "law": data["law"]}

    def _appeal_body_set(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._of(data) | {"fact": _("The appeal is heard by"), "words": Appeal.Body(data["heard_by"]).label}

    def _appeal_stated(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._of(data) | {"fact": AppealWords.Kind(data["kind"]).label}

    def _appeal_withdrawn(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._of(data) | {"fact": _("Appeal withdrawn"), "big": True}

    def _appeal_decided(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        fact = _("Appeal decided: %(outcome)s") % {"outcome": Appeal.Outcome(data["outcome"]).label}
        return self._of(data) | {"fact": fact, "law": data["law"], "big": True}

    def _appeal_carried_out(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._of(data) | {"fact": _("The decision of the appeal was carried out"), "law": "93"}

    def _of(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Build what every entry of an appeal shares: its page, and the words that were typed."""
        return {"to": reverse("appeal", args=[data["appeal"]]), "words": self.notes.get(data.get("note") or "", "")}
