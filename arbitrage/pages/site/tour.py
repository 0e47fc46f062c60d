"""The five-minute tour of the demonstration: three moments, each with its page."""

from typing import Any

from django.urls import reverse

from arbitrage.models import Club, Incident, Tournament


def tour_page(club: Club, *, may_rule: bool) -> dict[str, Any]:
    """Build the page of the tour with the addresses of its pages; an address is "" if the demonstration no longer has
    such a page. A user who *may_rule* begins the inquiry; others see the call."""
    evening = Tournament.objects.filter(club=club, published_at=None).order_by("-date", "-pk").first()
    calls = Incident.objects.filter(tournament=evening, state=Incident.State.OPEN).order_by("number")
    scored = Incident.objects.filter(tournament__club=club, adjustments__isnull=False).order_by("number").first()
    board = scored.board_id if scored else None
    return {
        "room": _address("room", evening and evening.pk),
        "call": _address("what" if may_rule else "incident", call.pk) if (call := calls.first()) else "",
        "score": _address("score", scored and scored.pk),
        "ranking": _address("ranking", scored and scored.tournament_id),
        "board": _address("board", board),
        "report": _address("report", scored and scored.pk),
    }


def _address(name: str, pk: object) -> str:
    return reverse(name, args=[pk]) if pk else ""
