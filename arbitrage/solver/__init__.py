"""The double-dummy solver: the tricks that best play wins with all four hands seen. Installed by default, never
required.

The library is written in C and may crash, so it is loaded in a process of its own (`worker`). `process` sends it the
questions and returns None where no answer comes. No ruling depends on an answer (ADR 016).
"""
