"""Content of *Le code*: a law consulted, and its ruling."""
