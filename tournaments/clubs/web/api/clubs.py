"""``/api/clubs``: find, found, look on, edit; news, history."""

from __future__ import annotations

from msgspec import UnsetType

from accounts import selectors as accounts
from accounts.models import User
from tournaments.clubs import access, selectors, services
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

_ORDER = {"owner": 0, "organiser": 1, "member": 2}


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


class ClubList(Endpoint):
    @operation("listClubs", tag="clubs", answers=Clubs, query=ClubQuery, refusals={422})
    def get(self, *, query: ClubQuery) -> Clubs:
        """List public clubs, or those of a player."""
        part = slice(query.offset, query.offset + query.limit)
        if (player := user_named(query.player)) is not None:
            found = selectors.of_user(player, viewer=self.request.user)[part]
        else:
            language = query.language if isinstance(query.language, str) else ""
            found = selectors.directory(name=query.name, language=language, limit=query.limit, offset=query.offset)
        return Clubs(tuple(map(listed, found)))

    @operation(
        "foundClub",
        tag="clubs",
        answers=Club,
        takes=FoundClub,
        status=201,
        refusals={403, 409, 422},
        scope="clubs",
        idempotent=True,
    )
    def post(self, *, body: FoundClub, command: str | None) -> Club:
        """Found a club.

        You are its owner. Your account has to be a day old; one person founds one club a day and owns three at most.
        """
        made = services.found(by=self.actor, facts=body.facts(), description=body.description, command=command)
        self.headers["Location"] = f"/api/clubs/{made}"
        return shown(selectors.club(made, as_of=1), self.actor)


class ClubDetail(ClubEndpoint):
    @operation("getClub", tag="clubs", answers=Club, query=ClubAsOf, refusals={403, 404})
    def get(self, *, club: str, query: ClubAsOf) -> Club:
        """Get a club by its id or address.

        Old addresses lead to it too. A private club is there for its members only.
        """
        return shown(self.seen(club, query.as_of), self.viewer)


class ClubEdit(ClubEndpoint):
    @operation(
        "editClub",
        tag="clubs",
        answers=Done,
        takes=EditClub,
        refusals={403, 404, 409, 422},
        scope="clubs",
        idempotent=True,
    )
    def post(self, *, club: str, body: EditClub, command: str | None) -> Done:
        """Change what a club says of itself.

        Description and emblem: organisers for texts. All else: the owner.
        """
        services.edit(
            club_id=self.id_of(club),
            by=self.actor,
            wanted=body.wanted(),
            description=body.description if isinstance(body.description, str) else None,
            command=command,
        )
        return Done()


class ClubMemberList(ClubEndpoint):
    @operation("listClubMembers", tag="clubs", answers=ClubMembers, query=ClubAsOf, refusals={403, 404})
    def get(self, *, club: str, query: ClubAsOf) -> ClubMembers:
        """List the members of a club."""
        state = self.seen(club, query.as_of)
        names = {user: called.name for user, called in _called(state).items()}
        rows = [
            ClubMember(names[each.user], each.role, each.duties, each.since)
            for each in state.members.values()
            if each.user in names
        ]
        return ClubMembers(tuple(sorted(rows, key=lambda row: (_ORDER[row.role], row.name.casefold()))))


def _called(club: State) -> dict[int, accounts.Called]:
    return accounts.called(club.members)


class ClubHistoryLines(ClubEndpoint):
    @operation("getClubHistory", tag="clubs", answers=ClubHistory, query=HistoryQuery, refusals={401, 403, 404})
    def get(self, *, club: str, query: HistoryQuery) -> ClubHistory:
        """Get a club's history in words.

        For its members. Requests that came to nothing are for those who answer them.
        """
        found = selectors.history(
            self.seen(club).id,
            User.objects.get(pk=self.actor),
            as_of=query.as_of if isinstance(query.as_of, int) else None,
            categories=(query.category,) if isinstance(query.category, str) else (),
            limit=query.limit,
            offset=query.offset,
        )
        return ClubHistory(seq=found.seq, total=found.total, history=tuple(map(line, found.lines)))


class ClubNews(ClubEndpoint):
    @operation("listClubNews", tag="clubs", answers=AllNews, refusals={404})
    def get(self, *, club: str) -> AllNews:
        """List a club's news."""
        told = selectors.news(self.seen(club), limit=200)
        return AllNews(tuple(News(each.id, each.at, each.title, each.text) for each in told))

    @operation(
        "postClubNews",
        tag="clubs",
        answers=Done,
        takes=PostNews,
        refusals={403, 404, 409, 422},
        scope="clubs",
        idempotent=True,
    )
    def post(self, *, club: str, body: PostNews, command: str | None) -> Done:
        """Post news.

        Organisers for texts may, three times a day.
        """
        services.post_news(club_id=self.id_of(club), by=self.actor, title=body.title, text=body.text, command=command)
        return Done()


class ClubNewsWithdrawal(ClubEndpoint):
    @operation(
        "withdrawClubNews",
        tag="clubs",
        answers=Done,
        takes=WithdrawNews,
        refusals={403, 404, 409, 422},
        scope="clubs",
        idempotent=True,
    )
    def post(self, *, club: str, body: WithdrawNews, command: str | None) -> Done:
        """Take news back."""
        services.withdraw_news(club_id=self.id_of(club), by=self.actor, news=body.news, command=command)
        return Done()


class ClubRemoval(ClubEndpoint):
    @operation("getRemovalNote", tag="clubs", answers=RemovalNote, refusals={401, 404})
    def get(self, *, club: str) -> RemovalNote:
        """Read what was written when you were removed.

        You may also where you do not see the club any more.
        """
        actor = self.actor  # a stranger is asked to log in, whether there is such a club or not
        state = selectors.club(self.id_of(club))
        if actor not in state.notes:
            raise UnknownClub
        return RemovalNote(selectors.note(state, actor, viewer=User.objects.get(pk=actor)))
