#!/bin/bash
# Runs the standby, a copy of the primary that replicates it. The first start makes the copy; every later start
# continues with it.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    pg_basebackup --host=database --username=follower --pgdata="$PGDATA" --write-recovery-conf --slot=standby --wal-method=stream
    chmod 700 "$PGDATA"
fi
exec postgres -D "$PGDATA"
