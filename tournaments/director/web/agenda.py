"""Tournaments as lines of a list."""

from collections.abc import Iterable

from django.utils.translation import gettext, ngettext

from tournaments.director.selectors import Summary
from tournaments.pairing.registry import FORMATS


class Item:
    """A tournament in a list, with what to say of it."""

    def __init__(self, summary: Summary) -> None:
        self.summary = summary
        self.id = summary.id
        self.name = summary.name
        self.game = summary.game
        self.status = summary.status
        self.at = summary.started_at or summary.starts_at
        self.words = self._words()
        self.action = {"announced": gettext("Look and join"), "running": gettext("Watch")}.get(
            summary.status, gettext("Results")
        )

    def _words(self) -> str:
        about = self.summary
        entries = ngettext("{count} entry", "{count} entries", about.entries).format(count=about.entries)
        words = [gettext(FORMATS[about.format].title), entries]
        if about.status == "running":
            words.append(gettext("round {round} of {rounds}").format(round=about.round, rounds=about.rounds or "?"))
        if about.status == "cancelled":
            words.append(gettext("called off"))
        return ", ".join(words)


def agenda(tournaments: Iterable[Summary]) -> list[Item]:
    """What runs first, then by start."""
    order = {"running": 0, "announced": 1}
    items = [Item(summary) for summary in tournaments]
    return sorted(items, key=lambda item: (order.get(item.status, 2), item.at if item.status in order else 0))
