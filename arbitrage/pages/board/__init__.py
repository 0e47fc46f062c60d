"""What *L'étui* says: the deal, the traveller, its corrections, the history."""
