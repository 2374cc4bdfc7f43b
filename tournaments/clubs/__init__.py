"""Clubs and who belongs to them: each is a stream of its own; one gate says who may do what."""
