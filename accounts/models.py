"""Accounts: people, guests and bots are all users."""

from __future__ import annotations

import datetime
from typing import ClassVar

from django.conf import settings
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
    origin = models.CharField(max_length=32, blank=True, default="", editable=False)
    """Tells guests of one address from others, without keeping the address; empty for everybody else."""

    objects: ClassVar[UserManager[User]] = UserManager()  # type: ignore[assignment]

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                Lower("username"), name="accounts_user_name_once", violation_error_message=_("That name is taken.")
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["origin"], name="accounts_guests_by_origin", condition=~models.Q(origin="")),
        ]

    @property
    def is_bot(self) -> bool:
        return bool(self.bot_level)


class Token(models.Model):
    """A key to the API, made by its owner. Only its SHA-256 is kept: whoever reads the database cannot use it.

    The text is 40 random characters, so a plain hash needs no salt and no slow function.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("What it is for"), max_length=60)
    prefix = models.CharField(max_length=12)
    """The beginning of the text, by which its owner tells tokens apart."""
    digest = models.BinaryField(max_length=32, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at: models.DateTimeField[datetime.datetime | None, datetime.datetime | None] = models.DateTimeField(
        null=True, blank=True
    )
    revoked_at: models.DateTimeField[datetime.datetime | None, datetime.datetime | None] = models.DateTimeField(
        null=True, blank=True
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.prefix}… {self.name}"
