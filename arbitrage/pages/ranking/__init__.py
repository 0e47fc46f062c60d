"""Content of *Le classement*: places, method, penalties."""
