"""Tournaments: a pure decider over its own events, formats, pairing, standings."""
