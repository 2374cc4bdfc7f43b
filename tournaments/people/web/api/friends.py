"""``/api/friends``, ``/api/blocks`` and invitations to tables: who has to do with whom."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from accounts import privacy, selectors
from accounts.models import User
from tournaments.kit.endpoints import Endpoint, Own, operation
from tournaments.kit.operations import Done, Nothing
from tournaments.people import friends, invitations
from tournaments.people.friends import Friends
from tournaments.people.persons import person
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


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=150, description="A part of the name.")] = ""
    limit: Annotated[int, Meta(ge=1, le=100)] = 20
    offset: Annotated[int, Meta(ge=0, le=1_000_000, description="Lines to pass over.")] = 0


class Found(Struct, frozen=True):
    """Somebody with that in their name."""

    name: str
    level: Annotated[str, Meta(description="The level of a bot; empty for a person.")]


class PlayerList(Struct, frozen=True):
    """People and bots, by name. Guests are not listed."""

    players: tuple[Found, ...]


class PlayerSearch(Endpoint):
    @operation("listPlayers", tag="players", answers=PlayerList, query=Search)
    def get(self, *, query: Search) -> PlayerList:
        """Find players by a part of their names."""
        found = selectors.named(query.name, limit=query.limit, offset=query.offset)
        return PlayerList(tuple(Found(user.username, user.bot_level) for user in found))


class FriendList(Own):
    @operation("listFriends", tag="people", answers=Friends, refusals={401})
    def get(self) -> Friends:
        """List your friends."""
        return friends.circle(self.user.pk)


class FriendRequest(Own):
    @operation(
        "askFriend",
        tag="people",
        answers=Friends,
        takes=Name,
        refusals={403, 404, 409, 422},
        scope="people",
        idempotent=True,
    )
    def post(self, *, body: Name, command: str | None) -> Friends:
        """Ask somebody to be friends; whom they have asked accepts by this."""
        friends.ask(user=self.user, name=body.player)
        return friends.circle(self.user.pk)


class FriendEnd(Own):
    @operation(
        "endFriendship",
        tag="people",
        answers=Friends,
        takes=Name,
        refusals={403, 404, 422},
        scope="people",
        idempotent=True,
    )
    def post(self, *, body: Name, command: str | None) -> Friends:
        """End a friendship, decline a request, or take one back."""
        friends.end(user=self.user, name=body.player)
        return friends.circle(self.user.pk)


class BlockList(Own):
    @operation("listBlocked", tag="people", answers=Blocked, refusals={401})
    def get(self) -> Blocked:
        """List whom you block."""
        return blocked(self.user)

    @operation(
        "blockPlayer",
        tag="people",
        answers=Blocked,
        takes=Name,
        refusals={403, 404, 422},
        scope="people",
        idempotent=True,
    )
    def post(self, *, body: Name, command: str | None) -> Blocked:
        """Have nothing to do with somebody.

        They cannot invite or challenge you or become your friend, and you are not shown what they write. They are not
        told. In a tournament you may still be paired.
        """
        friends.block(user=self.user, name=body.player)
        return blocked(self.user)


class BlockEnd(Own):
    @operation("unblockPlayer", tag="people", answers=Blocked, takes=Name, refusals={403, 404, 422}, idempotent=True)
    def post(self, *, body: Name, command: str | None) -> Blocked:
        """Unblock somebody."""
        privacy.unblock(user=self.user, other=person(body.player))
        return blocked(self.user)


class InvitationList(Own):
    @operation("listTableInvitations", tag="people", answers=TableInvitations, refusals={401})
    def get(self) -> TableInvitations:
        """List the open tables to which you are invited."""
        waiting = invitations.waiting(self.user)
        facts = table_shapes.listed([one.table for one in waiting], viewer=self.viewer)
        return TableInvitations(
            tuple(TableInvitation(table, one.by, one.at) for table, one in zip(facts, waiting, strict=True))
        )


class TableInvite(Own):
    @operation(
        "inviteToTable",
        tag="people",
        answers=Done,
        takes=Name,
        refusals={403, 404, 409, 422},
        scope="people",
        idempotent=True,
    )
    def post(self, *, table_id: str, body: Name, command: str | None) -> Done:
        """Invite somebody to an open table at which you sit."""
        invitations.invite(user=self.user, table_id=table_id, name=body.player)
        return Done()


class TableInviteRefusal(Own):
    @operation(
        "declineTableInvitation", tag="people", answers=Done, takes=Nothing, refusals={403, 404, 422}, idempotent=True
    )
    def post(self, *, table_id: str, command: str | None) -> Done:
        """Decline an invitation to a table."""
        invitations.decline(user=self.user, table_id=table_id)
        return Done()


def blocked(user: User) -> Blocked:
    return Blocked(tuple(other.username for other in privacy.blocked(user)))
