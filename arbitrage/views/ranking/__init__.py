"""Requests of the ranking and of penalties."""
