"""The workers' part. A message only says where to look; the database says what to do."""

from functools import partial

from celery import shared_task
from django.db.models import QuerySet

from tournaments.director import selectors, services
from tournaments.director.commands import rounds
from tournaments.director.errors import RoomError
from tournaments.director.models import Tournament
from tournaments.log import sources
from tournaments.log.attempts import attempt
from tournaments.log.services import Plain
from tournaments.platform.database import Row, asked_often


@shared_task(name=services.PROCEED)
def proceed(tournament_id: str) -> None:
    """Pair the next round or finish; does nothing while tables are being played."""
    services.proceed(tournament_id=tournament_id)


@shared_task(name=services.CALL_OFF)
def call_off(tournament_id: str) -> None:
    """Abort the tables of a cancelled tournament; does nothing once there are none."""
    services.call_off(tournament_id=tournament_id)


@shared_task(name="director.tick")
def tick() -> None:
    """Once a second: tournaments to start, rounds that nobody paired, deadlines that have come."""
    now = sources.now_ms()
    for (pk,) in _to_start(now):
        attempt(pk, partial(_start, pk))
    for (pk,) in _to_pair(now):
        attempt(pk, partial(services.proceed, tournament_id=pk))
    for pk in selectors.left_behind(now):
        attempt(pk, partial(services.call_off, tournament_id=pk))
    for number, pk in selectors.due(now, "grace"):
        attempt(pk, partial(services.enforce_grace, tournament_id=pk, round_number=number))
    for number, pk in selectors.due(now, "deadline"):
        attempt(pk, partial(services.enforce_deadline, tournament_id=pk, round_number=number))


@asked_often
def _to_start(now: int) -> QuerySet[Tournament, Row]:
    return Tournament.objects.filter(status="announced", starts_at__lte=now).order_by("starts_at").values_list("pk")


@asked_often
def _to_pair(now: int) -> QuerySet[Tournament, Row]:
    return selectors.to_pair(now).values_list("pk")


def _start(tournament_id: str) -> None:
    """What is refused for good is called off: it would be refused again every second."""
    try:
        services.start(tournament_id=tournament_id, by=None, command=Plain("start"))
    except RoomError as refused:
        if refused.status in rounds.FOR_GOOD:
            services.give_up(tournament_id=tournament_id)
        raise
