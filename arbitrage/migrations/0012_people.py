import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import arbitrage.database.ids


def managers_read_notes_on_conduct(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    memberships = apps.get_model("arbitrage", "Membership").objects.using(schema_editor.connection.alias)
    memberships.filter(role="manager").update(conduct=True)


class Migration(migrations.Migration):
    dependencies = [
        ("arbitrage", "0011_ordering_of_rows"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ConductNote",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("player", models.CharField(blank=True, max_length=200)),
                (
                    "law",
                    models.CharField(
                        choices=[("74", "Conduct"), ("90", "Procedure"), ("91", "Discipline")], max_length=2
                    ),
                ),
                ("words", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
                ("digest", models.CharField(max_length=64)),
                ("erased", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["club", "-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("director", "Director"),
                            ("manager", "Manager"),
                            ("reviewer", "Reviewer"),
                            ("reader", "Reader"),
                        ],
                        max_length=10,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=100)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["club", "pk"],
            },
        ),
        migrations.CreateModel(
            name="PlayerLink",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=arbitrage.database.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["board", "pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="membership",
            name="a_member_has_a_known_role",
        ),
        migrations.AddField(
            model_name="club",
            name="disabled_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="club",
            name="link_days",
            field=models.PositiveSmallIntegerField(default=30),
        ),
        migrations.AddField(
            model_name="membership",
            name="conduct",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(managers_read_notes_on_conduct, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("director", "Director"),
                    ("manager", "Manager"),
                    ("reviewer", "Reviewer"),
                    ("reader", "Reader"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["director", "manager", "reviewer", "reader"])),
                name="a_member_has_a_known_role",
            ),
        ),
        migrations.AddField(
            model_name="conductnote",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="conductnote",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="conduct_notes", to="arbitrage.club"
            ),
        ),
        migrations.AddField(
            model_name="conductnote",
            name="incident",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="conduct_notes",
                to="arbitrage.incident",
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="arbitrage.club"
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="used_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="playerlink",
            name="board",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="player_links", to="arbitrage.board"
            ),
        ),
        migrations.AddField(
            model_name="playerlink",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="playerlink",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="player_links", to="arbitrage.club"
            ),
        ),
        migrations.AddField(
            model_name="playerlink",
            name="contestant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="arbitrage.contestant"
            ),
        ),
        migrations.AddConstraint(
            model_name="conductnote",
            constraint=models.CheckConstraint(
                condition=models.Q(("law__in", ("74", "90", "91"))), name="a_note_on_conduct_names_a_law_of_conduct"
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["director", "manager", "reviewer", "reader"])),
                name="an_invitation_has_a_known_role",
            ),
        ),
    ]
