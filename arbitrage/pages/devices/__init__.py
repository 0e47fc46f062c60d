"""Content that a device downloads, and its sentences while offline."""
