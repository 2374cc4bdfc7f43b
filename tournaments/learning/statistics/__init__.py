"""What players bid and choose at the beginning, counted over public tables."""
