"""The machine that runs the program: backup and restore from a page, the address of the server, its version."""
