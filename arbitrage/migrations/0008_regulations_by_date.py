from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def date(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Convert the undated settings of each club to settings that apply from the beginning."""
    clubs: Any = apps.get_model("arbitrage", "Club")
    for club in clubs.objects.using(schema_editor.connection.alias):
        own = club.regulations or {}
        set_already = bool(own) or club.authority != "ffb"
        club.regulations = [{"since": "", "authority": club.authority, "own": own}] if set_already else []
        club.save(update_fields=["regulations"])


def undate(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    clubs: Any = apps.get_model("arbitrage", "Club")
    for club in clubs.objects.using(schema_editor.connection.alias):
        last = club.regulations[-1] if club.regulations else {"authority": "ffb", "own": {}}
        club.authority, club.regulations = last["authority"], last["own"]
        club.save(update_fields=["authority", "regulations"])


class Migration(migrations.Migration):
    """The day from which the settings of a club apply."""

    dependencies = [("arbitrage", "0007_the_room")]

    operations = [
        migrations.AlterField("club", "regulations", models.JSONField(blank=True, default=list)),
        migrations.RunPython(date, undate),
        migrations.RemoveField("club", "authority"),
    ]
