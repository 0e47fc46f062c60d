"""The requests of the ranking and of penalties."""
