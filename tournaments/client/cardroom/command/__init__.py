"""What the command line does, a module for each command."""


class Wrong(Exception):
    """What was asked for cannot be meant: a file, a field, a name."""
