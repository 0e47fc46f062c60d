"""Forms of an installation: its first club, its machine."""
