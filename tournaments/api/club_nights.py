"""``/api/clubs/{club}/calendar``, ``/nights``, ``/schedules``, ``/presets``, ``/here``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from accounts import selectors as accounts
from tournaments.api.endpoints import Endpoint, operation
from tournaments.api.night_shapes import (
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
from tournaments.api.operations import Nothing
from tournaments.api.problems import Unprocessable
from tournaments.api.tournament_shapes import Done
from tournaments.clubs import access
from tournaments.leagues.nights import attendance, here, selectors, services

TAG = "leagues"
REFUSALS = {403, 404, 409, 422}
SHOWN = 50
"""Past nights."""


def names(users: Iterable[int]) -> dict[int, str]:
    return {user: found.username for user, found in accounts.by_ids(users).items()}


def player(name: str, field: str = "player") -> int:
    user = accounts.by_name(name)
    if user is None:
        raise Unprocessable(_("There is no such player."), "unknown_user", field=field)
    return user.pk


class ClubCalendarView(Endpoint):
    @operation("getClubCalendar", tag=TAG, answers=ClubCalendar, refusals={404})
    def get(self, *, club_id: str) -> ClubCalendar:
        """Get a club's calendar."""
        access.seen(self.request.user, club_id)
        found, now = selectors.calendar(club_id), selectors.now()
        hosts = names(each.host for each in running(found))
        return ClubCalendar(
            seq=found.seq,
            nights=tuple(NightFacts(**facts(each, self.viewer)) for each in found.ahead(now)),
            planned=tuple(map(planned, selectors.planned(club_id, found))),
            past=tuple(NightFacts(**facts(each, self.viewer)) for each in found.before(now)[:SHOWN]),
            schedules=tuple(schedule(each, hosts) for each in running(found)),
            presets=tuple(map(preset, found.presets.values())),
        )


class ClubNightList(Endpoint):
    @operation(
        "announceNight",
        tag=TAG,
        answers=SetId,
        takes=SetNight,
        status=201,
        refusals=REFUSALS,
        scope="leagues",
        idempotent=True,
    )
    def post(self, *, club_id: str, body: SetNight, command: str | None) -> SetId:
        """Announce a club night that no schedule has, with its tournaments."""
        given: dict[str, Any] = {"title": body.title, "day": body.date, "at": body.at, "minutes": body.minutes}
        made = services.announce_by_hand(
            club_id=club_id, by=self.actor, uses=uses(body.presets), command=command, **given
        )
        return SetId(made)


class ClubNight(Endpoint):
    @operation("getNight", tag=TAG, answers=NightAnswers, refusals={404})
    def get(self, *, club_id: str, night_id: str) -> NightAnswers:
        """Get a club night.

        Members see who comes, organisers who was there.
        """
        club = access.seen(self.request.user, club_id)
        night = selectors.night(club_id, night_id)
        member, marks = club.role_of(self.viewer) is not None, access.can(self.request.user, "marks", club)
        known = names({*night.answers, *night.marks, *club.members})
        said = {
            answer: tuple(known[user] for user, each in night.answers.items() if each == answer and user in known)
            for answer in ("yes", "maybe", "no")
        }
        there = attendance.present(night, club) if marks else set()
        return NightAnswers(
            **facts(night, self.viewer),
            yes=said["yes"] if member else (),
            perhaps=said["maybe"] if member else (),
            no=said["no"] if member else (),
            present=tuple(sorted(known[user] for user in there if user in known)),
            absent=tuple(known[user] for user in attendance.absent(night, there) if user in known) if marks else (),
        )


class NightAttendance(Endpoint):
    @operation(
        "attendNight", tag=TAG, answers=Done, takes=AttendNight, refusals=REFUSALS, scope="leagues", idempotent=True
    )
    def post(self, *, club_id: str, night_id: str, body: AttendNight, command: str | None) -> Done:
        """Say whether you come."""
        services.attend(club_id=club_id, by=self.actor, night=night_id, answer=body.answer, command=command)
        return Done()


class NightMark(Endpoint):
    @operation("markNight", tag=TAG, answers=Done, takes=MarkNight, refusals=REFUSALS, scope="leagues", idempotent=True)
    def post(self, *, club_id: str, night_id: str, body: MarkNight, command: str | None) -> Done:
        """Mark somebody as present, or as absent.

        Organisers do.
        """
        given: dict[str, Any] = {"user": player(body.player), "present": body.present}
        services.mark(club_id=club_id, by=self.actor, night=night_id, command=command, **given)
        return Done()


