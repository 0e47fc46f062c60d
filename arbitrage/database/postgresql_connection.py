"""Connections to PostgreSQL. Of several servers the one that accepts writes is used. Statements are prepared on the
server, unless a pooler is in between."""

from typing import Any, Self

import psycopg
from psycopg.rows import tuple_row

PREPARED = 5
"""Executions of a statement on one connection after which it is prepared."""


class PostgreSQLConnection(psycopg.Connection[Any]):
    """A connection to the only host, or to the primary among several hosts. It prepares its statements on the server,
    unless a pooler is in between.

    The driver has its own option to find the primary, but that option trusts the answer of a pooler, which may still
    describe a server that has died.
    """

    @classmethod
    def connect(cls, conninfo: str = "", **kwargs: Any) -> Self:
        """Connect as `psycopg.connect` does, and try the hosts in *kwargs* in their order.

        :raises psycopg.Error: no host answers, or none of several accepts writes; this is the error of the last host
            that failed.
        """
        hosts = str(kwargs.pop("host", "")).split(",")
        ports = str(kwargs.pop("port", "")).split(",")
        ports = ports if len(ports) == len(hosts) else ports[:1] * len(hosts)
        reason: psycopg.Error = psycopg.OperationalError("none of the servers may be written to")
        for host, port in zip(hosts, ports, strict=True):
            where: dict[str, Any] = {name: value for name, value in (("host", host), ("port", port)) if value}
            try:
                connection = super().connect(conninfo, **kwargs, **where)
            except psycopg.OperationalError as error:
                reason = error
                continue
            try:
                follows, process = connection._server()
            except psycopg.Error as error:
                reason = error
            else:
                if not follows or not hosts[1:]:
                    connection.prepare_threshold = PREPARED if process == connection.info.backend_pid else None
                    return connection
            connection.close()
        raise reason

    def _server(self) -> tuple[bool, int]:
        """Return whether the server behind this connection is a standby, and the id of its process. A pooler gave the
        driver another id when it connected."""
        with self.cursor(row_factory=tuple_row) as cursor:
            follows, process = cursor.execute("SELECT pg_is_in_recovery(), pg_backend_pid()").fetchone() or (True, 0)
        if not self.autocommit:
            self.rollback()
        return bool(follows), int(process)
