"""Analysis of a position from its cards alone: facts that a director may look at before he judges, and no ruling.

This package contains no law, no class of player and no judgement of normal play. `position` reads and checks a position
of the play; `open_cards` solves a short one with all hands open; `claim` finds the worst line for each kind of
carelessness. Searches are limited by steps, not by time: a position always has the same answer, so that a stored result
can be computed again years later.
"""
