"""Players' telephones: the sheet of a table, and a pair's own evening."""
