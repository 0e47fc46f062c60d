"""The documents of `python -m rulings`: `laws` asks and rules, `scores` counts. Both take and return plain data.

The outermost package of `rulings`: it imports all the others, and only `__main__` imports it.
"""
