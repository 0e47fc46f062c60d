"""The arithmetic of the score: contracts, tricks moved, adjusted scores, matchpoints, IMPs, whole sessions.

Imports `rulings.bridge` alone: rulings come here as plain data, and no law is known.
"""
