"""The double-dummy solver: what is possible with all four hands seen. Installed by default, never required.

The library is loaded in a process of its own (`worker`), because it is written in C and may take its process with it;
`process` asks it, and has None for an answer where there is none. Nothing here decides (ADR 016).
"""
