"""Content of *L'étui*: the deal, the traveller, its corrections, the history."""
