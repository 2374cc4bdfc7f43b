"""``/api/players`` and ``/api/ladders``: who plays, and how well."""

from __future__ import annotations

from typing import Annotated

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from msgspec import Meta, Struct, UnsetType
from rest_framework.exceptions import NotFound

from accounts import selectors as accounts
from accounts.models import User
from tournaments.api import table_shapes
from tournaments.api.endpoints import Endpoint, operation
from tournaments.api.problems import Unprocessable
from tournaments.api.table_shapes import TableFacts
from tournaments.clubs import access
from tournaments.clubs import selectors as clubs
from tournaments.ratings import selectors as ratings
from tournaments.tables import catalogue
from tournaments.tables import selectors as tables


class Limit(Struct, frozen=True, forbid_unknown_fields=True):
    limit: Annotated[int, Meta(ge=1, le=500)] = 100
    offset: Annotated[int, Meta(ge=0, le=1_000_000, description="Lines to pass over.")] = 0


class Rung(Struct, frozen=True):
    """A line of a ladder; equal ratings share their rank."""

    rank: int
    user: int
    name: str
    level: str
    """The bot's, empty for a person."""
    rating: int
    tables: int
    provisional: bool


class Ladder(Struct, frozen=True):
    """The ratings at a game, the best first. A rating is provisional for its first 30 tables."""

    game: str
    ladder: tuple[Rung, ...]


class RatingAt(Struct, frozen=True):
    """What a player is rated at a game, over how many tables."""

    game: str
    rating: int
    tables: int
    provisional: bool


class PlayerProfile(Struct, frozen=True, kw_only=True):
    """A player: a person, a guest or a bot."""

    name: str
    is_bot: bool
    level: Annotated[str, Meta(description="The level of a bot; empty for a person.")]
    is_guest: bool
    joined_at: Annotated[int, Meta(description="Epoch milliseconds.")]
    ratings: tuple[RatingAt, ...]
    tables: Annotated[tuple[TableFacts, ...], Meta(description="The latest, the newest first.")]


def user_named(name: str | UnsetType) -> int | None:
    """The account that a list is narrowed to; raises ``Unprocessable`` if nobody is called so."""
    if isinstance(name, UnsetType):
        return None
    user = accounts.by_name(name)
    if user is None:
        raise Unprocessable(_("There is no such player."), "unknown_player", field="player")
    return user.pk


def club_named(address: str | UnsetType | None, viewer: User | AnonymousUser) -> str | None:
    """The id of the club that a request names, if *viewer* may see it."""
    return access.seen(viewer, clubs.address(address)[0]).id if isinstance(address, str) else None


class LadderDetail(Endpoint):
    @operation("getLadder", tag="players", answers=Ladder, query=Limit, refusals={404})
    def get(self, *, game: str, query: Limit) -> Ladder:
        """Get the ladder of a game."""
        rungs = ratings.ladder(game, limit=query.limit, offset=query.offset)
        return Ladder(catalogue.game(game).key, tuple(map(_rung, rungs)))


class PlayerDetail(Endpoint):
    @operation("getPlayer", tag="players", answers=PlayerProfile, refusals={404})
    def get(self, *, name: str) -> PlayerProfile:
        """Get a player by name."""
        user = accounts.by_name(name)
        if user is None or not user.is_active:
            raise NotFound(_("There is no such player."), "unknown_player")
        rated = ratings.ratings_of_user(user.pk)
        return PlayerProfile(
            name=user.username,
            is_bot=user.is_bot,
            level=user.bot_level,
            is_guest=user.is_guest,
            joined_at=int(user.date_joined.timestamp() * 1000),
            ratings=tuple(RatingAt(game, at.rating, at.tables, at.provisional) for game, at in rated.items()),
            tables=table_shapes.listed(tables.listed(user=user.pk, viewer=self.viewer, limit=20)),
        )


def _rung(at: ratings.Rung) -> Rung:
    return Rung(at.rank, at.user, at.name, at.level, at.rating, at.tables, at.provisional)
