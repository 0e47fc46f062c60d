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
"""Number of different boards, pairs and chains per row (`n_distinct`; PostgreSQL writes a share of the rows as a
negative number).

PostgreSQL estimates these numbers from a sample of pages. Rows of one board lie on the same page, so the sample has few
boards: of 1.3 million boards PostgreSQL counted 250,000, and so expected five times the rows for each. For a season of
one club it then read the results of every club.
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
    """Numbers of different values that PostgreSQL estimates wrongly from its samples."""

    dependencies = [("arbitrage", "0016_ordered_by_keys")]
    operations = [migrations.RunPython(say, take_back)]
