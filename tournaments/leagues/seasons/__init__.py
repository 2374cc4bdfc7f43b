"""Seasons of a league: what counts, who leads, who goes up and down."""
