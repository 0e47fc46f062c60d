"""The documents of `python -m rulings`, plain data in and out: `laws` asks and rules, `scores` counts.

The outermost package of `rulings`: it imports all the others, and only `__main__` imports it.
"""
