from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from arbitrage.database.triggers import drop_triggers, install_triggers

# The guarded tables when this migration was written; later migrations guard further tables.
GUARDED = {
    "arbitrage_event": (("id",), ("stream_id", "seq")),
    "arbitrage_ruling": (("id",), ("inquiry_id", "revision")),
}


def install(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    install_triggers(schema_editor.connection, GUARDED)


def drop(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    drop_triggers(schema_editor.connection, GUARDED)


class Migration(migrations.Migration):
    """Triggers by which the database refuses to change or delete an event or a ruling."""

    dependencies = [("arbitrage", "0001_the_record")]

    operations = [migrations.RunPython(install, drop)]
