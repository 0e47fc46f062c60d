import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import arbitrage.database.ids


class Migration(migrations.Migration):
    dependencies = [
        ("arbitrage", "0022_the_school"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="incident",
            name="opened_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="TableSheet",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("letter", models.CharField(blank=True, max_length=30)),
                ("table", models.PositiveSmallIntegerField()),
                ("results", models.BooleanField(default=False)),
                ("made_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="table_sheets", to="arbitrage.club"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_sheets",
                        to="arbitrage.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament_id", "letter", "table", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn_at", None)),
                        fields=("tournament", "letter", "table"),
                        name="one_sheet_in_use_at_a_table",
                    )
                ],
            },
        ),
    ]
