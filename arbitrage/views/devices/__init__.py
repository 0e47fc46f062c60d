"""Pages of signing in, and requests of devices that were offline."""
