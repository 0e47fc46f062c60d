"""The machine that runs the program: backups made and put back from a page, where the server listens, its version."""
