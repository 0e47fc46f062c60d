"""Every write, named by a verb: one transaction each, that appends its events and brings the projection up to date."""
