"""How a law runs: what may be asked, how answers lead to a ruling, and how its words are filled.

Imports `rulings.bridge` alone; no law, no score and no paper is known here.
"""
