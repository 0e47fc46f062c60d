"""What the list of decisions says, their review, the casebook and the figures."""
