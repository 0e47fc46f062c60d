"""What a page carries for a device that may lose its network: data in its attributes, never a name of a player."""

from collections.abc import Collection
from typing import TYPE_CHECKING
from uuid import UUID

from django import template
from django.urls import reverse

from arbitrage.models import Incident, Inquiry, Tournament
from arbitrage.pages import along, compiled
from arbitrage.pages.offline_words import said

if TYPE_CHECKING:
    from django.contrib.auth.models import User

register = template.Library()


@register.simple_tag
def laws_address() -> str:
    """Where a device finds the laws in the language of the page."""
    return reverse("offline_laws", args=[compiled.version()])


@register.simple_tag
def device_says(name: str) -> str:
    """A sentence that scripts fill: what stands in `%(name)s` is theirs."""
    return said()[name]


@register.simple_tag
def room_along(tournament: Tournament, closed: Collection[UUID], reader: "User") -> str:
    return along.text_of(along.room(tournament, closed, reader))


@register.simple_tag
def incident_along(incident: Incident) -> str:
    return along.text_of(along.incident(incident))


@register.simple_tag
def inquiry_along(inquiry: Inquiry) -> str:
    return along.text_of({"incident": along.incident(inquiry.incident), "inquiry": along.inquiry(inquiry)})
