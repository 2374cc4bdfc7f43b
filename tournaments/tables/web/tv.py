"""TV: the table that is most worth watching, others that are being played, what has just ended. The same for all, but
for what is drawn of those near a reader."""

from collections.abc import Iterable
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from accounts import privacy
from accounts.models import User
from tournaments.director.read import named
from tournaments.kit import faces
from tournaments.log import sources
from tournaments.platform.units import HOUR
from tournaments.tables import catalogue, presence, selectors, worth
from tournaments.tables.selectors import Near, Summary
from tournaments.tables.web import minis, watched
from tournaments.tables.web.minis import Mini, running
from tournaments.tables.web.names import names_of
from tournaments.tables.worth import OnAir

SHOWN: Final = 13
DONE: Final = 4
_KEY: Final = "tv/on-air"
_DECIDED: Final = "tv/decided"


class Done:
    """A table that is over, in one line."""

    def __init__(self, table: Summary, names: dict[int, str]) -> None:
        places = table.outcome.places if table.outcome else ()
        points = table.outcome.points if table.outcome else ()
        ranked = sorted(zip(places, points, table.seats, strict=True), key=lambda one: (one[0], -one[1]))
        called = [(place, names[user]) for place, _points, user in ranked if user in names]
        self.id = table.id
        self.game = catalogue.game(table.game)
        self.first = faces.listed([name for place, name in called if place == 1])
        self.others = faces.listed([name for place, name in called if place > 1])
        self.reason = table.outcome.reason if table.outcome else ""
        self.points = "–".join(str(own) for _place, own, _user in ranked)


def context() -> dict[str, Any]:
    """What is shown now. Which table is large is remembered for all, so that it does not change for each reader."""
    live = running(limit=SHOWN)
    main = _main(live)
    others = [each for each in live if main is None or each.summary.id != main.summary.id]
    felt = watched.at_table(main.summary.id, AnonymousUser()) if main else ""
    return {"main": main, "felt": felt, "watching": _watching(main), "live": others, "done": _done()}


def context_near(user: User, near: Near) -> dict[str, Any]:
    """The same of the tables *near* one reader: never to be shown to anybody else."""
    live = minis.near(user.pk, near, limit=SHOWN)
    main = _main(live, user.pk)
    others = [each for each in live if main is None or each.summary.id != main.summary.id]
    felt = watched.at_table(main.summary.id, user) if main else ""
    return {"main": main, "felt": felt, "watching": _watching(main), "live": others, "near": True}


def on_air() -> dict[str, Any]:
    """The large table alone, for the first page."""
    main = _main(running(limit=SHOWN))
    return {"main": main, "watching": _watching(main)}


def _watching(main: Mini | None) -> int | None:
    return presence.watching(main.summary.id) if main else None


def _main(live: list[Mini], reader: int | None = None) -> Mini | None:
    """One of those who ask decides, at most once a second; the others are shown the same. For a *reader* alone it is
    remembered apart."""
    key, decided = (f"{name}/{reader}" if reader else name for name in (_KEY, _DECIDED))
    kept: tuple[Any, ...] | None = cache.get(key)
    shown = OnAir(*kept) if kept else None
    if shown is None or cache.add(decided, True, 1):
        worths = {each.summary.id: each.worth for each in live}
        shown = worth.next_on_air(shown, worths, sources.now_ms())
        cache.set(key, tuple(shown) if shown else None, HOUR // 1000)
    if shown is None:
        return None
    found = next((each for each in live if each.summary.id == shown.table), None) or _ended(shown.table, reader)
    if found is None:  # it was called off, or is no longer for the readers
        cache.delete(key)
    return found or (live[0] if live else None)


def _ended(table_id: str, reader: int | None) -> Mini | None:
    tables = [each for each in selectors.of_ids([table_id]) if each.status == "finished"]
    users = names_of(tables)
    if not tables or selectors.hidden_from(reader, [table_id]) or _hiding(users):
        return None
    names = {seat: user.username for seat, user in enumerate(users.values())}
    return Mini(tables[0], names, ([], None), worth.Facts(), None)


def _done() -> list[Done]:
    """What ended last, of what everybody may know of and those show who sat there."""
    tables = selectors.just_finished(limit=2 * DONE)
    known = named([each.match for each in tables if each.match], None)
    users = names_of(tables)
    hiding = _hiding(users)
    shown = [each for each in tables if (each.match is None or each.match in known) and not hiding & set(each.seats)]
    return [Done(each, {user: one.username for user, one in users.items()}) for each in shown[:DONE]]


def _hiding(users: Iterable[int]) -> set[int]:
    """Those of *users* who do not show their games."""
    return {user for user, chosen in privacy.of_many(users).items() if not chosen.show_games}
