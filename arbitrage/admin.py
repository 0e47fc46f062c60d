"""Read-only tables for the administrators of an installation; only accounts are edited here.

The services change a club's rows and record an event for each change; a row changed here would contradict the record.
Accounts are the exception, because the record does not contain them. An administrator sees the tournaments, decisions
and texts of a club only if he is a member of that club.
"""

from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from arbitrage.models.club import ClubQuerySet

if TYPE_CHECKING:
    LookedAt = admin.ModelAdmin[models.Model]
else:
    LookedAt = admin.ModelAdmin

SHOWN = {
    "Club": ("name", "city", "slug"),
    "Membership": ("user", "club", "role"),
    "Tournament": ("name", "date", "club"),
    "Incident": ("reference", "club", "state", "called_at"),
    "Event": ("at", "kind", "club", "stream", "seq", "hash"),
    "Stream": ("id", "seq", "head"),
    "Ruling": ("inquiry", "revision", "at"),
}
DOORS = {"pin"}
LEFT_OUT = {"Pairing", "ConductNote"}
"""Models without pages here: secrets, and notes on conduct, which need a permission of their own."""
OF_THE_INSTALLATION = {"Club", "Membership", "Invitation"}
"""Models that administrators see for every club: its existence, and its members."""
LATEST_FIRST = {"Event": ("-at", "stream", "-seq"), "Incident": ("-called_at",), "Tournament": ("-date",)}


def sign_in_at_the_door(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """Redirect to the sign-in page of the site, because the admin's own page does not ask for the second factor."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next", reverse("admin:index")))


admin.site.login = sign_in_at_the_door  # type: ignore[method-assign]


class Reading(LookedAt):
    """Admin pages of a model that can only be viewed. Its lists are paged, without a count of their millions of
    rows."""

    show_full_result_count = False
    list_per_page = 50
    actions = None

    def get_queryset(self, request: HttpRequest) -> Any:
        """Keep the rows of the administrator's own clubs; keep all rows of a model that belongs to no club."""
        rows = super().get_queryset(request)
        if self.model.__name__ in OF_THE_INSTALLATION or not isinstance(rows, ClubQuerySet):
            return rows
        return rows.for_user(request.user)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        """Return every field except secrets."""
        return [field for field in super().get_fields(request, obj) if field not in DOORS]

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


for model in apps.get_app_config("arbitrage").get_models():
    name = model.__name__
    if name in LEFT_OUT:
        continue
    shown = tuple(column for column in SHOWN.get(name, ("__str__",)))
    described = {"list_display": shown, "ordering": LATEST_FIRST.get(name, ("pk",))}
    relations = tuple(
        field.name for field in model._meta.get_fields() if isinstance(field, models.ForeignKey) and field.name in shown
    )
    if relations:
        described["list_select_related"] = relations
    admin.site.register(model, type(f"{name}Reading", (Reading,), described))
