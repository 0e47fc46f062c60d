"""The JavaScript, tested by Node: unit tests of the pure modules, and the comparison of the device with the server."""
