"""``/api/players``: who plays, and how well."""

from typing import Annotated

from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.exceptions import NotFound

from accounts import renaming
from accounts import selectors as accounts
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.ratings import selectors as ratings
from tournaments.ratings import versions
from tournaments.ratings.names import game_of
from tournaments.ratings.versions import Played
from tournaments.tables import selectors as tables
from tournaments.tables.web.api import shapes as table_shapes
from tournaments.tables.web.api.shapes import TableFacts


class RatingAt(Struct, frozen=True):
    """What a player is rated in a pool, over how many tables."""

    pool: Annotated[str, Meta(description="A game for the ratings of everybody, `club:<club>:<game>`, `season:<id>`.")]
    game: Annotated[str | None, Meta(description="Null for a season.")]
    rating: int
    tables: int
    provisional: bool


class PlayerProfile(Struct, frozen=True, kw_only=True):
    """A player: a person, a guest or a bot."""

    name: str
    is_bot: bool
    level: Annotated[str, Meta(description="The level of a bot, `program` for others' bots; empty for a person.")]
    owner: Annotated[str | None, Meta(description="Who answers for a bot that a program plays.")]
    versions: Annotated[tuple[Played, ...], Meta(description="Of such a bot, the last one first.")]
    is_guest: bool
    joined_at: Annotated[int, Meta(description="Epoch milliseconds.")]
    former_names: Annotated[
        tuple[str, ...], Meta(description="Given up within 180 days, the last one first; none if they are hidden.")
    ]
    ratings: tuple[RatingAt, ...]
    tables: Annotated[
        tuple[TableFacts, ...], Meta(description="The latest, the newest first; none if they are kept private.")
    ]


@operation("GET players/<name:name>", "getPlayer", needs="people:read", tag="players", refusals={404})
def get_player(caller: Endpoint, *, name: str) -> PlayerProfile:
    """Get a player by name."""
    user = accounts.by_name(name)
    if user is None or not (user.is_active or user.erased_at):
        raise NotFound(_("There is no such player."), "unknown_player")
    rated = ratings.ratings_seen(user.pk, caller.viewer)
    return PlayerProfile(
        name=user.username,
        is_bot=user.is_bot,
        level=user.bot_level,
        owner=user.owner.username if user.owner else None,
        versions=versions.of(user),
        is_guest=user.is_guest,
        joined_at=int(user.date_joined.timestamp() * 1000),
        former_names=tuple(each.name for each in renaming.former_names(user.pk, to=caller.viewer)),
        ratings=tuple(
            RatingAt(pool, game_of(pool), at.rating, at.tables, at.provisional) for pool, at in rated.items()
        ),
        tables=table_shapes.listed(tables.listed(user=user.pk, viewer=caller.viewer, limit=20), viewer=caller.viewer),
    )
