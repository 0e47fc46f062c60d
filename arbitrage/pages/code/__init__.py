"""What *Le code* says: a law consulted, and its ruling."""
