"""Tokens of links that admit somebody: computed from the secret of the installation, and stored nowhere.

So a page can show a link again, and a copy of the database contains no link.
"""

import uuid

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

INVITATION, BOARD, WALL, TABLE = "invitation", "board", "wall", "table"


def token(purpose: str, key: uuid.UUID) -> str:
    """Compute the secret part of a link's address: 43 letters, digits, "-" and "_", which nobody can guess."""
    return Signer(salt=f"arbitrage.{purpose}").signature(str(key))


def is_right(purpose: str, key: uuid.UUID, sent: str) -> bool:
    """Is this the token of that link?"""
    return constant_time_compare(sent, token(purpose, key))
