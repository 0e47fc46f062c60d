"""Requests of a call."""
