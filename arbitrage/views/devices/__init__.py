"""The requests of signing in, and of devices without a network."""
