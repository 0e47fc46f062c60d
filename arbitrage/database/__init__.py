"""Database matters outside the models: identifiers, triggers that protect the record, PostgreSQL, its standby and
replication, and backups."""
