from importlib import import_module

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import arbitrage.database.ids
from arbitrage.database.tables_at_once import TablesAtOnce

APPEND_ONLY = import_module(f"{__package__}.0002_append_only")
ROWS_OF_A_KIND = import_module(f"{__package__}.0017_rows_of_a_kind")


class Migration(migrations.Migration):
    """The tables as migrations 0001 to 0017 leave them, created at once in an empty database.

    A database with only some of these migrations applies the missing ones instead. The changes that they make to
    existing rows are left out here, because an empty database has none.
    """

    initial = True

    replaces = [
        ("arbitrage", "0001_the_record"),
        ("arbitrage", "0002_append_only"),
        ("arbitrage", "0003_places_of_the_file"),
        ("arbitrage", "0004_a_card_to_come_back_for"),
        ("arbitrage", "0005_regulations_of_the_club"),
        ("arbitrage", "0006_index_of_the_incidents"),
        ("arbitrage", "0007_the_room"),
        ("arbitrage", "0008_regulations_by_date"),
        ("arbitrage", "0009_remarks_on_a_decision"),
        ("arbitrage", "0010_checks_of_the_record"),
        ("arbitrage", "0011_ordering_of_rows"),
        ("arbitrage", "0012_people"),
        ("arbitrage", "0013_appeals"),
        ("arbitrage", "0014_indexes_that_others_begin_with"),
        ("arbitrage", "0015_north_south_first"),
        ("arbitrage", "0016_ordered_by_keys"),
        ("arbitrage", "0017_rows_of_a_kind"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),  # after ours, SQLite would rebuild our tables for it
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                ("city", models.CharField(blank=True, max_length=100)),
                ("slug", models.SlugField(max_length=60, unique=True)),
                (
                    "language",
                    models.CharField(choices=[("fr", "French"), ("en", "English")], default="fr", max_length=2),
                ),
                ("regulations", models.JSONField(blank=True, default=list)),
                ("disabled_at", models.DateTimeField(blank=True, null=True)),
                ("link_days", models.PositiveSmallIntegerField(default=30)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="RecordCheck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("events", models.PositiveIntegerField()),
                ("chains", models.PositiveIntegerField()),
                ("seal", models.CharField(max_length=64)),
                ("problems", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Stream",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("head", models.CharField(blank=True, max_length=64)),
                ("seq", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="arbitrage.club"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("director", "Director"),
                            ("manager", "Manager"),
                            ("reviewer", "Reviewer"),
                            ("reader", "Reader"),
                        ],
                        max_length=10,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=100)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "used_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["club_id", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["director", "manager", "reviewer", "reader"])),
                        name="an_invitation_has_a_known_role",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="arbitrage.club",
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("director", "Director"),
                            ("manager", "Manager"),
                            ("reviewer", "Reviewer"),
                            ("reader", "Reader"),
                        ],
                        max_length=10,
                    ),
                ),
                ("conduct", models.BooleanField(default=False)),
                ("pin", models.CharField(blank=True, max_length=128)),
                ("pin_failures", models.PositiveSmallIntegerField(default=0)),
                ("pin_locked_until", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["club_id", "user_id"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="one_membership_per_user_and_club"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["director", "manager", "reviewer", "reader"])),
                        name="a_member_has_a_known_role",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="club",
            name="members",
            field=models.ManyToManyField(
                related_name="clubs", through="arbitrage.Membership", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("code", models.CharField(max_length=8, unique=True)),
                ("session", models.CharField(max_length=64)),
                ("expires_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="arbitrage.club",
                    ),
                ),
                (
                    "approved_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("opened_until", models.DateTimeField(blank=True, null=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="arbitrage.club",
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                ("date", models.DateField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("pairs", "Pairs"), ("individual", "Individual"), ("teams", "Teams")],
                        default="pairs",
                        max_length=10,
                    ),
                ),
                (
                    "scoring",
                    models.CharField(
                        choices=[
                            ("MP", "matchpoints"),
                            ("BUTLER", "Butler"),
                            ("CROSS_IMPS", "cross-IMPs"),
                            ("IMPS", "IMPs"),
                            ("PAB", "board-a-match"),
                            ("TOTAL", "total points"),
                        ],
                        default="MP",
                        max_length=10,
                    ),
                ),
                ("winners", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("method", models.JSONField(blank=True, default=dict)),
                ("edition", models.CharField(default="2017", max_length=10)),
                ("rounds", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("current_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("round_started_at", models.DateTimeField(blank=True, null=True)),
                ("round_minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("round_paused_at", models.DateTimeField(blank=True, null=True)),
                ("playing", models.JSONField(blank=True, default=dict)),
                ("correction_minutes", models.PositiveSmallIntegerField(default=30)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("source_name", models.CharField(blank=True, max_length=255)),
                ("source_session", models.CharField(blank=True, max_length=100)),
                ("source_digest", models.CharField(blank=True, editable=False, max_length=64)),
            ],
            options={
                "ordering": ["-date", "name", "pk"],
                "indexes": [models.Index(fields=["club", "-date"], name="tournament_by_club_and_date")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("source_digest", ""), _negated=True),
                        fields=("club", "source_digest", "source_session"),
                        name="one_tournament_per_club_and_file",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("winners__isnull", True), ("winners__in", (1, 2)), _connector="OR"),
                        name="a_session_has_one_or_two_rankings",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Board",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="boards",
                        to="arbitrage.tournament",
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9999),
                        ]
                    ),
                ),
                (
                    "dealer",
                    models.CharField(
                        choices=[("N", "North"), ("E", "East"), ("S", "South"), ("W", "West")], max_length=1
                    ),
                ),
                (
                    "vulnerability",
                    models.CharField(
                        choices=[("None", "None"), ("NS", "Ns"), ("EW", "Ew"), ("All", "All")], max_length=4
                    ),
                ),
                ("deal", models.CharField(blank=True, max_length=80)),
                ("double_dummy", models.CharField(blank=True, max_length=20)),
                ("par", models.CharField(blank=True, max_length=40)),
            ],
            options={
                "ordering": ["tournament_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="one_board_per_number"),
                    models.CheckConstraint(
                        condition=models.Q(("dealer__in", ["N", "E", "S", "W"])), name="a_board_has_a_dealer"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("vulnerability__in", ["None", "NS", "EW", "All"])),
                        name="a_board_has_a_vulnerability",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Section",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sections",
                        to="arbitrage.tournament",
                    ),
                ),
                ("letter", models.CharField(blank=True, max_length=30)),
            ],
            options={
                "ordering": ["letter"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "letter"), name="one_section_per_letter")
                ],
            },
        ),
        migrations.CreateModel(
            name="Contestant",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="contestants",
                        to="arbitrage.section",
                    ),
                ),
                ("direction", models.CharField(blank=True, choices=[("NS", "Ns"), ("EW", "Ew")], max_length=2)),
                ("number", models.CharField(max_length=20)),
                ("team", models.CharField(blank=True, max_length=20)),
                ("position", models.PositiveSmallIntegerField(default=0)),
                ("percentage", models.DecimalField(blank=True, decimal_places=2, max_digits=5, null=True)),
                ("total", models.DecimalField(blank=True, decimal_places=6, max_digits=12, null=True)),
                ("rank", models.CharField(blank=True, max_length=10)),
                ("overall", models.DecimalField(blank=True, decimal_places=2, max_digits=5, null=True)),
            ],
            options={
                "ordering": ["section", "position", "-direction"],
                "constraints": [
                    models.UniqueConstraint(fields=("section", "direction", "number"), name="one_contestant_per_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "contestant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="arbitrage.contestant",
                    ),
                ),
                ("order", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, max_length=200)),
                ("licence", models.CharField(blank=True, max_length=30)),
            ],
            options={
                "ordering": ["contestant_id", "order"],
                "constraints": [
                    models.UniqueConstraint(fields=("contestant", "order"), name="one_player_per_place_in_a_pair")
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerLink",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="player_links", to="arbitrage.club"
                    ),
                ),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="player_links", to="arbitrage.board"
                    ),
                ),
                (
                    "contestant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="arbitrage.contestant"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["board_id", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="results", to="arbitrage.board"
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="results", to="arbitrage.section"
                    ),
                ),
                (
                    "table",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9999),
                        ],
                    ),
                ),
                (
                    "round",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9999),
                        ],
                    ),
                ),
                (
                    "ns",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results_ns",
                        to="arbitrage.contestant",
                    ),
                ),
                (
                    "ew",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results_ew",
                        to="arbitrage.contestant",
                    ),
                ),
                ("seats", models.JSONField(blank=True, default=list)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("played", "Played"),
                            ("passed", "Passed"),
                            ("artificial", "Artificial"),
                            ("not_played", "Not Played"),
                            ("unreadable", "Unreadable"),
                        ],
                        default="played",
                        max_length=10,
                    ),
                ),
                ("contract", models.CharField(blank=True, max_length=5)),
                (
                    "declarer",
                    models.CharField(
                        blank=True, choices=[("N", "North"), ("E", "East"), ("S", "South"), ("W", "West")], max_length=1
                    ),
                ),
                ("lead", models.CharField(blank=True, max_length=2)),
                ("tricks", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "score",
                    models.SmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(-32000),
                            django.core.validators.MaxValueValidator(32000),
                        ],
                    ),
                ),
                (
                    "score_ew",
                    models.SmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(-32000),
                            django.core.validators.MaxValueValidator(32000),
                        ],
                    ),
                ),
                ("ns_percent", models.DecimalField(blank=True, decimal_places=2, max_digits=5, null=True)),
                ("ew_percent", models.DecimalField(blank=True, decimal_places=2, max_digits=5, null=True)),
                ("ns_points", models.DecimalField(blank=True, decimal_places=3, max_digits=9, null=True)),
                ("ew_points", models.DecimalField(blank=True, decimal_places=3, max_digits=9, null=True)),
                ("remark", models.CharField(blank=True, max_length=200)),
                ("auction", models.TextField(blank=True)),
                ("play", models.TextField(blank=True)),
                (
                    "times",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9999),
                        ],
                    ),
                ),
                ("position", models.PositiveIntegerField(default=0)),
                ("key", models.CharField(blank=True, max_length=200)),
                ("award", models.JSONField(blank=True, default=dict)),
                (
                    "form",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9),
                        ],
                    ),
                ),
            ],
            options={
                "ordering": ["board", "position"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("tricks__isnull", True), ("tricks__lte", 13), _connector="OR"),
                        name="a_declarer_wins_at_most_thirteen_tricks",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "played"), _negated=True), ("score__isnull", False), _connector="OR"
                        ),
                        name="a_result_that_was_played_has_a_score",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("contract", ""), models.Q(("declarer", ""), _negated=True), _connector="OR"
                        ),
                        name="a_contract_of_a_result_has_a_declarer",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Incident",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="incidents",
                        to="arbitrage.club",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="incidents", to="arbitrage.tournament"
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="incidents",
                        to="arbitrage.section",
                    ),
                ),
                (
                    "table",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9999),
                        ],
                    ),
                ),
                (
                    "round",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9999),
                        ],
                    ),
                ),
                (
                    "board",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="incidents",
                        to="arbitrage.board",
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="incidents",
                        to="arbitrage.result",
                    ),
                ),
                ("year", models.PositiveSmallIntegerField()),
                ("number", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("waiting", "Waiting"),
                            ("ruled", "Ruled"),
                            ("appealed", "Appealed"),
                            ("final", "Final"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("called_at", models.DateTimeField()),
                (
                    "called_by",
                    models.CharField(
                        blank=True, choices=[("N", "North"), ("E", "East"), ("S", "South"), ("W", "West")], max_length=1
                    ),
                ),
                (
                    "opened_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "attended_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("attended_at", models.DateTimeField(blank=True, null=True)),
                ("disputed", models.BooleanField(default=False)),
                ("evidence", models.TextField(blank=True)),
                ("words", models.TextField(blank=True)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["-called_at", "-pk"],
                "indexes": [
                    models.Index(fields=["club", "-called_at"], name="incident_by_club_and_time"),
                    models.Index(fields=["club", "tournament", "state"], name="incident_by_club_and_state"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "year", "number"), name="one_incident_per_number_and_year"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ("open", "waiting", "ruled", "appealed", "final", "withdrawn"))
                        ),
                        name="an_incident_has_a_known_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table__isnull", True), ("table__gte", 1), _connector="OR"),
                        name="tables_count_from_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("result__isnull", True), ("board__isnull", False), _connector="OR"),
                        name="an_incident_with_a_result_has_its_board",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "incident",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="adjustments", to="arbitrage.incident"
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="adjustments", to="arbitrage.result"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("played", "Played"),
                            ("transfer", "Transfer"),
                            ("equity", "Equity"),
                            ("assigned", "Assigned"),
                            ("weighted", "Weighted"),
                            ("split", "Split"),
                            ("artificial", "Artificial"),
                        ],
                        max_length=12,
                    ),
                ),
                ("award", models.JSONField()),
                ("law", models.CharField(max_length=100)),
                ("by_hand", models.BooleanField(default=False)),
                ("reason", models.TextField(blank=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("basis", models.CharField(max_length=64)),
                ("seen", models.CharField(max_length=64)),
                (
                    "supersedes",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="superseded_by",
                        to="arbitrage.adjustment",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("confirmed", "Confirmed"), ("superseded", "Superseded")],
                        default="confirmed",
                        max_length=10,
                    ),
                ),
                ("entered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "entered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["result_id", "at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "confirmed")),
                        fields=("result",),
                        name="one_confirmed_adjustment_per_result",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="IndexEntry",
            fields=[
                (
                    "incident",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="index",
                        serialize=False,
                        to="arbitrage.incident",
                    ),
                ),
                ("words", models.TextField(blank=True)),
                ("situation", models.TextField(blank=True)),
                ("laws", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "verbose_name_plural": "index entries",
            },
        ),
        migrations.CreateModel(
            name="Inquiry",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "incident",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="inquiries",
                        to="arbitrage.incident",
                    ),
                ),
                ("order", models.PositiveSmallIntegerField()),
                ("law", models.CharField(max_length=20)),
                ("edition", models.CharField(default="2017", max_length=10)),
                ("facts", models.JSONField(blank=True, default=dict)),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("asking", "questions to answer"),
                            ("waiting", "waiting"),
                            ("ruled", "ruled"),
                            ("dropped", "opened by mistake"),
                        ],
                        default="asking",
                        max_length=8,
                    ),
                ),
            ],
            options={
                "ordering": ["incident_id", "order"],
                "constraints": [
                    models.UniqueConstraint(fields=("incident", "order"), name="one_inquiry_per_place_in_an_incident"),
                    models.CheckConstraint(
                        condition=models.Q(("stage__in", ("asking", "waiting", "ruled", "dropped"))),
                        name="an_inquiry_has_a_known_stage",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "incident",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="notes", to="arbitrage.incident"
                    ),
                ),
                ("text", models.TextField(blank=True)),
                ("digest", models.CharField(max_length=64)),
                ("erased", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["incident_id", "id"],
            },
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="penalties", to="arbitrage.tournament"
                    ),
                ),
                (
                    "contestant",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="arbitrage.contestant",
                    ),
                ),
                ("team", models.CharField(blank=True, max_length=20)),
                (
                    "incident",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="arbitrage.incident",
                    ),
                ),
                (
                    "board",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="arbitrage.board",
                    ),
                ),
                ("law", models.CharField(choices=[("90", "Procedure"), ("91A", "Discipline")], max_length=3)),
                ("amount", models.DecimalField(decimal_places=2, max_digits=7)),
                (
                    "unit",
                    models.CharField(
                        choices=[
                            ("percent", "Percent"),
                            ("imps", "Imps"),
                            ("points", "Points"),
                            ("vp", "Victory Points"),
                        ],
                        max_length=7,
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("late", "late arrival"),
                            ("slow", "slow play"),
                            ("place", "wrong table, opponents or board"),
                            ("cards", "cards not counted, or in the wrong pocket"),
                            ("talk", "talk heard at another table"),
                            ("phone", "telephone"),
                            ("instruction", "an instruction or a regulation not followed"),
                            ("conduct", "conduct"),
                            ("other", "another reason"),
                        ],
                        max_length=11,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[("given", "Given"), ("withdrawn", "Withdrawn")], default="given", max_length=9
                    ),
                ),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "penalties",
                "ordering": ["tournament_id", "at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("contestant__isnull", False), ("team", "")),
                            models.Q(("contestant__isnull", True), models.Q(("team", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="a_penalty_has_a_contestant_or_a_team",
                    ),
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="a_penalty_takes_something_off"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "given"), ("withdrawn_at__isnull", True)),
                            models.Q(("state", "withdrawn"), ("withdrawn_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="a_penalty_is_withdrawn_when_it_says_when",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "stream",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="arbitrage.stream",
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="arbitrage.club",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="arbitrage.tournament",
                    ),
                ),
                (
                    "board",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="arbitrage.board",
                    ),
                ),
                (
                    "incident",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="arbitrage.incident",
                    ),
                ),
                ("kind", models.CharField(max_length=40)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("body", models.TextField()),
                ("prev", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={
                "ordering": ["stream", "seq"],
                "indexes": [models.Index(fields=["club", "at"], name="event_by_club_and_time")],
                "constraints": [
                    models.UniqueConstraint(fields=("stream", "seq"), name="one_event_per_place_in_a_stream")
                ],
            },
        ),
        migrations.CreateModel(
            name="ConductNote",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="conduct_notes", to="arbitrage.club"
                    ),
                ),
                (
                    "incident",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conduct_notes",
                        to="arbitrage.incident",
                    ),
                ),
                ("player", models.CharField(blank=True, max_length=200)),
                (
                    "law",
                    models.CharField(
                        choices=[("74", "Conduct"), ("90", "Procedure"), ("91", "Discipline")], max_length=2
                    ),
                ),
                ("words", models.TextField(blank=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("at", models.DateTimeField()),
                ("digest", models.CharField(max_length=64)),
                ("erased", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["club_id", "-at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("law__in", ("74", "90", "91"))),
                        name="a_note_on_conduct_names_a_law_of_conduct",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Duty",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "inquiry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="duties", to="arbitrage.inquiry"
                    ),
                ),
                ("law", models.CharField(max_length=20)),
                ("moment", models.CharField(max_length=40)),
                ("text", models.TextField(blank=True)),
                ("opens", models.CharField(blank=True, max_length=20)),
                ("hands", models.JSONField(blank=True, default=list)),
                ("about", models.CharField(blank=True, max_length=20)),
                ("question", models.CharField(blank=True, max_length=60)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Open"), ("done", "Done"), ("cancelled", "Cancelled")],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("due_since", models.DateTimeField()),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                (
                    "done_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["inquiry_id", "due_since", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "done"), ("done_at__isnull", False)),
                            models.Q(models.Q(("state", "done"), _negated=True), ("done_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="a_duty_is_done_when_it_says_when",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(models.Q(("question", ""), _negated=True), ("state", "open")),
                        fields=("inquiry", "question"),
                        name="one_open_duty_per_moment",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="inquiry",
            name="opened_by_duty",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="opened_inquiries",
                to="arbitrage.duty",
            ),
        ),
        migrations.CreateModel(
            name="Answer",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "inquiry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answers",
                        to="arbitrage.inquiry",
                    ),
                ),
                ("question", models.CharField(max_length=60)),
                ("value", models.TextField(blank=True)),
                (
                    "note",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answers",
                        to="arbitrage.note",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("version", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ["inquiry_id", "version"],
                "constraints": [
                    models.UniqueConstraint(fields=("inquiry", "question"), name="one_answer_per_question")
                ],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "inquiry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="arbitrage.inquiry",
                    ),
                ),
                ("revision", models.PositiveSmallIntegerField()),
                ("law", models.CharField(max_length=20)),
                ("edition", models.CharField(max_length=10)),
                ("outcome", models.TextField()),
                ("provisional", models.BooleanField()),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "supersedes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="superseded_by",
                        to="arbitrage.ruling",
                    ),
                ),
            ],
            options={
                "ordering": ["inquiry_id", "revision"],
                "constraints": [
                    models.UniqueConstraint(fields=("inquiry", "revision"), name="one_ruling_per_revision"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("revision", 1), ("supersedes__isnull", True)),
                            models.Q(("revision__gt", 1), ("supersedes__isnull", False)),
                            _connector="OR",
                        ),
                        name="a_later_ruling_supersedes_the_one_before",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "incident",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="appeals", to="arbitrage.incident"
                    ),
                ),
                (
                    "level",
                    models.CharField(
                        choices=[("club", "The club"), ("authority", "The authority")], default="club", max_length=9
                    ),
                ),
                (
                    "of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="further",
                        to="arbitrage.appeal",
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="appeals", to="arbitrage.ruling"
                    ),
                ),
                (
                    "side",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("NS", "North-South"),
                            ("EW", "East-West"),
                            ("", "The director refers it himself (83)"),
                        ],
                        max_length=2,
                    ),
                ),
                (
                    "consent",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("both", "Both partners agree"),
                            ("captain", "The captain asks for it"),
                            ("player", "A player of an individual"),
                            ("", "Nobody’s is needed"),
                        ],
                        max_length=7,
                    ),
                ),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("facts", "Facts or judgement"),
                            ("law", "Only the law or the regulations"),
                            ("both", "Both"),
                            ("discipline", "A disciplinary penalty (91)"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("requested", "Requested"),
                            ("refused", "Refused"),
                            ("withdrawn", "Withdrawn"),
                            ("decided", "Decided"),
                        ],
                        default="requested",
                        max_length=9,
                    ),
                ),
                ("grounds", models.TextField(blank=True)),
                (
                    "note",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="arbitrage.note",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("entries", models.PositiveIntegerField()),
                ("seal", models.CharField(blank=True, max_length=64)),
                ("deposit", models.PositiveSmallIntegerField(default=0)),
                (
                    "heard_by",
                    models.CharField(
                        choices=[
                            ("committee", "A committee"),
                            ("referee", "A single referee"),
                            ("director", "The director in charge reconsiders"),
                            ("authority", "The authority"),
                        ],
                        max_length=9,
                    ),
                ),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("stands", "The ruling stands"),
                            ("score", "Another score is given"),
                            ("ruling", "Another ruling is given"),
                            ("recommends", "The ruling stands, a change is recommended"),
                        ],
                        max_length=10,
                    ),
                ),
                ("law", models.CharField(blank=True, max_length=40)),
                ("why", models.TextField(blank=True)),
                (
                    "reasons",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="arbitrage.note",
                    ),
                ),
                ("without_merit", models.BooleanField(default=False)),
                ("deposit_kept", models.BooleanField(default=False)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "adjustment",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="arbitrage.adjustment",
                    ),
                ),
                (
                    "new_ruling",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="arbitrage.ruling",
                    ),
                ),
                ("carried_out_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["incident_id", "at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "requested")),
                        fields=("incident",),
                        name="one_open_appeal_per_incident",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ("requested", "refused", "withdrawn", "decided"))),
                        name="an_appeal_has_a_known_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at__isnull", True), ("state", "requested")),
                            models.Q(models.Q(("state", "requested"), _negated=True), ("decided_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="an_appeal_is_over_when_it_says_when",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("state", "decided"),
                                models.Q(("outcome", ""), _negated=True),
                                models.Q(("law", ""), _negated=True),
                            ),
                            models.Q(models.Q(("state", "decided"), _negated=True), ("outcome", "")),
                            _connector="OR",
                        ),
                        name="a_decided_appeal_has_its_outcome_and_law",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state", "refused"),
                            models.Q(("consent", ""), ("side", "")),
                            models.Q(models.Q(("side", ""), _negated=True), models.Q(("consent", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="an_appeal_of_players_has_their_consent",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("level", "club"), ("of__isnull", True)),
                            models.Q(("level", "authority"), ("of__isnull", False)),
                            _connector="OR",
                        ),
                        name="a_further_appeal_is_of_a_decided_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("deposit_kept", False), ("without_merit", True), _connector="OR"),
                        name="a_deposit_is_kept_only_without_merit",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RightTold",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "incident",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rights_told", to="arbitrage.incident"
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="arbitrage.ruling",
                    ),
                ),
                (
                    "side",
                    models.CharField(
                        choices=[("both", "Both sides"), ("NS", "North-South"), ("EW", "East-West")], max_length=4
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "verbose_name_plural": "rights told",
                "ordering": ["incident_id", "at", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("ruling", "side"), name="a_side_is_told_once_of_a_ruling"),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("both", "NS", "EW"))), name="a_right_is_told_to_a_side"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Remark",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "incident",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="remarks", to="arbitrage.incident"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("comment", "Comment"),
                            ("question", "Question"),
                            ("answer", "Answer"),
                            ("review", "Review"),
                            ("correction", "Correction"),
                        ],
                        max_length=10,
                    ),
                ),
                ("text", models.TextField(blank=True)),
                (
                    "note",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="remarks",
                        to="arbitrage.note",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "to",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "question",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answers",
                        to="arbitrage.remark",
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="remarks",
                        to="arbitrage.ruling",
                    ),
                ),
            ],
            options={
                "ordering": ["incident_id", "at", "pk"],
                "indexes": [models.Index(fields=["to", "answered_at"], name="remark_by_whom_it_waits_for")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ("comment", "question", "answer", "review", "correction"))),
                        name="a_remark_has_a_known_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "answer"), ("question__isnull", False)),
                            models.Q(models.Q(("kind", "answer"), _negated=True), ("question__isnull", True)),
                            _connector="OR",
                        ),
                        name="an_answer_has_its_question",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AppealWords",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "appeal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="words", to="arbitrage.appeal"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("NS", "Statement of North-South"),
                            ("EW", "Statement of East-West"),
                            ("director", "Statement of the director"),
                            ("hearing", "Note of the hearing"),
                        ],
                        max_length=8,
                    ),
                ),
                ("text", models.TextField(blank=True)),
                (
                    "note",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="arbitrage.note"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "verbose_name_plural": "appeal words",
                "ordering": ["appeal_id", "at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ("NS", "EW", "director", "hearing"))),
                        name="what_is_said_has_a_known_kind",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="AppealSeat",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "appeal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="arbitrage.appeal"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("chair", "Chair"), ("member", "Member"), ("scribe", "Scribe")], max_length=6
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("name", models.TextField(blank=True)),
                (
                    "note",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="arbitrage.note",
                    ),
                ),
            ],
            options={
                "ordering": ["appeal_id", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)),
                        fields=("appeal", "user"),
                        name="a_member_sits_once_on_an_appeal",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("role", "chair")), fields=("appeal",), name="one_chair_on_an_appeal"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ("chair", "member", "scribe"))), name="who_sits_has_a_role"
                    ),
                ],
            },
        ),
        migrations.RunPython(APPEND_ONLY.install, APPEND_ONLY.drop),
        migrations.RunPython(ROWS_OF_A_KIND.say, ROWS_OF_A_KIND.take_back),
    ]
    operations = [TablesAtOnce(operations[:-2]), *operations[-2:]]
