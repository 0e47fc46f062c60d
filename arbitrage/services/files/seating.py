"""Contestants of a tournament compared with those of a later file: new, renamed, or missing."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from django.db import models

from arbitrage.exchange.records import ContestantRecord, PlayerRecord, SectionRecord
from arbitrage.models import Contestant, Player, Section
from arbitrage.services.files import imports
from arbitrage.services.files.changes import Seated
from arbitrage.services.files.snapshot import Stored


class Room(imports.People):
    """The contestants of a tournament, and the changes that a file makes in them: added, renamed and missing ones."""

    def __init__(self, before: Stored, letters: Mapping[str, str]) -> None:
        super().__init__(before.tournament)
        self.letters = letters
        self.penalized = before.penalized
        self.seated: list[Seated] = []
        self.described: set[uuid.UUID] = set()
        self.changed: dict[uuid.UUID, Contestant] = {}
        self.changed_players: list[Player] = []
        self.removed: list[Contestant] = []
        for section in before.sections:
            self.sections[section.letter] = section
            for contestant in section.contestants.all():
                self.contestants[section.letter, contestant.direction, contestant.number] = contestant
        self.had = {row.pk for row in (*self.sections.values(), *self.contestants.values())}

    def find_removed(self, records: Iterable[SectionRecord], referred: Collection[uuid.UUID]) -> None:
        """Find the contestants that are missing from the file's list of participants and to whom no line or penalty
        refers."""
        kept = self.described | set(referred) | self.penalized
        listed = {self._section(record.letter).letter for record in records if record.contestants}
        for (letter, _direction, _number), contestant in self.contestants.items():
            if letter in listed and contestant.pk in self.had and contestant.pk not in kept:
                self.removed.append(contestant)
                self.seated.append(_told("removed", contestant, _names(contestant.players.all()), ""))

    def new(self) -> list[models.Model]:
        """List the sections and contestants that are new in the tournament."""
        return [row for row in (*self.sections.values(), *self.contestants.values()) if row.pk not in self.had]

    def name_players(self) -> None:
        """Store the new names of existing players, of which the record has only a digest."""
        Contestant.objects.bulk_update(list(self.changed.values()), ["team"], batch_size=200)
        Player.objects.bulk_update(self.changed_players, ["name", "licence"], batch_size=200)

    def _section(self, letter: str) -> Section:
        letter = imports.fit(letter, Section, "letter")
        return super()._section(self.letters.get(letter, letter))

    def _contestant(self, letter: str, direction: str, number: str, team: str, position: int) -> Contestant:
        contestant = self.contestants.get((letter, direction, number)) or self._turned(letter, direction, number)
        if contestant is None:
            contestant = super()._contestant(letter, direction, number, team, position)
            if not position:  # a contestant that only results name
                self.seated.append(_told("added", contestant, "", ""))
        elif team and contestant.team != imports.fit(team, Contestant, "team"):
            contestant.team = imports.fit(team, Contestant, "team")
            self.changed[contestant.pk] = contestant
        return contestant

    def _turned(self, letter: str, direction: str, number: str) -> Contestant | None:
        """Return the contestant that the tournament has under this number in another direction only, and give it the
        direction of the file; None if there is none."""
        others = [way for way in ("", *Contestant.Direction.values) if way != direction] if not direction else [""]
        had = [(letter, way, number) for way in others if (letter, way, number) in self.contestants]
        if len(had) != 1 or self.contestants[had[0]].pk in self.described:
            return None
        contestant = self.contestants.pop(had[0])
        self.contestants[letter, direction, number] = contestant
        contestant.direction = direction
        if contestant.pk in self.had:
            self.changed[contestant.pk] = contestant
        return contestant

    def _describe(self, contestant: Contestant, record: ContestantRecord) -> None:
        if contestant.pk not in self.had:
            if contestant.pk not in self.described:
                super()._describe(contestant, record)
                self.seated.append(_told("added", contestant, "", _names(record.players)))
        else:
            self._name(contestant, record.players)
            for name, value in imports.placed(record).items():
                if value not in (None, "") and value != getattr(contestant, name):
                    setattr(contestant, name, value)
                    self.changed[contestant.pk] = contestant
        self.described.add(contestant.pk)

    def _name(self, contestant: Contestant, records: Sequence[PlayerRecord]) -> None:
        """Take the players' names from the file, in any order; names that the file lacks stay."""
        had: list[Player] = list(contestant.players.all())
        was = _names(had)
        known = {player.name.casefold(): player for player in had if player.name}
        reordered = {record.name.casefold() for record in records} == set(known) and len(known) == len(had)
        for order, record in enumerate(records, 1):
            player = known[record.name.casefold()] if reordered else next((p for p in had if p.order == order), None)
            new = imports.player_of(contestant, order, record)
            if player is None:
                had.append(new)
                self.players.append(new)
                continue
            name, licence = player.name if reordered else new.name or player.name, new.licence or player.licence
            if (name, licence) != (player.name, player.licence):
                player.name, player.licence = name, licence
                self.changed_players.append(player)
        had.sort(key=lambda player: player.order)
        now = _names(had)
        if was != now:
            self.seated.append(_told("renamed", contestant, was, now))


def _told(what: Literal["added", "renamed", "removed"], contestant: Contestant, was: str, now: str) -> Seated:
    return Seated(what, contestant.section.letter, contestant.number, contestant.direction, was, now)


def _names(players: Iterable[Player | PlayerRecord]) -> str:
    return " / ".join(player.name for player in players if player.name)
