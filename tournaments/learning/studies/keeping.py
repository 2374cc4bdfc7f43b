"""What somebody looks at, kept at once: a chapter with its marks, in a study of theirs or in a new one."""

from django.db import transaction

from accounts.models import User
from tournaments.learning.studies import contents, services
from tournaments.learning.studies.chapters import Source
from tournaments.tables.marks import Arrow, Mark


def keep(
    *,
    user: User,
    study: str | None,
    name: str,
    title: str,
    source: Source,
    rings: tuple[Mark, ...] = (),
    arrows: tuple[Arrow, ...] = (),
) -> tuple[str, str]:
    """The ids of the study, a new one called *name* unless *study* is given, and of the chapter called *title*."""
    with transaction.atomic():
        kept = study or services.create(user=user, name=name)
        after, chapter = contents.add_chapter(user=user, study_id=kept, title=title, source=source)
        if rings or arrows:
            seq = after.chapters[chapter].seq
            contents.save_comment(
                user=user, study_id=kept, chapter=chapter, seq=seq, text="", rings=rings, arrows=arrows
            )
    return kept, chapter
