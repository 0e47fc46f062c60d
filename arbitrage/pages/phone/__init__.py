"""What the players' telephones show, and the sheets that open it."""
