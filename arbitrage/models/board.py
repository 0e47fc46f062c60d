"""Boards with their hands, and the results scored on them."""

from typing import Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Prefetch, Q
from django.urls import reverse

from arbitrage.database.ids import uuid7
from arbitrage.models.club import ClubQuerySet
from arbitrage.models.tournament import Contestant, Section, Tournament

SEATS = ("N", "E", "S", "W")
# validated here, because SQLite does not check the range of an integer column as PostgreSQL does
LARGEST_NUMBER = 9999
NUMBERED = (MinValueValidator(1), MaxValueValidator(LARGEST_NUMBER))
LARGEST_SCORE = 32000
SCORED = (MinValueValidator(-LARGEST_SCORE), MaxValueValidator(LARGEST_SCORE))


class Seat(models.TextChoices):
    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


class Vulnerability(models.TextChoices):
    NONE = "None"
    NS = "NS"
    EW = "EW"
    ALL = "All"


class BoardQuerySet(ClubQuerySet["Board"]):
    to_club = "tournament__club"

    def with_results(self) -> Self:
        """Fetch the results with their pairs and players too, in a constant number of queries."""
        return self.prefetch_related(Prefetch("results", queryset=Result.objects.with_pairs()))


class Board(models.Model):
    """A board of a tournament. Dealer and vulnerability follow from the number (Law 2) unless the file has others.

    *deal* is PBN from North ("N:..."), "" when unknown. *double_dummy* is PBN's 20 hexadecimal digits (N, S, E, W; for
    each no trump, spades, hearts, diamonds, clubs), *par* PBN's optimum score ("NS 990").
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, db_index=False, related_name="boards")
    number = models.PositiveSmallIntegerField(validators=NUMBERED)
    dealer = models.CharField(max_length=1, choices=Seat.choices)
    vulnerability = models.CharField(max_length=4, choices=Vulnerability.choices)
    deal = models.CharField(max_length=80, blank=True)
    double_dummy = models.CharField(max_length=20, blank=True)
    par = models.CharField(max_length=40, blank=True)

    objects = BoardQuerySet.as_manager()

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_board_per_number"),
            models.CheckConstraint(condition=Q(dealer__in=Seat.values), name="a_board_has_a_dealer"),
            models.CheckConstraint(
                condition=Q(vulnerability__in=Vulnerability.values), name="a_board_has_a_vulnerability"
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    def get_absolute_url(self) -> str:
        return reverse("board", args=[self.pk])

    @property
    def dealt(self) -> str:
        """Deal, dealer and vulnerability in one text, everything on which the par depends: "N:... N All"."""
        return f"{self.deal} {self.dealer} {self.vulnerability}"


class MakeableTricksQuerySet(ClubQuerySet["MakeableTricks"]):
    to_club = "board__tournament__club"


class MakeableTricks(models.Model):
    """Tricks that each declarer of a board can make double dummy, computed by a solver where the file has none.

    *of* is the `Board.dealt` for which the tricks were computed; the row is stale once the board has another deal.
    *tricks* and *par* have the form of `Board.double_dummy` and `Board.par`, *by* names the solver. The row can be
    computed again at any time.
    """

    board = models.OneToOneField(Board, on_delete=models.CASCADE, primary_key=True, related_name="makeable")
    of = models.CharField(max_length=100)
    tricks = models.CharField(max_length=20)
    par = models.CharField(max_length=80, blank=True)
    by = models.CharField(max_length=60)

    objects = MakeableTricksQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "makeable tricks"

    def __str__(self) -> str:
        return f"{self.board_id}: {self.tricks}"


class ResultQuerySet(ClubQuerySet["Result"]):
    to_club = "board__tournament__club"

    def with_pairs(self) -> Self:
        """Fetch section, board, both pairs and their players too."""
        return self.select_related("section", "board", "ns", "ew").prefetch_related("ns__players", "ew__players")


class Result(models.Model):
    """One line of a traveller, as the club's scoring program recorded it. A ruling never changes the line; it adds an
    Adjustment.

    *contract* is "3NT" or "4Sx", without the declarer; *tricks* is the number of tricks that declarer's side won in
    all. *score* is from North-South's side; *score_ew* is East-West's score if it is not the opposite of *score*, else
    None. *ns_points* and *ew_points* are the points in the file, on the file's own scale. *table* is the table number
    in the file or, if the file has none, the number of the North-South pair, as usual in a Mitchell movement; *round*
    is empty when the file does not say. In an individual *seats* holds the ids of the four contestants in the order N,
    E, S, W, and *ns* and *ew* are empty. *auction* and *play* are calls and cards separated by spaces. *times* is the
    number of tables with this result, nearly always 1; a frequency table of a large field has one line for many tables.
    *key* identifies the line in a file that grows during the session. *form* is the form of a fouled board (Law 87);
    only lines of the same form are compared with each other. *award* is an adjusted score from the file, in the form of
    `rulings.scores.award.Award.as_json`, nearly always {}.
    """

    class Kind(models.TextChoices):
        PLAYED = "played"
        PASSED = "passed"
        ARTIFICIAL = "artificial"
        NOT_PLAYED = "not_played"
        UNREADABLE = "unreadable"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="results")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="results")
    table = models.PositiveSmallIntegerField(null=True, blank=True, validators=NUMBERED)
    round = models.PositiveSmallIntegerField(null=True, blank=True, validators=NUMBERED)
    ns = models.ForeignKey(Contestant, on_delete=models.CASCADE, null=True, blank=True, related_name="results_ns")
    ew = models.ForeignKey(Contestant, on_delete=models.CASCADE, null=True, blank=True, related_name="results_ew")
    seats = models.JSONField(default=list, blank=True)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PLAYED)
    contract = models.CharField(max_length=5, blank=True)
    declarer = models.CharField(max_length=1, choices=Seat.choices, blank=True)
    lead = models.CharField(max_length=2, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.SmallIntegerField(null=True, blank=True, validators=SCORED)
    score_ew = models.SmallIntegerField(null=True, blank=True, validators=SCORED)
    ns_percent = models.DecimalField(max_digits=5, decimal_places=2, null=True, blank=True)
    ew_percent = models.DecimalField(max_digits=5, decimal_places=2, null=True, blank=True)
    ns_points = models.DecimalField(max_digits=9, decimal_places=3, null=True, blank=True)
    ew_points = models.DecimalField(max_digits=9, decimal_places=3, null=True, blank=True)
    remark = models.CharField(max_length=200, blank=True)
    auction = models.TextField(blank=True)
    play = models.TextField(blank=True)
    times = models.PositiveSmallIntegerField(default=1, validators=NUMBERED)
    position = models.PositiveIntegerField(default=0)
    key = models.CharField(max_length=200, blank=True)
    award = models.JSONField(default=dict, blank=True)
    form = models.PositiveSmallIntegerField(default=1, validators=(MinValueValidator(1), MaxValueValidator(9)))

    objects = ResultQuerySet.as_manager()

    class Meta:
        ordering = ["board", "position"]
        constraints = [
            models.CheckConstraint(
                condition=Q(tricks__isnull=True) | Q(tricks__lte=13), name="a_declarer_wins_at_most_thirteen_tricks"
            ),
            models.CheckConstraint(
                condition=~Q(kind="played") | Q(score__isnull=False), name="a_result_that_was_played_has_a_score"
            ),
            models.CheckConstraint(
                condition=Q(contract="") | ~Q(declarer=""), name="a_contract_of_a_result_has_a_declarer"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.contract} {self.declarer}".strip()


class TypedLineQuerySet(ClubQuerySet["TypedLine"]):
    to_club = "tournament__club"


class TypedLine(models.Model):
    """A result that one side of a table has entered through its table sheet, and that the other side must confirm.

    *line* is the id of the Result. It is not a foreign key, so that deleting the Result has no effect here. *entry* has
    the entered result as plain values. *was* is the digest of the Result when the side entered *entry*; a later change
    of the Result makes the entry void.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, db_index=False, related_name="typed_lines")
    line = models.UUIDField()
    entry = models.JSONField()
    was = models.CharField(max_length=64)
    at = models.DateTimeField()

    objects = TypedLineQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["tournament", "line"], name="typed_line_by_its_line")]

    def __str__(self) -> str:
        return str(self.line)
