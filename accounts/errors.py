"""What can go wrong with an account, each with a stable code.

AccountError
├── BadVersion
├── CastUsedUp
├── NameReserved
├── NameTaken
├── NameUnclear
├── NotYours
├── RenamedLately
├── TooManyApps
└── TooManyTokens
"""

import datetime

from django.utils import formats, timezone
from django.utils.translation import gettext

from tournaments.platform.errors import Refusal


class AccountError(Refusal):
    code = "account"


class BadVersion(AccountError):
    """It is too long, or hides something."""

    code = "bad_version"
    status = 422


class CastUsedUp(AccountError):
    code = "too_few_bots"
    status = 422


class NameReserved(AccountError):
    """Nobody may have it, or it could be taken for one that nobody may have."""

    code = "name_reserved"
    status = 422


class NameTaken(AccountError):
    """Somebody has it, or one that looks like it."""

    code = "name_taken"
    status = 409


class NameUnclear(AccountError):
    """It hides something, or mixes scripts."""

    code = "name_unclear"
    status = 422


class NotYours(AccountError):
    code = "not_yours"
    status = 404


class RenamedLately(AccountError):
    """A name stays for a while; *free* is when another may be taken."""

    code = "renamed_lately"
    status = 422

    def __init__(self, free: datetime.datetime) -> None:
        self.free = free
        day = formats.date_format(timezone.localtime(free), gettext("j F Y"))
        super().__init__(gettext("You can change your name every 30 days, next on {day}.").format(day=day))


class TooManyApps(AccountError):
    """An account has a limited number of apps."""

    code = "too_many_apps"
    status = 409

    def __init__(self, most: int) -> None:
        super().__init__(gettext("You have {number} apps. Remove one first.").format(number=most))


class TooManyTokens(AccountError):
    """An account has a limited number of tokens that open something."""

    code = "too_many_tokens"
    status = 409

    def __init__(self, most: int) -> None:
        super().__init__(gettext("You have {number} tokens. Revoke one first.").format(number=most))
