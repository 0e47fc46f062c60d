"""Search of incidents by the words of their index entries."""

from collections.abc import Iterable

from django.apps import apps
from django.db.models import BooleanField, ExpressionWrapper, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan


def entry_says(says: Q) -> Subquery:
    """Build the condition that the index entry of an incident matches *says*, as a correlated subquery. With a join,
    PostgreSQL may search the words of every club first."""
    entries = apps.get_model("arbitrage", "IndexEntry")._default_manager.filter(incident=OuterRef("pk"))
    return Subquery(entries.values(says=ExpressionWrapper(says, BooleanField())))


def holds(column: str, text: str) -> Q:
    """Build the condition that a column of an index entry contains a text. It computes the position of the text,
    because both databases take longer for LIKE. Run over all calls of a club, this condition is most of the cost of a
    search."""
    return Q(GreaterThan(StrIndex(F(column), Value(text)), 0))


def begins(column: str, beginnings: Iterable[str]) -> Q:
    """Build the condition that a column contains one of these *beginnings* of a word."""
    return Q(*(holds(column, beginning) for beginning in beginnings), _connector=Q.OR)
