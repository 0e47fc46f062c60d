"""The record itself: the chains of events, the rows that follow from them, and the proof that both agree."""
