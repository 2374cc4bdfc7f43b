"""Presets, plans, and who directs a tournament."""

from typing import Annotated, Any

from django.utils.translation import gettext
from django.utils.translation import gettext as _
from msgspec import Meta, Struct, to_builtins

from tournaments.director.commands import organisers
from tournaments.director.policy.presets import Preset as Known
from tournaments.director.policy.presets import suiting
from tournaments.director.policy.timetable import timetable
from tournaments.director.web.api.tournament_requests import AnnounceTournament
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.naming import named
from tournaments.kit.operations import Done
from tournaments.kit.problems import Unprocessable
from tournaments.tables import catalogue
from tournaments.tables.web.api.shapes import GameKey


class PresetQuery(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[GameKey, Meta(description="Only what suits it.")]


class Preset(Struct, frozen=True):
    """A kind of evening: settings that go well together, as `announceTournament` takes them."""

    key: str
    title: str
    about: str
    settings: dict[str, Any]


class Presets(Struct, frozen=True):
    """The kinds of evening that suit a game."""

    presets: tuple[Preset, ...]


class PlanTournament(AnnounceTournament, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament that might be announced, and how many would come."""

    expected: Annotated[int, Meta(ge=1, le=1_000_000)]


class StagePlan(Struct, frozen=True):
    """A stage to come: how many would play it, in how many rounds."""

    entries: int
    rounds: int


class Plan(Struct, frozen=True, kw_only=True):
    """How it would run. Times are epoch milliseconds."""

    rounds: Annotated[int, Meta(description="Of all stages.")]
    tables: Annotated[int, Meta(description="In the first round.")]
    resting: Annotated[int, Meta(description="Entries without a table in it.")]
    minutes: Annotated[int, Meta(description="A round.")]
    estimated: Annotated[bool, Meta(description="Whether only clocks end a round, so that it may take longer.")]
    check_in: int | None
    starts: Annotated[tuple[int, ...], Meta(description="The latest at which each round begins.")]
    ends: int
    groups: Annotated[tuple[int, ...], Meta(description="Their sizes, if the first stage has several.")]
    stages: Annotated[tuple[StagePlan, ...], Meta(description="Those after the first.")]


class NameOrganisers(Struct, frozen=True, forbid_unknown_fields=True):
    """All who direct it beside the organiser, by name."""

    players: Annotated[tuple[str, ...], Meta(max_length=organisers.MOST)] = ()


_ANSWERS: dict[str, Any] = {"tag": "tournaments", "refusals": {404, 409, 422}, "scope": "tournaments"}


@operation("GET tournaments/presets", "listPresets", needs="tournament:read", tag="tournaments", refusals={404})
def list_presets(caller: Endpoint, *, query: PresetQuery) -> Presets:
    """List the kinds of evening that suit a game."""
    return Presets(tuple(map(_preset, suiting(catalogue.game(query.game).key))))


def _preset(preset: Known) -> Preset:
    return Preset(preset.key, gettext(preset.title), gettext(preset.about), to_builtins(preset.settings))


@operation("POST tournaments/plan", "planTournament", needs="tournament:direct", tag="tournaments", refusals={404, 422})
def plan_tournament(caller: Endpoint, *, body: PlanTournament, command: str | None) -> Plan:
    """Ask how a tournament would run: rounds, tables and times. Nothing is announced."""
    catalogue.game(body.game)
    settings = body.settings()
    found = timetable(settings, body.expected)
    if found is None:
        raise Unprocessable(_("That number of entries is not possible."), "bad_expected", field="expected")
    return Plan(
        rounds=found.rounds,
        tables=found.tables,
        resting=found.resting,
        minutes=found.minutes,
        estimated=found.estimated,
        check_in=found.check_in,
        starts=found.starts,
        ends=found.ends,
        groups=found.groups,
        stages=tuple(StagePlan(each.entries, each.rounds) for each in found.stages),
    )


@operation(
    "POST tournaments/<id:tournament_id>/organisers",
    "nameOrganisers",
    needs="tournament:direct",
    tag="tournaments",
    scope="tournaments",
)
def name_organisers(caller: Endpoint, *, tournament_id: str, body: NameOrganisers, command: str | None) -> Done:
    """Name those who direct a tournament with you.

    They are asked, and direct it once they confirm. They may do all that you may do, except name others. Those who
    are not named do not any more. A club's organisers direct its tournaments: nobody is named there.
    """
    users = [named(name, field="players").pk for name in body.players]
    organisers.name_organisers(tournament_id=tournament_id, by=caller.actor, users=users, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/organisers/confirm", "confirmOrganising", needs="tournament:write", **_ANSWERS
)
def confirm_organising(caller: Endpoint, *, tournament_id: str, command: str | None) -> Done:
    """Direct a tournament with its organiser, as you were asked to."""
    organisers.confirm(tournament_id=tournament_id, user_id=caller.actor, command=command)
    return Done()


@operation("POST tournaments/<id:tournament_id>/organisers/step-down", "stepDown", needs="tournament:write", **_ANSWERS)
def step_down(caller: Endpoint, *, tournament_id: str, command: str | None) -> Done:
    """Do not direct a tournament with its organiser: decline, or step down."""
    organisers.step_down(tournament_id=tournament_id, user_id=caller.actor, command=command)
    return Done()
