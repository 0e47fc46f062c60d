"""Pages of the list of decisions, the review, the casebook and the figures."""
