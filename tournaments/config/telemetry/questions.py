"""What the database and the broker are asked when metrics are collected: one small question each, held by an index."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from django.db.models import Exists, OuterRef

from tournaments.config.condition.looking import database, queues, rooms
from tournaments.director.models import Match, Tournament
from tournaments.log import sources
from tournaments.log.followers import lags
from tournaments.tables import arrears

Values: TypeAlias = Mapping[str, float]
"""By the value of the label; under an empty text where there is none."""


class Gauge(NamedTuple):
    name: str
    help: str
    label: str = ""


class Question(NamedTuple):
    """*ask* answers with the values of each of *gauges*, in their order."""

    gauges: tuple[Gauge, ...]
    ask: Callable[[], tuple[Values, ...]]


def _waiting(ask: Callable[[], arrears.Arrears]) -> Callable[[], tuple[Values, ...]]:
    def answer() -> tuple[Values, ...]:
        found = ask()
        return {"": found.number}, {"": found.seconds}

    return answer


def _tick() -> tuple[Values, ...]:
    age = rooms.ticked(sources.now_ms())
    return ({} if age is None else {"": max(0.0, age)},)


def _followers() -> tuple[Values, ...]:
    found = lags()
    return {lag.follower: lag.positions for lag in found}, {lag.follower: lag.seconds for lag in found}


def _rounds() -> tuple[Values, ...]:
    """Of running tournaments, those where nothing is being played; of announced ones, those whose time has come."""
    playing = Match.objects.filter(tournament=OuterRef("pk"), places__isnull=True)
    waiting = Tournament.objects.filter(~Exists(playing), status="running").count()
    late = Tournament.objects.filter(status="announced", starts_at__lte=sources.now_ms()).count()
    return {"": waiting}, {"": late}


def _drift() -> tuple[Values, ...]:
    seen = database.look(migrations=False)
    return ({} if seen is None else {"": -seen.ahead},)


def _queues() -> tuple[Values, ...]:
    return ({name: length for name, (length, _oldest) in queues.waiting().items()},)


def _questions() -> Iterator[Question]:
    bots = Gauge("cardroom_bot_queue_tables", "Tables where a bot is to act.")
    bot_age = Gauge("cardroom_bot_queue_age_seconds", "For how long the first of those bots has been to act.")
    yield Question((bots, bot_age), _waiting(arrears.bots))
    overdue = Gauge("cardroom_tables_overdue", "Tables where somebody has run out of time and was not flagged.")
    overdue_age = Gauge("cardroom_tables_overdue_seconds", "For how long the first of those has been overdue.")
    yield Question((overdue, overdue_age), _waiting(arrears.clocks))
    unsettled = Gauge("cardroom_results_waiting", "Finished tables whose result was not taken in.")
    unsettled_age = Gauge("cardroom_results_waiting_seconds", "For how long the first of those has waited.")
    yield Question((unsettled, unsettled_age), _waiting(arrears.results))
    yield Question((Gauge("cardroom_tick_age_seconds", "Seconds since the clocks were last looked at."),), _tick)
    behind = Gauge("cardroom_follower_lag_positions", "Positions of the log that a follower is behind.", "follower")
    behind_for = Gauge("cardroom_follower_lag_seconds", "For how long the first of those has been there.", "follower")
    yield Question((behind, behind_for), _followers)
    waiting = Gauge("cardroom_rounds_waiting", "Running tournaments where nothing is being played.")
    late = Gauge("cardroom_tournaments_late", "Announced tournaments whose time to start has come.")
    yield Question((waiting, late), _rounds)
    drift = Gauge("cardroom_clock_drift_seconds", "How much the database's clock is ahead of this machine's.")
    yield Question((drift,), _drift)


DATABASE: Final = tuple(_questions())
BROKER: Final = (Question((Gauge("cardroom_queue_messages", "Messages that wait in a queue.", "queue"),), _queues),)
