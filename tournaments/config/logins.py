"""Whom you can log in as where DEMO is on. The supervisor prints it: nothing of Django is imported here."""

from typing import Final

PASSWORD: Final = "cardroom-demo"  # noqa: S105  no secret: it is printed, and opens nothing unless DEMO is on
ORGANISER: Final = "olga"
PEOPLE: Final = (ORGANISER, "ann", "ben")
LOGINS: Final = f"Log in as {', '.join(PEOPLE)} (password {PASSWORD}), sign up, or play as a guest."
