"""What is sent from the list of decisions and from a review."""
