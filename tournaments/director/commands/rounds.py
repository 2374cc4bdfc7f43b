"""Rounds as they are paired, their tables, and matches that not everybody comes to.

All of it is part of the caller's transaction, which begins again if somebody else was quicker.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import partial

import structlog
from django.db import transaction
from msgspec.structs import replace

from accounts.models import User
from engine.game import Teams, parse_options
from engine.registry import GAMES
from tournaments.director.commands import holds, reopening
from tournaments.director.errors import RoomError
from tournaments.director.policy import drafts, matches, pairing, scores
from tournaments.director.policy.decisions import Events
from tournaments.director.state import settings as limits
from tournaments.director.state import sides
from tournaments.director.state.desk_events import Ruled
from tournaments.director.state.drafts import Draft, DraftArranged
from tournaments.director.state.events import RoundPaired
from tournaments.director.state.tournament import Round, Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.log.commands import Command
from tournaments.log.folds import Folded
from tournaments.log.services import Conflict
from tournaments.pairing.format import alone
from tournaments.tables import selectors as table_selectors
from tournaments.tables import services as tables
from tournaments.tables.errors import WrongStatus
from tournaments.tables.events import AbortReason

_log = structlog.get_logger(__name__)


FOR_GOOD = (403, 422)
"""Not allowed, or impossible; other refusals are about the moment."""


def proceed(
    folded: Folded[Tournament], *, again: bool = False, by: int | None = None, command: Command = None
) -> Folded[Tournament]:
    """Pair rounds until one is held or has tables to wait for, or finish. Part of the caller's transaction.

    A round that cannot be made is named as that, and not tried again until something has changed. *again*: pair the
    next round even so, or though it is held, as *by* asks with *command*.
    """
    if folded.state.status == "running" and folded.state.rulings:
        # a result may bring two to a match again that a ruling had taken from them
        folded = reopening.reopen(folded, open_table)
    while step := pairing.due(folded.state, again=again):
        if step in ("pairing", "tie_break") and not again and holds.holds(folded.state):
            break
        if step == "finish":
            ending = pairing.finish(folded.state)
            folded = TOURNAMENTS.append(folded.state.id, folded, ending)
        elif step == "field":
            field = pairing.begin_stage(folded.state, new_seed())
            folded = TOURNAMENTS.append(folded.state.id, folded, field)
        else:
            folded = _pair_or_say_why_not(folded, by, command)
        again, by, command = False, None, None
    return folded


def begin(folded: Folded[Tournament]) -> None:
    """Pair the first round, unless it is held: what refuses that refuses the start. Part of the caller's
    transaction."""
    if pairing.due(folded.state) == "pairing" and not holds.holds(folded.state):
        folded = _pair(folded)
    proceed(folded)


def _pair_or_say_why_not(folded: Folded[Tournament], by: int | None, command: Command) -> Folded[Tournament]:
    try:
        with transaction.atomic():
            return _pair(folded, by, command)
    except RoomError as refused:
        if refused.status not in FOR_GOOD:
            raise
        _log.warning("pairing_refused", tournament=folded.state.id, code=refused.code)
        return TOURNAMENTS.append(folded.state.id, folded, pairing.refuse_pairing(folded.state, refused.code))


def _pair(folded: Folded[Tournament], by: int | None = None, command: Command = None) -> Folded[Tournament]:
    tournament = folded.state
    draft = tournament.draft or Draft(len(tournament.rounds) + 1, new_seed(), ())
    arranged: Iterator[DraftArranged] = iter(())
    for event in drafted(tournament, draft):
        if isinstance(event, RoundPaired):
            arranged = drafts.fitting(event, draft)
        if isinstance(event, Ruled):  # in the same order; two may have made the same exchange
            by, command = next(arranged).by, None
        folded = TOURNAMENTS.append(tournament.id, folded, [event], actor=by, command=command)
    return _open_tables(folded) if folded.state is not tournament else folded


def drafted(tournament: Tournament, draft: Draft) -> Events:
    """The round of *draft*, as it would be published now. Raises :class:`Refused` if there is no valid one."""
    minutes, now = tournament.settings.round_minutes, sources.now_ms()
    return tuple(
        drafts.drawn(
            tournament,
            draft,
            naming(tournament, draft),
            deadline=None if minutes is None else now + minutes * 60_000,
            grace=now + limits.grace_minutes(tournament.settings) * 60_000,
            teams=partial(teams_of, tournament),
        )
    )


def naming(tournament: Tournament, draft: Draft) -> Callable[[tuple[int, ...]], str]:
    """The ids of a draft's matches: the same whenever it is looked at, and others where others meet."""
    return lambda entries: sources.id_for(None, f"{tournament.id}/{draft.round}/{draft.seed}/{entries}")


