"""Pages of a board and of its lines."""
