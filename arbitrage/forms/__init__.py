"""What a page may send: read, checked, and given on as the services want it."""
