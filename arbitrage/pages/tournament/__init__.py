"""Content of the pages of an evening and of its files."""
