"""Forms of a club's own pages."""
