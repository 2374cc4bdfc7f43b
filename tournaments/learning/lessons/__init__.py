"""First lessons of the games."""
