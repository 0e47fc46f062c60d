"""The director's school: situations, exercises, those who show their progress, the club's own cases."""
