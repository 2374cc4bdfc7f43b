"""An event of 2,000 entries in its last round: what each page and each answer of the API takes in this process.

Each is asked for as it stands, and again just after a result, when everything that hangs on it is new. The tables
themselves are not there: they are shown by what the tournament knows of them. Times are for scale, as in ``paging``.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.benchmarks import durability, paging
from tests.benchmarks.measure import Claim, Table

if TYPE_CHECKING:
    from django.test import Client

ENTRIES, ROUNDS, VISITS = 2_000, 11, 7
MOST_MS = 100
PAGES = (
    "/tournaments/{id}",
    "/tournaments/{id}/rounds",
    "/tournaments/{id}/rounds?round=3",
    "/tournaments/{id}/standings",
    "/tournaments/{id}/standings?page=9",
    "/tournaments/{id}/crosstable",
    "/tournaments/{id}/rulings",
    "/tournaments/{id}/desk",
    "/api/tournaments/{id}",
    "/api/tournaments/{id}/standings?limit=100&offset=500",
    "/api/tournaments/{id}/rounds?round=3",
)


def measured(*, entries: int = ENTRIES, rounds: int = ROUNDS, visits: int = VISITS) -> Table:
    from tournaments.config.garbage import spare_the_start

    rates: dict[str, list[float]] = {}
    notes, within = [], 0
    with durability._database(), paging._client() as client:
        spare_the_start()
        tournament = _event(entries, rounds)
        _organiser(client)
        for page in PAGES:
            path = page.format(id=tournament)
            _timed(client, path)
            same = [_timed(client, path) for _ in range(visits)]
            after = [_timed(client, path) for _ in range(visits) if _one_more_result(tournament)]
            rates[page] = [1 / seconds for seconds in same]
            within += 1000 * max(median(same), median(after or same)) <= MOST_MS
            notes.append(f"{page}: {1000 * median(same):.0f} ms; after a result {1000 * median(after or same):.0f} ms")
    claim = Claim(f"within {MOST_MS} ms", "pages", must=1)
    rates |= {claim.side: [within], claim.beside: [len(PAGES)]}
    return Table(f"An event of {entries:,} entries and {rounds} rounds", "1 / s", rates, [claim], notes)


def _timed(client: Client, path: str) -> float:
    begun = time.perf_counter()
    answer = client.get(path)
    spent = time.perf_counter() - begun
    if answer.status_code != 200:
        raise RuntimeError(f"{path}: {answer.status_code}")
    return spent


def _organiser(client: Client) -> None:
    from accounts.models import User
    from tests.crowds import USERS

    client.force_login(User.objects.get(pk=USERS))


def _event(entries: int, rounds: int) -> str:
    """The id of the event: half of its last round is played."""
    from tests.crowds import USERS, crowd_players
    from tests.factories import announced
    from tournaments.director.policy import decisions, pairing
    from tournaments.director.state.events import Entered
    from tournaments.director.streams import TOURNAMENTS

    crowd_players(entries)
    tournament = announced(USERS, rounds=rounds, max_entries=entries)

    def told(decide: Any) -> None:
        TOURNAMENTS.carry_out(tournament, decide, actor=None, command=None)

    told(lambda _state: tuple(Entered(number, (USERS + number - 1,)) for number in range(1, entries + 1)))
    told(lambda state: decisions.start(state, {}, "seed"))
    for number in range(1, rounds + 1):
        ids = (f"r{number}m{at}" for at in range(entries))
        paired = partial(pairing.pair, seed=f"s{number}", ids=ids, deadline=None)
        told(paired)
        told(lambda state: pairing.open_tables(state, {match: f"t-{match}" for match in _open(state)}))
        share = 2 if number == rounds else 1
        told(lambda state, share=share: [_result(match) for match in list(_open(state))[::share]])
    return tournament


def _open(state: Any) -> Iterator[str]:
    last = state.rounds[-1].played
    return (match.match for match in last.matches if match.match not in last.results)


def _result(match: str) -> Any:
    from tournaments.director.state.events import ResultRecorded
    from tournaments.pairing.record import marks

    return ResultRecorded(match, f"t-{match}", marks(random.Random(match).choice([(1, 2), (2, 1), (1, 1)])))


def _one_more_result(tournament: str) -> bool:
    """Of the last round."""
    from tournaments.director.streams import TOURNAMENTS

    match = next(_open(TOURNAMENTS.current(tournament).state), None)
    if match is not None:
        TOURNAMENTS.carry_out(tournament, lambda _state: [_result(match)], actor=None, command=None)
    return match is not None
