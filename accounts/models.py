"""Accounts: people, guests and bots are all users."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account, human or bot. ``username`` is the public name; e-mail stays private.

    A guest is an account without a way to log in but its session; signing up keeps it. A bot plays by the policy named
    in ``bot_level`` (a key of the engine's registry of bots); several bots may share a level.
    """

    is_guest = models.BooleanField(default=False)
    bot_level = models.CharField(max_length=40, blank=True, default="")
    timezone = models.CharField(max_length=64, blank=True, default="")

    objects: ClassVar[UserManager[User]] = UserManager()  # type: ignore[assignment]

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                Lower("username"), name="accounts_user_name_once", violation_error_message=_("That name is taken.")
            ),
        ]

    @property
    def is_bot(self) -> bool:
        return bool(self.bot_level)
