"""What *La salle* says: a tile a table, the tray, results that come in."""
