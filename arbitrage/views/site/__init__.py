"""Pages for the administrators of the installation."""
