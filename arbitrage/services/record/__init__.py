"""The record itself: the chains of events, and the rows that follow from them."""
