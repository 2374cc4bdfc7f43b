"""Webhooks: of clubs, of tournaments, and of accounts."""
