"""Content of the pages of a call: what happened, what lies on the table, notes."""
