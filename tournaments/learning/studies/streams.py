"""Studies as streams: what their events come to, the rows that follow, and words that nothing names any more."""

from collections.abc import Sequence

from engine.events import Event
from tournaments.learning.studies.errors import UnknownStudy
from tournaments.learning.studies.events import CODEC
from tournaments.learning.studies.models import Study as Row
from tournaments.learning.studies.models import StudyReport
from tournaments.learning.studies.study import Study, fold
from tournaments.log import texts
from tournaments.log.rowed import Rowed


class Studies(Rowed[Study]):
    prefix = "study:"
    capacity = 100
    codec = CODEC

    def empty(self, stream_id: str) -> Study:
        return Study(stream_id)

    def advance(self, state: Study, events: Sequence[Event], *, at: int, seq: int) -> Study:
        return fold(events, state, at, seq)

    def unknown(self) -> UnknownStudy:
        return UnknownStudy()

    def write_rows(self, before: Study, after: Study) -> None:
        for text in before.texts - after.texts:
            texts.erase(text)
        _close_reports(before, after)
        if after.deleted:
            Row.objects.filter(pk=after.id).delete()
            return
        changing = {
            "owner": after.owner,
            "people": list(after.people),
            "reach": after.reach,
            "club": after.club,
            "name": after.name.text,
            "chapters": len(after.chapters),
            "tables": list(after.tables),
            "changed_at": after.changed_at,
        }
        row = Row(id=after.id, created_at=after.created_at, **changing)
        Row.objects.bulk_create([row], update_conflicts=True, unique_fields=["id"], update_fields=list(changing))


def _close_reports(before: Study, after: Study) -> None:
    """Nobody has to look at what is gone."""
    reports = StudyReport.objects.filter(study=after.id, closed=False)
    if after.deleted:
        reports.update(closed=True)
    elif gone := before.comments.keys() - after.comments.keys():
        reports.filter(comment__in=gone).update(closed=True)


def clear() -> None:
    Row.objects.all().delete()


STUDIES = Studies()
ROWS = STUDIES.projection("studies", ("learning_study",), clear)
