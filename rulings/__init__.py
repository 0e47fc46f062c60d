"""The Laws of Duplicate Bridge as plain functions, and the arithmetic of the score. Standard library only."""
