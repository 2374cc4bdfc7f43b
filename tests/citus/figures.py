"""What grows beside the log on the coordinator; as a command, what an append costs."""

import time
from collections.abc import Iterator
from statistics import quantiles
from typing import Final

import django

from tests.citus.counted import asked

APPENDS: Final = 300
_GROWN = """
SELECT relname, n_live_tup, n_tup_ins, n_tup_upd, n_tup_del, pg_total_relation_size(relid)
FROM pg_stat_user_tables WHERE n_tup_ins + n_tup_upd > 0 AND relname !~ '^(log_event|log_stream|drill_)'
ORDER BY n_tup_ins + n_tup_upd + n_tup_del DESC"""


def grown(first: int) -> Iterator[str]:
    """Rows, writes and bytes of each table of the coordinator, for each table that was finished since *first*."""
    ((finished,),) = asked("SELECT count(*) FROM log_event WHERE kind = 'table.finished' AND position > %s", first)
    yield f"{finished} tables finished; on the coordinator: rows, inserted, updated, deleted, bytes"
    for name, *counts in asked(_GROWN):
        yield f"  {name:32}" + "".join(f"{count:>12}" for count in counts)


def main() -> None:
    """How long appends of two events take, one behind the other."""
    django.setup()
    from tournaments.log import sources
    from tournaments.log.events import Head, NewEvent
    from tournaments.log.services import append

    head, waits, stream = Head(), [], f"drill:{sources.new_id()}"
    for _ in range(APPENDS):
        began = time.monotonic()
        head, _stored = append(stream, head=head, events=[NewEvent("drill.made", 1, {"n": 1})] * 2)
        waits.append(1000 * (time.monotonic() - began))
    half, most = (quantiles(waits, n=100)[at - 1] for at in (50, 99))
    print(f"p50 {half:.1f} ms, p99 {most:.1f} ms")


if __name__ == "__main__":
    main()
