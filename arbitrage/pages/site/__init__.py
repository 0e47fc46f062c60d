"""Words of an installation: its machine, its backups, its version."""
