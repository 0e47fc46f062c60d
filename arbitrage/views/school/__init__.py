"""Pages of the director's school: situations, exercises, rehearsals, learners, the club's own cases."""
