"""How a language writes its dates, where Django writes them otherwise."""
