"""Proof that the record is what was written: verified, replayed, swept, compared with checkpoints."""
