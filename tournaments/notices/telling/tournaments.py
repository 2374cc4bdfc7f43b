"""What a tournament's events tell those who play in it. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from engine.events import Event
from tournaments.director.policy.roll_call import opens_at
from tournaments.director.state import events as e
from tournaments.director.state.acts import Act, Extend
from tournaments.director.state.attendance import (
    CheckedIn,
    MovedUp,
    OrganiserConfirmed,
    OrganiserLeft,
    OrganisersAsked,
)
from tournaments.director.state.desk_events import (
    CallAnswered,
    MessageSent,
    MessageWithdrawn,
    OrganiserCalled,
    Ruled,
    RulingReversed,
)
from tournaments.director.state.invitations import InvitationDeclined, Invited
from tournaments.director.state.substitutes import Substituted, SubstituteDropped, SubstituteNamed
from tournaments.director.state.teams import TeamConfirmed, TeamDropped, TeamNamed
from tournaments.director.state.tournament import Tournament
from tournaments.notices.told import Over, Telling, Told, to
from tournaments.platform.units import DAY, MINUTE

CLOSING: Final = 5 * MINUTE
"""So long before the start those are reminded who have not checked in."""
LARGE = 8
"""Entries that an event must have for its winner to have a title."""


def of_tournament(event: Event, tournament: Tournament, *, actor: int | None, directors: tuple[int, ...]) -> Telling:
    """What follows from *event*, done by *actor*, in *tournament* as it is after it, which *directors* direct."""
    match event:
        case e.TablesOpened():
            return Telling(tuple(_paired(event, tournament)))
        case e.RoundPaired(round=number, byes=byes):
            rests, subject = _users(tournament, (bye.entry for bye in byes)), f"{tournament.id}/{number}"
            told = _told("round_paired", tournament, rests, subject, round=number, bye=True)
            return Telling((told,), (Over(("desk_called",), subject),))
        case e.PairingRefused(round=number):
            subject = f"{tournament.id}/{number}"
            return Telling((_told("desk_called", tournament, directors, subject, round=number),))
        case e.ResultRecorded(match=match, table=table):
            played = Over(("deadline", "desk_called"), _match(tournament, match))
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
        case TeamNamed() | SubstituteNamed() | TeamConfirmed() | TeamDropped() | SubstituteDropped() | Substituted():
            return _asked_in(event, tournament, actor)
        case MessageSent() | MessageWithdrawn() | OrganiserCalled() | CallAnswered():
            return _at_the_desk(event, tournament, directors)
    return _before_the_start(event, tournament, actor, directors)


def _at_the_desk(event: Event, tournament: Tournament, directors: tuple[int, ...]) -> Telling:
    """What organisers say to all, and who calls them."""
    match event:
        case OrganiserCalled(match=match, by=by):
            users = to(*directors, apart_from=by)
            return Telling((_told("desk_called", tournament, users, _match(tournament, match), by=by),))
        case CallAnswered(match=match):
            return Telling(over=(Over(("desk_called",), _match(tournament, match)),))
        case MessageSent(text=text, by=by, to=entries):
            users = to(*_users(tournament, entries), apart_from=by) if entries else _all(tournament, by)
            subject = f"{tournament.id}/{text}"
            return Telling((_told("desk_message", tournament, users, subject, text=text, by=by),))
        case MessageWithdrawn(text=text):
            return Telling(over=(Over(("desk_message",), f"{tournament.id}/{text}"),))
    return Telling()


def disputed_at(tournament: Tournament, match: str, *, by: int | None, directors: tuple[int, ...]) -> Told:
    """That *by* says that the reported result of *match* is wrong: to the *directors* who do not play in it."""
    paired = tournament.round_of(match)
    players = _users(tournament, paired.seated(match) if paired else ())
    deciding = to(*(user for user in directors if user not in players))
    return _told("result_disputed", tournament, deciding, match, by=by)


def announced(event: e.Announced, members: Iterable[int], *, actor: int | None) -> Telling:
    """A club's *members* hear of a new tournament, unless it is for those alone who are invited."""
    settings = event.settings
    if settings.by_invitation or settings.private:
        return Telling()
    facts = {"tournament": event.tournament, "club": settings.club, "at": settings.starts_at}
    users = to(*members, apart_from=actor)
    told = Told(kind="event_announced", users=users, subject=event.tournament, facts=facts, club=settings.club)
    return Telling((told,))


