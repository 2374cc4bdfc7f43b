"""What somebody has on ladders and in seasons: listed for their export, given up when their account ends."""

from collections.abc import Iterator
from typing import Final

from accounts.holdings import Holding
from accounts.models import User
from tournaments.clubs import selectors as clubs
from tournaments.leagues import feeds
from tournaments.leagues.ladders import appointments
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.models import Challenge, Ladder, Season
from tournaments.leagues.seasons import season as seasons
from tournaments.leagues.seasons.streams import SEASONS
from tournaments.tables import clubs as table_clubs


def give_up(user_id: int) -> None:
    """Out of every ladder, and what is open is void: the account ends. May be repeated."""
    standing = Ladder.objects.filter(users__contains=[user_id]).values_list("pk", flat=True)
    named = Challenge.objects.exclude(status="ended").filter(users__contains=[user_id])
    for ladder_id in sorted({*standing, *named.values_list("ladder", flat=True)}):
        appointments.drop(ladder_id=ladder_id, user=user_id, cause="erased")


def ladders(user: User) -> Iterator[object]:
    """Where they stand."""
    for row in Ladder.objects.filter(users__contains=[user.pk]).order_by("opened_at", "id").iterator():
        yield {"ladder": row.pk, "club": row.club, "title": row.title, "place": row.users.index(user.pk) + 1}


def challenges(user: User) -> Iterator[object]:
    """Those that they made, were asked for or were named in, the newest first."""
    for row in Challenge.objects.filter(users__contains=[user.pk]).order_by("-asked_at", "id").iterator():
        known = LADDERS.current(row.ladder).state.challenges[row.pk]
        yield {"ladder": row.ladder, "club": row.club, "challenge": known}


def played_seasons(user: User) -> Iterator[object]:
    """What they made of each season in which they have played or begun."""
    named = {*table_clubs.where_sat(user.pk), *(club.id for club in clubs.of_user(user.pk, viewer=user))}
    for row in Season.objects.filter(club__in=named).order_by("-starts_at", "id").iterator():
        for number, lines in enumerate(seasons.tables(SEASONS.current(row.pk).state), start=1):
            for line in lines:
                if line.player == user.pk:
                    made = {"division": number, "place": line.place, "points": str(line.total)}
                    yield {"season": row.pk, "club": row.club, "title": row.title, **made}


def _nothing(_user: int) -> None:
    """What is in the log stays, as a former player's."""


HOLDINGS: Final = (
    Holding("ladders", ladders, _nothing),
    Holding("challenges", challenges, _nothing),
    Holding("seasons", played_seasons, feeds.revoke),
)
