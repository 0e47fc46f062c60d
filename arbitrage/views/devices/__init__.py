"""Requests of signing in, and of devices without a network."""
