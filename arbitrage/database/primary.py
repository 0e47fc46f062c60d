"""The connection to the PostgreSQL server that accepts writes, whatever the connection poolers report."""

from typing import Any, Self

import psycopg
from psycopg.rows import tuple_row


class Primary(psycopg.Connection[Any]):
    """A connection that checks, before it is handed out, that the server behind it is the primary and no standby.

    The driver can look for the primary by itself, but it trusts a pooler that still points to a dead server.
    """

    @classmethod
    def connect(cls, conninfo: str = "", **kwargs: Any) -> Self:
        """Connect as `psycopg.connect` does: the hosts of *kwargs* are tried in their order.

        :raises psycopg.OperationalError: no host accepts writes; the text is the error of the last one.
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
