"""Creation of many tables by one step of a migration."""

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import AddField, CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class TablesAtOnce(Operation):
    """Create tables with all their columns, as `CreateModel` and `AddField` do one by one.

    After each of these operations Django would rebuild the classes of all related models, which takes half a second in
    all. This operation rebuilds them once, at its end.
    """

    reduces_to_sql = True

    def __init__(self, operations: Sequence[Operation]) -> None:
        if others := [operation for operation in operations if not isinstance(operation, (CreateModel, AddField))]:
            raise TypeError(f"Not done at once: {others}")
        self.operations = list(operations)

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return type(self).__name__, [self.operations], {}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        state.__dict__.pop("apps", None)  # otherwise each operation would rebuild the model classes
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for operation in self._tables():
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for operation in reversed(self._tables()):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create {len(self._tables())} tables"

    def _tables(self) -> list[CreateModel]:
        """Return the operations that create a table. The tables already have the columns that the other operations
        add."""
        return [operation for operation in self.operations if isinstance(operation, CreateModel)]
