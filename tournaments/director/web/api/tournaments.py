"""``/api/tournaments``: announce, enter, start, look on."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts import selectors as accounts
from tournaments.clubs.read import clubs_at
from tournaments.clubs.web.api.narrowing import club_named, user_named
from tournaments.director import selectors, services
from tournaments.director.display import stage_selectors
from tournaments.director.errors import NoBracket
from tournaments.director.web.api.bracket_shapes import Bracket, bracket
from tournaments.director.web.api.stage_shapes import Stages, stage
from tournaments.director.web.api.standings_shapes import line
from tournaments.director.web.api.tournament_requests import (
    AnnounceTournament,
    AsOf,
    EnterTournament,
    JoinTournament,
    SomeLines,
    SomeRounds,
    TournamentQuery,
)
from tournaments.director.web.api.tournament_shapes import (
    Rounds,
    Standings,
    Tournament,
    Tournaments,
    listed,
    paired,
    tournament,
)
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.operations import Done, Nothing
from tournaments.kit.problems import Unprocessable


class TournamentList(Endpoint):
    @operation("listTournaments", tag="tournaments", answers=Tournaments, query=TournamentQuery, refusals={404, 422})
    def get(self, *, query: TournamentQuery) -> Tournaments:
        """List tournaments."""
        statuses = [query.status] if query.status else []
        rows = selectors.listed(
            *statuses,
            game=query.game or None,
            user=user_named(query.player),
            name=query.name or "",
            club=club_named(query.club, self.request.user),
            viewer=self.viewer,
            limit=query.limit,
            offset=query.offset,
        )
        users = accounts.by_ids(row.organiser for row in rows)
        names = {pk: user.username for pk, user in users.items()}
        clubs = clubs_at((row.club for row in rows), self.viewer)
        return Tournaments(tuple(listed(row, names.get(row.organiser, ""), clubs.get(row.club)) for row in rows))

    @operation(
        "announceTournament",
        tag="tournaments",
        answers=Tournament,
        takes=AnnounceTournament,
        status=201,
        refusals={403, 404, 409, 422},
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, body: AnnounceTournament, command: str | None) -> Tournament:
        """Announce a tournament.

        You are its organiser. It starts at its time, or when you start it.
        """
        settings = body.in_club(club_named(body.club, self.request.user))
        announced = services.announce(by=self.actor, settings=settings, code=body.entry_code, command=command)
        self.headers["Location"] = f"/api/tournaments/{announced}"
        # as of its first event, so that a repeated request is answered as the first was
        return tournament(selectors.detail(announced, as_of=1), viewer=self.viewer)


class TournamentDetail(Endpoint):
    @operation("getTournament", tag="tournaments", answers=Tournament, query=AsOf, refusals={404, 422})
    def get(self, *, tournament_id: str, query: AsOf) -> Tournament:
        """Get a tournament."""
        detail = selectors.detail(tournament_id, as_of=query.seq(tournament_id))
        return tournament(detail, viewer=self.viewer)


class TournamentEntry(Endpoint):
    @operation(
        "joinTournament",
        tag="tournaments",
        answers=Done,
        takes=JoinTournament,
        refusals={403, 404, 409, 422},
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, tournament_id: str, body: JoinTournament, command: str | None) -> Done:
        """Enter a tournament.

        The organiser may enter bots by their names. Entering twice changes nothing. If it is full and has a waiting
        list, you are on it then.
        """
        services.enter(
            tournament_id=tournament_id, user_id=self.named(body), by=self.actor, code=body.code, command=command
        )
        return Done()

    def named(self, body: EnterTournament) -> int:
        if body.player is None:
            return self.actor
        user = accounts.by_name(body.player)
        if user is None:
            raise Unprocessable(_("There is no such player."), "unknown_user", field="player")
        return user.pk


class TournamentWithdrawal(TournamentEntry):
    @operation(
        "withdrawFromTournament",
        tag="tournaments",
        answers=Done,
        takes=EnterTournament,
        refusals={403, 404, 409, 422},
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, tournament_id: str, body: EnterTournament, command: str | None) -> Done:
        """Withdraw from a tournament.

        From the next round on; what has been played stays. The organiser may take anybody out.
        """
        services.withdraw(tournament_id=tournament_id, user_id=self.named(body), by=self.actor, command=command)
        return Done()


class TournamentStart(Endpoint):
    @operation(
        "startTournament",
        tag="tournaments",
        answers=Done,
        takes=Nothing,
        refusals={403, 404, 409, 422},
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, tournament_id: str, command: str | None) -> Done:
        """Close the entries and pair the first round.

        The organiser does; otherwise it happens by itself at the announced time.
        """
        services.start(tournament_id=tournament_id, by=self.actor, command=command)
        return Done()


class TournamentUnrating(Endpoint):
    @operation(
        "unrateTournament",
        tag="tournaments",
        answers=Done,
        takes=Nothing,
        refusals={403, 404, 409, 422},
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, tournament_id: str, command: str | None) -> Done:
        """Take the whole tournament out of the site's ratings, until its last round begins.

        All of its tables leave them: those that have been played, and those to come. Standings stay, and so do the
        ratings of its club and of seasons. It cannot be undone.
        """
        services.unrate(tournament_id=tournament_id, by=self.actor, command=command)
        return Done()


class TournamentRounds(Endpoint):
    @operation("listRounds", tag="tournaments", answers=Rounds, query=SomeRounds, refusals={404, 422})
    def get(self, *, tournament_id: str, query: SomeRounds) -> Rounds:
        """List the rounds of a tournament.

        With every pairing, its table, its result, and the reasons for it.
        """
        found = selectors.rounds(tournament_id, as_of=query.seq(tournament_id))
        return Rounds(tuple(map(paired, found[query.part])))


class TournamentBracket(Endpoint):
    @operation("getBracket", tag="tournaments", answers=Bracket, query=AsOf, refusals={404, 422})
    def get(self, *, tournament_id: str, query: AsOf) -> Bracket:
        """Get the bracket of a knock-out.

        Every match by its key, with who is in it or may come, and where winner and loser go. None before the start.
        """
        found = selectors.bracket(tournament_id, as_of=query.seq(tournament_id))
        if found is None:
            raise NoBracket
        return bracket(found)


class TournamentStages(Endpoint):
    @operation("listStages", tag="tournaments", answers=Stages, query=AsOf, refusals={404, 422})
    def get(self, *, tournament_id: str, query: AsOf) -> Stages:
        """List the stages of a tournament.

        With the standings of each group, who goes on or would as it stands, and why.
        """
        return Stages(tuple(map(stage, stage_selectors.stages(tournament_id, as_of=query.seq(tournament_id)))))


class TournamentStandings(Endpoint):
    @operation("getStandings", tag="tournaments", answers=Standings, query=SomeLines, refusals={404, 422})
    def get(self, *, tournament_id: str, query: SomeLines) -> Standings:
        """Get the standings of a tournament."""
        found = selectors.standings(tournament_id, as_of=query.seq(tournament_id), part=query.part)
        return Standings(tuple(map(line, found)))
