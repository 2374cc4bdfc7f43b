"""Accounts: people, guests and bots are all users; what is kept beside each of them."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any, ClassVar, Final, TypeAlias

import pgtrigger
from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.postgres.fields import ArrayField
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from accounts import naming

PROGRAM: Final = "program"
"""The level of a bot that a program of its owner plays, by the API. The other levels are the service's own bots."""

Moment: TypeAlias = "models.DateTimeField[datetime.datetime | None, datetime.datetime | None]"


class SkeletonField(models.TextField):  # type: ignore[type-arg]
    """What the user's name looks like, made again whenever the user is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        user: Any = model_instance
        user.skeleton = naming.skeleton(user.username)
        return str(user.skeleton)


class User(AbstractUser):
    """An account, human or bot. ``username`` is the public name; e-mail stays private.

    A guest is an account without a way to log in but its session; signing up keeps it. A bot of the house plays at the
    level named in ``bot_level`` (a key of the engine's registry of bots); several bots may share a level. The level of
    a bot that a program of its ``owner`` plays is :data:`PROGRAM`.
    """

    is_guest = models.BooleanField(default=False)
    bot_level = models.CharField(max_length=40, blank=True, default="")
    owner = models.ForeignKey("self", on_delete=models.PROTECT, null=True, editable=False, related_name="bots")
    """Who answers for a bot that a program plays."""
    timezone = models.CharField(max_length=64, blank=True, default="")
    origin = models.CharField(max_length=32, blank=True, default="", editable=False)
    """Tells guests of one address from others, without keeping the address; empty for everybody else."""
    skeleton: models.TextField[str, str] = SkeletonField(default="", editable=False)
    """No two names look alike."""
    renamed_at: Moment = models.DateTimeField(null=True, editable=False)
    erasure_at: Moment = models.DateTimeField(null=True, editable=False)
    """When the account is going to be erased, as its owner asked."""
    erased_at: Moment = models.DateTimeField(null=True, editable=False)

    objects: ClassVar[UserManager[User]] = UserManager()  # type: ignore[assignment]

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                Lower("username"), name="accounts_user_name_once", violation_error_message=_("That name is taken.")
            ),
            models.UniqueConstraint(
                fields=["skeleton"],
                name="accounts_user_skeleton_once",
                violation_error_message=_("That name looks too much like an existing one."),
            ),
            models.CheckConstraint(
                condition=models.Q(is_guest=False) | models.Q(password="") | models.Q(password__startswith="!"),  # noqa: S106
                name="accounts_guests_have_no_password",
            ),
            models.CheckConstraint(
                condition=models.Q(owner=None) | models.Q(bot_level=PROGRAM), name="accounts_bots_have_owners"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["origin"], name="accounts_guests_by_origin", condition=~models.Q(origin="")),
            models.Index(fields=["erasure_at"], name="accounts_to_erase", condition=models.Q(erasure_at__isnull=False)),
            models.Index(fields=["id"], name="accounts_staff", condition=models.Q(is_staff=True)),
            models.Index(
                fields=["id"], name="accounts_shut_out", condition=models.Q(is_active=False, erased_at__isnull=True)
            ),
        ]

    @property
    def is_bot(self) -> bool:
        """Whether names are shown with the title: a bot of the house, or a program."""
        return bool(self.bot_level)

    @property
    def is_program(self) -> bool:
        """Whether it is a bot that moves by the API, as people do by pages."""
        return self.bot_level == PROGRAM

    @property
    def house_level(self) -> str:
        """The level at which the service plays for it; empty for people and programs, who play by themselves."""
        return "" if self.is_program else self.bot_level

    def set_password(self, raw_password: str | None) -> None:
        """A guest with a password is no longer a guest: somebody who can come back has an account."""
        super().set_password(raw_password)
        if raw_password is not None:
            self.is_guest, self.origin = False, ""

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """With the name goes its skeleton; with the password, that a guest is one."""
        if update_fields is not None:
            update_fields = {*update_fields}
            update_fields |= {"skeleton"} if "username" in update_fields else set()
            update_fields |= {"is_guest", "origin"} if "password" in update_fields else set()
        super().save(*args, update_fields=update_fields, **kwargs)


class Token(models.Model):
    """A key to the API, made by its owner. Only its SHA-256 is kept: a reader of the database cannot use it.

    The text is 40 random characters, so a plain hash needs no salt and no slow function.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("What it is for"), max_length=60)
    prefix = models.CharField(max_length=12)
    """The beginning of the text, by which its owner tells tokens apart."""
    digest = models.BinaryField(max_length=32, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at: Moment = models.DateTimeField(null=True, blank=True)
    revoked_at: Moment = models.DateTimeField(null=True, blank=True)
    scopes = ArrayField(models.CharField(max_length=40), null=True)
    """What it is for (:mod:`accounts.scopes`); ``None`` for everything."""
    ends_at: Moment = models.DateTimeField(null=True)
    """From then on it opens nothing."""

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.prefix}… {self.name}"


