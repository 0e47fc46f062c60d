"""The demonstration club: an evening of 11 tables and two afternoons with worked cases, generated from a seed.

The same seed and date give the same players, hands, contracts and scores. The players are invented: common names in
random combinations, with licence numbers that were never issued. `club` writes to the database, through the services
that the pages call; `trying_out` writes files; the other modules are pure functions and data.
"""
