"""The requests of a club's own pages."""
