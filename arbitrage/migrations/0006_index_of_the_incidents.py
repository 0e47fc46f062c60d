import json

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from arbitrage.services.record.incident_index import entry


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the index entry of each existing incident."""
    names = ("Incident", "Inquiry", "Ruling", "Note", "IndexEntry")
    model = {name: apps.get_model("arbitrage", name) for name in names}
    for key, year, number in (
        model["Incident"].objects.using(schema_editor.connection.alias).values_list("pk", "year", "number")
    ):
        inquiries = (
            model["Inquiry"]
            .objects.using(schema_editor.connection.alias)
            .filter(incident_id=key)
            .exclude(stage="dropped")
        )
        rulings = (
            model["Ruling"]
            .objects.using(schema_editor.connection.alias)
            .filter(inquiry__in=inquiries)
            .order_by("revision")
        )
        last = dict(rulings.values_list("inquiry_id", "outcome"))
        found = entry(
            (year, number),
            inquiries.values_list("edition", "law"),
            map(json.loads, last.values()),
            model["Note"]
            .objects.using(schema_editor.connection.alias)
            .filter(incident_id=key, erased=False)
            .values_list("text", flat=True),
        )
        model["IndexEntry"].objects.using(schema_editor.connection.alias).create(incident_id=key, **found)


class Migration(migrations.Migration):
    """The search index of incidents, filled from the stored rows."""

    dependencies = [("arbitrage", "0005_regulations_of_the_club")]

    operations = [
        migrations.CreateModel(
            name="IndexEntry",
            fields=[
                (
                    "incident",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="index",
                        serialize=False,
                        to="arbitrage.incident",
                    ),
                ),
                ("words", models.TextField(blank=True)),
                ("situation", models.TextField(blank=True)),
                ("laws", models.CharField(blank=True, max_length=200)),
            ],
            options={"verbose_name_plural": "index entries"},
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
