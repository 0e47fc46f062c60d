"""What *La marque* says: the proposal, a score by hand, the slip."""
