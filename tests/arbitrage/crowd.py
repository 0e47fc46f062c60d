"""Many decisions for the tests of lists: copies of a decision that the services have ruled."""

import datetime

from arbitrage.database.ids import uuid7
from arbitrage.models import Incident, IndexEntry, Inquiry, Ruling


def copies(incident: Incident, count: int) -> None:
    """Store *count* copies of an incident with its inquiry, last ruling and search entry. Each copy is a day earlier
    than the previous one; after 700 days the dates begin again. The copies have no board, as no club has five thousand
    incidents of one board."""
    incident.refresh_from_db()
    inquiry = incident.inquiries.get()
    ruling, index = inquiry.current_ruling, incident.index
    many: dict[type, list] = {Incident: [], Inquiry: [], Ruling: [], IndexEntry: []}
    first = Incident.objects.count() + 1
    for number in range(first, first + count):
        called = incident.called_at - datetime.timedelta(days=number % 700)
        anywhere = {"board_id": None, "result_id": None}
        many[Incident].append(_like(incident, pk=uuid7(), number=number, called_at=called, **anywhere))
        many[Inquiry].append(_like(inquiry, pk=uuid7(), incident=many[Incident][-1]))
        at = ruling.at - datetime.timedelta(days=number % 700)
        many[Ruling].append(_like(ruling, pk=uuid7(), inquiry=many[Inquiry][-1], revision=1, supersedes=None, at=at))
        many[IndexEntry].append(
            IndexEntry(incident=many[Incident][-1], words=index.words, situation=index.situation, laws=index.laws)
        )
    for model, rows in many.items():
        model.objects.bulk_create(rows, batch_size=500)


def _like(row, **changes):
    model = type(row)
    values = {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
    copy = model(**values)
    for name, value in changes.items():
        setattr(copy, name, value)
    return copy
