"""Rulings: what an organiser may decide about a tournament, what it does, and what it would do. Pure."""
