"""English for European clubs: the day before the month, the month in words."""
