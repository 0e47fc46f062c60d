"""The Django application: who, where and when. What the Laws say is in `rulings`."""

VERSION = "0.1.0"
"""The version of the program, as pyproject.toml says it; every ruling is recorded with the one that gave it."""