class NightMove(Endpoint):
    @operation("moveNight", tag=TAG, answers=Done, takes=MoveNight, refusals=REFUSALS, scope="leagues", idempotent=True)
    def post(self, *, club_id: str, night_id: str, body: MoveNight, command: str | None) -> Done:
        """Give a night another time, and its tournaments with it."""
        given: dict[str, Any] = {"starts_at": body.starts_at, "minutes": body.minutes}
        services.move(club_id=club_id, by=self.actor, night=night_id, command=command, **given)
        return Done()


class NightCancellation(Endpoint):
    @operation("cancelNight", tag=TAG, answers=Done, takes=Nothing, refusals=REFUSALS, scope="leagues", idempotent=True)
    def post(self, *, club_id: str, night_id: str, command: str | None) -> Done:
        """Call off a night, and those of its tournaments that have not begun."""
        services.cancel(club_id=club_id, by=self.actor, night=night_id, command=command)
        return Done()


class ScheduleList(Endpoint):
    @operation(
        "addSchedule",
        tag=TAG,
        answers=SetId,
        takes=SetSchedule,
        status=201,
        refusals=REFUSALS,
        scope="leagues",
        idempotent=True,
    )
    def post(self, *, club_id: str, body: SetSchedule, command: str | None) -> SetId:
        """Have nights announce themselves."""
        host = None if body.host is None else player(body.host, "host")
        return SetId(services.set_schedule(club_id=club_id, by=self.actor, draft=body.draft(host), command=command))


class ScheduleChange(Endpoint):
    @operation(
        "changeSchedule", tag=TAG, answers=SetId, takes=SetSchedule, refusals=REFUSALS, scope="leagues", idempotent=True
    )
    def post(self, *, club_id: str, schedule_id: str, body: SetSchedule, command: str | None) -> SetId:
        """Change a schedule from now on.

        Nights that have been announced stay as they are.
        """
        host = None if body.host is None else player(body.host, "host")
        given: dict[str, Any] = {"draft": body.draft(host), "schedule": schedule_id, "command": command}
        return SetId(services.set_schedule(club_id=club_id, by=self.actor, **given))


class ScheduleEnd(Endpoint):
    @operation("endSchedule", tag=TAG, answers=Done, takes=Nothing, refusals=REFUSALS, scope="leagues", idempotent=True)
    def post(self, *, club_id: str, schedule_id: str, command: str | None) -> Done:
        """End a schedule."""
        services.end_schedule(club_id=club_id, by=self.actor, schedule=schedule_id, command=command)
        return Done()


class PresetListOfClub(Endpoint):
    @operation(
        "addClubPreset",
        tag=TAG,
        answers=SetId,
        takes=SetPreset,
        status=201,
        refusals=REFUSALS,
        scope="leagues",
        idempotent=True,
    )
    def post(self, *, club_id: str, body: SetPreset, command: str | None) -> SetId:
        """Keep the settings of a tournament for the club's nights."""
        given: dict[str, Any] = {"name": body.name, "settings": body.settings(), "command": command}
        return SetId(services.set_preset(club_id=club_id, by=self.actor, **given))


class PresetDrop(Endpoint):
    @operation(
        "dropClubPreset", tag=TAG, answers=Done, takes=Nothing, refusals=REFUSALS, scope="leagues", idempotent=True
    )
    def post(self, *, club_id: str, preset_id: str, command: str | None) -> Done:
        """Drop a preset that no schedule uses."""
        services.drop_preset(club_id=club_id, by=self.actor, preset=preset_id, command=command)
        return Done()


class ClubHere(Endpoint):
    @operation("getClubHere", tag=TAG, answers=People, refusals={403, 404})
    def get(self, *, club_id: str) -> People:
        """Get who is here now.

        For members; who has not said so for a quarter of an hour is not here any more.
        """
        access.check(self.request.user, "be_here", access.seen(self.request.user, club_id))
        return self._people(club_id)

    @operation("beHere", tag=TAG, answers=People, takes=HereNow, refusals=REFUSALS, idempotent=True)
    def post(self, *, club_id: str, body: HereNow, command: str | None) -> People:
        """Say that you are here, or not any more.

        Saying it again is saying it once more: it holds for a quarter of an hour from then.
        """
        (here.be_here if body.here else here.leave)(club_id=club_id, by=self.actor)
        return self._people(club_id)

    def _people(self, club_id: str) -> People:
        users = here.here(club_id)
        known = names(users)
        return People(tuple(known[user] for user in users if user in known))
