"""Content of *La marque*: the proposal, a score by hand, the slip."""
