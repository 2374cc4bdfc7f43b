"""What there is of a table's analysis."""

from typing import Literal, NamedTuple, TypeAlias

from tournaments.learning.analysis.findings import VERSION, Findings
from tournaments.learning.analysis.models import Analysis
from tournaments.learning.analysis.services import found_in, is_given_up

Status: TypeAlias = Literal["none", "waiting", "working", "made", "failed"]


class Report(NamedTuple):
    """``done`` in percent; ``made_at`` in epoch ms. While it is made again ``findings`` are those of before."""

    status: Status
    done: int = 0
    findings: Findings | None = None
    made_at: int | None = None
    version: str = VERSION

    @property
    def under_way(self) -> bool:
        return self.status in {"waiting", "working"}

    @property
    def may_be_better(self) -> bool:
        """Whether it is worth making again: with another version, or with more time."""
        return self.version != VERSION or bool(self.findings and not self.findings.whole)


def report(table_id: str) -> Report:
    row = Analysis.objects.filter(pk=table_id).first()
    if row is None:
        return Report("none")
    found = found_in(row)
    if row.made_at is not None:
        return Report("made", 100, found, row.made_at, row.version)
    status: Status = "failed" if is_given_up(row) else "waiting" if row.begun_at is None else "working"
    return Report(status, row.done, found, version=row.version)
