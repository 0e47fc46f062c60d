"""The requests of a board and of its lines."""
