"""Requests of the administrators of the installation."""
