"""Search of incidents by the words of their index entries."""

from django.apps import apps
from django.db.models import BooleanField, ExpressionWrapper, OuterRef, Q, Subquery


def entry_says(says: Q) -> Subquery:
    """Build the condition that the index entry of an incident matches *says*, as a correlated subquery. With a join,
    PostgreSQL may search the words of every club first."""
    entries = apps.get_model("arbitrage", "IndexEntry")._default_manager.filter(incident=OuterRef("pk"))
    return Subquery(entries.values(says=ExpressionWrapper(says, BooleanField())))
