"""Tournaments that wait although it is time: to be started, to be paired, or for a deadline to be enforced."""

from collections.abc import Iterator
from itertools import islice
from typing import Literal, TypeAlias

from msgspec import Struct

from tournaments.director.models import Round, Tournament
from tournaments.director.selectors import due, to_pair
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import selectors as log

Why: TypeAlias = Literal["start", "pairing", "deadline"]


class Waiting(Struct, frozen=True):
    tournament: str
    game: str
    why: Why
    since: int
    """Epoch ms."""


def waiting(until: int, *, most: int) -> list[Waiting]:
    """Those that have waited since *until* (epoch ms) or longer, the longest first."""
    found = [*islice(_unstarted(until), most), *islice(_unpaired(until), most), *islice(_past_deadline(until), most)]
    return sorted(found, key=lambda one: one.since)[:most]


def _unstarted(until: int) -> Iterator[Waiting]:
    rows = Tournament.objects.filter(status="announced", starts_at__lte=until).order_by("starts_at")
    for pk, game, since in rows.values_list("pk", "game", "starts_at"):
        yield Waiting(pk, game, "start", since)


def _unpaired(until: int) -> Iterator[Waiting]:
    """Running, with nothing left to play in the round, and nothing has happened since."""
    games = dict(to_pair(until).values_list("pk", "game"))
    latest = log.latest([TOURNAMENTS.name(pk) for pk in games])
    for pk, game in games.items():
        if (since := latest.get(TOURNAMENTS.name(pk), until)) <= until:
            yield Waiting(pk, game, "pairing", since)


def _past_deadline(until: int) -> Iterator[Waiting]:
    rounds = due(until, "deadline")
    games = dict(Tournament.objects.filter(pk__in={pk for _number, pk in rounds}).values_list("pk", "game"))
    rows = Round.objects.filter(tournament__in=games, deadline__lte=until)
    since = {(number, pk): at for number, pk, at in rows.values_list("number", "tournament", "deadline")}
    for number, pk in rounds:
        yield Waiting(pk, games[pk], "deadline", since.get((number, pk)) or until)
