"""Requests of a club's own pages."""
