import django.db.models.deletion
from django.db import migrations, models

import arbitrage.database.ids


class Migration(migrations.Migration):
    dependencies = [
        ("arbitrage", "0020_makeable_tricks"),
    ]

    operations = [
        migrations.CreateModel(
            name="LineUp",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                ("players", models.JSONField(default=list)),
                ("final", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["contestant_id", "round"],
            },
        ),
        migrations.AddField(
            model_name="tournament",
            name="halves",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("halves__in", (1, 2))), name="a_match_has_one_or_two_halves"
            ),
        ),
        migrations.AddField(
            model_name="lineup",
            name="contestant",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="line_ups",
                to="arbitrage.contestant",
            ),
        ),
        migrations.AddConstraint(
            model_name="lineup",
            constraint=models.UniqueConstraint(fields=("contestant", "round"), name="one_line_up_of_a_pair_in_a_round"),
        ),
    ]
