"""Content of the pages of an appeal."""
