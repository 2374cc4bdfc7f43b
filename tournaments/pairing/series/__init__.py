"""Matches of several tables: which table comes next, and what they add up to. Sides are named 0, 1, ... throughout."""
