"""A club that moves from one installation to another, with its record (ADR 024)."""
