"""Evidence of the cards alone about a position: facts that a director may look at before he judges, and no ruling.

This room knows no law, no class of player and no normal play. `position` reads and checks a position of the play;
`open_cards` solves a short one with all hands open; `claim` finds the worst line for each kind of carelessness. Work is
limited by steps, not by time: a position always has the same answer, so that a result shown once can be computed again
years later.
"""