def _open_tables(folded: Folded[Tournament]) -> Folded[Tournament]:
    """Those of the last round; of a match that somebody has withdrawn from only if the others are enough for one."""
    names = [match.match for match in folded.state.rounds[-1].drawn.matches]
    gone = [matches.left_before(folded.state, match) for match in names]
    if missed := [event for events in gone for event in events]:
        folded = TOURNAMENTS.append(folded.state.id, folded, missed)
    decided = folded.state.rounds[-1].played.results
    waiting = [match for match in names if match not in decided]
    bots = _bots(folded.state, waiting)
    opened = {match: _open_table(folded.state, match, bots) for match in waiting}
    named = pairing.open_tables(folded.state, opened)
    return TOURNAMENTS.append(folded.state.id, folded, named) if named else folded


def teams_of(tournament: Tournament, size: int) -> Teams:
    """The entries that play together at a table of *size*: none where each of them is a team."""
    game = GAMES[tournament.settings.game]
    if tournament.settings.team_size > 1:
        return alone(size)
    return game.teams(size, parse_options(game, tournament.settings.options))


def _round_of(tournament: Tournament, match: str) -> Round:
    paired = tournament.round_of(match)
    if paired is None:
        raise LookupError(f"{match} is not a match of {tournament.id}")
    return paired


def open_table(tournament: Tournament, match: str, *, came: Collection[int] = ()) -> str:
    """The table of *match*, where the users *came* are there already."""
    return _open_table(tournament, match, _bots(tournament, [match]), came)


def _open_table(tournament: Tournament, match: str, bots: frozenset[int], came: Collection[int] = ()) -> str:
    settings = tournament.settings
    seated = scores.seating(tournament, _round_of(tournament, match), match)
    setup = tables.Setup(
        game=settings.game,
        options=settings.options,
        seats=sides.seated(settings, [tournament.entries[entry].users for entry in seated]),
        clock=settings.clock,
        rated=settings.rated,
        club=settings.club,
        in_room=tournament.is_in_room(match) and bots.isdisjoint(_users(tournament, match)),
        points=matches.counts_points(settings),
        people_only=not settings.programs,
    )
    return tables.open_match(setup, match=match, organiser=tournament.organiser, came=came)


def _bots(tournament: Tournament, names: Iterable[str]) -> frozenset[int]:
    """Those in the matches *names* who hold no real cards; nobody is asked for if none of these is in the room."""
    users = [user for match in names if tournament.is_in_room(match) for user in _users(tournament, match)]
    bots = User.objects.filter(pk__in=users).exclude(bot_level="")
    return frozenset(bots.values_list("pk", flat=True) if users else ())


def _users(tournament: Tournament, match: str) -> list[int]:
    entries = _round_of(tournament, match).entries_of(match)
    return [user for entry in entries for user in tournament.entries[entry].users]


def place(folded: Folded[Tournament], match: str) -> Folded[Tournament]:
    """Another table for *match*, where it is played now, with times of its own. Part of the caller's transaction."""
    paired = _round_of(folded.state, match)
    _end_untouched(paired.tables[match], "ruling")
    opened = {match: open_table(folded.state, match)}
    named = pairing.open_tables(folded.state, opened, reopening.until(folded.state, paired, match))
    return TOURNAMENTS.append(folded.state.id, folded, named)


