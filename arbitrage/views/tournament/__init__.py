"""Pages of an evening and of its files."""
