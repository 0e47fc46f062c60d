"""Arbitrage: who, where and when. What the Laws say is in `rulings`."""
