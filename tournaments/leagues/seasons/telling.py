"""A season's events in words. Pure: names are given."""

from collections.abc import Iterable, Iterator

from engine.events import Event
from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.leagues.seasons import events as e
from tournaments.log.lines import Name


class Sentences:
    """What all *events* of a season say: the first one tells whether tables or tournaments count."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._by_table = any(isinstance(each, e.Opened) and each.unit == "table" for each in events)

    def people(self, event: Event) -> Iterator[int | None]:
        if isinstance(event, e.Closed | e.Amended):
            yield from (title.user for title in event.titles)

    def told(self, event: Event, by: int | None, name: Name) -> Text:
        match event:
            case e.Edited(title=title, since=since, to=to):
                says = _("{by} changed the season: {title}, from {since} to {to}.")
                return Text(says, {"by": name(by), "title": title, "since": str(since), "to": str(to)})
            case e.Deleted():
                return Text(_("{by} deleted the season."), {"by": name(by)})
            case e.UnitCounted(unit=unit):
                message = _("Table {unit} counts.") if self._by_table else _("Tournament {unit} counts.")
                return Text(message, {"unit": unit})
            case e.UnitDropped(unit=unit):
                by_table = _("Table {unit} no longer counts, by a ruling.")
                message = by_table if self._by_table else _("Tournament {unit} no longer counts, by a ruling.")
                return Text(message, {"unit": unit})
            case e.Closed(titles=titles):
                return _over(_("The season is over."), _("The season is over. First: {names}."), titles, name)
            case e.Amended(titles=titles):
                alone = _("A correction changed how the season ended.")
                return _over(alone, _("A correction changed how the season ended. First: {names}."), titles, name)
        return Text(_("{by} opened the season."), {"by": name(by)})


def _over(alone: str, with_names: str, titles: Iterable[e.Title], name: Name) -> Text:
    won: dict[str, Hole] = {f"name{at}": name(title.user) for at, title in enumerate(titles) if title.title == "season"}
    if not won:
        return Text(alone)
    return Text(with_names, {"names": Text(", ".join(f"{{{each}}}" for each in won), won)})
