"""What the operations about a club's nights, ladders and seasons share."""

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta, Struct

from accounts import selectors as accounts
from tournaments.clubs import access, selectors
from tournaments.clubs.gate import Action
from tournaments.clubs.state import Club
from tournaments.clubs.web.api.shapes import ClubAsOf
from tournaments.kit.endpoints import Endpoint
from tournaments.kit.words import plain
from tournaments.leagues.history import History

TAG = "leagues"
WRITES: dict[str, Any] = {"tag": TAG, "refusals": {403, 404, 409, 422}, "scope": "leagues"}


class LeagueAsOf(ClubAsOf, frozen=True, forbid_unknown_fields=True):
    """A moment to look back at, for members of the club."""

    @property
    def seq(self) -> int | None:
        return self.as_of if isinstance(self.as_of, int) else None


class LeagueHistoryQuery(LeagueAsOf, frozen=True, forbid_unknown_fields=True):
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    offset: Annotated[int, Meta(ge=0, le=1_000_000, description="Lines to pass over.")] = 0

    def asked(self) -> dict[str, Any]:
        return {"as_of": self.seq, "limit": self.limit, "offset": self.offset}


class LeagueEventLine(Struct, frozen=True, kw_only=True):
    seq: int
    at: int
    kind: str
    text: str
    quote: Annotated[str, Meta(description="What somebody wrote, unless it has been erased.")]


class LeagueHistory(Struct, frozen=True, kw_only=True):
    """What happened, the latest first."""

    seq: Annotated[int, Meta(description="The number of the last event.")]
    total: int
    history: tuple[LeagueEventLine, ...]


class LeagueEndpoint(Endpoint):
    """A path of one club, which goes by its id, its address or an old one; handlers are given the id."""

    def resolved(self, given: dict[str, Any]) -> dict[str, Any]:
        return given | {"club_id": selectors.address(given.pop("club"))[0]}

    def seen(self, club_id: str, query: LeagueAsOf | None = None) -> Club:
        """The club, if the viewer may see it, and may look back if that is asked for."""
        club = access.seen(self.request.user, club_id)
        if query is not None and query.seq is not None:
            self.check("history", club)
        return club

    def check(self, action: Action, club: Club) -> None:
        access.check(self.request.user, action, club)


def history(found: History) -> LeagueHistory:
    names = ("seq", "at", "kind", "quote")
    lines = (
        LeagueEventLine(text=plain(each.text), **{name: getattr(each, name) for name in names}) for each in found.lines
    )
    return LeagueHistory(seq=found.seq, total=found.total, history=tuple(lines))


def names(users: Iterable[int]) -> dict[int, str]:
    return {user: found.username for user, found in accounts.by_ids(users).items()}
