"""Tokens of links that give access without a password. They are computed from the secret key of the installation.

No token is stored: a page can compute a link again at any time, and a copy of the database contains no valid link.
"""

import uuid

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

INVITATION, BOARD, WALL, TABLE = "invitation", "board", "wall", "table"


def token(purpose: str, key: uuid.UUID) -> str:
    """Compute the secret part of a link's URL: 43 letters, digits, "-" and "_"."""
    return Signer(salt=f"arbitrage.{purpose}").signature(str(key))


def is_right(purpose: str, key: uuid.UUID, sent: str) -> bool:
    """Is this the token of that link?"""
    return constant_time_compare(sent, token(purpose, key))
