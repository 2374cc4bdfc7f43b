"""Elo as a fold over each pool's stream; ladders."""
