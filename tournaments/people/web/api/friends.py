"""``/api/friends``, ``/api/blocks`` and invitations to tables: who has to do with whom."""

from typing import Annotated

from msgspec import Meta, Struct

from accounts import privacy, selectors
from accounts.models import User
from tournaments.kit.endpoints import Endpoint, Own, operation
from tournaments.kit.operations import Done
from tournaments.kit.requests import Part
from tournaments.people import friends, invitations
from tournaments.people.friends import Friends, person
from tournaments.tables.web.api import shapes as table_shapes
from tournaments.tables.web.api.shapes import TableFacts


class Blocked(Struct, frozen=True):
    """Whom you block, by name."""

    blocked: tuple[str, ...]


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    player: Annotated[str, Meta(max_length=150)]


class TableInvitation(Struct, frozen=True):
    """Somebody asks you to their open table. `at` is epoch milliseconds."""

    table: TableFacts
    by: str
    at: int


class TableInvitations(Struct, frozen=True):
    """Invitations to tables that still have a seat, the newest first."""

    invitations: tuple[TableInvitation, ...]


class Search(Part, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=150, description="A part of the name.")] = ""
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class Found(Struct, frozen=True):
    """Somebody with that in their name."""

    name: str
    level: Annotated[str, Meta(description="The level of a bot, `program` for others' bots; empty for a person.")]


class PlayerList(Struct, frozen=True):
    """People and bots, by name. Guests are not listed."""

    players: tuple[Found, ...]


@operation("GET players", "listPlayers", needs="people:read", tag="players")
def list_players(caller: Endpoint, *, query: Search) -> PlayerList:
    """Find players by a part of their names."""
    found = selectors.named(query.name, limit=query.limit, offset=query.offset)
    return PlayerList(tuple(Found(user.username, user.bot_level) for user in found))


@operation("GET friends", "listFriends", needs="people:read", tag="people", refusals={401})
def list_friends(caller: Own) -> Friends:
    """List your friends."""
    return friends.circle(caller.user.pk)


@operation("POST friends/ask", "askFriend", needs="people:write", tag="people", scope="people")
def ask_friend(caller: Own, *, body: Name, command: str | None) -> Friends:
    """Ask somebody to be friends; whom they have asked accepts by this."""
    friends.ask(user=caller.user, name=body.player)
    return friends.circle(caller.user.pk)


@operation(
    "POST friends/end", "endFriendship", needs="people:write", tag="people", refusals={403, 404, 422}, scope="people"
)
def end_friendship(caller: Own, *, body: Name, command: str | None) -> Friends:
    """End a friendship, decline a request, or take one back."""
    friends.end(user=caller.user, name=body.player)
    return friends.circle(caller.user.pk)


@operation("GET blocks", "listBlocked", needs="people:read", tag="people", refusals={401})
def list_blocked(caller: Own) -> Blocked:
    """List whom you block."""
    return blocked(caller.user)


@operation("POST blocks", "blockPlayer", needs="people:write", tag="people", refusals={403, 404, 422}, scope="people")
def block_player(caller: Own, *, body: Name, command: str | None) -> Blocked:
    """Have nothing to do with somebody.

    They cannot invite or challenge you or become your friend, and you are not shown what they write. They are not
    told. In a tournament you may still be paired.
    """
    friends.block(user=caller.user, name=body.player)
    return blocked(caller.user)


@operation("POST blocks/end", "unblockPlayer", needs="people:write", tag="people", refusals={403, 404, 422})
def unblock_player(caller: Own, *, body: Name, command: str | None) -> Blocked:
    """Unblock somebody."""
    privacy.unblock(user=caller.user, other=person(body.player))
    return blocked(caller.user)


@operation("GET invitations", "listTableInvitations", needs="challenge:read", tag="people", refusals={401})
def list_table_invitations(caller: Own) -> TableInvitations:
    """List the open tables to which you are invited."""
    waiting = invitations.waiting(caller.user)
    facts = table_shapes.listed([one.table for one in waiting], viewer=caller.viewer)
    return TableInvitations(
        tuple(TableInvitation(table, one.by, one.at) for table, one in zip(facts, waiting, strict=True))
    )


@operation("POST tables/<id:table_id>/invite", "inviteToTable", needs="challenge:write", tag="people", scope="people")
def invite_to_table(caller: Own, *, table_id: str, body: Name, command: str | None) -> Done:
    """Invite somebody to an open table at which you sit."""
    invitations.invite(user=caller.user, table_id=table_id, name=body.player)
    return Done()


@operation(
    "POST tables/<id:table_id>/invite/decline",
    "declineTableInvitation",
    needs="challenge:write",
    tag="people",
    refusals={403, 404, 422},
)
def decline_table_invitation(caller: Own, *, table_id: str, command: str | None) -> Done:
    """Decline an invitation to a table."""
    invitations.decline(user=caller.user, table_id=table_id)
    return Done()


def blocked(user: User) -> Blocked:
    return Blocked(tuple(other.username for other in privacy.blocked(user)))
