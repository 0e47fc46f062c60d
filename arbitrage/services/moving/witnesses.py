"""Checkpoints of an arriving club, in a copy of the other installation's folder: compared with its chains, and copied
into the folder of this installation."""

import uuid
from dataclasses import replace
from pathlib import Path

from arbitrage.models import Event
from arbitrage.services.proof import checkpoints
from arbitrage.services.record import heads


def problems(club: uuid.UUID, folder: Path) -> list[str]:
    """List the contradictions between the chains of a club and the checkpoints of a folder, without other clubs."""
    chains = _chains(club)
    every = checkpoints.contradictions(folder)
    of_club = replace(
        every,
        gone=(),  # these are chains of clubs that stay at the other installation
        cut=tuple(seen for seen in every.cut if seen.stream in chains),
        rewritten=tuple(seen for seen in every.rewritten if seen.stream in chains),
    )
    return of_club.sentences()


def take_over(club: uuid.UUID, folder: Path) -> int:
    """Add the checkpoints of a club to those of this installation, each to the file of its day; return their number."""
    chains, here = _chains(club), heads.folder()
    here.mkdir(mode=0o700, parents=True, exist_ok=True)
    there = {(seen.stream, seen.seq, seen.head) for seen in checkpoints.read(here)}
    count = 0
    for seen in checkpoints.read(folder):
        if seen.stream in chains and (seen.stream, seen.seq, seen.head) not in there:
            with (here / f"{seen.day}.jsonl").open("a", encoding="utf-8") as file:
                file.write(heads.line(uuid.UUID(seen.stream), seen.seq, seen.head, seen.about))
            count += 1
    return count


def _chains(club: uuid.UUID) -> set[str]:
    return {str(key) for key in Event.objects.filter(club=club).order_by().values_list("stream", flat=True).distinct()}
