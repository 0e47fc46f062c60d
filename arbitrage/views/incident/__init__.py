"""The requests of a call."""
