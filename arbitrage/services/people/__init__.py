"""Who belongs to a club and what it has of them: members, invitations, devices, links, conduct, personal data."""
