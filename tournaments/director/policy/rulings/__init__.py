"""What an organiser may decide about a tournament, and what it would change. Pure."""
