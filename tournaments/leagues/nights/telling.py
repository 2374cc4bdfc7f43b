"""A calendar's events in words. Pure: names are given; a night goes by its title and its date, as 2027-03-28."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.events import Event
from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.leagues.nights import events as e
from tournaments.log.lines import Name

_ANSWERS: Final[Mapping[e.Answer, str]] = {
    "yes": _("{name} comes to {title}, {date}."),
    "maybe": _("{name} may come to {title}, {date}."),
    "no": _("{name} does not come to {title}, {date}."),
}
_PLAIN: Final[Mapping[type[Event], str]] = {
    e.ScheduleSet: _("{by} scheduled club nights: {title}."),
    e.ScheduleEnded: _("{by} ended a schedule: {title}."),
    e.PresetSet: _("{by} added a kind of tournament: {title}."),
    e.PresetDropped: _("{by} removed a kind of tournament: {title}."),
    e.NightMissed: _("{title}, {date}, was missed: it could not be announced in time."),
    e.NightCancelled: _("{by} called off {title}, {date}."),
    e.TournamentAdded: _("{by} added a tournament to {title}, {date}."),
}


class Sentences:
    """What all *events* of a calendar say: most name a night, a schedule or a preset that an earlier one has titled."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._titles: dict[str, str] = {}
        self._nights: dict[str, e.NightAnnounced] = {}
        for event in events:
            match event:
                case e.ScheduleSet(schedule=schedule, title=title):
                    self._titles[schedule] = title
                case e.PresetSet(preset=preset, name=name):
                    self._titles[preset] = name
                case e.NightAnnounced(night=night):
                    self._nights[night] = event

    def people(self, event: Event) -> Iterator[int | None]:
        yield getattr(event, "user", None)

    def told(self, event: Event, by: int | None, name: Name) -> Text:
        args: dict[str, Hole] = {"by": name(by), **self._what(event)}
        if (user := getattr(event, "user", None)) is not None:
            args["name"] = name(user)
        return Text(_message(event), args)

    def _what(self, event: Event) -> dict[str, Hole]:
        """What it is about, as it is or was called."""
        match event:
            case e.ScheduleSet(title=title) | e.PresetSet(name=title):
                return {"title": title}
            case e.ScheduleEnded(schedule=key) | e.PresetDropped(preset=key):
                return {"title": self._titles.get(key, key)}
            case e.NightMissed(schedule=key, date=day):
                return {"title": self._titles.get(key, key), "date": day.isoformat()}
        night = self._nights[event.night]  # type: ignore[attr-defined]  # all others are of nights
        return {"title": night.title, "date": night.date.isoformat()}


def _message(event: Event) -> str:
    match event:
        case e.NightAnnounced(schedule=None):
            return _("{by} announced {title}, {date}.")
        case e.NightAnnounced():
            return _("{title}, {date}, announced itself.")
        case e.NightMoved(cause="zone_data"):
            return _("{title}, {date}, moved with new rules of its time zone.")
        case e.NightMoved():
            return _("{by} changed the time of {title}, {date}.")
        case e.Attending(answer=answer):
            return _ANSWERS[answer]
        case e.Marked(present=True):
            return _("{by} marked {name} as there: {title}, {date}.")
        case e.Marked():
            return _("{by} marked {name} as not there: {title}, {date}.")
    return _PLAIN[type(event)]
