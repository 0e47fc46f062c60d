"""The Laws of Duplicate Bridge 2017. Each Law has a file that is found by its name, so that `ls` prints the table of
contents."""

from rulings.engine.discovery import discover

LAWS = discover(__path__, __name__)
"""Every entry point by its id."""
