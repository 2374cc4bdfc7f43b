"""The client for Python: what is in the wheel, and what it does against the real service."""
