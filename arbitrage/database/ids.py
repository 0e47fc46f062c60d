"""Identifiers of rows. Each is made where the row originates, also on an offline tablet, so that a row that is sent
twice is stored once."""

import os
import time
import uuid


def uuid7() -> uuid.UUID:
    """Make a new identifier that sorts by the time it was made (RFC 9562, version 7).

    It has 48 bits of milliseconds, 12 bits of the fraction of the millisecond, and 62 random bits. Successive
    identifiers of one process nearly always sort in order, so that indexes grow at their end. No code relies on this
    order; rows whose order matters have a number.
    """
    milliseconds, nanoseconds = divmod(time.time_ns(), 1_000_000)
    fraction = (nanoseconds << 12) // 1_000_000
    noise = int.from_bytes(os.urandom(8), "big") & ((1 << 62) - 1)
    return uuid.UUID(int=(milliseconds & ((1 << 48) - 1)) << 80 | 0x7 << 76 | fraction << 64 | 0b10 << 62 | noise)
