"""Tournaments as people and programs look at them, now and as of any event."""
