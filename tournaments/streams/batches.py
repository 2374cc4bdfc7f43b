"""Who is told of new lines of a chat, a few at a time.

A reader who is told fetches the lines; thousands at once would slow down every other request.
"""

import asyncio
from collections.abc import Iterable

from tournaments.streams.watchers import Watcher

AT_ONCE = 20
"""Readers of one chat who are told together."""
PAUSE = 0.2
"""Seconds until the next of them are told."""


class Batches:
    """Those who are still to be told in each chat where somebody was told just now, in their order."""

    def __init__(self) -> None:
        self._turns: dict[str, dict[Watcher, list[bytes]]] = {}

    def tell(self, chat: str, watchers: Iterable[Watcher], line: bytes) -> None:
        """The first of them at once. The others keep their place, and are told all that has come by then."""
        is_first = chat not in self._turns
        turns = self._turns.setdefault(chat, {})
        for watcher in watchers:
            turns.setdefault(watcher, []).append(line)
        if is_first:
            self._tell_next(chat)

    def _tell_next(self, chat: str) -> None:
        turns = self._turns[chat]
        if not turns:
            del self._turns[chat]
            return
        for watcher in list(turns)[:AT_ONCE]:
            watcher.send(turns.pop(watcher))
        asyncio.get_running_loop().call_later(PAUSE, self._tell_next, chat)
