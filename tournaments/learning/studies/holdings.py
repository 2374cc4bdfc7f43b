"""What somebody has in studies: listed for their export, given up when their account ends. The words themselves are
among their texts, and go with these."""

from collections.abc import Iterator
from typing import Final

from django.db.models import Q

from accounts.holdings import Holding
from accounts.models import User
from tournaments.learning.studies import decisions
from tournaments.learning.studies.models import Study as Row
from tournaments.learning.studies.models import StudyReport
from tournaments.learning.studies.streams import STUDIES
from tournaments.learning.studies.study import Study


def _rows(user: User) -> Iterator[object]:
    """The studies that they edit, with what they wrote there, by the ids of its texts."""
    for row in Row.objects.filter(people__contains=[user.pk]).order_by("created_at", "id").iterator():
        yield _study(STUDIES.current(row.pk).state, user.pk)
    for report in StudyReport.objects.filter(by=user.pk).order_by("pk").iterator():
        yield {"reported": report.study, "comment": report.comment, "cause": report.cause, "at": report.at}


def _study(study: Study, user: int) -> dict[str, object]:
    chapters = [
        {"id": each.id, "title": each.title.text, "game": each.game, "table": each.table, "digest": each.digest}
        for each in study.chapters.values()
        if each.title.by == user
    ]
    comments = [
        {"chapter": each.chapter, "seq": each.seq, "text": each.words.text, "at": each.words.at}
        | {"rings": each.rings, "arrows": each.arrows}
        for each in study.comments.values()
        if each.words.by == user
    ]
    facts = {"study": study.id, "name": study.name.text if study.name.by == user else "", "owner": study.owner == user}
    return facts | {"reach": study.reach, "club": study.club, "chapters": chapters, "comments": comments}


def _forget(user: int) -> None:
    """Out of every study; one of theirs goes to another editor, or goes. What others wrote stays."""
    for study in Row.objects.filter(Q(people__contains=[user]) | Q(owner=user)).values_list("pk", flat=True):
        STUDIES.carry_out(study, lambda state: decisions.let_go(state, user), actor=None, command=None)
    StudyReport.objects.filter(by=user).delete()


HOLDING: Final = Holding("studies", _rows, _forget)
