"""What the pages of a call say: what happened, what lies on the table, notes."""
