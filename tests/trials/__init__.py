"""Trials of faults and loads that a club must survive, as commands that print their counts: `python -m tests.trials
kill --times 50`.

They take minutes and break only servers that they start themselves. Each exits with 1 when an acknowledged act is lost
or stored twice.
"""
