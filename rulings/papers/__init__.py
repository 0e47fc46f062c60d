"""What is drawn and listed from the laws: outlines, flow charts on A4, the register of what is ruled.

Imports the engine and the laws; nothing but the commands and the application imports it.
"""
