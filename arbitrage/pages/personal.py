"""Données des joueurs: everything that the club has of one player, as a manager reads it to him or erases it."""

import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arbitrage.models import Club, Note
from arbitrage.services import clock, people


def personal_page(club: Club, name: str) -> dict[str, Any]:
    """What the page of a player's data shows: "places" (tournament, day, pair), "words" (the free words of his
    incidents, each with its reference, to be read through and erased), "nothing"."""
    found = people.data_of(club, name)
    calls = {one["reference"]: one["id"] for one in found["incidents"]}
    notes = Note.objects.filter(incident__in=calls.values(), erased=False).select_related("incident").order_by("pk")
    return {
        "name": name,
        "places": [
            {
                "tournament": one["tournament"],
                "day": date_format(datetime.date.fromisoformat(one["date"]), "DATE_FORMAT"),
                "pair": one["pair"],
                "licence": one["licence"],
            }
            for one in found["tournaments"]
        ],
        "calls": list(calls),
        "words": [{"note": note, "reference": note.incident.reference, "text": note.text} for note in notes],
        "nothing": not found["tournaments"],
    }


def file_name(club: Club) -> str:
    """What the file of a person's data is called: nobody's name stands in it."""
    return f"{_('player')}-{club.slug}-{clock.today():%Y-%m-%d}.json"
