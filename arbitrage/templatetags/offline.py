"""Template tags with the data that a device stores for use without a network. They never contain a player's name."""

from collections.abc import Collection
from typing import TYPE_CHECKING
from uuid import UUID

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import mark_safe

from arbitrage.models import Incident, Inquiry, Tournament
from arbitrage.pages.devices import page_downloads
from arbitrage.pages.devices.offline_words import said
from arbitrage.server import kept_files

if TYPE_CHECKING:
    from django.contrib.auth.models import User

register = template.Library()


@register.simple_tag
def laws_address() -> str:
    """Return the URL from which a device loads the compiled laws, in the language of the page."""
    return reverse("offline_laws", args=[kept_files.version()])


@register.simple_tag
def device_says(name: str) -> str:
    """Return a sentence for the scripts in the browser, which fill in its `%(name)s` placeholders."""
    return said()[name]


@register.simple_tag
def room_along(tournament: Tournament, closed: Collection[UUID], reader: "User") -> str:
    return page_downloads.text_of(page_downloads.room(tournament, closed, reader))


@register.simple_tag
def incident_along(incident: Incident) -> str:
    return page_downloads.text_of(page_downloads.incident(incident))


@register.simple_tag
def device_walks() -> str:
    """Return the attribute of a question that lets the browser show the next question before the server has confirmed
    the answer (ADR 021); "" if DEVICE_WALKS is off."""
    return mark_safe(" data-walks") if settings.DEVICE_WALKS else ""


@register.simple_tag
def inquiry_along(inquiry: Inquiry) -> str:
    return page_downloads.text_of(
        {"incident": page_downloads.incident(inquiry.incident), "inquiry": page_downloads.inquiry(inquiry)}
    )
