"""Pages of the ranking and of penalties."""
