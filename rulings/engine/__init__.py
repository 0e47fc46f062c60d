"""The engine of the laws: questions, the way from answers to a ruling, and the filling of blanks in its words.

It imports nothing but `rulings.bridge` and the modules beside it, and knows no law, score or paper.
"""
