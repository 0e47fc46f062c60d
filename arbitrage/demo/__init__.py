"""The demonstration club: an evening of 11 tables and two afternoons with worked cases, generated from a seed.

Pure functions, without database, clock or file; `club` alone writes, by the services that a director's taps call. The
same seed and date give the same players, hands, contracts and scores. The people do not exist; their names are common
ones put together by lot, their licence numbers are not given.
"""
