"""The event log: append, load, tail, verify. It knows no game."""
