"""Drawings and lists made from the laws: outlines, flow charts on A4, the register of rulings.

Imports the engine and the laws; only the commands and the application import it.
"""
