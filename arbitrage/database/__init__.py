"""Where the rows are kept: identifiers, the guard of the record, PostgreSQL and its standby, backups."""
