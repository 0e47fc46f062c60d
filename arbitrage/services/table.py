"""The state of the table, for whoever shows it: what lies there, what put it there, what the director says of it."""

from arbitrage.services.incidents.sharing import say
from arbitrage.services.incidents.table import (
    Logged,
    log_of,
    logs_at,
    logs_of,
    origins,
    same_table,
    start_of,
    table_for,
    table_of,
)

__all__ = [
    "Logged",
    "log_of",
    "logs_at",
    "logs_of",
    "origins",
    "same_table",
    "say",
    "start_of",
    "table_for",
    "table_of",
]
