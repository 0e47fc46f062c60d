"""The engine of the laws: questions, the path from answers to a ruling, and the filling of blanks in its words.

It imports only `rulings.bridge` and its own modules, and contains no law, score or document.
"""
