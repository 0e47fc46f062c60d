"""Results files: import as tournaments, check, update from a later file, automatic reading, and export."""
