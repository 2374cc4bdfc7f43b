"""How the service is: what its parts are, how each of them does, and what to do about it."""
