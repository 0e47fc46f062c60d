"""The record: the chains of events, and the rows that are derived from them."""
