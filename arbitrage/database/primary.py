"""Connections to that one of several PostgreSQL servers that accepts writes."""

from typing import Any, Self

import psycopg
from psycopg.rows import tuple_row


class Primary(psycopg.Connection[Any]):
    """A connection to the first of several hosts that is the primary, found by asking each server.

    The driver has an option for this, but it believes a pooler, which may still describe a server that has died.
    """

    @classmethod
    def connect(cls, conninfo: str = "", **kwargs: Any) -> Self:
        """Connect as `psycopg.connect` does, and try the hosts in *kwargs* in their order.

        :raises psycopg.Error: no host accepts writes; this is the error of the last host that failed.
        """
        hosts = str(kwargs.pop("host", "")).split(",")
        ports = str(kwargs.pop("port", "")).split(",")
        ports = ports if len(ports) == len(hosts) else ports[:1] * len(hosts)
        reason: psycopg.Error = psycopg.OperationalError("none of the servers may be written to")
        for host, port in zip(hosts, ports, strict=True):
            where: dict[str, Any] = {"host": host, **({"port": port} if port else {})}
            try:
                connection = super().connect(conninfo, **kwargs, **where)
            except psycopg.OperationalError as error:
                reason = error
                continue
            try:
                if not connection._follows():
                    return connection
            except psycopg.Error as error:
                reason = error
            connection.close()
        raise reason

    def _follows(self) -> bool:
        """Is the server behind this connection a standby?"""
        with self.cursor(row_factory=tuple_row) as cursor:
            (follows,) = cursor.execute("SELECT pg_is_in_recovery()").fetchone() or (True,)
        if not self.autocommit:
            self.rollback()
        return bool(follows)
