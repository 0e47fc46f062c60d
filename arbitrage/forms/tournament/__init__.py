"""What is sent from the pages of an evening and of files."""
