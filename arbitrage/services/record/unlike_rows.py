"""Sentences about differences between stored rows and their events, in the active language.

A sentence names a row by its kind and its id, and a column by its name in the database.
"""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

KINDS = {
    "Adjustment": pgettext_lazy("row", "Adjustment"),
    "Answer": pgettext_lazy("row", "Answer"),
    "Appeal": pgettext_lazy("row", "Appeal"),
    "AppealSeat": pgettext_lazy("row", "AppealSeat"),
    "AppealWords": pgettext_lazy("row", "AppealWords"),
    "Board": pgettext_lazy("row", "Board"),
    "Club": pgettext_lazy("row", "Club"),
    "ConductNote": pgettext_lazy("row", "ConductNote"),
    "Contestant": pgettext_lazy("row", "Contestant"),
    "Duty": pgettext_lazy("row", "Duty"),
    "Incident": pgettext_lazy("row", "Incident"),
    "IndexEntry": pgettext_lazy("row", "IndexEntry"),
    "Inquiry": pgettext_lazy("row", "Inquiry"),
    "Invitation": pgettext_lazy("row", "Invitation"),
    "LineUp": pgettext_lazy("row", "LineUp"),
    "Member": pgettext_lazy("row", "Member"),
    "Membership": pgettext_lazy("row", "Membership"),
    "Note on conduct": pgettext_lazy("row", "Note on conduct"),
    "Penalty": pgettext_lazy("row", "Penalty"),
    "PlayerLink": pgettext_lazy("row", "PlayerLink"),
    "Remark": pgettext_lazy("row", "Remark"),
    "Result": pgettext_lazy("row", "Result"),
    "RightTold": pgettext_lazy("row", "RightTold"),
    "Ruling": pgettext_lazy("row", "Ruling"),
    "Section": pgettext_lazy("row", "Section"),
    "TableSheet": pgettext_lazy("row", "TableSheet"),
    "Tournament": pgettext_lazy("row", "Tournament"),
    "TypedLine": pgettext_lazy("row", "TypedLine"),
}


def named(kind: str, key: object = "") -> str:
    """Name a row: "Result 0190..."."""
    return f"{KINDS[kind]} {key}".rstrip()


def missing(kind: str, key: object) -> str:
    """Write that a row of the events is not stored."""
    return _("%(row)s: missing") % {"row": named(kind, key)}


def surplus(kind: str, key: object) -> str:
    """Write that a stored row is in no event."""
    return _("%(row)s: not in the record") % {"row": named(kind, key)}


def unlike(kind: str, key: object, columns: Iterable[str]) -> str:
    """Write in which columns a stored row differs from its events."""
    return _("%(row)s: %(columns)s") % {"row": named(kind, key), "columns": ", ".join(columns)}


def compared(kind: str, key: object, own: dict[str, Any] | None, other: dict[str, Any] | None) -> list[str]:
    """Compare a row of the events, *own*, with the stored row, *other*, which may lack columns; [] when they agree."""
    if own is None or other is None:
        return [missing(kind, key) if other is None else surplus(kind, key)]
    columns = sorted(name for name in own if name in other and own[name] != other[name])
    return [unlike(kind, key, columns)] if columns else []
