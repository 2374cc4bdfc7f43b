"""Replay: from the stored bytes of finished tables to their states."""

from typing import Any

import msgspec

from engine.codec import Codec
from engine.game import AnyGame
from engine.registry import GAMES
from tests.benchmarks import plain
from tests.benchmarks.measure import ROUNDS, Claim, Table, Work, alternated, installed
from tests.engine.walks import Setting, walked

TABLES = 12
LONGEST_OF = 40
LIMIT_MS = 20


def measured(*, tables: int = TABLES, rounds: int = ROUNDS) -> Table:
    sides: dict[str, Work] = {}
    claims: list[Claim] = []
    for game in GAMES.values():
        logs = [stored(game, game.sizes[0], seed) for seed in range(tables)]
        ours, loop, library = (f"{game.name}: {side}" for side in ("codec and evolve", "plain loop", "eventsourcing"))
        sides |= {ours: _engine(game, logs), loop: _plain(logs)}
        if installed("eventsourcing"):
            sides[library] = _eventsourcing(logs[:2])
        claims += [Claim(ours, loop, must=0.35, goal=0.6), Claim(ours, library, must=12)]
    return Table("Replay from stored bytes", "events/s", alternated(sides, rounds=rounds), claims)


def longest(*, tables: int = LONGEST_OF, rounds: int = ROUNDS) -> Table:
    """The longest of many random tables of Galapagos to 1000, from its stored bytes to its state, beside the limit."""
    game = GAMES["galapagos"]
    log = max((stored(game, 2, seed) for seed in range(tables)), key=len)
    replayed, side = _engine(game, [log]), f"Galapagos to 1000, {len(log)} events"

    def work() -> int:
        replayed()
        return 1

    rates = alternated({side: work}, rounds=rounds)
    limit = f"a limit of {LIMIT_MS} ms"
    return Table(
        "The longest table replayed",
        "tables/s",
        rates | {limit: [1000 / LIMIT_MS] * rounds},
        [Claim(side, limit, must=1)],
    )


def stored(game: AnyGame, seats: int, seed: int) -> list[tuple[str, int, bytes]]:
    """The events of a random table as the log keeps them: kind, version, payload."""
    codec: Codec[Any] = Codec(game.events, game.upcasts)
    table = walked(Setting(game, seats, game.options()), seed)
    return [(event.kind, event.version, msgspec.json.encode(codec.fields(event))) for event in table.log]


def _engine(game: AnyGame, logs: list[list[tuple[str, int, bytes]]]) -> Work:
    codec: Codec[Any] = Codec(game.events, game.upcasts)

    def work() -> int:
        decode, evolve = codec.decode, game.evolve
        for log in logs:
            state = game.initial
            for kind, version, payload in log:
                state = evolve(state, decode(kind, version, payload))
        return sum(map(len, logs))

    return work


def _plain(logs: list[list[tuple[str, int, bytes]]]) -> Work:
    rows = [[(kind, payload) for kind, _, payload in log] for log in logs]

    def work() -> int:
        for log in rows:
            plain.fold(log)
        return sum(map(len, rows))

    return work


def _eventsourcing(logs: list[list[tuple[str, int, bytes]]]) -> Work:
    """Aggregates of the library that were given the same events, loaded again from its own store in memory."""
    from tests.benchmarks.card_table import stored_tables

    repository, ids = stored_tables(
        [[(kind, msgspec.json.decode(payload)) for kind, _, payload in log] for log in logs]
    )

    def work() -> int:
        return sum(repository.get(table_id).version for table_id in ids)

    return work
