"""Tournaments as lines of a list."""

from collections.abc import Collection

from django.utils.translation import gettext, ngettext

from tournaments.clubs.selectors import Listed, by_ids
from tournaments.director.selectors import Summary, winners
from tournaments.pairing.registry import FORMATS


class Item:
    """A tournament in a list, with what to say of it."""

    def __init__(self, summary: Summary, club: Listed | None = None, winner: str = "") -> None:
        self.summary = summary
        self.club = club
        self.winner = winner
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


def agenda(tournaments: Collection[Summary], *, of_clubs: bool = True) -> list[Item]:
    """What runs first, then by start; with winners, and clubs unless all are of one: three queries at most."""
    order = {"running": 0, "announced": 1}
    clubs = by_ids({each.club for each in tournaments if each.club and of_clubs})
    over = [each.id for each in tournaments if each.status == "finished"]
    won = winners(over) if over else {}
    items = [Item(each, clubs.get(each.club or ""), won.get(each.id, "")) for each in tournaments]
    return sorted(items, key=lambda item: (order.get(item.status, 2), item.at if item.status in order else 0))
