"""Why there is no backup, or nothing was restored."""

from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import CommandError


class Failed(Exception):
    """Ends the command with its text as the only line. Everything is as it was before."""


@contextmanager
def reported() -> Iterator[None]:
    """Whatever the operator can put right is one line."""
    try:
        yield
    except Failed as failed:
        raise CommandError(str(failed)) from failed
    except OSError as error:
        raise CommandError(f"{error.filename or 'Files'}: {error.strerror or error}.") from error


def whole_number(text: str) -> int:
    """An option of a command: how many."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)
