"""Refusals that any layer may answer with, each with a stable code."""

from typing import ClassVar

from django.utils.translation import ngettext


class Refusal(Exception):
    """*code* is for programs, the message for people."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 400


class TooOften(Refusal):
    """More than a limit allows; *retry_after* is how many seconds to wait."""

    code = "throttled"
    status = 429

    def __init__(self, *, retry_after: int) -> None:
        self.retry_after = retry_after
        text = ngettext(
            "Too many requests. Try again in {seconds} second.",
            "Too many requests. Try again in {seconds} seconds.",
            retry_after,
        )
        super().__init__(text.format(seconds=retry_after))
