"""The way of every request about a study: how often, what the stream says, the words that it names."""

from collections.abc import Callable, Sequence

from django.db import transaction
from msgspec.structs import astuple

from accounts.models import User
from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.learning.studies import written
from tournaments.learning.studies.errors import NotAllowed, Overtaken
from tournaments.learning.studies.streams import STUDIES
from tournaments.learning.studies.study import Study
from tournaments.log import texts
from tournaments.log.commands import Command, command_for
from tournaments.platform import limits


def same(now: str, body: str, name: str) -> str:
    """The id of the text that stands there *now* if it says the same as *body*, else *name*."""
    return now if written.read([now]).get(now) == body else name


def say(
    user: User,
    study_id: str,
    what: str,
    body: str,
    decide: Callable[[Study, str], Sequence[Event]],
    command: str | None,
    *asked: object,
) -> Study:
    """Carry out what has words in it; they are kept in the same transaction, and only if an event names them."""
    text = written.text_id(study_id, user.pk, command, what, body)

    def decided(study: Study) -> Sequence[Event]:
        found = decide(study, text)
        if any(text in astuple(event) for event in found):
            texts.keep(text, author=user.pk, body=body)
        return found

    with transaction.atomic():
        return ask(user, study_id, decided, command_for(command, "say", what, text, *asked))


def ask(user: User, study_id: str, decide: Callable[[Study], Sequence[Event]], command: Command) -> Study:
    count(user)
    try:
        return STUDIES.carry_out(study_id, decide, actor=user.pk, command=command)
    except Overtaken as late:
        raise Overtaken(late.text, late.version, written.read([late.text]).get(late.text, "")) from None


def count(user: User) -> None:
    limits.count("studies", user=user.pk, guest=user.is_guest)
    if user.is_guest:
        raise NotAllowed("guest", _("Guests may read studies. Sign up to write one of your own."))
