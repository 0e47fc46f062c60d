"""Pages of a club: members, settings, personal data."""
