"""``/api/clubs/{club}/calendar``, ``/nights``, ``/schedules``, ``/presets``, ``/here``."""

from typing import Any

from tournaments.clubs import access
from tournaments.kit.endpoints import operation
from tournaments.kit.naming import named
from tournaments.kit.operations import Done
from tournaments.leagues.history import of_calendar, recorded_at
from tournaments.leagues.nights import attendance, here, selectors, services
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.web.api.leagues import (
    TAG,
    WRITES,
    LeagueAsOf,
    LeagueEndpoint,
    LeagueHistory,
    LeagueHistoryQuery,
    history,
    names,
)
from tournaments.leagues.web.api.night_shapes import (
    AddToNight,
    AttendNight,
    ClubCalendar,
    HereNow,
    MarkNight,
    MoveNight,
    NightAnswers,
    NightFacts,
    People,
    SetId,
    SetNight,
    SetPreset,
    SetSchedule,
    facts,
    planned,
    preset,
    running,
    schedule,
    uses,
)

SHOWN = 50
"""Past nights."""


@operation("GET clubs/<club:club>/calendar", "getClubCalendar", needs="club:read", tag=TAG, refusals={403, 404})
def get_club_calendar(caller: LeagueEndpoint, *, club_id: str, query: LeagueAsOf) -> ClubCalendar:
    """Get a club's calendar.

    As of an event, nights are to come, or over, as they were then.
    """
    caller.seen(club_id, query)
    found, now = selectors.calendar(club_id), selectors.now()
    if query.seq is not None and found.seq > query.seq:
        found = selectors.calendar(club_id, as_of=query.seq)
        now = recorded_at(CALENDARS.name(club_id), found.seq)
    hosts = names(each.host for each in running(found))
    return ClubCalendar(
        seq=found.seq,
        nights=tuple(NightFacts(**facts(each, caller.viewer)) for each in found.ahead(now)),
        planned=tuple(map(planned, selectors.planned(club_id, found, now=now))),
        past=tuple(NightFacts(**facts(each, caller.viewer)) for each in found.before(now)[:SHOWN]),
        schedules=tuple(schedule(each, hosts) for each in running(found)),
        presets=tuple(map(preset, found.presets.values())),
    )


@operation(
    "GET clubs/<club:club>/calendar/history", "getCalendarHistory", needs="club:read", tag=TAG, refusals={401, 403, 404}
)
def get_calendar_history(caller: LeagueEndpoint, *, club_id: str, query: LeagueHistoryQuery) -> LeagueHistory:
    """Get the history of a club's calendar in words, for its members."""
    club = caller.seen(club_id)
    caller.check("history", club)
    marks = access.can(caller.request.user, "marks", club)
    return history(of_calendar(club_id, marks=marks, **query.asked()))


@operation("POST clubs/<club:club>/nights", "announceNight", needs="club:lead", status=201, **WRITES)
def announce_night(caller: LeagueEndpoint, *, club_id: str, body: SetNight, command: str | None) -> SetId:
    """Announce a club night that no schedule has, with its tournaments."""
    given: dict[str, Any] = {"title": body.title, "day": body.date, "at": body.at, "minutes": body.minutes}
    made = services.announce_by_hand(
        club_id=club_id, by=caller.actor, uses=uses(body.presets), command=command, **given
    )
    return SetId(made)


@operation("GET clubs/<club:club>/nights/<id:night_id>", "getNight", needs="club:read", tag=TAG, refusals={404})
def get_night(caller: LeagueEndpoint, *, club_id: str, night_id: str) -> NightAnswers:
    """Get a club night.

    Members see who comes, organisers who was there.
    """
    club = access.seen(caller.request.user, club_id)
    night = selectors.night(club_id, night_id)
    member, marks = club.role_of(caller.viewer) is not None, access.can(caller.request.user, "marks", club)
    known = names({*night.answers, *night.marks, *club.members})
    said = {
        answer: tuple(known[user] for user, each in night.answers.items() if each == answer and user in known)
        for answer in ("yes", "maybe", "no")
    }
    there = attendance.present(night, club) if marks else set()
    return NightAnswers(
        **facts(night, caller.viewer),
        yes=said["yes"] if member else (),
        perhaps=said["maybe"] if member else (),
        no=said["no"] if member else (),
        present=tuple(sorted(known[user] for user in there if user in known)),
        absent=tuple(known[user] for user in attendance.absent(night, there) if user in known) if marks else (),
    )


@operation("POST clubs/<club:club>/nights/<id:night_id>/attend", "attendNight", needs="club:write", **WRITES)
def attend_night(
    caller: LeagueEndpoint, *, club_id: str, night_id: str, body: AttendNight, command: str | None
) -> Done:
    """Say whether you come."""
    services.attend(club_id=club_id, by=caller.actor, night=night_id, answer=body.answer, command=command)
    return Done()


