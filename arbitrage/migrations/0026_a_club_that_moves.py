from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from arbitrage.database.triggers import drop_moving_guard, install_moving_guard


def install(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    install_moving_guard(schema_editor.connection)


def drop(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    drop_moving_guard(schema_editor.connection)


class Migration(migrations.Migration):
    """The columns for a club that has moved to another installation, and the trigger that refuses its events."""

    dependencies = [("arbitrage", "0025_rehearsals")]

    operations = [
        migrations.AddField("club", "moved_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "club", "moved_to", models.CharField(blank=True, max_length=200, default=""), preserve_default=False
        ),
        migrations.RunPython(install, drop),
    ]
