import django.db.models.deletion
from django.db import migrations, models

import arbitrage.database.ids


class Migration(migrations.Migration):
    dependencies = [("arbitrage", "0023_sheets_of_tables")]

    operations = [
        migrations.CreateModel(
            name="TypedLine",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("line", models.UUIDField()),
                ("entry", models.JSONField()),
                ("was", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="typed_lines",
                        to="arbitrage.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["tournament", "line"], name="typed_line_by_its_line")],
            },
        ),
    ]
