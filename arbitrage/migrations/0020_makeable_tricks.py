import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arbitrage", "0019_sessions_joined")]

    operations = [
        migrations.CreateModel(
            name="MakeableTricks",
            fields=[
                (
                    "board",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="makeable",
                        serialize=False,
                        to="arbitrage.board",
                    ),
                ),
                ("of", models.CharField(max_length=100)),
                ("tricks", models.CharField(max_length=20)),
                ("par", models.CharField(blank=True, max_length=80)),
                ("by", models.CharField(max_length=60)),
            ],
            options={"verbose_name_plural": "makeable tricks"},
        ),
    ]
