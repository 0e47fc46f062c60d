"""Content of *La salle*: a tile a table, the tray, incoming results."""
