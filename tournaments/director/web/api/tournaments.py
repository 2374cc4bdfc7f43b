"""``/api/tournaments``: announce, enter, start, look on."""

from accounts import selectors as accounts
from tournaments.clubs.read import clubs_at
from tournaments.clubs.web.api.narrowing import club_named, user_named
from tournaments.director import selectors, services
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
from tournaments.kit.naming import named
from tournaments.kit.operations import Done


@operation("GET tournaments", "listTournaments", needs="tournament:read", tag="tournaments", refusals={404, 422})
def list_tournaments(caller: Endpoint, *, query: TournamentQuery) -> Tournaments:
    """List tournaments."""
    statuses = [query.status] if query.status else []
    rows = selectors.listed(
        *statuses,
        game=query.game or None,
        user=user_named(query.player),
        name=query.name or "",
        club=club_named(query.club, caller.request.user),
        viewer=caller.viewer,
        behind=query.behind,
        limit=query.limit,
        offset=query.offset,
    )
    users = accounts.by_ids(row.organiser for row in rows)
    names = {pk: user.username for pk, user in users.items()}
    clubs = clubs_at((row.club for row in rows), caller.viewer)
    return Tournaments(tuple(listed(row, names.get(row.organiser, ""), clubs.get(row.club)) for row in rows))


@operation(
    "POST tournaments",
    "announceTournament",
    needs="tournament:direct",
    tag="tournaments",
    status=201,
    scope="tournaments",
)
def announce_tournament(caller: Endpoint, *, body: AnnounceTournament, command: str | None) -> Tournament:
    """Announce a tournament.

    You are its organiser. It starts at its time, or when you start it.
    """
    settings = body.in_club(club_named(body.club, caller.request.user))
    announced = services.announce(by=caller.actor, settings=settings, code=body.entry_code, command=command)
    caller.headers["Location"] = f"/api/tournaments/{announced}"
    # as of its first event, so that a repeated request is answered as the first was
    return tournament(selectors.detail(announced, as_of=1), viewer=caller.viewer)


@operation(
    "GET tournaments/<id:tournament_id>",
    "getTournament",
    needs="tournament:read",
    tag="tournaments",
    refusals={404, 422},
)
def get_tournament(caller: Endpoint, *, tournament_id: str, query: AsOf) -> Tournament:
    """Get a tournament."""
    return tournament(query.at(tournament_id).detail, viewer=caller.viewer)


def entrant(caller: Endpoint, body: EnterTournament) -> int:
    """Who is named, or who calls."""
    return caller.actor if body.player is None else named(body.player).pk


@operation(
    "POST tournaments/<id:tournament_id>/join",
    "joinTournament",
    needs="tournament:write",
    tag="tournaments",
    scope="tournaments",
)
def join_tournament(caller: Endpoint, *, tournament_id: str, body: JoinTournament, command: str | None) -> Done:
    """Enter a tournament.

    The organiser may enter bots by their names. Entering twice changes nothing. If it is full and has a waiting
    list, you are on it then.
    """
    services.enter(
        tournament_id=tournament_id, user_id=entrant(caller, body), by=caller.actor, code=body.code, command=command
    )
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/withdraw",
    "withdrawFromTournament",
    needs="tournament:write",
    tag="tournaments",
    scope="tournaments",
)
def withdraw_from_tournament(
    caller: Endpoint, *, tournament_id: str, body: EnterTournament, command: str | None
) -> Done:
    """Withdraw from a tournament.

    From the next round on; what has been played stays. The organiser may take anybody out.
    """
    services.withdraw(tournament_id=tournament_id, user_id=entrant(caller, body), by=caller.actor, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/start",
    "startTournament",
    needs="tournament:direct",
    tag="tournaments",
    scope="tournaments",
)
def start_tournament(caller: Endpoint, *, tournament_id: str, command: str | None) -> Done:
    """Close the entries and pair the first round.

    The organiser does; otherwise it happens by itself at the announced time.
    """
    services.start(tournament_id=tournament_id, by=caller.actor, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/entries/<number:entry>/admit",
    "admitEntry",
    needs="tournament:direct",
    tag="tournaments",
    scope="tournaments",
)
def admit_entry(caller: Endpoint, *, tournament_id: str, entry: int, command: str | None) -> Done:
    """Take in an entry that was left out at the start.

    Where rounds are drawn for those who are there until round 2, under a new number. Where the start fixed the schedule
    until a card is played: all is drawn again, and the tables that were open end without a result. The organiser does.
    """
    services.admit(tournament_id=tournament_id, by=caller.actor, entry=entry, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/unrate",
    "unrateTournament",
    needs="tournament:direct",
    tag="tournaments",
    scope="tournaments",
)
def unrate_tournament(caller: Endpoint, *, tournament_id: str, command: str | None) -> Done:
    """Take the whole tournament out of the site's ratings, until its last round begins.

    All of its tables leave them: those that have been played, and those to come. Standings stay, and so do the
    ratings of its club and of seasons. It cannot be undone.
    """
    services.unrate(tournament_id=tournament_id, by=caller.actor, command=command)
    return Done()


@operation(
    "GET tournaments/<id:tournament_id>/rounds",
    "listRounds",
    needs="tournament:read",
    tag="tournaments",
    refusals={404, 422},
)
def list_rounds(caller: Endpoint, *, tournament_id: str, query: SomeRounds) -> Rounds:
    """List the rounds of a tournament.

    With every pairing, its table, its result, and the reasons for it.
    """
    return Rounds(tuple(map(paired, query.at(tournament_id).rounds[query.part])))


@operation(
    "GET tournaments/<id:tournament_id>/bracket",
    "getBracket",
    needs="tournament:read",
    tag="tournaments",
    refusals={404, 422},
)
def get_bracket(caller: Endpoint, *, tournament_id: str, query: AsOf) -> Bracket:
    """Get the bracket of a knock-out.

    Every match by its key, with who is in it or may come, and where winner and loser go. None before the start.
    """
    found = query.at(tournament_id).bracket
    if found is None:
        raise NoBracket
    return bracket(found)


@operation(
    "GET tournaments/<id:tournament_id>/stages",
    "listStages",
    needs="tournament:read",
    tag="tournaments",
    refusals={404, 422},
)
def list_stages(caller: Endpoint, *, tournament_id: str, query: AsOf) -> Stages:
    """List the stages of a tournament.

    With the standings of each group, who goes on or would as it stands, and why.
    """
    return Stages(tuple(map(stage, query.at(tournament_id).stages)))


@operation(
    "GET tournaments/<id:tournament_id>/standings",
    "getStandings",
    needs="tournament:read",
    tag="tournaments",
    refusals={404, 422},
)
def get_standings(caller: Endpoint, *, tournament_id: str, query: SomeLines) -> Standings:
    """Get the standings of a tournament."""
    return Standings(tuple(map(line, query.at(tournament_id).standings(query.part))))
