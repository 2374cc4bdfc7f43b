"""A tournament's name and description: kept beside the log, where they can be erased; put back where they are shown."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import TypeGuard

from msgspec.structs import replace

from engine.events import Event
from tournaments.director.state.events import Announced, Edited, Settings, Words
from tournaments.director.state.tournament import Tournament
from tournaments.log import sources, texts


def set_apart(settings: Settings, tournament_id: str) -> tuple[Settings, dict[str, str]]:
    """*settings* as events hold them, and the texts by their ids: the same words of a tournament have the same ids,
    but for what has been erased."""
    written = {
        _id(kind, tournament_id, body): body
        for kind, body in (("name", settings.name), ("description", settings.description))
        if body
    }
    name, *description = written
    words = Words(name, description[0] if description else None)
    return replace(settings, name="", description="", words=words), written


def _id(kind: str, tournament_id: str, body: str) -> str:
    """The first id of those words under which they have not been erased: a person who writes them again means these."""
    ids = (sources.id_for(None, f"{kind}{time or ''}/{tournament_id}/{body}") for time in count())
    return next(each for each in ids if not texts.is_erased(each))


def keep(written: dict[str, str], *, author: int) -> None:
    """Keep what :func:`set_apart` gave."""
    for text_id, body in written.items():
        texts.keep(text_id, author=author, body=body)


def put_back(tournament: Tournament) -> Tournament:
    """The tournament with its name and description; its id is the name of one whose name has been erased."""
    return replace(tournament, announced=shown(tournament.settings, tournament.id))


def shown(settings: Settings, tournament_id: str, bodies: Mapping[str, str] | None = None) -> Settings:
    """The same for settings alone; *bodies* if they have been read."""
    if settings.words is None:
        return settings
    if bodies is None:
        bodies = texts.read(ids(settings))
    name = bodies.get(settings.words.name) or tournament_id
    return replace(settings, name=name, description=bodies.get(settings.words.description or "", ""))


def ids(settings: Settings) -> list[str]:
    """Of the texts that *settings* name."""
    return [each for each in (settings.words.name, settings.words.description) if each] if settings.words else []


def put_back_into(histories: Mapping[str, Sequence[tuple[Event, int]]]) -> dict[str, list[tuple[Event, int]]]:
    """Events of several tournaments, by their ids, with the words of all settings."""
    named = [event.settings for history in histories.values() for event, _at in history if _sets(event)]
    bodies = texts.read(text for settings in named for text in ids(settings))
    return {
        tournament: [
            (replace(event, settings=shown(event.settings, tournament, bodies)) if _sets(event) else event, at)
            for event, at in history
        ]
        for tournament, history in histories.items()
    }


def _sets(event: Event) -> TypeGuard[Announced | Edited]:
    return isinstance(event, Announced | Edited)
