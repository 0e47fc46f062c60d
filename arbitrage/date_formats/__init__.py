"""Date formats of languages for which Django's own do not suit."""
