"""Content of the pages: words, dictionaries and drafts, built from records for the views, without knowledge of
requests."""
