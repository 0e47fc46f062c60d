"""The links that let somebody in, as a page shows them: an address to send, a drawing to photograph."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from arbitrage.forms.members import ROLES
from arbitrage.models import Invitation, PlayerLink
from arbitrage.models.club import Role
from arbitrage.pages.people import contestant_words, players_words
from arbitrage.pages.qr import qr
from arbitrage.services import links


def shown(request: HttpRequest, invitations: Iterable[Invitation]) -> list[dict[str, Any]]:
    """The invitations that wait, each with its address and its drawing."""
    roles = dict(ROLES)
    return [
        {
            "id": one.pk,
            "club": one.club,
            "role": roles[Role(one.role)],
            "name": one.name,
            "until": one.expires_at,
            **_link(request, "invitation", links.INVITATION, one.pk),
        }
        for one in invitations
    ]


def links_shown(request: HttpRequest, found: Iterable[PlayerLink]) -> list[dict[str, Any]]:
    """The links to a board, each with its pair, its address and its drawing."""
    return [
        {
            "id": one.pk,
            "pair": contestant_words(one.contestant),
            "names": players_words(one.contestant),
            "until": one.expires_at,
            **_link(request, "player_board", links.BOARD, one.pk),
        }
        for one in found
    ]


def _link(request: HttpRequest, page: str, purpose: str, key: Any) -> dict[str, Any]:
    address = request.build_absolute_uri(reverse(page, args=[key, links.token(purpose, key)]))
    return {"address": address, "qr": qr(address)}
