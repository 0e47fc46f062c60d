#!/bin/bash
# Runs once, when the primary is created: it creates the role with which the standby replicates, and admits it from the
# network of the services.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set=password="$REPLICATION_PASSWORD" <<'END'
CREATE ROLE follower WITH REPLICATION LOGIN PASSWORD :'password';
SELECT pg_create_physical_replication_slot('standby');
END
echo "host replication follower samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
