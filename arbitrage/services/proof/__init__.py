"""Verification that the record is unchanged: hashes and rows checked, rulings replayed, chains compared with
checkpoints."""
