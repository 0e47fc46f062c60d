"""People of a club and their data: members, invitations, devices, links, conduct, personal data."""
