"""The Laws of Duplicate Bridge 2017. A file a Law, found by its name: `ls` here is the table of contents."""

from rulings.engine.discovery import discover

LAWS = discover(__path__, __name__)
"""Every entry point by its id."""
