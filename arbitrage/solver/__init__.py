"""The double-dummy solver, which computes the tricks that best play wins when all four hands are known. It is installed
by default, but not required.

The library is written in C and may crash, so a separate process loads it (`worker`). `process` sends questions to this
process, and returns None if no answer comes. No ruling depends on an answer (ADR 016).
"""