def muster(folded: Folded[Tournament], match: str, *, overdue: bool) -> Folded[Tournament]:
    """Go on without those who do not come to *match*. Part of the caller's transaction."""
    tournament = folded.state
    paired = tournament.round_of(match)
    table = paired.tables.get(match) if paired else None
    came = table_selectors.gathering(table) if table else None
    if table is None or came is None:
        return folded
    events = matches.muster(tournament, match, came, overdue=overdue)
    if not events:
        return folded
    folded = TOURNAMENTS.append(tournament.id, folded, events)
    _end_untouched(table, "no_show")
    if match in _round_of(folded.state, match).played.results:
        return folded
    return _open_another(folded, match, came=came)


def await_again(folded: Folded[Tournament], user: int) -> Folded[Tournament]:
    """Another table, with another grace, for the match that waits for *user*, if they had come to it: they have not.
    Part of the caller's transaction."""
    entry = folded.state.entry_of(user)
    match = folded.state.open_match(entry.number) if entry else None
    table = _round_of(folded.state, match).tables.get(match) if match else None
    if match is None or table is None or folded.state.is_in_room(match):
        return folded
    came = table_selectors.gathering(table) or frozenset()
    if user not in came:
        return folded
    _end_untouched(table, "no_show")
    return _open_another(folded, match, came=came - {user}, again=True)


def _end_untouched(table: str, reason: AbortReason) -> None:
    """End a table that nobody has played at; raises :class:`Conflict` if it has begun just now: the caller looks
    again."""
    try:
        tables.abort(table_id=table, user_id=None, reason=reason, untouched=True)
    except WrongStatus as begun:
        raise Conflict(table, 0) from begun


def play_on(folded: Folded[Tournament], match: str) -> Folded[Tournament]:
    """Open the next table of *match*, if one is over and another follows. Part of the caller's transaction."""
    tournament = folded.state
    paired = tournament.round_of(match)
    if tournament.status != "running" or paired is None or not scores.awaits_table(tournament, paired, match):
        return folded
    return _open_another(folded, match)


def _open_another(
    folded: Folded[Tournament], match: str, *, came: Collection[int] = (), again: bool = False
) -> Folded[Tournament]:
    """A further table has a grace of its own: its players come from the one before; so has one that is waited for
    *again*."""
    tournament, until = folded.state, None
    paired = _round_of(tournament, match)
    if paired.over.get(match) or (again and paired.until_of(match).grace is not None):
        until = paired.until_of(match)
        grace = sources.now_ms() + limits.grace_minutes(tournament.settings) * 60_000
        until = replace(until, grace=grace if until.deadline is None else min(grace, until.deadline))
    table = open_table(tournament, match, came=came)
    return TOURNAMENTS.append(tournament.id, folded, pairing.open_tables(tournament, {match: table}, until))


def leave(folded: Folded[Tournament], user: int, by: int | None) -> Folded[Tournament]:
    """Take *user*, who has withdrawn or was taken out by *by*, out of the match that their entry has still to play."""
    tournament = folded.state
    gone = [entry.number for entry in tournament.entries.values() if user in entry.users and entry.withdrawn]
    match = next((open_match for entry in gone if (open_match := tournament.open_match(entry))), None)
    paired = tournament.round_of(match) if match else None
    table = paired.tables.get(match) if paired and match else None
    if match is None or table is None:
        return folded
    if table_selectors.gathering(table) is not None:
        return muster(folded, match, overdue=False)
    with suppress(WrongStatus):  # the table is over, or they have left it before
        tables.vacate(table_id=table, user_id=user, by=by)
    return folded


def left_over(tournament: Tournament) -> list[str]:
    """The tables that go on though *tournament* has been cancelled."""
    if tournament.status != "cancelled":
        return []
    return table_selectors.underway_for(
        match for paired in tournament.rounds for match in paired.tables if match not in paired.played.results
    )


def call_off(left: Iterable[str]) -> None:
    """Abort the tables *left* over."""
    for table in left:
        with suppress(WrongStatus):  # it is over already
            tables.abort(table_id=table, user_id=None, reason="cancelled")


def new_seed() -> str:
    return sources.new_seed().hex()[:16]
