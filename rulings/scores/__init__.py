"""The arithmetic of the score: contracts, tricks moved, adjusted scores, matchpoints, IMPs, whole sessions.

It imports `rulings.bridge` alone: it receives rulings as plain data, and knows no law.
"""
