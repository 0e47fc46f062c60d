"""*Données des joueurs*: everything that the club stores about one player, for a manager to read out or erase."""

import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arbitrage.models import Club, Note
from arbitrage.pages.wording import notation as shown
from arbitrage.services import clock
from arbitrage.services.people import personal_data


def personal_page(club: Club, name: str) -> dict[str, Any]:
    """Build the page of a player's data. "places" are his tournaments, days and pairs. "words" are the free texts on
    his incidents, each with its reference, for a manager to read and erase. "nothing" is true if the club has no
    data."""
    data = personal_data.data_of(club, name)
    calls = {incident["reference"]: incident["id"] for incident in data["incidents"]}
    of_calls = Note.objects.filter(incident__in=calls.values(), erased=False).select_related("incident").order_by("pk")
    notes = {note.pk: note for note in (*of_calls, *personal_data.naming(club, name))}.values()
    return {
        "name": name,
        "places": [
            {
                "tournament": tournament["tournament"],
                "day": date_format(datetime.date.fromisoformat(tournament["date"]), "DATE_FORMAT"),
                "pair": shown.side(tournament["pair"][:2], "letter") + tournament["pair"][2:]
                if " " in tournament["pair"]
                else tournament["pair"],
                "name": tournament["name"],
                "licence": tournament["licence"],
            }
            for tournament in data["tournaments"]
        ],
        "calls": list(calls),
        "words": [{"note": note, "reference": note.incident.reference, "text": note.text} for note in notes],
        "conduct": data["conduct"] if isinstance(data["conduct"], int) else len(data["conduct"]),
        "nothing": not (data["tournaments"] or notes or data["conduct"]),
    }


def file_name(club: Club) -> str:
    """Build the name of the file with a person's data, without the person's name."""
    return "-".join([_("player"), club.slug, f"{clock.today():%Y-%m-%d}.json"])
