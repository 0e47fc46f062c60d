"""Evidence shown beside a question, computed from the cards left, the results of the field, and double-dummy analysis.
It never answers the question."""
