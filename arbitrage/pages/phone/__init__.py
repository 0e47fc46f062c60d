"""Pages on the players' telephones, and the sheets that open them."""
