"""Results of the boards: corrected lines, adjusted scores, penalties, and the points of every contestant."""
