"""Files into tournaments and back: import, check, update from a later file, export."""
