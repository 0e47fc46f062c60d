"""The requests of whoever runs the installation."""
