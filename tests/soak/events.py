"""Tournaments of bots, one after the other, while everything around them dies and comes back."""

import asyncio
from collections.abc import Iterator

from django.db import Error, connections

GAP = 10.0


class Events:
    def __init__(self) -> None:
        self.announced: list[str] = []
        self.finished = 0
        self._stopped = False

    def stop(self) -> None:
        """The last of them is the last one."""
        self._stopped = True

    async def watch(self) -> None:
        while True:
            await asyncio.to_thread(self._proceed)
            await asyncio.sleep(GAP)

    def _proceed(self) -> None:
        """Another one once the last is over. One that could not be announced whole is left alone."""
        from tournaments.director import selectors

        try:
            if self.announced and selectors.detail(self.announced[-1]).status != "finished":
                return
            self.finished = len(self.announced)
            if not self._stopped:
                self.announced.append(announce(len(self.announced)))
        except Error:  # the database was killed just now
            return
        finally:
            connections.close_all()

    def told(self) -> str:
        return f"{len(self.announced)} announced, {self.finished} finished"

    def faults(self) -> Iterator[str]:
        if not self.finished:
            yield f"no tournament was played to its end: {self.told()}"


def announce(number: int) -> str:
    from accounts.models import User
    from tournaments.config.demo import cast, headless

    organiser, _made = User.objects.get_or_create(username="organiser")
    return headless.announce(organiser, cast.bots(8), game="gasp", rounds=3 + number % 2)
