"""Everything that changes a club: one transaction each, and repeatable without harm."""
