"""What counts on a board: lines corrected, scores adjusted, penalties, and everybody's points from all of it."""
