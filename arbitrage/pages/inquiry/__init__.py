"""Content of a question and of a decision."""
