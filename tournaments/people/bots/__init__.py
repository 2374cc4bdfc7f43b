"""Bots that programs play: whose they are, what they accept, and what went wrong with them."""
