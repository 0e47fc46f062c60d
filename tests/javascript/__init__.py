"""The JavaScript, tested by Node: what is pure by itself, and the device beside the server."""
