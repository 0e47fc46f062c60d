"""Tournaments with their sections, contestants and players."""

from typing import Self

from django.db import models
from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import pgettext_lazy

from arbitrage.database.ids import uuid7
from arbitrage.database.prepared import Prepared
from arbitrage.models.club import Club, ClubQuerySet


class TournamentQuerySet(ClubQuerySet["Tournament"]):
    def with_contestants(self) -> Self:
        """Fetch sections, contestants and players too, always in four queries."""
        return self.prefetch_related(Prefetch("sections", queryset=Section.objects.with_contestants()))


class Tournament(models.Model):
    """One session of play: a date, a way of scoring, an edition of the Laws, and a correction period (Law 79C).

    *winners* is the number of rankings, 1 or 2, empty when the file does not say. A file with several sessions becomes
    several tournaments, distinguished by *source_session*; *source_digest* (SHA-256 of the file) identifies a file that
    was already imported. *method* is the scoring method, in the form of `rulings.scores.methods.Method.as_json`, {}
    when unknown. *rounds*, *current_round*, *round_started_at* and *round_minutes* are empty when unknown;
    *round_paused_at* is the time at which the clock was stopped, empty while it runs. *halves* is 2 when each match is
    played in two halves, and each half is then a round: rounds 1 and 2 are the first match, rounds 3 and 4 the second.
    *playing* maps the ids of the playing directors to those of their contestants. *published_at* is the time at which
    the scores were published; they can be corrected for *correction_minutes* after it.
    """

    class Scoring(models.TextChoices):
        MATCHPOINTS = "MP", pgettext_lazy("scoring", "matchpoints")
        BUTLER = "BUTLER", pgettext_lazy("scoring", "Butler")
        CROSS_IMPS = "CROSS_IMPS", pgettext_lazy("scoring", "cross-IMPs")
        IMPS = "IMPS", pgettext_lazy("scoring", "IMPs")
        BOARD_A_MATCH = "PAB", pgettext_lazy("scoring", "board-a-match")
        TOTAL = "TOTAL", pgettext_lazy("scoring", "total points")

    class Kind(models.TextChoices):
        PAIRS = "pairs"
        INDIVIDUAL = "individual"
        TEAMS = "teams"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="tournaments")
    name = models.CharField(max_length=200)
    date = models.DateField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PAIRS)
    scoring = models.CharField(max_length=10, choices=Scoring.choices, default=Scoring.MATCHPOINTS)
    winners = models.PositiveSmallIntegerField(null=True, blank=True)
    method = models.JSONField(default=dict, blank=True)
    edition = models.CharField(max_length=10, default="2017")
    rounds = models.PositiveSmallIntegerField(null=True, blank=True)
    halves = models.PositiveSmallIntegerField(default=1)
    current_round = models.PositiveSmallIntegerField(null=True, blank=True)
    round_started_at = models.DateTimeField(null=True, blank=True)
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    round_paused_at = models.DateTimeField(null=True, blank=True)
    playing = models.JSONField(default=dict, blank=True)
    correction_minutes = models.PositiveSmallIntegerField(default=30)
    published_at = models.DateTimeField(null=True, blank=True)
    source_name = models.CharField(max_length=255, blank=True)
    source_session = models.CharField(max_length=100, blank=True)
    source_digest = models.CharField(max_length=64, blank=True, editable=False)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "name", "pk"]
        indexes = [models.Index(fields=["club", "-date"], name="tournament_by_club_and_date")]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "source_digest", "source_session"],
                condition=~Q(source_digest=""),
                name="one_tournament_per_club_and_file",
            ),
            models.CheckConstraint(
                condition=Q(winners__isnull=True) | Q(winners__in=(1, 2)), name="a_session_has_one_or_two_rankings"
            ),
            models.CheckConstraint(condition=Q(halves__in=(1, 2)), name="a_match_has_one_or_two_halves"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("room", args=[self.pk])

    @cached_property
    def several_sections(self) -> bool:
        """Does the tournament have more than one section? Pages then name a table with the letter of its section."""
        fetched = vars(self).get("_prefetched_objects_cache", {}).get("sections")
        return len(_SOME_SECTIONS(tournament=self.pk) if fetched is None else fetched) > 1

    def match_of(self, round: int) -> int:
        """Return the number of the match that is played in a round: the number of the round, unless matches have two
        halves."""
        return (round - 1) // self.halves + 1

    def half_of(self, round: int) -> int:
        """Return which half of its match is played in a round: 1 or 2, always 1 without halves."""
        return (round - 1) % self.halves + 1

    def rounds_of_match(self, round: int) -> range:
        """Return all rounds of the match that is played in a round: two if matches have two halves, else one."""
        first = (self.match_of(round) - 1) * self.halves + 1
        return range(first, first + self.halves)


class SectionQuerySet(ClubQuerySet["Section"]):
    to_club = "tournament__club"

    def with_contestants(self) -> Self:
        """Fetch contestants and players too, in three queries."""
        return self.prefetch_related("contestants__players")


class Section(models.Model):
    """A section of the movement. *letter* is empty when the file has one unnamed section."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, db_index=False, related_name="sections")
    letter = models.CharField(max_length=30, blank=True)

    objects = SectionQuerySet.as_manager()

    class Meta:
        ordering = ["letter"]
        constraints = [models.UniqueConstraint(fields=["tournament", "letter"], name="one_section_per_letter")]

    def __str__(self) -> str:
        return self.letter


class ContestantQuerySet(ClubQuerySet["Contestant"]):
    to_club = "section__tournament__club"


class Contestant(models.Model):
    """A pair, or a player of an individual, under its number. *direction* is empty when the pair sits both ways.

    *position* is the place of the contestant in the file. *percentage*, *total* (points of the session) and *rank*
    ("2=") are copied from the file; *overall* is the file's percentage over several sessions, if the file ranks by it.
    A contestant without players was named only in the results of the file.
    """

    class Direction(models.TextChoices):
        NS = "NS"
        EW = "EW"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    section = models.ForeignKey(Section, on_delete=models.CASCADE, db_index=False, related_name="contestants")
    direction = models.CharField(max_length=2, choices=Direction.choices, blank=True)
    number = models.CharField(max_length=20)
    team = models.CharField(max_length=20, blank=True)
    position = models.PositiveSmallIntegerField(default=0)
    percentage = models.DecimalField(max_digits=5, decimal_places=2, null=True, blank=True)
    total = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True)
    rank = models.CharField(max_length=10, blank=True)
    overall = models.DecimalField(max_digits=5, decimal_places=2, null=True, blank=True)

    objects = ContestantQuerySet.as_manager()

    class Meta:
        ordering = ["section", "position", "-direction"]  # North-South first
        constraints = [
            models.UniqueConstraint(fields=["section", "direction", "number"], name="one_contestant_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.direction}".strip()


class PlayerQuerySet(ClubQuerySet["Player"]):
    to_club = "contestant__section__tournament__club"


class Player(models.Model):
    """A player of a pair. *order* 1 sits North or East, 2 sits South or West; from 3 on they are the further players of
    a team, who take turns.

    Players' names are stored here and nowhere else.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, db_index=False, related_name="players")
    order = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=200, blank=True)
    licence = models.CharField(max_length=30, blank=True)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["contestant_id", "order"]
        constraints = [models.UniqueConstraint(fields=["contestant", "order"], name="one_player_per_place_in_a_pair")]

    def __str__(self) -> str:
        return self.name


_SOME_SECTIONS = Prepared(
    lambda tournament: Section.objects.filter(tournament=tournament).order_by().values_list("pk", flat=True)[:2],
    tournament=models.UUIDField(),
)
PLAYERS_OF = Prepared(
    lambda of: Player.objects.filter(contestant__in=of).order_by("contestant_id", "order"), of=[models.UUIDField()]
)
"""The players of these pairs."""


class LineUpQuerySet(ClubQuerySet["LineUp"]):
    to_club = "contestant__section__tournament__club"


class LineUp(models.Model):
    """The two players of a team who play as one of its pairs in a round. Without a row, the first two players of the
    pair play.

    *players* has the ids of both, North or East first. A *final* line-up is known to the other team, and a change needs
    a reason.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, db_index=False, related_name="line_ups")
    round = models.PositiveSmallIntegerField()
    players = models.JSONField(default=list)
    final = models.BooleanField(default=False)

    objects = LineUpQuerySet.as_manager()

    class Meta:
        ordering = ["contestant_id", "round"]
        constraints = [models.UniqueConstraint(fields=["contestant", "round"], name="one_line_up_of_a_pair_in_a_round")]

    def __str__(self) -> str:
        return f"{self.contestant_id}: {self.round}"
