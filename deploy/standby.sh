#!/bin/bash
# A copy of the primary that follows it; made at the first start, gone on with at every other.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    pg_basebackup --host=database --username=follower --pgdata="$PGDATA" --write-recovery-conf --slot=standby --wal-method=stream
    chmod 700 "$PGDATA"
fi
exec postgres -D "$PGDATA"
