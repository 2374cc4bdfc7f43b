"""What can go wrong with an account, each with a stable code.

AccountError
├── NameTaken
├── NotYours
└── TooManyGuests
"""

from __future__ import annotations

from typing import ClassVar


class AccountError(Exception):
    """*code* is for programs, the message for people."""

    code: ClassVar[str] = "account"
    status: ClassVar[int] = 400


class NameTaken(AccountError):
    code = "name_taken"
    status = 409


class NotYours(AccountError):
    code = "not_yours"
    status = 404


class TooManyGuests(AccountError):
    code = "too_many_guests"
    status = 429
