"""Rulings that were signed, and what they make of what was recorded. Pure."""
