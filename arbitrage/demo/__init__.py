"""The demonstration club: an evening of 11 tables and two afternoons with worked cases, generated from a seed.

Pure functions without database, clock or files; only `club` writes, through the services that a director's taps call.
The same seed and date give the same players, hands, contracts and scores. The people are invented: common names in
random combinations, with licence numbers that are not issued.
"""
