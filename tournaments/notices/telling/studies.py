"""What the events of a study tell. Pure."""

from engine.events import Event
from tournaments.learning.studies import events as e
from tournaments.learning.studies.study import Study
from tournaments.notices.told import Over, Telling, Told, to

KINDS = frozenset(kind.kind for kind in (e.EditorAdded, e.EditorRemoved, e.Deleted))
"""The other events of a study are passed over unread."""
_ASKED = ("study_editor",)


def of_study(event: Event, study: Study, *, actor: int | None) -> Telling:
    """What follows from *event*, done by *actor*, in *study* as it is after it: its name is told to nobody."""
    match event:
        case e.EditorAdded(user=user) if user in study.editors:
            users, facts = to(user, apart_from=actor), {"study": study.id, "by": actor}
            return Telling((Told(kind="study_editor", users=users, subject=study.id, facts=facts),))
        case e.EditorRemoved(user=user):
            return Telling(over=(Over(_ASKED, study.id, (user,)),))
        case e.Deleted():
            return Telling(over=(Over(_ASKED, study.id),))
    return Telling()
