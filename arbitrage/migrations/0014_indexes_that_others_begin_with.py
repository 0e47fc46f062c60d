from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models.deletion import CASCADE, PROTECT

GONE = (
    ("Event", "stream"),
    ("Event", "club"),
    ("Event", "by"),
    ("Incident", "club"),
    ("Inquiry", "incident"),
    ("Answer", "inquiry"),
    ("Ruling", "inquiry"),
    ("RightTold", "ruling"),
    ("Tournament", "club"),
    ("Section", "tournament"),
    ("Contestant", "section"),
    ("Player", "contestant"),
    ("Board", "tournament"),
    ("Membership", "club"),
    ("Remark", "to"),
)
"""Foreign keys whose own index is dropped: another index begins with the column, or no page searches by it, as by the
author of an event."""


def drop(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    # Not by AlterField, for which SQLite would rebuild the whole table and lose its triggers.
    for model_name, field_name in GONE:
        model = apps.get_model("arbitrage", model_name)
        column = model._meta.get_field(field_name).column
        name = schema_editor._create_index_name(model._meta.db_table, [column])  # type: ignore[attr-defined]
        schema_editor.execute(f"DROP INDEX {schema_editor.quote_name(name)}")


def make(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for model_name, field_name in GONE:
        model = apps.get_model("arbitrage", model_name)
        field = model._meta.get_field(field_name)
        schema_editor.execute(schema_editor._create_index_sql(model, fields=[field]))  # type: ignore[attr-defined]


def to(model: str, **more: object) -> "models.ForeignKey[models.Model, models.Model]":
    return models.ForeignKey(db_index=False, to=model, **{"on_delete": PROTECT, **more})  # type: ignore[arg-type]


class Migration(migrations.Migration):
    """Fewer indexes to update with every row: a column with which another index begins needs no index of its own."""

    dependencies = [("arbitrage", "0013_appeals"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop, make)],
            state_operations=[
                migrations.AlterField("event", "stream", to("arbitrage.stream", related_name="events")),
                migrations.AlterField("event", "club", to("arbitrage.club", related_name="events")),
                migrations.AlterField(
                    "event", "by", to(settings.AUTH_USER_MODEL, null=True, blank=True, related_name="+")
                ),
                migrations.AlterField(
                    "remark", "to", to(settings.AUTH_USER_MODEL, null=True, blank=True, related_name="+")
                ),
                migrations.AlterField("incident", "club", to("arbitrage.club", related_name="incidents")),
                migrations.AlterField("inquiry", "incident", to("arbitrage.incident", related_name="inquiries")),
                migrations.AlterField("answer", "inquiry", to("arbitrage.inquiry", related_name="answers")),
                migrations.AlterField("ruling", "inquiry", to("arbitrage.inquiry", related_name="rulings")),
                migrations.AlterField("righttold", "ruling", to("arbitrage.ruling", related_name="+")),
                migrations.AlterField("tournament", "club", to("arbitrage.club", related_name="tournaments")),
                migrations.AlterField(
                    "section",
                    "tournament",
                    to("arbitrage.tournament", related_name="sections", on_delete=CASCADE),
                ),
                migrations.AlterField(
                    "contestant",
                    "section",
                    to("arbitrage.section", related_name="contestants", on_delete=CASCADE),
                ),
                migrations.AlterField(
                    "player",
                    "contestant",
                    to("arbitrage.contestant", related_name="players", on_delete=CASCADE),
                ),
                migrations.AlterField(
                    "board", "tournament", to("arbitrage.tournament", related_name="boards", on_delete=CASCADE)
                ),
                migrations.AlterField(
                    "membership", "club", to("arbitrage.club", related_name="memberships", on_delete=CASCADE)
                ),
            ],
        )
    ]
