"""What a device takes along, and what it says without a network."""
