"""What follows from a request, a result or the time: decided on a tournament's state. Pure."""