@operation("POST clubs/<club:club>/nights/<id:night_id>/mark", "markNight", needs="club:lead", **WRITES)
def mark_night(caller: LeagueEndpoint, *, club_id: str, night_id: str, body: MarkNight, command: str | None) -> Done:
    """Mark somebody as present, or as absent.

    Organisers do.
    """
    given: dict[str, Any] = {"user": named(body.player).pk, "present": body.present}
    services.mark(club_id=club_id, by=caller.actor, night=night_id, command=command, **given)
    return Done()


@operation("POST clubs/<club:club>/nights/<id:night_id>/move", "moveNight", needs="club:lead", **WRITES)
def move_night(caller: LeagueEndpoint, *, club_id: str, night_id: str, body: MoveNight, command: str | None) -> Done:
    """Give a night another time, and its tournaments with it."""
    given: dict[str, Any] = {"starts_at": body.starts_at, "minutes": body.minutes}
    services.move(club_id=club_id, by=caller.actor, night=night_id, command=command, **given)
    return Done()


@operation("POST clubs/<club:club>/nights/<id:night_id>/tournaments", "addToNight", needs="club:lead", **WRITES)
def add_to_night(caller: LeagueEndpoint, *, club_id: str, night_id: str, body: AddToNight, command: str | None) -> Done:
    """Have a tournament of the club that begins during a night belong to it."""
    services.add_tournament(
        club_id=club_id, by=caller.actor, night=night_id, tournament=body.tournament, command=command
    )
    return Done()


@operation("POST clubs/<club:club>/nights/<id:night_id>/cancel", "cancelNight", needs="club:lead", **WRITES)
def cancel_night(caller: LeagueEndpoint, *, club_id: str, night_id: str, command: str | None) -> Done:
    """Call off a night, and those of its tournaments that have not begun."""
    services.cancel(club_id=club_id, by=caller.actor, night=night_id, command=command)
    return Done()


@operation("POST clubs/<club:club>/schedules", "addSchedule", needs="club:lead", status=201, **WRITES)
def add_schedule(caller: LeagueEndpoint, *, club_id: str, body: SetSchedule, command: str | None) -> SetId:
    """Have nights announce themselves."""
    host = None if body.host is None else named(body.host, field="host").pk
    return SetId(services.set_schedule(club_id=club_id, by=caller.actor, draft=body.draft(host), command=command))


@operation("POST clubs/<club:club>/schedules/<id:schedule_id>", "changeSchedule", needs="club:lead", **WRITES)
def change_schedule(
    caller: LeagueEndpoint, *, club_id: str, schedule_id: str, body: SetSchedule, command: str | None
) -> SetId:
    """Change a schedule from now on.

    Nights that have been announced stay as they are.
    """
    host = None if body.host is None else named(body.host, field="host").pk
    given: dict[str, Any] = {"draft": body.draft(host), "schedule": schedule_id, "command": command}
    return SetId(services.set_schedule(club_id=club_id, by=caller.actor, **given))


@operation("POST clubs/<club:club>/schedules/<id:schedule_id>/end", "endSchedule", needs="club:lead", **WRITES)
def end_schedule(caller: LeagueEndpoint, *, club_id: str, schedule_id: str, command: str | None) -> Done:
    """End a schedule."""
    services.end_schedule(club_id=club_id, by=caller.actor, schedule=schedule_id, command=command)
    return Done()


@operation("POST clubs/<club:club>/presets", "addClubPreset", needs="club:lead", status=201, **WRITES)
def add_club_preset(caller: LeagueEndpoint, *, club_id: str, body: SetPreset, command: str | None) -> SetId:
    """Keep the settings of a tournament for the club's nights."""
    given: dict[str, Any] = {"name": body.name, "settings": body.settings(), "command": command}
    return SetId(services.set_preset(club_id=club_id, by=caller.actor, **given))


@operation("POST clubs/<club:club>/presets/<id:preset_id>/drop", "dropClubPreset", needs="club:lead", **WRITES)
def drop_club_preset(caller: LeagueEndpoint, *, club_id: str, preset_id: str, command: str | None) -> Done:
    """Drop a preset that no schedule uses."""
    services.drop_preset(club_id=club_id, by=caller.actor, preset=preset_id, command=command)
    return Done()


def _people(club_id: str) -> People:
    users = here.here(club_id)
    known = names(users)
    return People(tuple(known[user] for user in users if user in known))


@operation("GET clubs/<club:club>/here", "getClubHere", needs="club:read", tag=TAG, refusals={403, 404})
def get_club_here(caller: LeagueEndpoint, *, club_id: str) -> People:
    """Get who is here now.

    For members; who has not said so for a quarter of an hour is not here any more.
    """
    access.check(caller.request.user, "be_here", access.seen(caller.request.user, club_id))
    return _people(club_id)


@operation("POST clubs/<club:club>/here", "beHere", needs="club:write", **WRITES | {"scope": None})
def be_here(caller: LeagueEndpoint, *, club_id: str, body: HereNow, command: str | None) -> People:
    """Say that you are here, or not any more.

    Repeating the request extends it: it holds for a quarter of an hour from then.
    """
    (here.be_here if body.here else here.leave)(club_id=club_id, by=caller.actor)
    return _people(club_id)
