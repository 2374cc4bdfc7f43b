"""What a tournament's events are and what they come to: its facts, its settings, the fold. Pure."""
