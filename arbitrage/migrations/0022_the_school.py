import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import arbitrage.database.ids


class Migration(migrations.Migration):
    dependencies = [
        ("arbitrage", "0021_halves_and_line_ups"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Doubt",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("situation", models.CharField(max_length=60)),
                ("law", models.CharField(max_length=20)),
                ("answers", models.JSONField(blank=True, default=dict)),
                ("decision", models.CharField(blank=True, max_length=200)),
                ("words", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="doubts", to="arbitrage.club"
                    ),
                ),
                (
                    "seen_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["club_id", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Exercise",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("situation", models.CharField(max_length=60)),
                ("law", models.CharField(blank=True, max_length=20)),
                ("answers", models.JSONField(blank=True, default=dict)),
                ("version", models.PositiveIntegerField(default=0)),
                ("decision", models.CharField(blank=True, max_length=200)),
                ("series", models.PositiveIntegerField(blank=True, null=True)),
                ("right", models.BooleanField(null=True)),
                ("begun_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exercises",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["user_id", "pk"],
            },
        ),
        migrations.CreateModel(
            name="OwnCase",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("law", models.CharField(max_length=20)),
                ("facts", models.JSONField(blank=True, default=dict)),
                ("answers", models.JSONField(blank=True, default=dict)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="own_cases", to="arbitrage.club"
                    ),
                ),
            ],
            options={
                "ordering": ["club_id", "pk"],
            },
        ),
        migrations.CreateModel(
            name="ShownProgress",
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="arbitrage.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["club_id", "pk"],
                "constraints": [models.UniqueConstraint(fields=("club", "user"), name="progress_is_shown_once")],
            },
        ),
    ]
