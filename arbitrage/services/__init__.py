"""Every write, named by a verb: one transaction each, which appends its events and updates the projection."""
