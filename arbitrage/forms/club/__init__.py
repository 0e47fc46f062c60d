"""What is sent from a club's own pages."""
