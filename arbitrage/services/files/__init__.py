"""Files into tournaments and back: imported, checked, read again onto what is there, exported."""
