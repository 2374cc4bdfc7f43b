"""Pod knock-outs played out by a rule or by chance, for tests."""

import random
from collections.abc import Callable

from tournaments.pairing.pod_knockout.progress import progress
from tournaments.pairing.pod_knockout.tables import Rules, Table
from tournaments.pairing.series.pod import Places

Verdict = Callable[[Table], Places]


def better_seed(table: Table) -> Places:
    return tuple(1 + sum(other < entry for other in table.entries) for entry in table.entries)


def chance(rng: random.Random) -> Verdict:
    """Ties, and now and then somebody who is not there."""
    return lambda table: tuple(rng.choice([None, 1, 2, 3, 4, 1, 2, 3, 1, 2, 3]) for _ in table.entries)


def play(rules: Rules, verdict: Verdict = better_seed, rng: random.Random | None = None) -> dict[str, Places]:
    results: dict[str, Places] = {}
    while open_ := progress(rules, results).open:
        for table in rng.sample(open_, rng.randint(1, len(open_))) if rng else open_:
            results[table.key] = verdict(table)
    return results
