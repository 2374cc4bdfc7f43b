"""Requests that bring a tournament on: its start, its rounds, and the results of its matches."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from django.db import transaction

from accounts.selectors import by_ids
from engine.events import Event
from tournaments.director.commands import callers, clubs, holds, rounds
from tournaments.director.errors import Stale
from tournaments.director.models import Match as MatchRow
from tournaments.director.policy import matches, roll_call
from tournaments.director.policy.rulings.notice import hastened_by
from tournaments.director.policy.rulings.rated import last_ruling, rated_otherwise
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import selectors as log
from tournaments.log import sources
from tournaments.log.commands import command_for
from tournaments.log.folds import Folded
from tournaments.platform import valkey
from tournaments.ratings import selectors as ratings
from tournaments.ratings import services as rating_services
from tournaments.tables import selectors as table_selectors
from tournaments.tables import services as tables
from tournaments.tables.selectors import Summary

PROCEED = "director.proceed"

PAIRED_IN_THE_REQUEST = 100
"""A larger field is paired by a worker: not for the draw, but for the tables that are opened with it."""


def start(*, tournament_id: str, by: int | None, command: str | None = None) -> None:
    """Close the entries and pair the first round: in the same transaction, or by a worker when the field is large.

    The service itself, at the announced moment, calls it off when hardly anybody has entered.
    """
    callers.count(by)
    seed = rounds.new_seed()

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        entered = [*tournament.present, *tournament.waiting] if tournament.status == "announced" else []
        users = [user for number in entered for user in tournament.entries[number].users]
        known = ratings.ratings_of(tournament.settings.game, users)
        bots = {user.pk for user in by_ids(users).values() if user.house_level}
        started = roll_call.start(tournament, known, seed, now=sources.now_ms(), bots=bots, on_time=by is None)
        return (*clubs.apart_from_mates(tournament), *started) if started else started

    def attempt() -> None:
        with transaction.atomic():
            started = TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command_for(command, "start"))
            first_round(started, at_once=by is None)

    TOURNAMENTS.repeat(attempt)


def first_round(tournament: Tournament, *, at_once: bool = False) -> None:
    """Pair the first round, or have a worker do it where the field is large, unless it has to be *at_once*."""
    if at_once or len(tournament.seeds) <= PAIRED_IN_THE_REQUEST:
        rounds.begin(TOURNAMENTS.current(tournament.id))
    else:
        transaction.on_commit(lambda: valkey.send_task(PROCEED, [tournament.id]))


def proceed(*, tournament_id: str) -> None:
    """Pair the next round or finish, if nothing else is awaited."""

    def attempt() -> None:
        with transaction.atomic():
            rounds.proceed(TOURNAMENTS.current(tournament_id))

    TOURNAMENTS.repeat(attempt)


def pair_again(*, tournament_id: str, by: int, seen: int | None = None, command: str | None = None) -> None:
    """Publish a round that is held, or try again to pair one that was refused, as the organiser asks. Raises
    :class:`Stale` if it is a draft, and not the one that *by* saw at event *seen*."""
    callers.count(by)
    asked = command_for(command, "publish")

    def attempt() -> Folded[Tournament]:
        with transaction.atomic():
            folded = TOURNAMENTS.current(tournament_id)
            callers.check_directs(folded.state, by)
            if asked and TOURNAMENTS.has_taken(tournament_id, actor=by, command=asked):
                return folded
            if seen is not None and folded.state.draft is not None and folded.state.seq != seen:
                raise Stale()
            holds.end_trial(tournament_id)
            return rounds.proceed(folded, again=True, by=by, command=asked)

    TOURNAMENTS.repeat(attempt)


def record_result(*, table: Summary) -> None:
    """Take the outcome of *table* in for its match, and go on when it was the last of its round."""
    match = MatchRow.objects.filter(pk=table.match).first()
    outcome = table.outcome
    if match is None or outcome is None:
        return

    def decide(tournament: Tournament) -> Sequence[Event]:
        return matches.record(tournament, match=match.pk, table=table.id, places=outcome.places, points=outcome.points)

    def attempt() -> None:
        with transaction.atomic():
            before = TOURNAMENTS.current(match.tournament_id).state
            after = TOURNAMENTS.carry_out(match.tournament_id, decide, actor=None, command=None)
            _ask_corrections(before, after)
            rounds.proceed(rounds.play_on(TOURNAMENTS.current(match.tournament_id), match.pk))

    TOURNAMENTS.repeat(attempt)


def _ask_corrections(before: Tournament, after: Tournament) -> None:
    """Have a table that rulings were about before its result had come count as they say."""
    for table, places in rated_otherwise(before, after).items():
        number = last_ruling(after, table)
        signed = log.events_at(TOURNAMENTS.name(after.id), [after.rulings[number - 1].seq])[0].actor
        reach: rating_services.Reach = "all" if callers.moves_site(after, signed) else "own"
        ruling = f"{after.id}/{number}"
        rating_services.ask_correction(table=table, places=places, ruling=ruling, occasion="rated", reach=reach)


def enforce_grace(*, tournament_id: str, round_number: int) -> None:
    """Decide each match of the round whose table has not begun: players who are not there now have missed it."""
    for match in table_selectors.gathering_for(_undecided(tournament_id, round_number, "grace")):
        TOURNAMENTS.repeat(partial(_muster_alone, tournament_id, match))


def enforce_deadline(*, tournament_id: str, round_number: int) -> None:
    """Flag those who are to act at each table of the round that has begun, by the signer of a ruling where one brought
    the deadline forward; where none has begun, its match was missed."""
    enforce_grace(tournament_id=tournament_id, round_number=round_number)
    for table, match in table_selectors.awaiting_people(_undecided(tournament_id, round_number, "deadline")):
        tables.flag_to_act(table_id=table, by=_who_hastened(tournament_id, match))


def _who_hastened(tournament_id: str, match: str) -> int | None:
    behind = hastened_by(TOURNAMENTS.current(tournament_id).state, match)
    return None if behind is None else log.events_at(TOURNAMENTS.name(tournament_id), [behind])[0].actor


def _undecided(tournament_id: str, round_number: int, time: Literal["grace", "deadline"]) -> list[str]:
    """The round's matches without a result, but for those that have a later *time* of their own."""
    waiting = MatchRow.objects.filter(tournament_id=tournament_id, round=round_number, places__isnull=True)
    waiting = waiting.exclude(**{f"{time}__gt": sources.now_ms()})
    return list(waiting.order_by("pk").values_list("pk", flat=True))


def _muster_alone(tournament_id: str, match: str) -> None:
    with transaction.atomic():
        rounds.proceed(rounds.muster(TOURNAMENTS.current(tournament_id), match, overdue=True))
