"""The events that are played, each with what goes otherwise than planned."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from accounts.models import User
from accounts.services import make_bot
from tests.events import incidents
from tests.events.incidents import Incident
from tournaments.director import services
from tournaments.director.commands import teams
from tournaments.director.state.events import Settings
from tournaments.director.state.stage_settings import Stage
from tournaments.log import sources
from tournaments.pairing.qualification import Place, Top

HOUR = 3_600_000
DEAL = {"length": "deal"}
ROUND = {"max_rounds": 1}
SHORTER = {"gasp": ROUND, "gasp-pairs": ROUND}
"""The options of games that are else the longest."""


class Event(msgspec.Struct, frozen=True):
    """What is announced for *entries* bots and the people who do not come."""

    settings: Settings
    entries: int
    incidents: tuple[Incident, ...]


class Cast(msgspec.Struct, frozen=True):
    """Who takes part: bots that play, and people who enter and never come."""

    organiser: User
    bots: Sequence[User]
    absent: Sequence[User]


def pods(cast: Cast, entries: int, rounds: int) -> Event:
    settings = _settings("Pods", "gasp", "pods", rounds=rounds, late_round=2)
    leaving, late = cast.bots[0].pk, cast.bots[entries].pk
    return Event(settings, entries, (incidents.withdrawal(leaving), incidents.late_entry(late), *_rulings(cast)))


def swiss(cast: Cast, entries: int, rounds: int) -> Event:
    settings = _settings("Swiss", "duck-soup", "swiss", rounds=rounds, options=DEAL, late_round=2)
    leaving, late = cast.bots[0].pk, cast.bots[entries].pk
    return Event(settings, entries, (incidents.withdrawal(leaving), incidents.late_entry(late), *_rulings(cast)))


def round_robin(cast: Cast, entries: int) -> Event:
    settings = _settings("Round robin", "german-whist", "round-robin")
    return Event(settings, entries, (incidents.withdrawal(cast.bots[0].pk), *_rulings(cast)))


def double_elimination(cast: Cast, entries: int) -> Event:
    settings = _settings("Double elimination", "german-whist", "double-elimination")
    return Event(settings, entries, (incidents.withdrawal(cast.bots[0].pk), *_rulings(cast)))


def pod_knock_out(cast: Cast, entries: int) -> Event:
    settings = _settings("Knock-out of pods", "gasp", "pod-knock-out")
    return Event(settings, entries, (incidents.withdrawal(cast.bots[0].pk), *_rulings(cast)))


def pairs(cast: Cast, entries: int, rounds: int) -> Event:
    """Teams of bots, and the two who do not come with a bot each; one partner leaves, and the team with it."""
    settings = _settings("Pairs", "gasp-pairs", "swiss", rounds=rounds, team_size=2)
    return Event(settings, entries, (incidents.withdrawal(cast.bots[1].pk), *_rulings(cast)))


def groups_and_final(cast: Cast, entries: int) -> Event:
    """Small groups, of which two go on to a knock-out."""
    final = Stage(format="knock-out", takes=(Place(1), Place(2)), ties="table")
    settings = _settings(
        "Groups and final", "duck-soup", "round-robin", options=DEAL, groups=max(2, entries // 4), stages=(final,)
    )
    return Event(settings, entries, (incidents.withdrawal(cast.bots[0].pk), *_rulings(cast)))


def swiss_and_cut(cast: Cast, entries: int) -> Event:
    """A Swiss that somebody comes late to, and a double elimination of the best."""
    cut = Stage(format="double-elimination", takes=(Top(max(4, entries // 4)),), ties="table")
    settings = _settings("Swiss and cut", "duck-soup", "swiss", options=DEAL, rounds=3, late_round=2, stages=(cut,))
    leaving, late = cast.bots[0].pk, cast.bots[entries].pk
    return Event(settings, entries, (incidents.withdrawal(leaving), incidents.late_entry(late), *_rulings(cast)))


def announce(event: Event, cast: Cast) -> str:
    """Announce it, and start it once all have entered."""
    tournament = services.announce(by=cast.organiser.pk, settings=event.settings)
    if event.settings.team_size == 2:
        _enter_teams(tournament, event.entries, cast)
    else:
        for user in (*cast.bots[: event.entries], *cast.absent):
            services.enter(tournament_id=tournament, user_id=user.pk)
    services.start(tournament_id=tournament, by=cast.organiser.pk)
    return tournament


def _enter_teams(tournament: str, entries: int, cast: Cast) -> None:
    bots = [user.pk for user in cast.bots]
    for first in range(0, 2 * entries, 2):
        teams.name(tournament_id=tournament, users=bots[first : first + 2], by=cast.organiser.pk)
    for user, partner in zip(cast.absent, bots[2 * entries :], strict=False):
        teams.name(tournament_id=tournament, users=[user.pk, partner], by=user.pk)


def _rulings(cast: Cast) -> tuple[Incident, ...]:
    forfeited, awaited = cast.absent
    return (
        incidents.no_show_forfeited(forfeited.pk),
        incidents.no_show_awaited(awaited.pk),
        incidents.taken_out(awaited.pk),
        incidents.result_corrected,
        incidents.ruling_reversed,
    )


def _settings(name: str, game: str, key: str, **given: object) -> Settings:
    usual = {"name": name, "game": game, "format": key, "starts_at": sources.now_ms() + HOUR, "rated": True}
    return msgspec.convert(usual | {"round_minutes": 60} | given, Settings)


RULINGS = 2
"""How often the organiser decides something at the shortest event: of two who did not come, and of a result."""


def full(cast: Cast, entries: int) -> list[Event]:
    """One event of each kind, the largest of *entries*."""
    return [
        pods(cast, entries, rounds=6),
        swiss(cast, entries // 2 + 1, rounds=3),
        round_robin(cast, 6),
        double_elimination(cast, entries // 2 + 2),
        pod_knock_out(cast, entries // 2 + 2),
        pairs(cast, entries // 2 - 1, rounds=3),
        groups_and_final(cast, entries // 2 + 2),
        swiss_and_cut(cast, entries // 2 + 2),
    ]


def short(cast: Cast, entries: int) -> list[Event]:
    """The same with the longest games cut short."""
    return [_shortened(event) for event in full(cast, entries)]


def _shortened(event: Event) -> Event:
    settings = event.settings
    options = {**settings.options, **SHORTER.get(settings.game, {})}
    return replace(event, settings=replace(settings, options=options))


def cast_of(bots: int) -> Cast:
    """An organiser, *bots* of the quickest level, and two people who enter and never come."""
    organiser, *absent = (User.objects.create_user(name) for name in ("Organiser", "Latecomer", "Forgetter"))
    return Cast(organiser, [make_bot(f"Player{number}", "greedy") for number in range(bots)], absent)
