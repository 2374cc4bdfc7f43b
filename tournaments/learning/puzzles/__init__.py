"""Puzzles: find the winning card."""
