"""Calendars of a club and of a person, and the secret addresses of the latter."""

import secrets
from base64 import b32encode
from collections.abc import Iterator
from hashlib import sha256
from urllib.parse import urlsplit

from django.conf import settings as service

from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.clubs import selectors as clubs
from tournaments.clubs.state import Club
from tournaments.director import exports
from tournaments.leagues.appointments import Appointment, calendar
from tournaments.leagues.errors import Unknown
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.ladders.ladder import Challenge, Ladder
from tournaments.leagues.models import Challenge as ChallengeRow
from tournaments.leagues.models import Feed
from tournaments.leagues.nights import selectors
from tournaments.leagues.nights.calendar import Night
from tournaments.log import sources
from tournaments.log.commands import digest
from tournaments.platform import limits
from tournaments.platform.units import DAY, HOUR

KEPT = 30 * DAY
"""How long (ms) what was called off, and what is over, stays in a calendar."""
LENGTH = 32


class UnknownFeed(Unknown):
    def __init__(self) -> None:
        super().__init__("unknown_calendar", _("There is no such calendar."))


# -- secret addresses


def token_of(user: int) -> str | None:
    """The token of *user*'s calendar, if it has one."""
    row = Feed.objects.filter(pk=user).first()
    return _token(user, row.salt) if row else None


def renew(user: int, command: str | None = None) -> str:
    """A new token for *user*'s calendar; one from before leads nowhere any more. The same *command* gives the same."""
    limits.count("leagues", user=user)
    salt = sources.id_for(user, f"calendar/{command}") if command else secrets.token_hex(16)
    token = _token(user, salt)
    made = {"salt": salt, "digest": _stored(token), "made_at": sources.now_ms()}
    Feed.objects.update_or_create(pk=user, defaults=made)
    return token


def revoke(user: int) -> None:
    Feed.objects.filter(pk=user).delete()


def user_of(token: str) -> User:
    """Raises :class:`UnknownFeed` for a token that never existed or was revoked."""
    row = Feed.objects.filter(digest=_stored(token)).first() if len(token) == LENGTH else None
    user = User.objects.filter(pk=row.user, is_active=True).first() if row else None
    if user is None:
        raise UnknownFeed()
    return user


def _token(user: int, salt: str) -> str:
    return b32encode(digest("calendar", user, salt)).decode().lower()[:LENGTH]


def _stored(token: str) -> str:
    return sha256(token.encode()).hexdigest()


# -- the calendars


def of_club(club: Club) -> bytes:
    return calendar(_nights(club), title=club.founded.name, host=_host())


def of_user(user: User) -> bytes:
    """The nights of *user*'s clubs but for those they do not come to, their challenges and matches."""
    found = [*_challenges(user), *_matches(user)]
    for listed in clubs.of_user(user.pk, viewer=user):
        if listed.closed_at is None:
            found += _nights(clubs.club(listed.id), user.pk)
    return calendar(found, title=user.username, host=_host())


def _nights(club: Club, user: int | None = None) -> Iterator[Appointment]:
    found, now = selectors.calendar(club.id), sources.now_ms()
    for night in found.nights.values():
        gone = night.told_at if night.cancelled else night.ends_at
        if gone + KEPT > now and (user is None or night.answers.get(user) != "no"):
            yield _night(night, club)
    for each in selectors.planned(club.id, found):
        yield Appointment(
            id=each.id,
            title=each.title,
            starts_at=each.starts_at,
            ends_at=each.ends_at,
            status="TENTATIVE",
            changes=each.revision,
            told_at=each.told_at,
            url=_address(club, "calendar"),
        )


def _night(night: Night, club: Club) -> Appointment:
    return Appointment(
        id=night.id,
        title=night.title,
        starts_at=night.starts_at,
        ends_at=night.ends_at,
        status="CANCELLED" if night.cancelled else "CONFIRMED",
        changes=night.changes,
        told_at=night.told_at,
        url=_address(club, f"nights/{night.id}"),
    )


def _challenges(user: User) -> Iterator[Appointment]:
    now = sources.now_ms()
    rows = ChallengeRow.objects.filter(users__contains=[user.pk], time__isnull=False).order_by("-asked_at")[:100]
    unseen = {club for club, _user in clubs.unseen({(row.club, user.pk) for row in rows})}
    for row in rows:
        if row.club in unseen:  # they have left it
            continue
        ladder = ladders.ladder(row.ladder)
        challenge = ladder.challenges[row.pk]
        if challenge.time is not None and max(challenge.time, challenge.told_at) + KEPT > now:
            yield _challenge(challenge, ladder, challenge.time)


def _challenge(challenge: Challenge, ladder: Ladder, time: int) -> Appointment:
    off = challenge.outcome is not None and challenge.outcome not in ("won", "held")
    return Appointment(
        id=challenge.id,
        title=ladder.rules.title,
        starts_at=time,
        ends_at=time + HOUR,
        status="CANCELLED" if off else "CONFIRMED",
        changes=challenge.changes,
        told_at=challenge.told_at,
        url=_address(clubs.club(ladder.rules.club), f"challenges/{challenge.id}"),
    )


def _matches(user: User) -> Iterator[Appointment]:
    now = sources.now_ms()
    for url, moment in exports.match_moments(user.pk):
        if max(moment.ends, moment.told_at) + KEPT > now:
            yield Appointment(
                id=moment.key,
                title=moment.title,
                starts_at=moment.begins,
                ends_at=moment.ends,
                status="CANCELLED" if moment.off else "CONFIRMED",
                changes=moment.moved,
                told_at=moment.told_at,
                url=url,
            )


def _address(club: Club, rest: str) -> str:
    return f"{service.SITE_URL}/clubs/{club.founded.slug}/{rest}"


def _host() -> str:
    return urlsplit(service.SITE_URL).hostname or "localhost"
