"""Content of the pages: words, dictionaries and drafts, built from records for the views; nothing knows a request."""