def _before_the_start(event: Event, tournament: Tournament, actor: int | None, directors: tuple[int, ...]) -> Telling:
    called = f"{tournament.id}/check-in"
    match event:
        case e.Edited():
            return _edited(event, tournament, actor)
        case MovedUp(users=users):
            return Telling((_told("moved_up", tournament, users, tournament.id),))
        case CheckedIn(entry=entry):
            return Telling(over=(Over(("check_in",), called, _users(tournament, (entry,))),))
        case e.StartedAgain():
            return Telling(over=tuple(_drawn_before(tournament)))
        case e.Started(left_out=left_out):
            out = _told("left_out", tournament, _users(tournament, left_out), tournament.id)
            return Telling((out,), (Over(("check_in", "asked_in"), called),))
        case e.Cancelled(reason=reason):
            users = to(*_all(tournament, actor), tournament.organiser, *directors, apart_from=actor)
            off = _told("event_off", tournament, users, tournament.id, why=reason, by=actor)
            return Telling((off,), (*_ended(event, tournament).over, Over(("check_in",), called)))
    return _ended(event, tournament)


def _drawn_before(tournament: Tournament) -> Iterator[Over]:
    """What was told of rounds that are drawn again; what their tables told ends with them."""
    for paired in tournament.undone:
        yield Over(("round_paired",), f"{tournament.id}/{paired.drawn.round}")
        for match in paired.played.matches:
            yield Over(("deadline", "desk_called"), _match(tournament, match.match))


def _edited(event: e.Edited, tournament: Tournament, actor: int | None) -> Telling:
    """What an edit changed, for those who have entered: its start, or anything else but its words."""
    versions = [*tournament.earlier, tournament.settings]
    before = next((one for one, after in reversed([*pairwise(versions)]) if after == event.settings), event.settings)
    users, moved = _all(tournament, actor), before.starts_at != event.settings.starts_at
    told, facts = [], {"by": actor, "at": event.settings.starts_at}
    if moved:
        told.append(_told("event_moved", tournament, users, tournament.id, **facts))
    if _unworded(before, event.settings) != _unworded(event.settings, event.settings):
        told.append(_told("event_changed", tournament, users, tournament.id, **facts))
    return Telling(told, (Over(("check_in",), f"{tournament.id}/check-in"),) if moved else ())


def _unworded(settings: e.Settings, as_in: e.Settings) -> e.Settings:
    """*settings* but for the words, the start and when rounds are drawn, which are those of *as_in*."""
    same = {name: getattr(as_in, name) for name in ("words", "starts_at", "draws", "pause_minutes")}
    return replace(settings, **same)


def _asked_in(event: Event, tournament: Tournament, actor: int | None) -> Telling:
    """Partners and substitutes who are asked, and their answers."""
    match event:
        case TeamNamed(entry=entry, users=users, confirmed=confirmed):
            asked = tuple(user for user in users if user not in confirmed)
            return Telling((_ask(tournament, entry, asked, actor, team=True),))
        case SubstituteNamed(entry=entry, comes=comes, leaves=leaves):
            return Telling((_ask(tournament, entry, (comes,), leaves, team=False),))
        case TeamConfirmed(entry=entry, user=user):
            return Telling(over=(Over(("asked_in",), f"{tournament.id}/{entry}", (user,)),))
        case TeamDropped(entry=entry) | SubstituteDropped(entry=entry) | Substituted(entry=entry):
            return Telling(over=(Over(("asked_in",), f"{tournament.id}/{entry}"),))
    return Telling()


