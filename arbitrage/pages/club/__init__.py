"""What the pages of a club say: its people, its regulations, its players' data."""
