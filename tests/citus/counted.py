"""Those who follow the log, each counted against it: nothing missed, nothing taken twice."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.db import Error, connection, connections, transaction

from tests.nodes.__main__ import announced_tournament
from tournaments.log.followers import Placed

NAME: Final = "drill"
PAUSE: Final = 1.0
_SEEN = "CREATE TABLE drill_seen (position bigint)"
_TWICE = "SELECT position FROM drill_seen GROUP BY 1 HAVING count(*) > 1"
_MISSED = """
SELECT DISTINCT position FROM log_event WHERE position > %s AND position NOT IN (SELECT position FROM drill_seen)"""
_BEHIND = "SELECT name FROM log_follower WHERE position < (SELECT max(position) FROM log_event) ORDER BY 1"
_STAFF = "SELECT subject, seq FROM accounts_staffact WHERE seq IS NOT NULL"
_HOOKS = "SELECT 'tournament:' || (body->>'tournament'), (body->>'seq')::bigint FROM notices_outgoing"
_NOTICES = "SELECT stream, seq FROM notices_notice WHERE kind = 'table_open'"
_HEADS = "SELECT name, seq FROM log_stream WHERE name IN (SELECT stream FROM log_event WHERE position > %s)"


class Counted:
    """A follower of the drill's own, which notes each commit beside its place, and those of the service."""

    def __init__(self, anchors: Path) -> None:
        self.anchors = anchors
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow)
        self.figures: dict[str, int] = {}

    def start(self) -> str:
        """All begin at the end of what there is; the id of a tournament that one of the staff announces then, with a
        webhook."""
        from accounts.models import User
        from tournaments.log import followers
        from tournaments.notices.models import Webhook
        from tournaments.notices.webhook_types import EVENTS

        asked(_SEEN)
        for name in (NAME, "notices", "staff"):
            followers.begin_at_the_end(name)
        self.first = followers.place(NAME)
        with transaction.atomic():  # its first event is not seen before there is somebody to be told
            tournament = announced_tournament(rounds=3)
            organiser = User.objects.get(username="organiser")
            User.objects.filter(pk=organiser.pk).update(is_staff=True)
            Webhook.objects.create(
                id="drill",
                tournament=tournament,
                url="https://127.0.0.1:9/",
                flavour="plain",
                kinds=list(EVENTS),
                secret="drill",
                made_by=organiser.pk,
                made_at=0,
            )
        self.tournament, self.organiser = f"tournament:{tournament}", organiser.pk
        connections.close_all()
        self._thread.start()
        return tournament

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def _follow(self) -> None:
        from tournaments.log import followers

        while not self._stop.wait(PAUSE):
            try:
                while followers.follow(NAME, _note):
                    pass
            except Error:  # a server is away
                connections.close_all()
        connections.close_all()

    @staticmethod
    def behind() -> list[str]:
        """Anchors are asked for when all else is over."""
        return [str(name) for (name,) in asked(_BEHIND) if name != "anchors"]

    def faults(self) -> Iterator[str]:
        yield from (f"follower: {position} was taken twice" for (position,) in asked(_TWICE))
        yield from (f"follower: {position} was missed" for (position,) in asked(_MISSED, self.first))
        self.figures["commits followed"] = len(asked("SELECT position FROM drill_seen"))
        yield from self._held("staff", _STAFF, "stream = %s AND actor = %s", self.tournament, self.organiser)
        from tournaments.notices.webhook_types import STORED

        yield from self._held("webhooks", _HOOKS, "stream = %s AND kind = ANY(%s)", self.tournament, list(STORED))
        people = "kind = 'table.started' AND position > %s AND actor IS NOT NULL AND starts_with(stream, 'table:')"
        yield from self._held("notices", _NOTICES, people, self.first)
        yield from self._anchored()

    def _held(self, who: str, found: str, where: str, *given: object) -> Iterator[str]:
        """What *found* says that *who* took in, against the events of the log that it must have been."""
        taken = sorted(asked(found))
        wanted = sorted(asked(f"SELECT stream, seq FROM log_event WHERE {where}", *given))  # noqa: S608  the drill's own
        self.figures[who] = len(taken)
        if taken != wanted or not wanted:
            yield f"{who}: {len(taken)} taken in, {len(wanted)} in the log; {sorted(set(taken) ^ set(wanted))[:5]}"

    def _anchored(self) -> Iterator[str]:
        from tournaments.log.anchors import read

        lines = [line for file in sorted(self.anchors.rglob("*")) if file.is_file() for line in file.open()]
        last = {anchor.stream: anchor.seq for anchor in read(lines)}
        heads: dict[str, int] = dict(asked(_HEADS, self.first))
        self.figures["anchored streams"] = len(heads)
        yield from (
            f"anchors: {name} at {last.get(name)} of {seq}" for name, seq in heads.items() if last.get(name) != seq
        )


def _note(commit: Placed) -> None:
    asked("INSERT INTO drill_seen VALUES (%s)", commit.position)


def asked(statement: str, *given: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, given or None)
        return cursor.fetchall() if cursor.description else []
