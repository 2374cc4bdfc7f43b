"""One stream of everything that concerns somebody: their tables and turns, and what they are told."""
