"""An account becomes a bot's: it asks, the owner agrees, and it stays one."""

from typing import Final

import msgspec
from django.conf import settings
from django.db import transaction

from accounts import bots, privacy, selectors, social
from accounts.models import BotRequest, User
from accounts.social import SocialEvent
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.clubs import selectors as clubs
from tournaments.director import holdings
from tournaments.log import sources
from tournaments.people import friends
from tournaments.people.errors import NotAllowed, NotOpen, Refused, UnknownPerson, WrongStatus
from tournaments.platform import limits
from tournaments.tables import caps
from tournaments.tables import selectors as tables

ASKED: Final = "bot_request"
"""What the owner is told of, as the kind of notice is called."""


class Owned(msgspec.Struct, frozen=True):
    """The bots that somebody answers for, and the accounts that would become such, by name."""

    bots: tuple[str, ...]
    asking: tuple[str, ...]


def ask(*, user: User, owner: str, name: str) -> None:
    """*user*, who repeats their *name*, would make the account a bot of *owner*. A second time changes nothing."""
    limits.count("bots", user=user.pk, guest=user.is_guest)
    if name != user.username:
        raise Refused("not_your_name", _("That is not your name."), field="name")
    answers = friends.person(owner)
    if answers.pk == user.pk:
        raise Refused("yourself", _("A bot has another account as its owner."), field="owner")
    check_fresh(user)
    if answers.pk in privacy.apart_from(user.pk):
        raise NotOpen
    with transaction.atomic():
        caps.hold(answers.pk)
        if bots.asked_by(user) == answers:
            return
        _check_room(BotRequest.objects.filter(owner=answers).count(), "owner_requests", "too_many_requests", _ASKING)
        bots.ask(user=user, owner=answers)
        social.end(ASKED, _subject(user))
        social.tell(SocialEvent(ASKED, answers.pk, user.pk, _subject(user), {}, sources.now_ms()))


def take_back(*, user: User) -> None:
    """*user* stays a person; without a request it changes nothing."""
    limits.count("bots", user=user.pk, guest=user.is_guest)
    _drop(user, None)


def decline(*, owner: User, name: str) -> None:
    """*owner* does not answer for the account called *name*; without a request it changes nothing."""
    limits.count("bots", user=owner.pk, guest=owner.is_guest)
    _drop(_named(name), owner)


def accept(*, owner: User, name: str) -> None:
    """*owner* answers for the account called *name*: it is a bot's from now on. A second time changes nothing."""
    limits.count("bots", user=owner.pk, guest=owner.is_guest)
    with transaction.atomic():
        caps.hold(owner.pk)
        user = User.objects.select_for_update().get(pk=_named(name).pk)
        if user.owner_id == owner.pk:
            return
        if bots.asked_by(user) != owner:
            raise WrongStatus("not_asked", _("This account has not asked you to be its owner."))
        check_fresh(user)
        _check_room(len(bots.owned_by(owner)), "owner_bots", "too_many_owned", _OWNED)
        friends.forget(user.pk)
        bots.become(user=user, owner=owner)
        social.end(ASKED, _subject(user))


def owned(owner: User) -> Owned:
    return Owned(_names(bots.owned_by(owner)), _names(bots.asking(owner)))


def check_fresh(user: User) -> None:
    """Raise why the account of *user* cannot become a bot's: a person has begun to use it."""
    if user.is_bot:
        raise WrongStatus("bot_account", _("This account is already a bot's."))
    if user.is_guest or user.is_staff or bots.owned_by(user):
        raise NotAllowed("not_for_bots", _("Guests, the staff and owners of bots cannot become bots."))
    if tables.has_sat(user.pk):
        raise WrongStatus("has_played", _("Only an account that has never sat at a table can become a bot's."))
    holds = (holdings.entered_by, holdings.announced_by, holdings.organised_with)
    if clubs.of_user(user.pk, viewer=user) or any(held(user.pk) for held in holds):
        raise WrongStatus("takes_part", _("Leave your clubs and tournaments first: bots enter them in another way."))


def _drop(user: User, owner: User | None) -> None:
    with transaction.atomic():
        if bots.drop(user=user, owner=owner):
            social.end(ASKED, _subject(user))


def _named(name: str) -> User:
    user = selectors.by_name(name) if "\0" not in name else None
    if user is None or not user.is_active:
        raise UnknownPerson
    return user


def _names(users: list[User]) -> tuple[str, ...]:
    return tuple(user.username for user in users)


def _subject(user: User) -> str:
    return f"bot/{user.pk}"


def _check_room(have: int, cap: str, code: str, reason: str) -> None:
    most = settings.CAPS[cap]
    if have >= most:
        raise Refused(code, Text(reason, {"most": most}))


_ASKING = _("This player has {most} open requests of bots already.")
_OWNED = _("You already have {most} bots.")
