"""A challenge ladder's events in words. Pure: names are given."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.events import Event
from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.leagues.ladders import events as e
from tournaments.leagues.ladders.words import OUTCOMES
from tournaments.log.lines import Name

_LEFT: Final[Mapping[e.LeftCause, str]] = {
    "own": _("{name} left the ladder."),
    "away": _("{name} was away for too long and was removed from the ladder."),
    "club": _("{name} left the club and so the ladder."),
    "erased": _("{name} closed their account."),
}
_ANSWERS: Final[Mapping[e.Answer, str]] = {
    "accept": _("{name} accepted the challenge of {challenger}."),
    "pass": _("{name} passed: the challenge of {challenger} is void."),
    "decline": _("{name} declined the challenge of {challenger}."),
}
_PLAIN: Final[Mapping[type[Event], str]] = {
    e.Opened: _("{by} opened the ladder."),
    e.Closed: _("{by} closed the ladder."),
    e.Joined: _("{name} joined at the bottom."),
    e.Challenged: _("{challenger} challenged {defender}."),
    e.TimeProposed: _("{name} proposed a time: {challenger} against {defender}."),
    e.TimeDeclined: _("{name} cannot play then: {challenger} against {defender}."),
    e.TimeAgreed: _("A time is agreed: {challenger} against {defender}."),
    e.TableOpened: _("The table is open: {challenger} against {defender}."),
}


class Sentences:
    """What all *events* of a ladder say: most name a challenge, and one of them who is in it."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._asked = {each.challenge: each for each in events if isinstance(each, e.Challenged)}

    def people(self, event: Event) -> Iterator[int | None]:
        yield getattr(event, "user", None)
        asked = self._challenge(event)
        if asked is not None:
            yield from (asked.challenger, asked.defender)

    def told(self, event: Event, by: int | None, name: Name) -> Text:
        args: dict[str, Hole] = {"by": name(by)}
        if (user := getattr(event, "user", None)) is not None:
            args["name"] = name(user)
        asked = self._challenge(event)
        if asked is not None:
            args |= {"challenger": name(asked.challenger), "defender": name(asked.defender)}
        return Text(self._message(event, asked), args)

    def _challenge(self, event: Event) -> e.Challenged | None:
        return self._asked.get(getattr(event, "challenge", None) or "")

    def _message(self, event: Event, asked: e.Challenged | None) -> str:
        match event:
            case e.Left(cause=cause):
                return _LEFT[cause]
            case e.AwaySet(away=False):
                return _("{name} is back.")
            case e.AwaySet(cause="walkovers"):
                return _("{name} lost twice in a row without playing and is now away.")
            case e.AwaySet():
                return _("{name} is away.")
            case e.Answered(user=user, answer=answer):
                named = asked is not None and user != asked.defender
                return _("{name} does not sit down with {challenger} and {defender}.") if named else _ANSWERS[answer]
            case e.Ended(outcome=outcome):
                return OUTCOMES[outcome]
            case e.Ruled(challenge=None):
                return _("{by} set the order.")
            case e.Ruled():
                return _("{by} ruled on {challenger} against {defender}.")
        return _PLAIN[type(event)]


def written(event: Event) -> str | None:
    """Why an organiser decided so."""
    return event.text if isinstance(event, e.Ruled) else None
