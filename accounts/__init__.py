"""Who people are: users, guests, bots, profiles, tokens. Knows no cards."""
