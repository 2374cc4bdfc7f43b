"""The decisions about a tournament and its entries: pure, with time, chance and ids handed in.

Every function that returns events says what follows from a request, or raises a ``RoomError``. A request that has
been met already gives no events.
"""

from collections.abc import Collection, Mapping, Sequence
from math import floor
from typing import TypeAlias

from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.errors import NotAllowed, Refused, WrongStatus
from tournaments.director.policy import stages
from tournaments.director.state import settings as limits
from tournaments.director.state.desk_events import Unrated
from tournaments.director.state.events import (
    Announced,
    Cancelled,
    CancelReason,
    Edited,
    Entered,
    GroupsDrawn,
    Settings,
    Started,
    StructureDrawn,
    Withdrawn,
)
from tournaments.director.state.tournament import Status, Tournament
from tournaments.pairing.draw import Unpairable, lot
from tournaments.pairing.format import Options
from tournaments.pairing.groups import snake
from tournaments.pairing.registry import FORMATS

Events: TypeAlias = tuple[Event, ...]


# -- before the start


def announce(*, tournament: str, organiser: int, settings: Settings) -> Events:
    """A new tournament."""
    limits.check(settings)
    return (Announced(tournament, organiser, limits.completed(settings)),)


def edit(
    tournament: Tournament,
    settings: Settings,
    *,
    guests: Collection[int] = (),
    bots: Collection[int] = (),
    programs: Collection[int] = (),
) -> Events:
    """Other *settings*, with room for everybody who has entered; some of those are *guests*, some *bots* of the
    service, some *programs*.

    Guests whom an organiser entered by name may play in a rated event: no rating is counted for them.
    """
    require(tournament, "announced")
    limits.check(settings)
    if settings.team_size != tournament.settings.team_size and (
        tournament.present or tournament.waiting or tournament.proposals
    ):
        raise Refused(
            "entries_there", _("Somebody has entered: the size of a team can no longer change."), field="team_size"
        )
    if limits.entries_limit(settings) < len(tournament.present):
        raise Refused("too_many_entries", _("More players than that have already entered."), field="max_entries")
    walked_in = {each.user for each in tournament.walk_ins.values()}
    if settings.rated and any(tournament.entry_of(user) for user in guests if user not in walked_in):
        raise Refused("guests_entered", _("Guests have entered, and they cannot play for a rating."), field="rated")
    if not settings.bots and any(tournament.entry_of(user) for user in bots):
        raise Refused("bots_entered", _("Bots have entered. Take them out first."), field="bots")
    if not settings.programs and any(tournament.entry_of(user) for user in programs):
        raise Refused(
            "programs_entered", _("Bots that others wrote have entered. Take them out first."), field="programs"
        )
    settings = limits.completed(settings)
    return () if settings == tournament.settings else (Edited(settings),)


def cancel(tournament: Tournament, reason: CancelReason = "organiser") -> Events:
    if tournament.status == "cancelled":
        return ()
    require(tournament, "announced", "running")
    return (Cancelled(reason),)


def unrate(tournament: Tournament, *, by: int, by_staff: bool = False) -> Events:
    """Take it out of the site's ratings, whole and for good; once its last round is paired results could be chosen, and
    by organisers who play as soon as they sit at a table."""
    if tournament.unrated:
        return ()
    require(tournament, "announced", "running")
    if not tournament.settings.rated:
        raise WrongStatus("not_rated", _("This tournament is not rated."))
    if is_last_round(tournament):
        raise WrongStatus("last_round", _("Its last round has begun: it stays in the ratings."))
    if not by_staff and _plays_in_own(tournament, by):
        raise NotAllowed("plays_in_own", _("An organiser plays in it: only staff can take it out of the ratings."))
    return (Unrated(),)


def may_unrate(tournament: Tournament) -> bool:
    """Whether its organisers can still take it out of the site's ratings."""
    open_ = tournament.status in ("announced", "running") and tournament.settings.rated
    return open_ and not tournament.unrated and not is_last_round(tournament) and not _plays_in_own(tournament)


def _plays_in_own(tournament: Tournament, by: int | None = None) -> bool:
    """Whether it has started, and somebody who directs it has played in it, or will."""
    users = {user for entry in tournament.entered.values() for user in (*entry.users, *entry.former)}
    return tournament.status != "announced" and not users.isdisjoint({*tournament.directors, by})


def is_last_round(tournament: Tournament) -> bool:
    """Whether the last round of the last stage has been paired."""
    stage = tournament.current
    if tournament.ended_early:
        return True
    last = len(tournament.fields) == len(tournament.settings.stages)
    deepest = max((paired.drawn.reached or paired.drawn.round for paired in stage.rounds), default=0)
    return last and 0 < stage.planned <= deepest - tournament.before_stage


def enter(tournament: Tournament, user: int, *, is_bot: bool = False, is_guest: bool = False) -> Events:
    require(tournament, "announced")
    if tournament.entry_of(user):
        return ()
    check_alone(tournament)
    if is_bot and not tournament.settings.bots:
        raise NotAllowed("no_bots", _("This tournament is for people only."))
    if is_guest and tournament.settings.rated:
        raise NotAllowed("guests_unrated", _("Guests cannot play rated tournaments. Sign up to enter this one."))
    if is_full(tournament):
        raise WrongStatus("full", _("The tournament is full."))
    return (Entered(tournament.next_number, (user,)),)


