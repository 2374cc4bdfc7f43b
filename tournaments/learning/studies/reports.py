"""Reports of studies, and of comments in them; what the staff do about them is kept."""

from typing import Final, NamedTuple

from django.db import transaction

from accounts import selectors as accounts
from accounts import staff
from accounts.models import User
from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.learning.studies import decisions, selectors, written
from tournaments.learning.studies.errors import NotAllowed, Refused, UnknownComment
from tournaments.learning.studies.models import StudyReport
from tournaments.learning.studies.streams import STUDIES
from tournaments.learning.studies.study import Study, Words
from tournaments.log import sources
from tournaments.platform import limits

CAUSES: Final = {
    "insult": _("Insult or threat"),
    "spam": _("Spam"),
    "cheating": _("Tells hidden cards"),
    "other": _("Something else"),
}
"""As for what is written elsewhere (``people.models.Cause``)."""
MOST: Final = 200


class Reported(NamedTuple):
    """``text``: the comment, or the name of the study; ``by`` has written it, or owns the study."""

    study: str
    comment: str
    text: str
    by: str
    causes: tuple[str, ...]
    reports: int


def report(*, user: User, study_id: str, comment: str = "", cause: str) -> None:
    """Have the staff look at a study, or at one comment in it. A second time changes nothing, unless the staff let it
    stand and it was changed since."""
    limits.count("people", user=user.pk, guest=user.is_guest)
    seen = selectors.seen(study_id, user)
    if comment and comment not in {each.id for part in seen.parts for each in part.comments}:
        raise UnknownComment
    if cause not in CAUSES:
        raise Refused("bad_cause", _("Choose one of the offered reasons."), field="cause")
    kept = {"cause": cause, "at": sources.now_ms()}
    of = {"study": study_id, "comment": comment, "by": user.pk}
    _row, new = StudyReport.objects.get_or_create(**of, defaults=kept)
    if not new:
        study = STUDIES.current(study_id).state
        changed_at = _words(study, comment).at if comment else study.changed_at
        StudyReport.objects.filter(**of, closed=True, at__lt=changed_at).update(closed=False, **kept)


def _words(study: Study, comment: str) -> Words:
    return study.comments[comment].words if comment in study.comments else study.name


def reported(user: User) -> list[Reported]:
    """What has open reports, what was reported first first; nothing for those who are not of the staff."""
    if not user.is_staff:
        return []
    found: dict[tuple[str, str], list[StudyReport]] = {}
    for row in StudyReport.objects.filter(closed=False).order_by("at", "pk")[:MOST]:
        found.setdefault((row.study, row.comment), []).append(row)
    studies = STUDIES.all_current({study for study, _comment in found})
    words = {about: _words(studies[about[0]], about[1]) for about in found}
    authors = {about: _author(studies[about[0]], words[about]) for about in found}
    texts, names = written.read(each.text for each in words.values()), accounts.called(authors.values())
    return [
        Reported(
            study=about[0],
            comment=about[1],
            text=texts.get(words[about].text, ""),
            by=names[authors[about]].name if authors[about] in names else "",
            causes=tuple(sorted({row.cause for row in rows})),
            reports=len(rows),
        )
        for about, rows in found.items()
    ]


def _author(study: Study, words: Words) -> int:
    return study.owner if words is study.name else words.by


def take_out(*, user: User, study_id: str, comment: str = "") -> None:
    """The comment goes, or the whole study. That stands in the log, where it is found as done by the staff."""
    _check(user)
    STUDIES.carry_out(study_id, lambda study: _taken_out(study, comment), actor=user.pk, command=None)


def _taken_out(study: Study, comment: str) -> list[Event]:
    return decisions.take_out(study, comment) if comment else decisions.delete(study)


def dismiss(*, user: User, study_id: str, comment: str = "") -> None:
    """It stands: its reports are closed."""
    _check(user)
    with transaction.atomic():
        rows = StudyReport.objects.filter(study=study_id, comment=comment, closed=False)
        if rows.update(closed=True):
            staff.note("study.dismissed", f"study:{study_id}", by=user.pk)


def _check(user: User) -> None:
    if not user.is_staff:
        raise NotAllowed("not_moderator", _("Only the staff can do that."))
