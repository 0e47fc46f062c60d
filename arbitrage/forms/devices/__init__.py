"""What is sent from signing in, and by a device."""
