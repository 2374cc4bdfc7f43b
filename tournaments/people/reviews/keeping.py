"""What is shown in a review, kept as a study of the one who leads."""

from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.learning.studies import keeping
from tournaments.learning.studies.chapters import Source
from tournaments.people.errors import NotAllowed
from tournaments.people.reviews.selectors import Looking


def keep(*, user: User, looking: Looking, title: str) -> tuple[str, str]:
    """The ids of a new study and of its chapter, both called *title*: the game with the line that is tried there, open
    at the position that is shown, with its marks. Raises ``NotAllowed`` for all but the one who leads."""
    if looking.leader != user.pk:
        raise NotAllowed("not_leading", _("Somebody else leads now."))
    showing = looking.showing
    source = Source(table=looking.table, line=showing.played_on, move=showing.move)
    return keeping.keep(
        user=user, study=None, name=title, title=title, source=source, rings=showing.rings, arrows=showing.arrows
    )
