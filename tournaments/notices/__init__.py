"""What reaches a person: inbox, mail, push, and webhooks of clubs."""
