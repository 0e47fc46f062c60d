"""Content of the pages of a club: its people, its regulations, its players' data."""
