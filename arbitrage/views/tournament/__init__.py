"""The requests of an evening and of its files."""
