"""Content of the list of decisions, their review, the casebook and the figures."""
