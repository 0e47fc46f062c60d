"""Results that count on a board: lines corrected, scores adjusted, penalties, and everybody's points."""
