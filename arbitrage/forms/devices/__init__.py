"""Forms of signing in, and of the acts that devices send."""
