"""The engine of the laws: possible questions, the way from answers to a ruling, and the filling of its words.

Imports `rulings.bridge` alone; no law, no score and no paper is known here.
"""
