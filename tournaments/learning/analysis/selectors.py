"""What there is of a table's analysis."""

from typing import Literal, NamedTuple, TypeAlias

import msgspec

from tournaments.learning.analysis.findings import VERSION, Findings
from tournaments.learning.analysis.models import Analysis
from tournaments.learning.analysis.services import TRIES

Status: TypeAlias = Literal["none", "waiting", "working", "made", "failed"]


class Report(NamedTuple):
    """``done`` in percent; ``made_at`` in epoch ms; ``old``: other versions would find it otherwise."""

    status: Status
    done: int = 0
    findings: Findings | None = None
    made_at: int | None = None
    version: str = VERSION

    @property
    def old(self) -> bool:
        return self.version != VERSION


def report(table_id: str) -> Report:
    row = Analysis.objects.filter(pk=table_id).first()
    if row is None:
        return Report("none")
    if row.made_at is None or row.found is None:
        status: Status = "failed" if row.tries >= TRIES else "waiting" if row.begun_at is None else "working"
        return Report(status, row.done)
    found = msgspec.json.decode(bytes(row.found), type=Findings)
    return Report("made", 100, found, row.made_at, row.version)
