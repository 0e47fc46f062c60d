"""Invitation links and players' links as a page shows them: an address to send, a QR code to scan."""

from collections.abc import Callable, Iterable
from typing import Any

from django.urls import reverse

from arbitrage.forms.club.members import ROLES
from arbitrage.models import Invitation, PlayerLink
from arbitrage.models.club import Role
from arbitrage.pages.wording.people import contestant_words, players_words
from arbitrage.pages.wording.qr_code import qr
from arbitrage.services.people import link_tokens

Whole = Callable[[str], str]
"""A function that makes the full URL of a path, with the host that the reader used."""


def shown(whole: Whole, invitations: Iterable[Invitation]) -> list[dict[str, Any]]:
    """List the waiting invitations, each with its address and QR code."""
    roles = dict(ROLES)
    return [
        {
            "id": invitation.pk,
            "club": invitation.club,
            "role": roles[Role(invitation.role)],
            "name": invitation.name,
            "until": invitation.expires_at,
            **_link(whole, "invitation", link_tokens.INVITATION, invitation.pk),
        }
        for invitation in invitations
    ]


def links_shown(whole: Whole, links: Iterable[PlayerLink]) -> list[dict[str, Any]]:
    """List the links to a board, each with its pair, address and QR code."""
    return [
        {
            "id": link.pk,
            "pair": contestant_words(link.contestant),
            "names": players_words(link.contestant),
            "until": link.expires_at,
            **_link(whole, "player_board", link_tokens.BOARD, link.pk),
        }
        for link in links
    ]


def _link(whole: Whole, page: str, purpose: str, key: Any) -> dict[str, Any]:
    address = whole(reverse(page, args=[key, link_tokens.token(purpose, key)]))
    return {"address": address, "qr": qr(address)}
