"""The director's school: situations with their answers, and the correction of what a director answered.

The situations are data, a file a theme (`situations/*.toml`), in both languages, and each is ruled by the same laws as
an evening's incidents: a test replays them all.
"""
