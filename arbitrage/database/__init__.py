"""Storage of the rows: identifiers, the guard of the record, PostgreSQL and its standby, backups."""
