"""What *Le classement* says: places, method, penalties."""
