from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

SHARES = (
    ("arbitrage_result", "board_id", -0.1),
    ("arbitrage_result", "ns_id", -0.08),
    ("arbitrage_result", "ew_id", -0.08),
    ("arbitrage_event", "stream_id", -0.07),
    ("arbitrage_event", "incident_id", -0.07),
    ("arbitrage_event", "board_id", -0.02),
)
"""How many boards, pairs, chains there are for a row of theirs, as PostgreSQL writes a share.

Rows of one board lie together, so the pages that PostgreSQL takes as its sample have few boards: of 1.3 million it saw
250,000 and thought each five times as large; of a club's season it then read every club's results.
"""


def say(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table, column, share in SHARES:
            schema_editor.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET (n_distinct = {share})")
            schema_editor.execute(f"ANALYZE {table} ({column})")


def take_back(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table, column, _share in SHARES:
            schema_editor.execute(f"ALTER TABLE {table} ALTER COLUMN {column} RESET (n_distinct)")


class Migration(migrations.Migration):
    """What PostgreSQL cannot see of its tables by itself."""

    dependencies = [("arbitrage", "0016_ordered_by_keys")]
    operations = [migrations.RunPython(say, take_back)]