def check_alone(tournament: Tournament) -> None:
    """Raise :class:`Refused` where teams play."""
    if tournament.settings.team_size > 1:
        raise Refused("team_needed", _("This is a team tournament: name your partner."), field="partners")


def is_full(tournament: Tournament) -> bool:
    return len(tournament.present) >= limits.entries_limit(tournament.settings)


def withdraw(tournament: Tournament, user: int) -> Events:
    """Take *user* out: at once before the start, from the next round on after it."""
    entry = tournament.entry_of(user)
    if entry is None:
        if any(user in entry.users for entry in tournament.entries.values()):
            return ()
        raise Refused("not_entered", _("You have not entered this tournament."))
    require(tournament, "announced", "running")
    return (Withdrawn(entry.number),)


# -- playing


def start(tournament: Tournament, ratings: Mapping[int, float], seed: str, *, fit: bool = False) -> Events:
    """Close the entries and seed them: first those whose order is set, then by *ratings* (of users).

    More rounds than everybody has opponents are refused unless they were confirmed, or made to *fit*.
    """
    require(tournament, "announced")
    if len(tournament.present) < min(tournament.sizes):
        raise WrongStatus("too_few_entries", _("There are too few entries for a round."))
    seeds = _seeded(tournament, ratings, seed)
    kind, options = FORMATS[tournament.settings.format], limits.format_options(tournament.settings)
    known = tuple(rating_of(tournament.entries[number].users, ratings) for number in seeds)
    settings = tournament.settings
    if settings.groups > 1 or settings.stages:
        return _start_stages(settings, seeds, seed, known, fit=fit)
    started = Started(seeds, seed, _rounds(settings, len(seeds), options, fit=fit), known, ())
    matches, pods = kind.structure(len(seeds), options), kind.pods(len(seeds), options)
    fixed = StructureDrawn(kind.algorithm, seeds, matches, pods)
    return (started, fixed) if matches or pods else (started,)


def _start_stages(
    settings: Settings,
    seeds: tuple[int, ...],
    seed: str,
    known: tuple[int | None, ...],
    *,
    fit: bool,
) -> Events:
    """A first stage, in groups or not, with its own number of rounds."""
    settings = stages.with_groups_for(settings, len(seeds), fit=fit)
    options = limits.format_options(settings)
    rounds = _rounds(settings, len(seeds), options, fit=fit)
    to_come = stages.expected(settings, len(seeds))
    started = Started(seeds, seed, rounds + sum(each.rounds for each in to_come), known, ())
    return (started, GroupsDrawn(snake(seeds, settings.groups), rounds))


def _seeded(tournament: Tournament, ratings: Mapping[int, float], seed: str) -> tuple[int, ...]:
    """Those who are there, best first; equals by lot."""
    ordered = {user: rank for rank, user in enumerate(tournament.seeding)}

    def strength(number: int) -> tuple[int, float, bytes]:
        users = tournament.entries[number].users
        rank = min(ordered.get(user, len(ordered)) for user in users)
        return rank, -sum(ratings.get(user, 0.0) for user in users), lot(seed, number)

    return tuple(sorted(tournament.present, key=strength))


def _rounds(settings: Settings, entries: int, options: Options, *, fit: bool) -> int:
    """How many there will be of *entries*."""
    kind = FORMATS[settings.format]
    try:
        rounds = kind.rounds(entries, settings.rounds, options)
    except Unpairable as impossible:
        raise Refused("unpairable", _("That many entries can never be reduced to one table.")) from impossible
    most = kind.most_rounds(entries)
    if most is None or rounds <= most or settings.rematches:
        return rounds
    if not fit:
        reason = _("{entries} players can play at most {most} rounds without rematches.")
        raise Refused("too_many_rounds", Text(reason, {"entries": entries, "most": most}), field="rounds")
    return most


def rating_of(users: Sequence[int], ratings: Mapping[int, float]) -> int | None:
    """What an entry of *users* is rated, as people see it: their mean, none if one of them has none."""
    if not all(user in ratings for user in users):
        return None
    return floor(sum(ratings[user] for user in users) / len(users) + 0.5)


def start_on_time(tournament: Tournament, ratings: Mapping[int, float], seed: str) -> Events:
    """What the announced moment brings: a start, or the end when hardly anybody has entered."""
    if tournament.status == "announced" and len(tournament.present) < min(tournament.sizes):
        return cancel(tournament, "too_few_entries")
    return start(tournament, ratings, seed, fit=True)


def give_up(tournament: Tournament) -> Events:
    """The end of a tournament whose start was refused and always will be; nothing if it has started meanwhile."""
    return cancel(tournament, "cannot_start") if tournament.status == "announced" else ()


def require(tournament: Tournament, *statuses: Status) -> None:
    if tournament.status not in statuses:
        raise WrongStatus(*_TOO_LATE[tournament.status])


_TOO_LATE: dict[Status, tuple[str, str]] = {
    "announced": ("not_started", _("The tournament has not started yet.")),
    "running": ("started", _("The tournament has already started.")),
    "finished": ("finished", _("The tournament is over.")),
    "cancelled": ("cancelled", _("The tournament has been cancelled.")),
}
