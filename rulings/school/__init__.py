"""The director's school: situations with their answers, and the correction of a learner's answers.

The situations are data in both languages, a file for each theme (`situations/*.toml`). The same laws rule them as an
evening's incidents: a test replays them all.
"""
