"""Trials of what a club must survive, as commands that print their counts: `python -m tests.trials kill --times 50`.

They take minutes and break servers of their own; nothing of the machine's is touched. Each ends with exit 1 when
anything that was acknowledged is lost, or stored twice.
"""
