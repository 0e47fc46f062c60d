"""Forms of the players' telephones."""
