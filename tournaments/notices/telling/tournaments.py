"""What a tournament's events tell those who play in it. Pure."""

from collections.abc import Iterable, Iterator

from engine.events import Event
from tournaments.director.state import events as e
from tournaments.director.state.acts import Act
from tournaments.director.state.attendance import OrganiserConfirmed, OrganiserLeft, OrganisersAsked
from tournaments.director.state.desk_events import Ruled, RulingReversed
from tournaments.director.state.invitations import InvitationDeclined, Invited
from tournaments.director.state.tournament import Tournament
from tournaments.notices.told import Over, Telling, Told, to
from tournaments.platform.units import DAY

LARGE = 8
"""Entries that an event must have for its winner to have a title."""


def of_tournament(event: Event, tournament: Tournament, *, actor: int | None) -> Telling:
    """What follows from *event*, done by *actor*, in *tournament* as it is after it."""
    match event:
        case e.TablesOpened():
            return Telling(tuple(_paired(event, tournament)))
        case e.RoundPaired(round=number, byes=byes):
            rests = _users(tournament, (bye.entry for bye in byes))
            return Telling(
                (_told("round_paired", tournament, rests, f"{tournament.id}/{number}", round=number, bye=True),)
            )
        case e.ResultRecorded(match=match, table=table):
            played = Over(("deadline",), _match(tournament, match))
            return Telling(over=(played, Over(("round_paired",), table)) if table else (played,))
        case Ruled(ruling=number, act=act):
            return _ruled(number, act, tournament)
        case RulingReversed(ruling=number):
            act = next(each.act for each in tournament.rulings if each.number == number)
            return _ruled(number, act, tournament, reversed=True)
        case Invited(users=users):
            return Telling((_told("invited", tournament, to(*users, apart_from=actor), tournament.id, by=actor),))
        case OrganisersAsked(users=users):
            subject = f"{tournament.id}/organisers"
            return Telling((_told("invited", tournament, to(*users), subject, by=actor, directs=True),))
        case OrganiserConfirmed(user=user) | OrganiserLeft(user=user):
            return Telling(over=(Over(("invited",), f"{tournament.id}/organisers", (user,)),))
        case InvitationDeclined(user=user):
            return Telling(over=(Over(("invited",), tournament.id, (user,)),))
        case e.Entered(users=users):
            return Telling(over=(Over(("invited",), tournament.id, users),))
    return _ended(event, tournament)


def deadlines(tournament: Tournament, *, now: int) -> Iterator[Told]:
    """The matches that end in less than a day without a result, and had more than a day."""
    for paired in tournament.rounds:
        for match in paired.played.matches:
            until = paired.until_of(match.match).deadline
            if until is None or match.match in paired.played.results:
                continue
            if now < until <= now + DAY and until - paired.at > DAY:
                users = _users(tournament, paired.seated(match.match))
                facts = {"tournament": tournament.id, "round": paired.drawn.round, "until": until}
                yield Told(
                    kind="deadline", users=users, subject=_match(tournament, match.match), facts=facts, due=until
                )


def _match(tournament: Tournament, match: str) -> str:
    return f"{tournament.id}/{match}"


def _ended(event: Event, tournament: Tournament) -> Telling:
    over = (Over(("round_paired", "invited"), tournament.id), Over(("invited",), f"{tournament.id}/organisers"))
    match event:
        case e.Finished(places=places) if len(places) >= LARGE:
            best = _users(tournament, (each.entry for each in places if each.place == 1))
            return Telling((_told("title", tournament, best, tournament.id, what="event", entries=len(places)),), over)
        case e.Finished() | e.Cancelled():
            return Telling(over=over)
    return Telling()


def _paired(event: e.TablesOpened, tournament: Tournament) -> Iterator[Told]:
    for match, table in event.tables:
        paired = next((each for each in tournament.rounds if each.has(match)), None)
        if paired is None:  # a ruling has taken it out again
            continue
        users = _users(tournament, paired.seated(match))
        until = paired.until_of(match).grace
        facts = {"round": event.round, "table": table, "players": list(users), "until": until}
        yield _told("round_paired", tournament, users, table, **facts)


def _ruled(number: int, act: Act, tournament: Tournament, *, reversed: bool = False) -> Telling:  # noqa: A002
    users = to(*_users(tournament, act.notified(tournament)), *act.users)
    facts = {"ruling": number, "act": act.key, "reversed": reversed}
    return Telling((_told("ruling", tournament, users, f"{tournament.id}/{number}", **facts),))


def _users(tournament: Tournament, entries: Iterable[int]) -> tuple[int, ...]:
    return to(*(user for entry in entries for user in tournament.entries[entry].users))


def _told(kind: str, tournament: Tournament, users: tuple[int, ...], subject: str, **facts: object) -> Told:
    return Told(kind=kind, users=users, subject=subject, facts={"tournament": tournament.id, **facts})