def _ask(tournament: Tournament, entry: int, users: tuple[int, ...], by: int | None, *, team: bool) -> Told:
    return _told("asked_in", tournament, users, f"{tournament.id}/{entry}", by=by, team=team)


def check_ins(tournament: Tournament, *, now: int) -> Iterator[Told]:
    """That check-in has opened, and that it closes soon: to the entrants who have not said that they are there."""
    starts, opens = tournament.settings.starts_at, opens_at(tournament.settings)
    if opens is None or tournament.status != "announced" or not opens <= now < starts:
        return
    awaited = (*tournament.present, *tournament.waiting)
    users = _users(tournament, (each for each in awaited if not tournament.entries[each].checked_in))
    for due, closing in ((opens, False), (starts - CLOSING, True)):
        if due <= now and (not closing or due > opens):
            facts = {"tournament": tournament.id, "at": starts, "closing": closing}
            yield Told(kind="check_in", users=users, subject=f"{tournament.id}/check-in", facts=facts, due=due)


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
        case e.Finished(places=places):
            return Telling(tuple(_placed(places, tournament)), (*over, Over(("placed",), tournament.id)))
        case e.Cancelled():
            return Telling(over=over)
    return Telling()


def _placed(places: Sequence[e.FinalPlace], tournament: Tournament) -> Iterator[Told]:
    """Each hears of their place; who has won a large event, of the title."""
    for each in places:
        users, facts = _users(tournament, (each.entry,)), {"entries": len(places)}
        if each.place == 1 and len(places) >= LARGE:
            yield _told("title", tournament, users, tournament.id, what="event", **facts)
        else:
            yield _told("placed", tournament, users, tournament.id, place=each.place, **facts)


def _paired(event: e.TablesOpened, tournament: Tournament) -> Iterator[Told]:
    for match, table in event.tables:
        paired = next((each for each in tournament.rounds if each.has(match)), None)
        if paired is None:  # a ruling has taken it out again
            continue
        users = _users(tournament, paired.seated(match))
        until = paired.until_of(match).grace
        facts = {"round": event.round, "table": table, "players": list(users), "until": until}
        if tournament.is_in_room(match):
            facts["number"] = paired.number_of(match)
        yield _told("round_paired", tournament, users, table, **facts)


def _ruled(number: int, act: Act, tournament: Tournament, *, reversed: bool = False) -> Telling:  # noqa: A002
    users = to(*_users(tournament, act.notified(tournament)), *act.users)
    facts = {"ruling": number, "act": act.key, "reversed": reversed}
    if isinstance(act, Extend) and act.deadline and (until := _due_now(act, tournament)):
        facts |= {"round": act.round, "until": until}
    return Telling((_told("ruling", tournament, users, f"{tournament.id}/{number}", **facts),))


def _due_now(act: Extend, tournament: Tournament) -> int | None:
    """The deadline that counts, whether *act* stands or was reversed."""
    paired = next((each for each in tournament.rounds if each.drawn.round == act.round), None)
    if paired is None:
        return None
    return paired.drawn.deadline if act.match is None else paired.until_of(act.match).deadline


def _all(tournament: Tournament, apart_from: int | None) -> tuple[int, ...]:
    """All entrants, those on the waiting list too."""
    users = _users(tournament, (*tournament.present, *tournament.waiting))
    return to(*users, apart_from=apart_from)


def _users(tournament: Tournament, entries: Iterable[int]) -> tuple[int, ...]:
    return to(*(user for entry in entries for user in tournament.entries[entry].users))


def _told(kind: str, tournament: Tournament, users: tuple[int, ...], subject: str, **facts: object) -> Told:
    return Told(kind=kind, users=users, subject=subject, facts={"tournament": tournament.id, **facts})
