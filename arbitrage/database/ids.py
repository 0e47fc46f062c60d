"""Identifiers made where a row originates, an offline tablet included, so that a row sent twice is stored once."""

import os
import time
import uuid


def uuid7() -> uuid.UUID:
    """Make a new identifier that sorts by the time it was made (RFC 9562, version 7).

    48 bits of milliseconds, 12 bits of the fraction of that millisecond, 62 random bits: identifiers made one after the
    other in one process keep their order almost always, so indexes grow at their right end. No code relies on that
    order: rows that must be in order have a number.
    """
    milliseconds, nanoseconds = divmod(time.time_ns(), 1_000_000)
    fraction = (nanoseconds << 12) // 1_000_000
    noise = int.from_bytes(os.urandom(8), "big") & ((1 << 62) - 1)
    return uuid.UUID(int=(milliseconds & ((1 << 48) - 1)) << 80 | 0x7 << 76 | fraction << 64 | 0b10 << 62 | noise)
