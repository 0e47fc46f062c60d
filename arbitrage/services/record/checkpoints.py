"""What the chains were, kept outside the database: a tail cut off, a chain removed or written anew shows against it.

A checkpoint is a file of one day, a line of JSON for each chain that has grown since the one before: its identifier,
the number and the hash of its last event, and what it is about in a word without any name. Copies of these files
elsewhere (a stick, a mailbox) are witnesses that nobody with the database in hand can rewrite.
"""

import datetime
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from arbitrage.models import Event, Incident, Stream
from arbitrage.paging import in_pages
from arbitrage.services import clock


@dataclass(frozen=True)
class Seen:
    """A chain as it was on a *day*, after event *seq* of hash *head*. *about* is "R-2026-0147", "tournament"."""

    stream: str
    seq: int
    head: str
    about: str
    day: str


def folder() -> Path:
    """Where checkpoints are kept."""
    return Path(settings.DATA_DIR) / "checkpoints"


def write(where: Path | None = None) -> Path | None:
    """Write the checkpoint of today, of the chains that have grown since the last one; None when none has."""
    where = where or folder()
    where.mkdir(parents=True, exist_ok=True)
    before = {one.stream: one.seq for one in read(where)}
    references = {str(one.pk): one.reference for one in in_pages(Incident.objects.only("pk", "year", "number"))}
    lines = [
        json.dumps(
            {
                "stream": str(one.pk),
                "seq": one.seq,
                "head": one.head,
                "about": references.get(str(one.pk), "tournament"),
            }
        )
        for one in in_pages(Stream.objects.all())
        if one.seq != before.get(str(one.pk), 0)
    ]
    if not lines:
        return None
    path = where / f"{timezone.localdate(clock.now()):%Y-%m-%d}.jsonl"
    # Added to, never written over: what was witnessed this morning stays a witness tonight.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "a", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        os.fsync(file.fileno())
    return path


def read(where: Path) -> Iterator[Seen]:
    """What the checkpoints of a folder say, oldest first; a line that cannot be read is left out."""
    for path in sorted(where.glob("*.jsonl")) if where.is_dir() else ():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                said = json.loads(line)
                yield Seen(said["stream"], int(said["seq"]), said["head"], said["about"], path.stem)
            except (ValueError, KeyError, TypeError):
                continue


def newest(where: Path | None = None) -> datetime.date | None:
    """The day of the last checkpoint; None when there is none."""
    days = sorted(path.stem for path in (where or folder()).glob("*.jsonl"))
    return datetime.date.fromisoformat(days[-1]) if days else None


def contradictions(where: Path | None = None) -> list[str]:
    """Where the chains are not those that were witnessed, an English sentence each; [] when all agree."""
    found: list[str] = []
    for batch in _batches(read(where or folder())):
        stored = {
            (str(stream), seq): head
            for stream, seq, head in Event.objects.filter(
                stream_id__in={one.stream for one in batch}, seq__in={one.seq for one in batch}
            ).values_list("stream_id", "seq", "hash")
        }
        gone = {one.stream for one in batch} - {
            str(key) for key in Stream.objects.filter(pk__in={one.stream for one in batch}).values_list("pk", flat=True)
        }
        for one in batch:
            chain = f"{one.about} ({one.stream})"
            if one.stream in gone:
                found.append(f"{chain}: its whole chain is gone; it had {one.seq} events on {one.day}.")
            elif (one.stream, one.seq) not in stored:
                found.append(f"{chain}: event {one.seq}, there on {one.day}, was cut off.")
            elif stored[one.stream, one.seq] != one.head:
                found.append(f"{chain}: event {one.seq} is not the one that was there on {one.day}.")
    return list(dict.fromkeys(found))


def _batches(seen: Iterator[Seen], size: int = 400) -> Iterator[list[Seen]]:
    batch: list[Seen] = []
    for one in seen:
        batch.append(one)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
