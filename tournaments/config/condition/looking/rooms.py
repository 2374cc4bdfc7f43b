"""What the rooms have still to do that should have been done: counted up to an end, so that much of it costs little."""

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from django.conf import settings

from tournaments.config.condition.facts import Anchors, Archive, Films, Follower, Pictures, Reviews, Waiting
from tournaments.config.condition.judging import PATIENCE
from tournaments.config.condition.looking import elsewhere
from tournaments.config.condition.looking.machine import anchors as anchors_folder
from tournaments.director import overdue
from tournaments.log import anchors, archiving, followers, keeping
from tournaments.notices.sending import outbox
from tournaments.people.reviews import selectors as together
from tournaments.tables import films
from tournaments.tables import selectors as tables

MOST: Final = 100
COMMITS: Final = 1_000


def ticked(now: int) -> float | None:
    last = tables.last_tick()
    return None if last is None else (now - last) / 1000


def followed(now: int) -> tuple[Follower, ...]:
    names = [name for name in followers.names() if name != anchors.FOLLOWER]
    return tuple(_follower(name, now) for name in names)


def _follower(name: str, now: int) -> Follower:
    commits, since = followers.behind(name, most=COMMITS)
    return Follower(name, commits, commits >= COMMITS, _seconds(since, now))


def anchored(now: int) -> Anchors | None:
    """How it stands with what is kept outside of the database, if somebody wants that."""
    if not settings.ANCHORS:
        return None
    folder = anchors_folder()
    away = ""
    if folder is not None:
        asked = partial(keeping.trouble, folder, kept=keeping.were_kept())
        away = elsewhere.ask("anchors", asked, otherwise=f"{folder} does not answer")
    return Anchors(away, _seconds(followers.behind(anchors.FOLLOWER, most=1)[1], now))


def archived(now: int) -> Archive | None:
    """How it stands with the archive, if there is one, or should be: without it old tables cannot be read."""
    begun = archiving.begun()
    if not settings.ARCHIVE and not (begun and archiving.needed()):
        return None
    run, silence = archiving.last(), f"{settings.ARCHIVE} does not answer"
    away = elsewhere.ask("archive", partial(archiving.trouble, begun=begun), otherwise=silence)
    problem = "" if run is None else run.problem.rstrip(".")
    seconds = None if run is None else max(0, now - run.at) / 1000
    return Archive(away, problem, seconds) if begun else Archive("", away or problem, seconds)


def published() -> str | None:
    """What keeps open data from being published, if somebody wants that."""
    if not settings.OPEN_DATA:
        return None
    asked = partial(keeping.trouble, Path(settings.OPEN_DATA), kept=False)
    return elsewhere.ask("open data", asked, otherwise=f"{settings.OPEN_DATA} does not answer")


def filmed() -> Films:
    return Films(*films.shelf())


def pictured() -> Pictures:
    return Pictures(films.pictures(), settings.RATES.get("positions", "-"))


def waiting(now: int) -> Iterable[Waiting]:
    """Everything that is late, by when it was to be done (epoch ms)."""
    until = {name: now - late * 1000 for name, (late, _fails) in PATIENCE.items()}
    columns = {
        "clocks": tables.overdue(until["clocks"]).values_list("due", flat=True),
        "bots": tables.waiting_for_bots(until["bots"]).values_list("bot_since", flat=True),
        "results": tables.unsettled(until["results"]).order_by("finished_at").values_list("finished_at", flat=True),
    }
    for name, rows in columns.items():
        yield _waiting(name, [at for at in rows[:MOST] if at is not None], now)
    yield _waiting("tournaments", [one.since for one in overdue.waiting(until["tournaments"], most=MOST)], now)
    yield _waiting("notices", outbox.due_since(until["notices"], most=MOST), now)


def reviews(now: int) -> Reviews:
    counted = together.counted(now)
    return Reviews(counted.open, counted.quiet, settings.CAPS["reviews"])


def _waiting(name: str, since: Sequence[int], now: int) -> Waiting:
    return Waiting(name, len(since), len(since) >= MOST, _seconds(min(since, default=None), now))


def _seconds(since: int | None, now: int) -> float:
    return 0.0 if since is None else max(0, now - since) / 1000
