"""The documents of `python -m rulings`, plain data in and out: `laws` asks and rules, `scores` counts.

The outermost room of `rulings`: it imports all others and none imports it, but `__main__`.
"""
