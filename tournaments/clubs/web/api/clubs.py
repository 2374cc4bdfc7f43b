"""``/api/clubs``: find, found, look on, edit; news, history."""

from msgspec import UnsetType

from accounts import selectors as accounts
from accounts.models import User
from tournaments.clubs import access, selectors, services
from tournaments.clubs.choices import ROLES
from tournaments.clubs.errors import UnknownClub
from tournaments.clubs.state import Club as State
from tournaments.clubs.web.api.narrowing import user_named
from tournaments.clubs.web.api.shapes import (
    AllNews,
    Club,
    ClubAsOf,
    ClubHistory,
    ClubMember,
    ClubMembers,
    ClubQuery,
    Clubs,
    EditClub,
    FoundClub,
    HistoryQuery,
    News,
    PostNews,
    RemovalNote,
    WithdrawNews,
    line,
    listed,
    shown,
)
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.operations import Done
from tournaments.platform import places


class ClubEndpoint(Endpoint):
    """What the paths of one club share."""

    def seen(self, club: str, as_of: int | UnsetType | None = None) -> State:
        """The club, if the viewer may see it; as of an event if they may read its history."""
        user: User = self.request.user  # type: ignore[assignment]
        state = access.seen(user, self.id_of(club))
        if isinstance(as_of, int):
            access.check(user, "history", state)
            return selectors.club(state.id, as_of=as_of)
        return state

    @staticmethod
    def id_of(club: str) -> str:
        return selectors.address(club)[0]


@operation("GET clubs", "listClubs", needs="club:read", tag="clubs", refusals={422})
def list_clubs(caller: Endpoint, *, query: ClubQuery) -> Clubs:
    """List public clubs, or those of a player."""
    if (player := user_named(query.player)) is not None:
        found = places.taken(selectors.of_user(player, viewer=caller.request.user), query.limit, query.offset)
    else:
        language = query.language if isinstance(query.language, str) else ""
        found = selectors.directory(name=query.name, language=language, limit=query.limit, offset=query.offset)
    return Clubs(tuple(map(listed, found)))


@operation(
    "POST clubs", "foundClub", needs="club:write", tag="clubs", status=201, refusals={403, 409, 422}, scope="clubs"
)
def found_club(caller: Endpoint, *, body: FoundClub, command: str | None) -> Club:
    """Found a club.

    You are its owner. Your account has to be a day old; one person founds one club a day and owns three at most.
    """
    made = services.found(by=caller.actor, facts=body.facts(), description=body.description, command=command)
    caller.headers["Location"] = f"/api/clubs/{made}"
    return shown(selectors.club(made, as_of=1), caller.actor)


@operation("GET clubs/<club:club>", "getClub", needs="club:read", tag="clubs", refusals={403, 404})
def get_club(caller: ClubEndpoint, *, club: str, query: ClubAsOf) -> Club:
    """Get a club by its id or address.

    Old addresses lead to it too. A private club is there for its members only.
    """
    return shown(caller.seen(club, query.as_of), caller.viewer)


@operation("POST clubs/<club:club>/edit", "editClub", needs="club:lead", tag="clubs", scope="clubs")
def edit_club(caller: ClubEndpoint, *, club: str, body: EditClub, command: str | None) -> Done:
    """Change what a club says of itself.

    Description and emblem: organisers for texts. All else: the owner.
    """
    services.edit(
        club_id=caller.id_of(club),
        by=caller.actor,
        wanted=body.wanted(),
        description=body.description if isinstance(body.description, str) else None,
        command=command,
    )
    return Done()


@operation("GET clubs/<club:club>/members", "listClubMembers", needs="club:read", tag="clubs", refusals={403, 404})
def list_club_members(caller: ClubEndpoint, *, club: str, query: ClubAsOf) -> ClubMembers:
    """List the members of a club."""
    state = caller.seen(club, query.as_of)
    names = {user: called.name for user, called in _called(state).items()}
    rows = [
        ClubMember(names[each.user], each.role, each.duties, each.since)
        for each in state.members.values()
        if each.user in names
    ]
    return ClubMembers(tuple(sorted(rows, key=lambda row: (-ROLES[row.role].rank, row.name.casefold()))))


def _called(club: State) -> dict[int, accounts.Called]:
    return accounts.called(club.members)


@operation("GET clubs/<club:club>/history", "getClubHistory", needs="club:read", tag="clubs", refusals={401, 403, 404})
def get_club_history(caller: ClubEndpoint, *, club: str, query: HistoryQuery) -> ClubHistory:
    """Get a club's history in words.

    For its members. Requests that came to nothing are for those who answer them.
    """
    found = selectors.history(
        caller.seen(club).id,
        User.objects.get(pk=caller.actor),
        as_of=query.as_of if isinstance(query.as_of, int) else None,
        categories=(query.category,) if isinstance(query.category, str) else (),
        limit=query.limit,
        offset=query.offset,
    )
    return ClubHistory(seq=found.seq, total=found.total, history=tuple(map(line, found.lines)))


@operation("GET clubs/<club:club>/news", "listClubNews", needs="club:read", tag="clubs", refusals={404})
def list_club_news(caller: ClubEndpoint, *, club: str) -> AllNews:
    """List a club's news."""
    told = selectors.news(caller.seen(club), limit=200)
    return AllNews(tuple(News(each.id, each.at, each.title, each.text) for each in told))


@operation("POST clubs/<club:club>/news", "postClubNews", needs="club:lead", tag="clubs", scope="clubs")
def post_club_news(caller: ClubEndpoint, *, club: str, body: PostNews, command: str | None) -> Done:
    """Post news.

    Organisers for texts may, three times a day.
    """
    services.post_news(club_id=caller.id_of(club), by=caller.actor, title=body.title, text=body.text, command=command)
    return Done()


@operation("POST clubs/<club:club>/news/withdraw", "withdrawClubNews", needs="club:lead", tag="clubs", scope="clubs")
def withdraw_club_news(caller: ClubEndpoint, *, club: str, body: WithdrawNews, command: str | None) -> Done:
    """Take news back."""
    services.withdraw_news(club_id=caller.id_of(club), by=caller.actor, news=body.news, command=command)
    return Done()


@operation("GET clubs/<club:club>/removal", "getRemovalNote", needs="club:read", tag="clubs", refusals={401, 404})
def get_removal_note(caller: ClubEndpoint, *, club: str) -> RemovalNote:
    """Read what was written when you were removed.

    You may also where you do not see the club any more.
    """
    actor = caller.actor  # a stranger is asked to log in, whether there is such a club or not
    state = selectors.club(caller.id_of(club))
    if actor not in state.notes:
        raise UnknownClub
    return RemovalNote(selectors.note(state, actor, viewer=User.objects.get(pk=actor)))
