"""Checkpoints outside the database, and their comparison with the chains: they reveal a chain that was truncated,
removed or rewritten.

A checkpoint is a file of one day. It has a line of JSON for each event (`record.heads`), and one for each chain that
has grown without such a line: the id of the chain, the number and the hash of its last event, and its subject without
any person's name. Somebody with access to the database cannot change copies of these files elsewhere (on a USB stick,
in a mailbox).
"""

import datetime
import json
import os
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.database.paging import in_pages
from arbitrage.models import Event, Incident, RecordCheck, Stream
from arbitrage.server import program_files
from arbitrage.services import clock
from arbitrage.services.record.heads import folder, line, path_of_today


@dataclass(frozen=True)
class Seen:
    """A chain as it was on a *day*, after event *seq* of hash *head*. *about* is the subject of the chain, such as
    "R-2026-0147" or "tournament"."""

    stream: str
    seq: int
    head: str
    about: str
    day: str


A_WHILE = datetime.timedelta(days=2)
"""Period in which the checkpoint of an event may exist only on another web server."""


def write(where: Path | None = None) -> Path | None:
    """Write today's checkpoint for the chains that have grown since their last line, and return its path; None if no
    chain has grown.

    Events written by this server have a line already (`record.heads`); this adds those of other servers, and those
    whose line was lost in a power failure.
    """
    where = where or folder()
    where.mkdir(mode=0o700, parents=True, exist_ok=True)
    before = _witnessed(where)
    references = {
        incident.pk: incident.reference for incident in in_pages(Incident.objects.only("pk", "year", "number"))
    }
    lines = [
        line(stream.pk, stream.seq, stream.head, references.get(stream.pk, "tournament"))
        for stream in in_pages(Stream.objects.all())
        if stream.seq != before.get(str(stream.pk), 0)
    ]
    if not lines:
        return None
    path = path_of_today(where)
    # append, because the file has earlier lines of the day
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "a", encoding="utf-8") as file:
        file.write("".join(lines))
        file.flush()
        os.fsync(file.fileno())
    return path


def catch_up() -> None:
    """Write the missing checkpoints when the server starts, after a power failure or an adoption. If all checkpoints
    have disappeared, write none, so that `unwitnessed` reports it until somebody runs `manage.py checkpoint`."""
    if any(folder().glob("*.jsonl")) or not RecordCheck.objects.exists():
        write()


def unwitnessed() -> list[str]:
    """Return one sentence with the number of chains whose latest events have no checkpoint; [] without such chains.
    Events of the last two days are skipped, because their checkpoint may be on another server."""
    before, since = _witnessed(folder()), clock.now() - A_WHILE
    grown = [stream for stream in in_pages(Stream.objects.all()) if stream.seq > before.get(str(stream.pk), 0)]
    missing = 0
    for batch in _batches(grown):
        at = Event.objects.filter(stream__in=[stream.pk for stream in batch], at__lt=since).values_list(
            "stream_id", "seq"
        )
        old = {(key, seq) for key, seq in at}
        missing += sum((event.pk, before.get(str(event.pk), 0) + 1) in old for event in batch)
    if not missing:
        return []
    last = newest()
    sentence = (
        _("%(count)s chains have no proof outside the database, since %(day)s: “%(how)s” writes it.")
        if last
        else _(
            "%(count)s chains have no proof outside the database, for none is kept in %(folder)s: “%(how)s” writes it."
        )
    )
    return [sentence % {"count": missing, "day": last, "folder": folder(), "how": program_files.how("checkpoint")}]


def _witnessed(where: Path) -> dict[str, int]:
    """Return, by chain, the number of the last event with a line in the folder."""
    numbers: dict[str, int] = {}
    for seen in read(where):
        numbers[seen.stream] = max(seen.seq, numbers.get(seen.stream, 0))
    return numbers


def read(where: Path) -> Iterator[Seen]:
    """Read the checkpoints of a folder, oldest first; a line that cannot be read is left out."""
    for path in sorted(where.glob("*.jsonl")) if where.is_dir() else ():
        for text in path.read_text(encoding="utf-8").splitlines():
            try:
                fields = json.loads(text)
                yield Seen(
                    str(uuid.UUID(fields["stream"])), int(fields["seq"]), fields["head"], fields["about"], path.stem
                )
            except (ValueError, KeyError, TypeError, AttributeError):
                continue


def newest(where: Path | None = None) -> datetime.date | None:
    """Return the day of the last checkpoint; None when there is none."""
    days = sorted(path.stem for path in (where or folder()).glob("*.jsonl"))
    return datetime.date.fromisoformat(days[-1]) if days else None


@dataclass(frozen=True)
class Contradictions:
    """Chains that contradict a checkpoint, each with that line: missing, truncated, or rewritten."""

    gone: tuple[Seen, ...]
    cut: tuple[Seen, ...]
    rewritten: tuple[Seen, ...]

    def sentences(self) -> list[str]:
        kinds = (
            (_("%(chain)s: its whole chain is gone; it had %(seq)s events on %(day)s."), self.gone),
            (_("%(chain)s: event %(seq)s, there on %(day)s, was cut off."), self.cut),
            (_("%(chain)s: event %(seq)s is not the one that was there on %(day)s."), self.rewritten),
        )
        return [
            sentence % {"chain": chain(seen), "seq": seen.seq, "day": seen.day}
            for sentence, kind in kinds
            for seen in kind
        ]


def contradictions(where: Path | None = None) -> Contradictions:
    """Compare the chains with the checkpoints in a folder, by default in that of this installation."""
    gone: dict[str, Seen] = {}
    cut: dict[str, Seen] = {}
    rewritten: dict[str, Seen] = {}
    for batch in _batches(read(where or folder())):
        keys = {seen.stream for seen in batch}
        events = Event.objects.filter(stream_id__in=keys, seq__in={seen.seq for seen in batch})
        stored = {(str(stream), seq): head for stream, seq, head in events.values_list("stream_id", "seq", "hash")}
        there = {str(key) for key in Stream.objects.filter(pk__in=keys).values_list("pk", flat=True)}
        for seen in batch:
            if seen.stream not in there:
                gone[seen.stream] = seen
            elif (seen.stream, seen.seq) not in stored:
                cut.setdefault(seen.stream, seen)
            elif stored[seen.stream, seen.seq] != seen.head:
                rewritten.setdefault(seen.stream, seen)
    return Contradictions(tuple(gone.values()), tuple(cut.values()), tuple(rewritten.values()))


def chain(seen: Seen) -> str:
    """Return the subject of a chain, and its identifier."""
    about = pgettext("chain", "tournament") if seen.about == "tournament" else seen.about
    return f"{about} ({seen.stream})"


T = TypeVar("T")


def _batches(items: Iterable[T], size: int = 400) -> Iterator[list[T]]:
    batch: list[T] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
