import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import arbitrage.database.ids


class Migration(migrations.Migration):
    dependencies = [
        ("arbitrage", "0024_results_typed_at_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="exercise",
            name="call",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.CreateModel(
            name="Rehearsal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("scenario", models.CharField(max_length=60)),
                ("seed", models.PositiveIntegerField()),
                ("begun_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                ("stopped", models.PositiveIntegerField(default=0)),
                ("noted", models.JSONField(blank=True, default=dict)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rehearsals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["user_id", "pk"],
            },
        ),
        migrations.AddField(
            model_name="exercise",
            name="rehearsal",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="exercises",
                to="arbitrage.rehearsal",
            ),
        ),
        migrations.AddConstraint(
            model_name="rehearsal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)), fields=("user",), name="one_rehearsal_of_a_person_runs"
            ),
        ),
        migrations.AddConstraint(
            model_name="exercise",
            constraint=models.UniqueConstraint(fields=("rehearsal", "call"), name="one_exercise_of_a_call"),
        ),
    ]