class Session(AbstractBaseSession):
    """A session of Django's, and whose it is: so that people see where they are logged in."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    device = models.CharField(max_length=200, blank=True, default="")
    """What the browser said it is. No address is kept."""
    created_at = models.DateTimeField(default=timezone.now)
    last_used_at: Moment = models.DateTimeField(null=True)

    @classmethod
    def get_session_store_class(cls) -> Any:
        return import_string(f"{settings.SESSION_ENGINE}.SessionStore")


class FormerName(models.Model):
    """A name that somebody had. It is kept free of others for a while."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=150)
    skeleton = models.TextField(db_index=True)
    until = models.DateTimeField()
    """When it was given up."""

    class Meta:
        ordering: ClassVar[list[str]] = ["-until"]

    def __str__(self) -> str:
        return self.name


class Reach(models.TextChoices):
    """Who may address somebody by name, with an invitation or a challenge."""

    ANYONE = "anyone", _("Anyone")
    PEOPLE = "people", _("People I sat with")
    NOBODY = "nobody", _("Nobody")


class Privacy(models.Model):
    """What others see of somebody, and who may address them; without a row all is as by default."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="privacy"
    )
    show_clubs = models.BooleanField(default=True)
    show_games = models.BooleanField(default=True)
    show_presence = models.BooleanField(default=True)
    show_former_names = models.BooleanField(default=True)
    challenges = models.CharField(max_length=6, choices=Reach.choices, default=Reach.ANYONE)
    invitations = models.CharField(max_length=6, choices=Reach.choices, default=Reach.PEOPLE)
    chat = models.BooleanField(default=True)
    """Whether they are shown what others write."""

    def __str__(self) -> str:
        return f"privacy of {self.user_id}"


class Block(models.Model):
    """*user* wants to have nothing to do with *other*."""

    pk = models.CompositePrimaryKey("user_id", "other_id")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user_id} blocks {self.other_id}"


class StaffAct(models.Model):
    """Something that the service's staff did, or who runs it by a command: ids alone, and it stays."""

    at = models.DateTimeField()
    by = models.BigIntegerField(null=True)
    """Nobody's account: a command."""
    what = models.CharField(max_length=60)
    """The kind of the event, or another short name."""
    subject = models.CharField(max_length=80)
    """What it was done to: a stream, ``user:17``."""
    seq = models.BigIntegerField(null=True)
    """The event in that stream, where there is one: it is noted once."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["subject", "seq"], name="accounts_staff_act_once"),
        ]
        triggers: ClassVar[list[pgtrigger.Trigger]] = [
            pgtrigger.Protect(name="staff_acts_stay", operation=pgtrigger.Update | pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.what} of {self.subject}"


class BotRequest(models.Model):
    """Somebody would make their account a bot's, if *owner* agrees to answer for it. *at* is epoch ms."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.user_id} would be a bot of {self.owner_id}"


class BotVersion(models.Model):
    """What has played for a bot since then (epoch ms), in its owner's words."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="versions")
    name = models.CharField(max_length=40)
    since = models.BigIntegerField()

    class Meta:
        ordering: ClassVar[list[str]] = ["-since", "-pk"]

    def __str__(self) -> str:
        return self.name


class ErasedName(models.Model):
    """A name of an erased account, as a keyed digest: nobody has it again, and nobody reads it here."""

    digest = models.BinaryField(max_length=32, primary_key=True)

    def __str__(self) -> str:
        return bytes(self.digest).hex()[:8]
