"""Copy of a SQLite database to PostgreSQL: all rows in one transaction, with their number compared table by table."""

from collections.abc import Iterator

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connections, models, transaction
from django.utils.translation import gettext as _
from psycopg import sql

from arbitrage.server import environment

TARGET = "target"
LEFT = {"django_migrations", "django_session"}
"""Tables that are not copied: the list of migrations, which the target writes itself, and the sessions."""


class MoveError(Exception):
    """The copy cannot be made. No rows of the club were written to the target."""


def move(address: str) -> dict[str, int]:
    """Copy the whole database to the PostgreSQL at the URL *address*; return the number of rows of each table that is
    not empty.

    :raises MoveError: the target is not PostgreSQL or has a club already, or a row did not arrive.
    """
    described = environment.described(_("the address"), address)
    if described["ENGINE"] != "django.db.backends.postgresql":
        raise MoveError(_("The address must be that of a PostgreSQL: postgres://user:password@host:5432/name."))
    defaults = {key: value for key, value in connections.settings["default"].items() if key not in described}
    connections.databases[TARGET] = defaults | described
    call_command("migrate", database=TARGET, interactive=False, verbosity=0)
    if apps.get_model("arbitrage", "Club")._base_manager.using(TARGET).exists():
        raise MoveError(_("The target holds a club already. Name an empty database."))
    moved: dict[str, int] = {}
    with transaction.atomic(using=TARGET), transaction.atomic():
        _empty()
        for model in _models():
            sent = _copy(model)
            arrived = model._base_manager.using(TARGET).count()
            if sent != arrived:
                sentence = _("%(table)s: %(sent)s rows were sent and %(arrived)s arrived.")
                raise MoveError(sentence % {"table": model._meta.db_table, "sent": sent, "arrived": arrived})
            moved |= {model._meta.db_table: sent} if sent else {}
        _continue_the_numbers()
    return moved


def _models() -> list[type[models.Model]]:
    """List the models of all tables, including those of many-to-many relations."""
    of_apps = apps.get_models(include_auto_created=True)
    return [model for model in of_apps if model._meta.managed and model._meta.db_table not in LEFT]


def _empty() -> None:
    """Delete the rows that the migrations have written in the target (content types and permissions), as their ids may
    differ from those in the source."""
    with connections[TARGET].cursor() as cursor:
        for model in _models():
            if model._meta.app_label != "arbitrage" and model._base_manager.using(TARGET).exists():
                cursor.execute(sql.SQL("TRUNCATE {} CASCADE").format(sql.Identifier(model._meta.db_table)))


def _copy(model: type[models.Model]) -> int:
    """Copy the rows of a table; return their number."""
    fields = model._meta.concrete_fields
    columns = sql.SQL(", ").join([sql.Identifier(str(field.column)) for field in fields])
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(model._meta.db_table), columns)
    number = 0
    with connections[TARGET].cursor() as cursor, cursor.copy(statement) as copy:
        for row in _rows(model, fields):
            copy.write_row(row)
            number += 1
    return number


def _rows(model: type[models.Model], fields: "tuple[models.Field, ...]") -> Iterator[list[object]]:  # type: ignore[type-arg]
    for row in model._base_manager.order_by("pk").iterator(chunk_size=2000):
        yield [field.get_db_prep_save(getattr(row, field.attname), connections[TARGET]) for field in fields]


def _continue_the_numbers() -> None:
    """Set PostgreSQL's sequences to continue after the highest copied ids."""
    with connections[TARGET].cursor() as cursor:
        for statement in connections[TARGET].ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
