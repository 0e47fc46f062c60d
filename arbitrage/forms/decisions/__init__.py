"""Forms of the list of decisions and of a review."""
