"""English as a club in Europe reads it: the day before the month, the month in words."""
