"""Evidence of the cards alone about a position: facts that a director may look at before he judges, and no ruling.

Nothing here knows a law, a class of player or what is normal. A position of the play is read and checked
(`position`), every line of it with open cards is known where it is short (`open_cards`), and for each kind of
carelessness the worst line is found (`claim`). Work is counted in steps, not in time: the same position always has the
same answer, so that what was shown is computed again years later.
"""
