"""Writes: studies and who edits them. Each is one transaction, asks who may, and may be repeated without harm.

``user`` is who asks; ``command`` is the name of the request; ``seen`` is the version of what is saved that its author
has seen: an older one raises :class:`~tournaments.learning.studies.errors.Overtaken` and changes nothing.
"""

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction

from accounts import privacy, selectors
from accounts.models import User
from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.learning.studies import decisions, events, reach, written
from tournaments.learning.studies.asking import ask, count, same, say
from tournaments.learning.studies.errors import NotAllowed, Refused
from tournaments.learning.studies.models import Study as Row
from tournaments.learning.studies.streams import STUDIES
from tournaments.learning.studies.study import Study
from tournaments.log import sources, texts
from tournaments.log.commands import command_for
from tournaments.log.errors import Conflict
from tournaments.tables import caps


def create(*, user: User, name: str, command: str | None = None) -> str:
    """Begin a study that only *user* reads, and return its id."""
    count(user)
    name = written.checked(name, written.LONGEST_NAME, "name")
    study = sources.id_for(user.pk, f"study/{command}") if command else sources.new_id()
    text = written.text_id(study, user.pk, command, "name", name)
    asked = command_for(command, "create", text)
    try:
        with transaction.atomic():
            caps.hold(user.pk)
            texts.keep(text, author=user.pk, body=name)
            STUDIES.begin(study, [events.Created(study, user.pk, text)], actor=user.pk, command=asked)
            _check_cap(user)
    except Conflict:
        STUDIES.has_taken(study, actor=user.pk, command=asked)
    return study


def _check_cap(user: User) -> None:
    most = settings.CAPS["studies"]
    if Row.objects.filter(owner=user.pk).count() > most:
        raise Refused("too_many_studies", Text(_("You have {most} studies: delete one first."), {"most": most}))


def rename(*, user: User, study_id: str, name: str, seen: int | None = None, command: str | None = None) -> Study:
    name = written.checked(name, written.LONGEST_NAME, "name")

    def decide(study: Study, text: str) -> Sequence[Event]:
        return decisions.rename(study, same(study.name.text, name, text), user.pk, seen)

    return say(user, study_id, "name", name, decide, command, seen)


def set_reach(
    *, user: User, study_id: str, to: events.Reach, club: str | None = None, command: str | None = None
) -> Study:
    """Raises ``Refused`` ``too_public`` where a chapter is of a table that fewer may see."""

    def decide(study: Study) -> Sequence[Event]:
        found = decisions.set_reach(study, to, club if to == "club" else None, user.pk)
        if found:
            reach.check_allowed(to, club, study.tables, user)
        return found

    return ask(user, study_id, decide, command_for(command, "reach", to, club))


def edit(
    *,
    user: User,
    study_id: str,
    name: str | None = None,
    seen: int | None = None,
    to: events.Reach | None = None,
    club: str | None = None,
    command: str | None = None,
) -> None:
    """Both of these, as far as they are given, or neither."""
    with transaction.atomic():
        if name is not None:
            key = f"{command}/name" if command else None
            rename(user=user, study_id=study_id, name=name, seen=seen, command=key)
        if to is not None:
            key = f"{command}/reach" if command else None
            set_reach(user=user, study_id=study_id, to=to, club=club, command=key)


def add_editor(*, user: User, study_id: str, name: str, command: str | None = None) -> Study:
    """Let the person called *name* edit it too."""
    other = selectors.by_name(name)

    def decide(study: Study) -> Sequence[Event]:
        decisions.check_owns(study, user.pk)
        if other is None or other.is_guest or other.is_bot:
            raise Refused("unknown_player", _("There is no such player."), field="player")
        found = decisions.add_editor(study, other.pk, user.pk)
        if found and not privacy.may_ask("invitations", by=user.pk, to=other.pk):
            raise NotAllowed("not_open_to_you", _("This player does not want to be asked."))
        return found

    return ask(user, study_id, decide, command_for(command, "add editor", other.pk if other else None))


def remove_editor(*, user: User, study_id: str, name: str, command: str | None = None) -> Study:
    """By the owner, or their own doing."""
    other = selectors.by_name(name)

    def decide(study: Study) -> Sequence[Event]:
        return decisions.remove_editor(study, other.pk if other else 0, user.pk)

    return ask(user, study_id, decide, command_for(command, "remove editor", other.pk if other else None))


def delete(*, user: User, study_id: str, command: str | None = None) -> None:
    """For everybody, its words for good. Again it changes nothing."""

    def decide(study: Study) -> Sequence[Event]:
        if not study.deleted:
            decisions.check_owns(study, user.pk)
        return decisions.delete(study)

    ask(user, study_id, decide, command_for(command, "delete"))
