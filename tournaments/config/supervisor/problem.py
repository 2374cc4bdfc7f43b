"""What a person must put right before the service can run: one line, and an exit code."""


class Problem(Exception):
    """Ends the supervisor with its text as the only line; no traceback."""

    exit_code = 1


class AlreadyRunning(Problem):
    exit_code = 4


class PortInUse(Problem):
    exit_code = 5


class NoRoom(Problem):
    """The disk is full, or the folder can't be written."""

    exit_code = 6


class WouldNotStart(Problem):
    exit_code = 7
